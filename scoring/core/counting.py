"""Counts each side of a deal: combinations, points of the melded cards and of the hand, threes.

A side given by its cards and a side given as a tally both become a `SideCount`, so that no step of the
scoring needs to know which it was. Ordinary melds are counted by adding packed numbers; a side with an
unusual meld is counted meld by meld, with the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.core import bitfields
from scoring.core.bitfields import (
    ATTENTION_MASK,
    BLACK_THREES_AT,
    CARD_GUARD,
    CARD_MASK,
    COMBINATIONS_AT,
    COMBINATIONS_MASK,
    GOING_OUT_MASK,
    POINTS_AT,
    POINTS_MASK,
    RED_THREES_AT,
    SUM_MASK,
    THREES_MASK,
)
from scoring.core.card_values import hand_card_values
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import sheet_openings
from scoring.core.melds import MAX_REMEMBERED_TEXT, Meld, read_meld
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import (
    NO_CHARGES,
    ORDINARY_FIELDS,
    AtLeast,
    GoingOutRequirements,
    HandSheet,
    LineGroup,
    MadeCombinations,
    Opening,
    ScoreLine,
    Tally,
    Trait,
)

MAX_REMEMBERED: Final = 1 << 14
# Melds that have to be looked at one by one.
_FLAGGED_MELDS: Final = ATTENTION_MASK | GOING_OUT_MASK


# Looking up a global is faster than looking up a class attribute.
_WENT_OUT: Final = Trait.WENT_OUT
_RED_THREES: Final = Trait.RED_THREES
_NOT_PACKED: Final = Trait.NOT_PACKABLE | Trait.TALLIED


# Scoring creates many of these two and reads their fields often: reading a slot takes half the time of
# reading a field of a named tuple, and assigning each field is faster than calling any constructor.


@dataclass(slots=True, init=False)
class SideCount:
    """One side of a deal, counted."""

    side: int
    hand: HandSheet
    players: int
    combinations: MadeCombinations
    # Cards that count as melded and their value; a tally does not give the number.
    melded_cards: int | None
    meld_points: int
    # Cards in the hand and their value, without red threes and without black ones that have their own line.
    hand_cards: int | None
    hand_points: int
    red_threes: int
    red_in_hand: int
    black_in_hand: int
    # Whether the side has a meld (Royal: other than red threes on the table).
    opened: bool
    # All cards of the side, packed, to be compared with the deck. None when they are too many to be packed.
    cards: int | None
    # All cards in the hand, and all cards of the side without its red threes on the table.
    cards_held: int | None
    cards_seen: int | None
    # Bits of `Trait`.
    traits: int
    # The melds, read one by one, where one of them is unusual.
    melds: tuple[Meld, ...]
    # Characters of the hand that are not cards.
    unknown: str


@dataclass(slots=True, init=False)
class CountedDeal:
    """A sheet with its sides counted; None for a side that does not play."""

    sheet: DealSheet
    sides: list[SideCount | None]
    # The sides that went out by the sheet.
    sides_out: tuple[int, ...]
    # What each side needs to open.
    openings: tuple[Opening | None, ...]
    # The cards of all sides, packed; None where they have to be counted card by card.
    cards: int | None

    @property
    def playing(self) -> tuple[SideCount, ...]:
        return tuple(side for side in self.sides if side is not None)


class MeldBook(dict[str, int]):
    """Packed melds by their text; a missing one is read and, up to a limit, remembered."""

    __slots__ = ("card_values", "melds", "places", "rules", "texts_read")

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules
        self.card_values = rules.card_values
        self.places = {combination.code: place for place, combination in enumerate(rules.combinations)}
        self.melds: dict[str, Meld] = {}
        self.texts_read = 0

    def __missing__(self, text: str) -> int:
        bits = self.meld(text).packed
        if len(text) <= MAX_REMEMBERED_TEXT:
            if len(self) >= MAX_REMEMBERED:
                self.clear()
            self[text] = bits
        return bits

    def meld(self, text: str) -> Meld:
        """Return the meld read in full."""
        known = self.melds.get(text)
        if known is not None:
            return known
        self.texts_read += 1
        meld = read_meld(text, self.rules.melds, self.card_values, self.places)
        if len(text) <= MAX_REMEMBERED_TEXT:
            if len(self.melds) >= MAX_REMEMBERED:
                self.melds.clear()
            self.melds[text] = meld
        return meld


class CombinationBook(dict[int, MadeCombinations]):
    """What follows from a side's combinations, by their packed counts."""

    __slots__ = ("rules",)

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, bits: int) -> MadeCombinations:
        places = range(len(self.rules.combinations))
        counts = tuple(
            bits >> bitfields.COMBINATION_BITS * place & bitfields.COMBINATION_MASK for place in places
        )
        if len(self) >= MAX_REMEMBERED:
            self.clear()
        self[bits] = made = _made_combinations(self.rules, counts)
        return made


def _made_combinations(rules: RuleSet, counts: tuple[int, ...]) -> MadeCombinations:
    lines = tuple(
        ScoreLine(combination.code, LineGroup.BASE, count, count * combination.points, combination.rule)
        for combination, count in zip(rules.combinations, counts, strict=True)
        if count
    )
    by_code = {line.code: line.count or 0 for line in lines}
    alone = (
        rules.going_out_requirements
        if rules.going_out_requirements_alone is None
        else rules.going_out_requirements_alone
    )
    return MadeCombinations(
        counts=counts,
        number=sum(counts),
        points=sum(line.points for line in lines),
        lines=lines,
        may_go_out=meets_requirements(rules.going_out_requirements, by_code),
        may_go_out_alone=meets_requirements(alone, by_code),
    )


def meets_requirements(requirements: GoingOutRequirements, counts: dict[str, int]) -> bool:
    return not requirements or any(
        all(_has_at_least(counts, minimum) for minimum in alternative) for alternative in requirements
    )


def _has_at_least(counts: dict[str, int], minimum: AtLeast) -> bool:
    return sum(counts.get(code, 0) for code in minimum.codes) >= minimum.number


class CountingTables:
    """Lookup tables of a rule set, so that a deal is counted by looking up and adding."""

    __slots__ = ("black_threes_have_line", "card", "cards", "combinations", "meld", "melds", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.melds = MeldBook(rules)
        self.combinations = CombinationBook(rules)
        hand_values = hand_card_values(rules)
        self.cards = {card: bitfields.pack_card(card, hand_values[card]) for card in ALPHABET}
        self.meld = self.melds.__getitem__
        self.card = self.cards.__getitem__
        self.black_threes_have_line = int(rules.black_threes_in_hand is not None)


@cache
def counting_tables(rules: RuleSet) -> CountingTables:
    return CountingTables(rules)


def count_deal(sheet: DealSheet) -> CountedDeal:
    tables, players = counting_tables(sheet.rules), sheet.players
    deal = CountedDeal()
    deal.sheet = sheet
    deal.openings = sheet_openings(sheet)
    sides: list[SideCount | None] = []
    sides_out: tuple[int, ...] = ()
    cards = traits = 0
    for side_number, hand in enumerate(sheet.hands):
        if hand is None:
            sides.append(None)
            continue
        side = count_side(tables, side_number, hand, players[side_number])
        sides.append(side)
        cards += side.cards or 0
        traits |= side.traits
        if side.traits & _WENT_OUT:
            sides_out += (side_number,)
    deal.sides = sides
    deal.sides_out = sides_out
    deal.cards = None if traits & _NOT_PACKED else cards
    return deal


def count_side(tables: CountingTables, side_number: int, hand: HandSheet, players: int) -> SideCount:
    melds, red_threes, cards, went_out = hand[:4]
    is_charged = hand[4:] != NO_CHARGES
    if is_charged and hand.tally is not None:
        return count_tally(tables, side_number, hand, hand.tally, players)
    try:
        packed_melds = sum(map(tables.meld, melds))
        packed_hand = sum(map(tables.card, cards))
    except KeyError:
        return count_card_by_card(tables, side_number, hand, players)
    number, cards_held = packed_melds & SUM_MASK, packed_hand & SUM_MASK
    seen = number + cards_held
    if seen + red_threes >= CARD_GUARD:
        return count_card_by_card(tables, side_number, hand, players)
    red = black = own_line = 0
    if packed_hand & THREES_MASK:
        red, black = packed_hand >> RED_THREES_AT & CARD_MASK, packed_hand >> BLACK_THREES_AT & CARD_MASK
        own_line = red + black * tables.black_threes_have_line
    side = SideCount()
    side.side, side.hand, side.players = side_number, hand, players
    side.combinations = tables.combinations[(packed_melds & COMBINATIONS_MASK) >> COMBINATIONS_AT]
    side.melded_cards = number
    side.meld_points = (packed_melds & POINTS_MASK) >> POINTS_AT
    side.hand_cards = cards_held - own_line
    side.hand_points = (packed_hand & POINTS_MASK) >> POINTS_AT
    side.red_threes, side.red_in_hand, side.black_in_hand = red_threes, red, black
    side.opened = number > 0
    side.cards = packed_melds + packed_hand + (red_threes << RED_THREES_AT)
    side.cards_held = cards_held
    side.cards_seen = seen
    traits = _WENT_OUT if went_out else 0
    if red_threes:
        traits |= _RED_THREES
    if own_line or is_charged or not number:
        traits = _traits_of(hand, red_threes, opened=number > 0, holds_threes=own_line > 0)
    side.traits = traits
    side.melds, side.unknown = (), ""
    if packed_melds & _FLAGGED_MELDS and (packed_melds & ATTENTION_MASK or not went_out):
        recount_flagged_melds(tables, side, packed_melds, packed_hand)
    return side


def _traits_of(hand: HandSheet, red_threes: int, *, opened: bool, holds_threes: bool) -> int:
    bits = Trait.WENT_OUT if hand.went_out else 0
    if red_threes:
        bits |= _RED_THREES
    if holds_threes:
        bits |= Trait.HOLDS_THREES
    if not opened:
        bits |= Trait.UNOPENED
    return bits if hand[len(ORDINARY_FIELDS) :] == NO_CHARGES else bits | Trait.CHARGED


def recount_flagged_melds(
    tables: CountingTables, side: SideCount, packed_melds: int, packed_hand: int
) -> None:
    """Correct a counted side for what its melds show when they are read one by one."""
    hand = side.hand
    melds = tuple(map(tables.melds.meld, hand.melds))
    invalid = sum(meld.packed for meld in melds if not meld.is_valid)
    red_threes = sum(len(meld.text) for meld in melds if meld.shape.is_red_threes)
    excess = sum(len(meld.shape.excess) for meld in melds)
    number, cards_held = packed_melds & SUM_MASK, packed_hand & SUM_MASK
    own_line = cards_held - (side.hand_cards or 0)
    side.melded_cards = number - red_threes - excess
    side.red_threes = hand.red_threes + red_threes
    side.opened = any(not meld.shape.is_red_threes for meld in melds)
    # An invalid meld may be a slip of the pen: its cards are not compared with the deck.
    side.cards = packed_melds - invalid + packed_hand + (hand.red_threes << RED_THREES_AT)
    side.cards_seen = number - red_threes + cards_held
    side.traits = _traits_of(hand, side.red_threes, opened=side.opened, holds_threes=own_line > 0)
    side.traits |= Trait.FLAGGED | Trait.NOT_PACKABLE if invalid else Trait.FLAGGED
    side.melds = melds


def count_card_by_card(tables: CountingTables, side_number: int, hand: HandSheet, players: int) -> SideCount:
    """Count a side with characters that are not cards, or with more cards than can be packed."""
    melds = tuple(map(tables.melds.meld, hand.melds))
    hand_counts = {card: hand.hand.count(card) for card in ALPHABET}
    made = [meld.shape.combination for meld in melds]
    red_threes = sum(len(meld.text) for meld in melds if meld.shape.is_red_threes)
    number, cards_held = sum(meld.cards + len(meld.shape.excess) for meld in melds), sum(hand_counts.values())
    red, black = hand_counts[RED_THREE], hand_counts[BLACK_THREE]
    own_line = red + black * tables.black_threes_have_line
    side = SideCount()
    side.side = side_number
    side.hand = hand
    side.players = players
    side.combinations = _made_combinations(
        tables.rules, tuple(made.count(combination.code) for combination in tables.rules.combinations)
    )
    side.melded_cards = sum(meld.cards for meld in melds)
    side.meld_points = sum(meld.points for meld in melds)
    side.hand_cards = cards_held - own_line
    side.hand_points = sum(
        bitfields.unpack_points(tables.cards[card]) * count for card, count in hand_counts.items()
    )
    side.red_threes = hand.red_threes + red_threes
    side.red_in_hand = red
    side.black_in_hand = black
    side.opened = any(not meld.shape.is_red_threes for meld in melds)
    side.cards = None
    side.cards_held = cards_held
    side.cards_seen = number + cards_held
    side.traits = _traits_of(hand, side.red_threes, opened=side.opened, holds_threes=own_line > 0)
    side.traits |= Trait.FLAGGED | Trait.NOT_PACKABLE
    side.melds = melds
    side.unknown = "".join(sorted(set(hand.hand) - set(ALPHABET), key=hand.hand.index))
    return side


def count_tally(
    tables: CountingTables, side_number: int, hand: HandSheet, tally: Tally, players: int
) -> SideCount:
    rules = tables.rules
    named = dict(tally.combinations)
    side = SideCount()
    side.side = side_number
    side.hand = hand
    side.players = players
    side.combinations = _made_combinations(
        rules, tuple(named.get(combination.code, 0) for combination in rules.combinations)
    )
    side.melded_cards = None
    side.meld_points = tally.meld_points
    side.hand_cards = None
    side.hand_points = tally.hand_points
    side.red_threes = hand.red_threes
    side.red_in_hand = tally.hand_red_threes
    side.black_in_hand = tally.hand_black_threes
    # A side that lost the right to its card points by mixing its melds had melds to mix (Sitoumussamba 40D).
    side.opened = side.combinations.number > 0 or tally.meld_points > 0 or hand.forfeits_card_points
    side.cards = side.cards_held = side.cards_seen = None
    holds_threes = tally.hand_red_threes + tally.hand_black_threes > 0
    side.traits = _traits_of(hand, side.red_threes, opened=side.opened, holds_threes=holds_threes)
    side.traits |= Trait.TALLIED
    side.melds = ()
    side.unknown = ""
    return side


def is_opening_met(needed: Opening | None, side: SideCount) -> bool:
    """Whether everything that a side melded is worth its opening requirement."""
    if needed is None:
        return True
    if isinstance(needed, str):
        return side.combinations.number > 0
    return side.meld_points >= needed
