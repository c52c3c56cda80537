"""Reads one meld: its kind, whether it is complete, and what is wrong with it.

Each kind of meld is a small table of numbers with one method, `shape`; a rule set lists its kinds in
`MeldKinds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from scoring.core.cards import (
    ALPHABET,
    CANASTA_SIZE,
    JOKER,
    RANKS,
    RED_THREE,
    SUITS,
    THREES,
    TWO,
    WILD,
    plain_card,
)
from scoring.core.problem import Code, MeldFault

MIN_MELD: Final = 3
# Kinds of unfinished melds besides the ranks, where a side may have one of each kind.
UNFINISHED_WILD: Final = "wild"
UNFINISHED_THREES: Final = "threes"


class MeldShape(NamedTuple):
    """The shape of some cards: the combination that they complete, or why they are not a meld."""

    combination: str | None = None
    # Its kind, where a side may have one unfinished meld of each kind.
    unfinished: str | None = None
    fault: MeldFault | None = None
    warning: Code | None = None
    # Wild cards beyond what the meld may have; they are on the table and count as unmelded.
    excess: str = ""
    only_going_out: bool = False
    # Red threes on the table, written as a meld.
    is_red_threes: bool = False


def _invalid(fault: MeldFault) -> MeldShape:
    return MeldShape(fault=fault)


_NOT_MELDABLE: Final = _invalid(MeldFault.NOT_MELDABLE)


@dataclass(frozen=True, kw_only=True, slots=True)
class RankMelds:
    """Cards of one rank, from four to ace, with wild cards among them."""

    pure: str
    mixed: str
    # Ranks whose complete melds have their own codes: rank -> (pure, mixed).
    named: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    min_naturals: int = 2
    max_wild: int | None = 2
    # How many more wild cards than naturals there may be: -1 requires more naturals than wild cards.
    max_wild_surplus: int | None = None
    # Wild cards beyond the most are counted as unmelded instead of refused.
    excess_counts_as_held: bool = False
    # Fewer naturals than this are allowed, with a warning.
    usual_naturals: int = 0
    pure_is_closed: bool = False
    one_unfinished: bool = False

    def shape(self, cards: str) -> MeldShape:
        wild = "".join(card for card in cards if card in WILD)
        rank = cards.strip(WILD)[0]
        naturals = len(cards) - len(wild)
        if cards.count(rank) != naturals:
            return _invalid(MeldFault.MIXED_RANKS)
        fault = self.fault(naturals, len(wild))
        if fault is not None:
            return _invalid(fault)
        excess = self.excess(wild)
        return self.completed(rank, naturals, len(wild))._replace(
            excess=excess, warning=self.warning(naturals, excess)
        )

    def fault(self, naturals: int, wild: int) -> MeldFault | None:
        if naturals + wild < MIN_MELD:
            return MeldFault.TOO_SHORT
        if naturals < self.min_naturals:
            return MeldFault.TOO_FEW_NATURALS
        if self.has_too_many_wild(naturals, wild):
            return MeldFault.TOO_MANY_WILD
        if self.pure_is_closed and not wild and naturals > CANASTA_SIZE:
            return MeldFault.TOO_LONG
        return None

    def has_too_many_wild(self, naturals: int, wild: int) -> bool:
        if self.max_wild_surplus is not None and wild - naturals > self.max_wild_surplus:
            return True
        return self.max_wild is not None and wild > self.max_wild and not self.excess_counts_as_held

    def excess(self, wild: str) -> str:
        """Return the excess wild cards, the jokers first, as a doubt is resolved (Samba 34b2)."""
        if self.max_wild is None or len(wild) <= self.max_wild:
            return ""
        return "".join(sorted(wild, key=lambda card: card != JOKER))[: len(wild) - self.max_wild]

    def warning(self, naturals: int, excess: str) -> Code | None:
        if excess:
            return Code.THIRD_WILD
        return Code.SINGLE_NATURAL if naturals < self.usual_naturals else None

    def completed(self, rank: str, naturals: int, wild: int) -> MeldShape:
        if naturals + wild < CANASTA_SIZE:
            return MeldShape(unfinished=rank if self.one_unfinished else None)
        pure, mixed = self.named.get(rank, (self.pure, self.mixed))
        return MeldShape(combination=mixed if wild else pure)


@dataclass(frozen=True, kw_only=True, slots=True)
class SequenceMelds:
    """Cards of one suit in sequence, three to seven of them, written from low to high."""

    pure: str
    mixed: str | None = None
    ranks: str = "456789TJQKA"
    # Whether the sequence continues from its end to its beginning, with the suit's own two and three.
    circular: bool = False
    max_wild: int = 0
    min_naturals: int = 2
    max_gaps: int = 0

    def shape(self, cards: str) -> MeldShape:
        wild = self.wild_in(cards)
        fault = self.fault(cards, wild)
        if fault is not None:
            return _invalid(fault)
        gaps = self.gaps(cards)
        if gaps is None or gaps > self.max_gaps:
            return _invalid(MeldFault.NOT_A_SEQUENCE)
        complete = len(cards) == CANASTA_SIZE
        return MeldShape(
            combination=(self.mixed if wild else self.pure) if complete else None,
            warning=Code.GAP_IN_SEQUENCE if gaps else None,
        )

    def wild_in(self, cards: str) -> int:
        """Count the wild cards. A two of the suit is natural where the sequence has twos."""
        return cards.count(JOKER) + (0 if TWO in self.ranks else cards.count(TWO))

    def fault(self, cards: str, wild: int) -> MeldFault | None:
        if len(cards) < MIN_MELD:
            return MeldFault.TOO_SHORT
        if wild and not self.max_wild:
            return MeldFault.WILD_IN_SEQUENCE
        if wild > self.max_wild:
            return MeldFault.TOO_MANY_WILD
        if len(cards) - wild < self.min_naturals:
            return MeldFault.TOO_FEW_NATURALS
        if len(cards) > CANASTA_SIZE:
            return MeldFault.SEQUENCE_TOO_LONG
        return None

    def gaps(self, cards: str) -> int | None:
        """Return how many cards are missing; None for no sequence. A wild card fills its place."""
        fixed = [(at, self.ranks.find(card)) for at, card in enumerate(cards) if card in self.ranks]
        wild = [at for at, card in enumerate(cards) if card not in self.ranks]
        if any(cards[at] not in WILD for at in wild):
            return None
        missing = 0
        for (at, rank), (later, higher) in pairwise(fixed):
            step = higher - rank
            if self.circular:
                step %= len(self.ranks)
            if step < later - at:
                return None
            missing += step - (later - at)
        return missing if self.fits_in_ranks(cards, *fixed[0]) else None

    def fits_in_ranks(self, cards: str, at: int, rank: int) -> bool:
        """Whether wild cards at the ends stand for ranks that exist."""
        return self.circular or (rank - at >= 0 and rank - at + len(cards) <= len(self.ranks))


@dataclass(frozen=True, kw_only=True, slots=True)
class WildMelds:
    """Twos and jokers alone, three to seven of them."""

    pure: str
    mixed: str
    min_twos: int = 0
    max_jokers: int | None = None
    one_unfinished: bool = False

    def shape(self, cards: str) -> MeldShape:
        jokers = cards.count(JOKER)
        fault = self.fault(len(cards) - jokers, jokers)
        if fault is not None:
            return _invalid(fault)
        if len(cards) < CANASTA_SIZE:
            return MeldShape(unfinished=UNFINISHED_WILD if self.one_unfinished else None)
        return MeldShape(combination=self.mixed if jokers else self.pure)

    def fault(self, twos: int, jokers: int) -> MeldFault | None:
        if twos + jokers < MIN_MELD:
            return MeldFault.TOO_SHORT
        if twos < self.min_twos:
            return MeldFault.TOO_FEW_NATURALS
        if self.max_jokers is not None and jokers > self.max_jokers:
            return MeldFault.TOO_MANY_WILD
        if twos + jokers > CANASTA_SIZE:
            return MeldFault.TOO_LONG
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class ThreeMelds:
    """Threes: black ones alone when going out, and in Royal Canasta red and black ones together."""

    # The maximum of black threes in a meld; 0: they are never melded.
    max_black: int
    # A meld of red and black threes together, by its number of red ones: {6: "super_royal", 5: "royal", …}.
    together: Mapping[int, str] | None = None
    # The faults of wild cards, and of other cards, among threes.
    with_wild: MeldFault = MeldFault.WILD_AMONG_THREES
    with_others: MeldFault = MeldFault.MIXED_RANKS

    def shape(self, cards: str) -> MeldShape:
        if not self.max_black:
            return _NOT_MELDABLE
        if cards.strip(THREES + WILD):
            return _invalid(self.with_others)
        if cards.strip(THREES):
            return _invalid(self.with_wild)
        red = cards.count(RED_THREE)
        return self.red_and_black(cards, red) if red else self.black(cards)

    def red_and_black(self, cards: str, red: int) -> MeldShape:
        if self.together is None:
            return _NOT_MELDABLE if red == len(cards) else _invalid(MeldFault.MIXED_THREES)
        if red == len(cards):
            return MeldShape(is_red_threes=True)
        if len(cards) > CANASTA_SIZE:
            return _invalid(MeldFault.TOO_LONG)
        if len(cards) < CANASTA_SIZE:
            return MeldShape(unfinished=UNFINISHED_THREES)
        return MeldShape(combination=self.together.get(red))

    def black(self, cards: str) -> MeldShape:
        if len(cards) < MIN_MELD:
            return _invalid(MeldFault.TOO_SHORT)
        if len(cards) > self.max_black:
            return _invalid(MeldFault.TOO_LONG)
        return MeldShape(only_going_out=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class MeldKinds:
    """The kinds of melds that a game has."""

    ranks: RankMelds
    threes: ThreeMelds
    sequences: SequenceMelds | None = None
    wild: WildMelds | None = None
    # The fault of wild cards alone where they are not a meld.
    lone_wild: MeldFault = MeldFault.LONE_WILD

    def shape(self, cards: str, suit: str) -> MeldShape:
        if suit:
            return self.sequences.shape(cards) if self.sequences else _NOT_MELDABLE
        if not cards:
            return _invalid(MeldFault.TOO_SHORT)
        naturals = cards.strip(WILD)
        if not naturals:
            return self.shape_of_wild(cards)
        if any(card in THREES for card in naturals):
            return self.threes.shape(cards)
        return self.ranks.shape(cards)

    def shape_of_wild(self, cards: str) -> MeldShape:
        if self.wild is not None:
            return self.wild.shape(cards)
        return _invalid(MeldFault.TOO_SHORT if len(cards) < MIN_MELD else self.lone_wild)


@dataclass(frozen=True, kw_only=True, slots=True)
class Meld:
    """One meld as it was written, and what was read of it."""

    text: str
    shape: MeldShape
    is_valid: bool
    # Whether there is nothing to check about it, and all of its cards count.
    is_ordinary: bool
    # The combination that it completes.
    combination: str | None = None
    # The place of the first character that is not a card.
    unknown: int | None = None
    # Its cards, each a character of the alphabet; and those of a sequence with their suit.
    cards: str = ""
    suited: tuple[str, ...] = ()
    # Cards that count as melded, and their value. Without a known card it counts as one.
    melded_cards: int = 1
    points: int = 0
    excess_points: int = 0


def read_meld(text: str, kinds: MeldKinds, values: Mapping[str, int]) -> Meld:
    """Read a meld. `values` are those of melded cards."""
    suit = text[:1] if text[:1] and text[:1] in SUITS else ""
    written = text[1:] if suit else text
    known = RANKS + ALPHABET if suit else ALPHABET
    unknown = next((at for at, card in enumerate(written, len(suit)) if card not in known), None)
    if unknown is not None:
        return Meld(text=text, shape=MeldShape(), is_valid=False, is_ordinary=False, unknown=unknown)
    shape = kinds.shape(written, suit)
    if not written:
        return Meld(text=text, shape=shape, is_valid=False, is_ordinary=False)
    cards = "".join(plain_card(suit, card) for card in written) if suit else written
    excess = sum(values[card] for card in shape.excess)
    return Meld(
        text=text,
        shape=shape,
        is_valid=shape.fault is None,
        is_ordinary=shape == MeldShape(combination=shape.combination),
        combination=shape.combination,
        cards=cards,
        suited=_suited_cards(suit, written, kinds.sequences),
        melded_cards=0 if shape.is_red_threes else len(cards) - len(shape.excess),
        points=0 if shape.is_red_threes else sum(values[card] for card in cards) - excess,
        excess_points=excess,
    )


def _suited_cards(suit: str, cards: str, sequences: SequenceMelds | None) -> tuple[str, ...]:
    """Return the cards of a sequence by suit and rank. A wild card has no suit."""
    if not suit or sequences is None:
        return ()
    return tuple(suit + card for card in cards if card in sequences.ranks)
