"""Cards on the entry page: what each typed meld is, what is left in the deck, and the keys of the keypad.

Knows how melds and cards are shown; what a meld is and how many cards there are is known by the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.numbers import written
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE, SUITS
from scoring.core.counting import tables_of
from scoring.core.deck import cards_in, deck_of
from scoring.core.melds import Meld
from scoring.core.notation import SIGN_OF, printed, printed_card
from scoring.core.problem import Code, Problem, quoted
from scoring.core.rulesets.base import Combination, Group, Line, RuleSet
from scoring.entry.column import SideForm
from scoring.wording import labels
from scoring.wording.problems import problem_sentence

_COUNTS: Final = (3, 4, 5, 6, 7)


@dataclass(frozen=True, slots=True)
class MeldRead:
    """A meld as it is shown below what was typed: its cards, and what it is."""

    cards: str
    what: str
    good: bool


def melds_read(column: SideForm, language: str) -> list[MeldRead]:
    """The melds of a side, as far as they can be read."""
    texts = column.cleaned_data.get("melds", ()) if column.is_bound and column.by_cards else ()
    book = tables_of(column.rules).melds
    return [_meld_read(column.rules, book.meld(text), language) for text in texts]


def _meld_read(rules: RuleSet, meld: Meld, language: str) -> MeldRead:
    return MeldRead(printed(meld.text, language), _what_it_is(rules, meld, language), meld.is_good)


def _what_it_is(rules: RuleSet, meld: Meld, language: str) -> str:
    if meld.form.reason is not None:
        problem = Problem(Code.BAD_MELD, params={"reason": meld.form.reason.value, "meld": quoted(meld.text)})
        return problem_sentence(problem)
    if meld.form.laid_threes:
        return _("red threes on the table")
    cards = written(meld.points, language)
    if meld.form.combination is None:
        return _("unfinished: %(cards)s") % {"cards": cards}
    one = _combination_of(rules, meld.form.combination)
    name = labels.phrase(rules.slug, Line(one.code, Group.BASE, 1, one.points, one.rule))
    return f"{name}: {written(one.points, language)} + {cards}"


def _combination_of(rules: RuleSet, code: str) -> Combination:
    return next(one for one in rules.combinations if one.code == code)


# The deck.


def left_in_deck(rules: RuleSet, columns: Iterable[SideForm]) -> dict[str, int]:
    """How many of each card nobody has: by rank, and in sequences by suit and rank."""
    used: Counter[str] = Counter()
    for column in columns:
        used.update(_cards_of(column))
    deck = deck_of(rules)
    return {card: most - used[card] for card, most in {**deck.most, **deck.suited}.items()}


def _cards_of(column: SideForm) -> Iterator[str]:
    """The cards that are named in a column, as far as they can be read."""
    typed = column.cleaned_data if column.is_bound else {}
    yield from RED_THREE * (typed.get("red_threes") or 0)
    if column.by_cards:
        for meld in typed.get("melds", ()):
            yield from cards_in(meld)
        yield from typed.get("hand", "")
    else:
        yield from RED_THREE * (typed.get("hand_red_threes") or 0)
        yield from BLACK_THREE * (typed.get("hand_black_threes") or 0)


# The keypad.


@dataclass(frozen=True, slots=True)
class Key:
    """A key: the card or suit that it stands for, and the letter on it."""

    card: str
    label: str


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys of a game's keypad, and the row in which its sequences run; no row where it has none."""

    cards: Sequence[Key]
    suits: Sequence[Key]
    row: str
    is_circle: bool
    counts: Sequence[int] = _COUNTS


def keypad_of(rules: RuleSet, language: str) -> Keypad:
    sequences = rules.melds.sequences
    return Keypad(
        [Key(card, printed_card(card, language)) for card in ALPHABET],
        [Key(suit, SIGN_OF[suit]) for suit in SUITS] if sequences else (),
        sequences.ranks if sequences else "",
        bool(sequences and sequences.circular),
    )
