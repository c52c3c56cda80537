"""Reading one meld: what kind it is, whether it is complete, and what is wrong with it.

Each kind of meld is a small table of numbers with one method, `form`; a rule set says which kinds it has
(`MeldKinds`). Knows cards and shapes; must not know a side, a deal or what a combination is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from scoring.core import bitfields
from scoring.core.cards import (
    ALPHABET,
    JOKER,
    LONGEST_CANASTA,
    RANKS,
    RED_THREE,
    SUITS,
    THREES,
    TWO,
    WILD,
    card_of,
)
from scoring.core.problem import Code, Reason

SHORTEST: Final = 3
# Longer texts than any meld are read, but not remembered.
LONGEST_TEXT: Final = 1 + len(RANKS) + 3
# A meld of no cards, or of signs that are no cards. It counts as a card, so that a million of them are too
# many.
_UNREADABLE: Final = 1 << bitfields.REMARKABLE_AT | 1


class Form(NamedTuple):
    """What the shape of the cards says: the combination they complete, or why they are no meld."""

    combination: str | None = None
    unfinished: str | None = None
    reason: Reason | None = None
    warning: Code | None = None
    # Wild cards beyond what the meld may hold; they lie there and count as unmelded.
    excess: str = ""
    only_going_out: bool = False
    # Red threes laid down in the form of a meld.
    laid_threes: bool = False


def _bad(reason: Reason) -> Form:
    return Form(reason=reason)


_NOT_MELDABLE: Final = _bad(Reason.NOT_MELDABLE)


@dataclass(frozen=True, kw_only=True, slots=True)
class RankMelds:
    """Cards of one rank, from four to ace, with wild cards among them."""

    pure: str
    mixed: str
    # Ranks whose complete melds have names of their own: rank -> (pure, mixed).
    named: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    least_naturals: int = 2
    most_wild: int | None = 2
    # How many more wild cards than naturals there may be: -1 asks for more naturals than wild cards.
    wild_over_naturals: int | None = None
    # Wild cards beyond the most are counted as unmelded instead of refused.
    excess_counts_as_held: bool = False
    # Fewer naturals than this are allowed and asked about.
    usual_naturals: int = 0
    pure_is_closed: bool = False
    one_unfinished: bool = False

    def form(self, cards: str) -> Form:
        wild = "".join(card for card in cards if card in WILD)
        rank = cards.strip(WILD)[0]
        naturals = len(cards) - len(wild)
        if cards.count(rank) != naturals:
            return _bad(Reason.MIXED_RANKS)
        reason = self.reason(naturals, len(wild))
        if reason is not None:
            return _bad(reason)
        excess = self.excess(wild)
        return self.completed(rank, naturals, len(wild))._replace(
            excess=excess, warning=self.warning(naturals, excess)
        )

    def reason(self, naturals: int, wild: int) -> Reason | None:
        if naturals + wild < SHORTEST:
            return Reason.TOO_SHORT
        if naturals < self.least_naturals:
            return Reason.TOO_FEW_NATURALS
        if self.too_many(naturals, wild):
            return Reason.TOO_MANY_WILD
        if self.pure_is_closed and not wild and naturals > LONGEST_CANASTA:
            return Reason.TOO_LONG
        return None

    def too_many(self, naturals: int, wild: int) -> bool:
        if self.wild_over_naturals is not None and wild - naturals > self.wild_over_naturals:
            return True
        return self.most_wild is not None and wild > self.most_wild and not self.excess_counts_as_held

    def excess(self, wild: str) -> str:
        """The wild cards too many, the jokers first, as the doubt is resolved (Samba 34b2)."""
        if self.most_wild is None or len(wild) <= self.most_wild:
            return ""
        return "".join(sorted(wild, key=lambda card: card != JOKER))[: len(wild) - self.most_wild]

    def warning(self, naturals: int, excess: str) -> Code | None:
        if excess:
            return Code.THIRD_WILD
        return Code.SINGLE_NATURAL if naturals < self.usual_naturals else None

    def completed(self, rank: str, naturals: int, wild: int) -> Form:
        if naturals + wild < LONGEST_CANASTA:
            return Form(unfinished=rank if self.one_unfinished else None)
        pure, mixed = self.named.get(rank, (self.pure, self.mixed))
        return Form(combination=mixed if wild else pure)


@dataclass(frozen=True, kw_only=True, slots=True)
class SequenceMelds:
    """Cards of one suit in a row, three to seven of them, written from low to high."""

    pure: str
    mixed: str | None = None
    ranks: str = "456789TJQKA"
    # The row goes on from its end to its beginning, and the suit's own two and three belong to it.
    circular: bool = False
    most_wild: int = 0
    least_naturals: int = 2
    most_gaps: int = 0

    def form(self, cards: str) -> Form:
        wild = self.wild_in(cards)
        reason = self.reason(cards, wild)
        if reason is not None:
            return _bad(reason)
        gaps = self.gaps(cards)
        if gaps is None or gaps > self.most_gaps:
            return _bad(Reason.NOT_A_SEQUENCE)
        complete = len(cards) == LONGEST_CANASTA
        return Form(
            combination=(self.mixed if wild else self.pure) if complete else None,
            warning=Code.GAP_IN_SEQUENCE if gaps else None,
        )

    def wild_in(self, cards: str) -> int:
        """A two of the suit stands for itself where the row has one."""
        return cards.count(JOKER) + (0 if TWO in self.ranks else cards.count(TWO))

    def reason(self, cards: str, wild: int) -> Reason | None:
        if len(cards) < SHORTEST:
            return Reason.TOO_SHORT
        if wild and not self.most_wild:
            return Reason.WILD_IN_SEQUENCE
        if wild > self.most_wild:
            return Reason.TOO_MANY_WILD
        if len(cards) - wild < self.least_naturals:
            return Reason.TOO_FEW_NATURALS
        if len(cards) > LONGEST_CANASTA:
            return Reason.SEQUENCE_TOO_LONG
        return None

    def gaps(self, cards: str) -> int | None:
        """How many cards are missing in the row; None when it is no row. A wild card fills its place."""
        fixed = [(at, self.ranks.find(card)) for at, card in enumerate(cards) if card in self.ranks]
        wild = [at for at, card in enumerate(cards) if card not in self.ranks]
        if any(cards[at] not in WILD for at in wild):
            return None
        found = 0
        for (at, rank), (later, higher) in pairwise(fixed):
            step = higher - rank
            if self.circular:
                step %= len(self.ranks)
            if step < later - at:
                return None
            found += step - (later - at)
        return found if self.within_the_row(cards, *fixed[0]) else None

    def within_the_row(self, cards: str, at: int, rank: int) -> bool:
        """A wild card at an end stands for a card that the row has."""
        return self.circular or (rank - at >= 0 and rank - at + len(cards) <= len(self.ranks))


@dataclass(frozen=True, kw_only=True, slots=True)
class WildMelds:
    """Twos and jokers alone, three to seven of them."""

    pure: str
    mixed: str
    least_twos: int = 0
    most_jokers: int | None = None
    one_unfinished: bool = False

    def form(self, cards: str) -> Form:
        jokers = cards.count(JOKER)
        reason = self.reason(len(cards) - jokers, jokers)
        if reason is not None:
            return _bad(reason)
        if len(cards) < LONGEST_CANASTA:
            return Form(unfinished=bitfields.UNFINISHED_WILD if self.one_unfinished else None)
        return Form(combination=self.mixed if jokers else self.pure)

    def reason(self, twos: int, jokers: int) -> Reason | None:
        if twos + jokers < SHORTEST:
            return Reason.TOO_SHORT
        if twos < self.least_twos:
            return Reason.TOO_FEW_NATURALS
        if self.most_jokers is not None and jokers > self.most_jokers:
            return Reason.TOO_MANY_WILD
        if twos + jokers > LONGEST_CANASTA:
            return Reason.TOO_LONG
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class ThreeMelds:
    """Threes: black ones alone when going out, and in Royal Canasta red and black ones together."""

    # How many black threes a meld may hold; 0: they are never melded.
    most_black: int
    # A meld of red and black threes together, by its number of red ones: {6: "super_royal", 5: "royal", …}.
    together: Mapping[int, str] | None = None
    # What is said of wild cards, and of other cards, among threes.
    with_wild: Reason = Reason.WILD_AMONG_THREES
    with_others: Reason = Reason.MIXED_RANKS

    def form(self, cards: str) -> Form:
        if not self.most_black:
            return _NOT_MELDABLE
        if cards.strip(THREES + WILD):
            return _bad(self.with_others)
        if cards.strip(THREES):
            return _bad(self.with_wild)
        red = cards.count(RED_THREE)
        return self.red_and_black(cards, red) if red else self.black(cards)

    def red_and_black(self, cards: str, red: int) -> Form:
        if self.together is None:
            return _NOT_MELDABLE if red == len(cards) else _bad(Reason.MIXED_THREES)
        if red == len(cards):
            return Form(laid_threes=True)
        if len(cards) > LONGEST_CANASTA:
            return _bad(Reason.TOO_LONG)
        if len(cards) < LONGEST_CANASTA:
            return Form(unfinished=bitfields.UNFINISHED_THREES)
        return Form(combination=self.together.get(red))

    def black(self, cards: str) -> Form:
        if len(cards) < SHORTEST:
            return _bad(Reason.TOO_SHORT)
        if len(cards) > self.most_black:
            return _bad(Reason.TOO_LONG)
        return Form(only_going_out=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class MeldKinds:
    """The kinds of melds that a game has."""

    ranks: RankMelds
    threes: ThreeMelds
    sequences: SequenceMelds | None = None
    wild: WildMelds | None = None
    # What is said of wild cards alone where they are no meld.
    lone_wild: Reason = Reason.LONE_WILD

    def form(self, cards: str, suit: str) -> Form:
        if suit:
            return self.sequences.form(cards) if self.sequences else _NOT_MELDABLE
        if not cards:
            return _bad(Reason.TOO_SHORT)
        naturals = cards.strip(WILD)
        if not naturals:
            return self.of_wild(cards)
        if any(card in THREES for card in naturals):
            return self.threes.form(cards)
        return self.ranks.form(cards)

    def of_wild(self, cards: str) -> Form:
        if self.wild is not None:
            return self.wild.form(cards)
        return _bad(Reason.TOO_SHORT if len(cards) < SHORTEST else self.lone_wild)


class Meld(NamedTuple):
    """One meld as it was written, read."""

    text: str
    form: Form
    # Where the first character stands that is no card.
    unknown: int | None
    # Cards that count as melded, and their value.
    cards: int
    points: int
    excess_points: int
    packed: int

    @property
    def is_good(self) -> bool:
        return self.unknown is None and self.form.reason is None


def read_meld(text: str, kinds: MeldKinds, values: Mapping[str, int], places: Mapping[str, int]) -> Meld:
    """Read a meld. `values` are those of melded cards; `places` say where each combination is counted."""
    suit = text[:1] if text[:1] and text[:1] in SUITS else ""
    cards = text[1:] if suit else text
    known = RANKS + ALPHABET if suit else ALPHABET
    unknown = next((at for at, card in enumerate(cards, len(suit)) if card not in known), None)
    if unknown is not None:
        return Meld(text, Form(), unknown, 0, 0, 0, _UNREADABLE)
    plain = "".join(card_of(suit, card) for card in cards) if suit else cards
    bits = (bitfields.bunch(plain) or _UNREADABLE) | _suited(suit, cards, kinds)
    return _counted(Meld(text, kinds.form(cards, suit), None, 0, 0, 0, bits), plain, values, places)


def _counted(meld: Meld, cards: str, values: Mapping[str, int], places: Mapping[str, int]) -> Meld:
    """A meld with the value of its cards, and with all that it adds to its side."""
    form = meld.form
    excess = sum(values[card] for card in form.excess)
    points = 0 if form.laid_threes else sum(values[card] for card in cards) - excess
    return meld._replace(
        cards=0 if form.laid_threes else len(cards) - len(form.excess),
        points=points,
        excess_points=excess,
        packed=meld.packed | points << bitfields.POINTS_AT | _fields(form, places),
    )


def _suited(suit: str, cards: str, kinds: MeldKinds) -> int:
    """The cards of a sequence by suit and rank. A wild card has no suit."""
    if not suit or kinds.sequences is None:
        return 0
    counts = Counter(card for card in cards if card in kinds.sequences.ranks)
    return sum(number << bitfields.SUITED_AT[suit + rank] for rank, number in counts.items())


def _fields(form: Form, places: Mapping[str, int]) -> int:
    """What a meld adds to the counts of a side besides its cards."""
    is_plain = form.reason is None and form.warning is None and not form.laid_threes
    bits = 0 if is_plain else 1 << bitfields.REMARKABLE_AT
    if form.only_going_out:
        bits |= 1 << bitfields.LAST_AT
    if form.combination is not None:
        bits |= 1 << (bitfields.COMBINATIONS_AT + bitfields.COMBINATION_BITS * places[form.combination])
    if form.unfinished is not None:
        bits |= 1 << bitfields.UNFINISHED_AT[form.unfinished]
    return bits
