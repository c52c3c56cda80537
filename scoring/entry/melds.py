"""Cards on the entry page: the typed melds, the cards left in the deck, and the keypad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE, SUITS
from scoring.core.deck import cards_in, deck_of
from scoring.core.meld_book import meld_book
from scoring.core.melds import Meld
from scoring.core.notation import SUIT_SIGNS, format_card, format_cards
from scoring.core.problem import Code, Problem, quoted
from scoring.core.ruleset import Combination, RuleSet
from scoring.core.vocabulary import LineGroup, ScoreLine
from scoring.entry.column import SideForm
from scoring.wording import labels
from scoring.wording.problems import problem_sentence

_COUNTS: Final = (3, 4, 5, 6, 7)


@dataclass(frozen=True, slots=True)
class ParsedMeld:
    """A typed meld as shown below the field: its cards and a description."""

    cards: str
    label: str
    is_good: bool


def parsed_melds(column: SideForm, language: str) -> list[ParsedMeld]:
    """The melds of a side, if its column could be read."""
    texts = column.cleaned_data.get("melds", ()) if column.is_bound and column.by_cards else ()
    return [_parsed_meld(column.rules, meld_book(column.rules)[text], language) for text in texts]


def _parsed_meld(rules: RuleSet, meld: Meld, language: str) -> ParsedMeld:
    return ParsedMeld(format_cards(meld.text, language), _meld_label(rules, meld, language), meld.is_valid)


def _meld_label(rules: RuleSet, meld: Meld, language: str) -> str:
    if meld.shape.fault is not None:
        problem = Problem(Code.BAD_MELD, params={"reason": meld.shape.fault.value, "meld": quoted(meld.text)})
        return problem_sentence(problem)
    if meld.shape.is_red_threes:
        return _("red threes on the table")
    cards = format_value(meld.points, language)
    if meld.shape.combination is None:
        return _("unfinished: %(cards)s") % {"cards": cards}
    combination = _combination_for(rules, meld.shape.combination)
    name = labels.phrase(
        rules.slug, ScoreLine(combination.code, LineGroup.BASE, 1, combination.points, combination.rule)
    )
    return f"{name}: {format_value(combination.points, language)} + {cards}"


def _combination_for(rules: RuleSet, code: str) -> Combination:
    return next(combination for combination in rules.combinations if combination.code == code)


# The deck.


def left_in_deck(rules: RuleSet, columns: Iterable[SideForm]) -> dict[str, int]:
    """How many of each card are left: by rank, and in sequences by suit and rank."""
    used: Counter[str] = Counter()
    for column in columns:
        used.update(_cards_in(column))
    deck = deck_of(rules)
    return {card: most - used[card] for card, most in {**deck.copies, **deck.suited}.items()}


def _cards_in(column: SideForm) -> Iterator[str]:
    """The cards named in a column, if it could be read."""
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
    """A key: its card or suit, and the letter on it."""

    card: str
    label: str


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys of a game's keypad, and the order of its sequences; empty where it has none."""

    cards: Sequence[Key]
    suits: Sequence[Key]
    row: str
    is_circle: bool
    counts: Sequence[int] = _COUNTS


def keypad_for(rules: RuleSet, language: str) -> Keypad:
    sequences = rules.melds.sequences
    return Keypad(
        [Key(card, format_card(card, language)) for card in ALPHABET],
        [Key(suit, SUIT_SIGNS[suit]) for suit in SUITS] if sequences else (),
        sequences.ranks if sequences else "",
        bool(sequences and sequences.circular),
    )
