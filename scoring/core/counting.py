"""What each side of a deal has, counted: combinations, points of the melded and the held cards, threes.

A side given by its cards and one given as a tally end in the same `SideCount`, so that no step of the scoring
asks which it was. Ordinary melds are counted by adding packed numbers; as soon as a meld is out of the
ordinary its side is counted meld by meld, with the same answer.

Knows how to count; must not know what is a mistake, nor what anything scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from scoring.core import bitfields
from scoring.core.bitfields import (
    ATTENTION,
    BLACK_THREES_AT,
    CARD_GUARD,
    CARD_MASK,
    COMBINATIONS,
    COMBINATIONS_AT,
    LAST,
    POINTS,
    POINTS_AT,
    RED_THREES_AT,
    SUM_MASK,
    THREES,
)
from scoring.core.card_values import held_values
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.deal_sheet import ORDINARY, UNCHARGED, DealSheet, Hand, Tally
from scoring.core.game_state import openings_needed
from scoring.core.melds import LONGEST_TEXT, Meld, read_meld
from scoring.core.rulesets.base import Group, Least, Line, Opening, RuleSet, Ways

MOST_REMEMBERED: Final = 1 << 14
# Melds at which someone has to look.
_CLOSER: Final = ATTENTION | LAST


class Special:
    """What a side has besides melds and cards in its hand, as bits."""

    # Threes that have a line of their own.
    HOLDS_THREES: Final = 1
    UNOPENED: Final = 2
    # Penalties, or something claimed of the side: see `Hand`.
    CHARGED: Final = 4
    # Melds that were read one by one, or signs that are no cards.
    ODD: Final = 8
    TALLIED: Final = 16
    # Among these, melds that are none, or more cards than can be packed.
    BAD: Final = 32
    WENT_OUT: Final = 64
    # Red threes on the table.
    RED_THREES: Final = 128
    ENTRY: Final = CHARGED | ODD | TALLIED


# Names of a module are found sooner than those of a class.
_WENT_OUT: Final = Special.WENT_OUT
_RED_THREES: Final = Special.RED_THREES
_NOT_PACKED: Final = Special.BAD | Special.TALLIED


class Combinations(NamedTuple):
    """The complete melds of a side, with what follows from them alone."""

    counts: tuple[int, ...]
    number: int
    points: int
    lines: tuple[Line, ...]
    may_go_out: bool
    may_go_out_alone: bool


# Of these two there are many, and each is asked many things: an object with slots answers in half the time
# of a named tuple, and one that is filled in, name by name, is made sooner than by any constructor.


@dataclass(slots=True, init=False)
class SideCount:
    """One side of a deal, counted."""

    side: int
    hand: Hand
    players: int
    combinations: Combinations
    # Cards that count as melded and their value; a tally does not tell the number.
    melded_cards: int | None
    meld_points: int
    # Cards held, without red threes and without black ones that have a line of their own, and their value.
    hand_cards: int | None
    hand_points: int
    red_threes: int
    red_in_hand: int
    black_in_hand: int
    # Whether the side has a meld (Royal: other than red threes laid down).
    opened: bool
    # All cards of the side, packed: what the deck is held against. None when they are too many to be packed.
    cards: int | None
    # All cards held, and all cards of the side without its red threes on the table.
    held: int | None
    seen: int | None
    # What else there is: bits of `Special`.
    special: int
    # The melds, read one by one, where there is something to say about them.
    melds: tuple[Meld, ...]
    # Characters of the hand that are no card.
    unknown: str


@dataclass(slots=True, init=False)
class CountedDeal:
    """A sheet with its sides counted; None stands for a side that does not play."""

    sheet: DealSheet
    sides: list[SideCount | None]
    # The sides that are said to have gone out.
    out: tuple[int, ...]
    # What each side needs to open.
    openings: tuple[Opening | None, ...]
    # The cards of all sides, packed; None where they have to be counted one by one.
    cards: int | None

    @property
    def playing(self) -> tuple[SideCount, ...]:
        return tuple(side for side in self.sides if side is not None)


class MeldBook(dict[str, int]):
    """Melds by their text, packed; one that is not in the book is read and, up to a limit, kept."""

    __slots__ = ("card_values", "melds", "places", "read", "rules")

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules
        self.card_values = rules.values
        self.places = {one.code: at for at, one in enumerate(rules.combinations)}
        self.melds: dict[str, Meld] = {}
        # How many texts had to be read.
        self.read = 0

    def __missing__(self, text: str) -> int:
        bits = self.meld(text).packed
        if len(text) <= LONGEST_TEXT:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[text] = bits
        return bits

    def meld(self, text: str) -> Meld:
        """The meld read in full, for those who have to look closer."""
        found = self.melds.get(text)
        if found is not None:
            return found
        self.read += 1
        meld = read_meld(text, self.rules.melds, self.card_values, self.places)
        if len(text) <= LONGEST_TEXT:
            if len(self.melds) >= MOST_REMEMBERED:
                self.melds.clear()
            self.melds[text] = meld
        return meld


class CombinationBook(dict[int, Combinations]):
    """What follows from combinations, filed under their packed counts."""

    __slots__ = ("rules",)

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, bits: int) -> Combinations:
        places = range(len(self.rules.combinations))
        counts = tuple(bits >> bitfields.COMBINATION_BITS * at & bitfields.COMBINATION_MASK for at in places)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[bits] = found = _summed(self.rules, counts)
        return found


def _summed(rules: RuleSet, counts: tuple[int, ...]) -> Combinations:
    lines = tuple(
        Line(one.code, Group.BASE, count, count * one.points, one.rule)
        for one, count in zip(rules.combinations, counts, strict=True)
        if count
    )
    by_code = {line.code: line.count or 0 for line in lines}
    alone = rules.ways_out if rules.ways_out_alone is None else rules.ways_out_alone
    return Combinations(
        counts=counts,
        number=sum(counts),
        points=sum(line.points for line in lines),
        lines=lines,
        may_go_out=is_a_way(rules.ways_out, by_code),
        may_go_out_alone=is_a_way(alone, by_code),
    )


def is_a_way(ways: Ways, counts: dict[str, int]) -> bool:
    return not ways or any(all(_has(counts, least) for least in way) for way in ways)


def _has(counts: dict[str, int], least: Least) -> bool:
    return sum(counts.get(code, 0) for code in least.codes) >= least.number


class Tables:
    """What is worked out once for a rule set, so that a deal is counted by looking up and adding."""

    __slots__ = ("black_own_line", "card", "cards", "combinations", "meld", "melds", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.melds = MeldBook(rules)
        self.combinations = CombinationBook(rules)
        held = held_values(rules)
        self.cards = {card: bitfields.one(card, held[card]) for card in ALPHABET}
        self.meld = self.melds.__getitem__
        self.card = self.cards.__getitem__
        self.black_own_line = int(rules.black_threes_in_hand is not None)


@cache
def tables_of(rules: RuleSet) -> Tables:
    return Tables(rules)


def count_deal(sheet: DealSheet) -> CountedDeal:
    tables, players = tables_of(sheet.rules), sheet.players
    deal = CountedDeal()
    deal.sheet = sheet
    deal.openings = openings_needed(sheet)
    sides: list[SideCount | None] = []
    out: tuple[int, ...] = ()
    cards = special = 0
    for at, hand in enumerate(sheet.hands):
        if hand is None:
            sides.append(None)
            continue
        side = count_side(tables, at, hand, players[at])
        sides.append(side)
        cards += side.cards or 0
        special |= side.special
        if side.special & _WENT_OUT:
            out += (at,)
    deal.sides = sides
    deal.out = out
    deal.cards = None if special & _NOT_PACKED else cards
    return deal


def count_side(tables: Tables, at: int, hand: Hand, players: int) -> SideCount:
    melds, red_threes, cards, went_out = hand[:4]
    is_charged = hand[4:] != UNCHARGED
    if is_charged and hand.tally is not None:
        return count_tally(tables, at, hand, hand.tally, players)
    try:
        melded = sum(map(tables.meld, melds))
        held = sum(map(tables.card, cards))
    except KeyError:
        return count_slowly(tables, at, hand, players)
    number, cards_held = melded & SUM_MASK, held & SUM_MASK
    seen = number + cards_held
    if seen + red_threes >= CARD_GUARD:
        return count_slowly(tables, at, hand, players)
    red = black = apart = 0
    if held & THREES:
        red, black = held >> RED_THREES_AT & CARD_MASK, held >> BLACK_THREES_AT & CARD_MASK
        apart = red + black * tables.black_own_line
    side = SideCount()
    side.side = at
    side.hand = hand
    side.players = players
    side.combinations = tables.combinations[(melded & COMBINATIONS) >> COMBINATIONS_AT]
    side.melded_cards = number
    side.meld_points = (melded & POINTS) >> POINTS_AT
    side.hand_cards = cards_held - apart
    side.hand_points = (held & POINTS) >> POINTS_AT
    side.red_threes = red_threes
    side.red_in_hand = red
    side.black_in_hand = black
    side.opened = number > 0
    side.cards = melded + held + (red_threes << RED_THREES_AT)
    side.held = cards_held
    side.seen = seen
    special = _WENT_OUT if went_out else 0
    if red_threes:
        special |= _RED_THREES
    if apart or is_charged or not number:
        special = _specials(hand, red_threes, opened=number > 0, holds_threes=apart > 0)
    side.special = special
    side.melds = ()
    side.unknown = ""
    if melded & _CLOSER and (melded & ATTENTION or not went_out):
        count_closely(tables, side, melded, held)
    return side


def _specials(hand: Hand, red_threes: int, *, opened: bool, holds_threes: bool) -> int:
    bits = Special.WENT_OUT if hand.went_out else 0
    if red_threes:
        bits |= _RED_THREES
    if holds_threes:
        bits |= Special.HOLDS_THREES
    if not opened:
        bits |= Special.UNOPENED
    return bits if hand[len(ORDINARY) :] == UNCHARGED else bits | Special.CHARGED


def count_closely(tables: Tables, side: SideCount, melded: int, held: int) -> None:
    """A side with melds of which something must be said: these are looked at one by one, the sums stand."""
    hand = side.hand
    melds = tuple(map(tables.melds.meld, hand.melds))
    bad = sum(meld.packed for meld in melds if not meld.is_good)
    laid = sum(len(meld.text) for meld in melds if meld.form.laid_threes)
    excess = sum(len(meld.form.excess) for meld in melds)
    number, cards_held = melded & SUM_MASK, held & SUM_MASK
    apart = cards_held - (side.hand_cards or 0)
    side.melded_cards = number - laid - excess
    side.red_threes = hand.red_threes + laid
    side.opened = any(not meld.form.laid_threes for meld in melds)
    # What is no meld may be a slip of the pen: its cards are not held against the deck.
    side.cards = melded - bad + held + (hand.red_threes << RED_THREES_AT)
    side.seen = number - laid + cards_held
    side.special = _specials(hand, side.red_threes, opened=side.opened, holds_threes=apart > 0)
    side.special |= Special.ODD | Special.BAD if bad else Special.ODD
    side.melds = melds


def count_slowly(tables: Tables, at: int, hand: Hand, players: int) -> SideCount:
    """Card by card: for signs that are no cards, and for more cards than can be packed."""
    melds = tuple(map(tables.melds.meld, hand.melds))
    held = {card: hand.hand.count(card) for card in ALPHABET}
    made = [meld.form.combination for meld in melds]
    laid = sum(len(meld.text) for meld in melds if meld.form.laid_threes)
    number, cards_held = sum(meld.cards + len(meld.form.excess) for meld in melds), sum(held.values())
    red, black = held[RED_THREE], held[BLACK_THREE]
    apart = red + black * tables.black_own_line
    side = SideCount()
    side.side = at
    side.hand = hand
    side.players = players
    side.combinations = _summed(
        tables.rules, tuple(made.count(one.code) for one in tables.rules.combinations)
    )
    side.melded_cards = sum(meld.cards for meld in melds)
    side.meld_points = sum(meld.points for meld in melds)
    side.hand_cards = cards_held - apart
    side.hand_points = sum(bitfields.points(tables.cards[card]) * count for card, count in held.items())
    side.red_threes = hand.red_threes + laid
    side.red_in_hand = red
    side.black_in_hand = black
    side.opened = any(not meld.form.laid_threes for meld in melds)
    side.cards = None
    side.held = cards_held
    side.seen = number + cards_held
    side.special = _specials(hand, side.red_threes, opened=side.opened, holds_threes=apart > 0)
    side.special |= Special.ODD | Special.BAD
    side.melds = melds
    side.unknown = "".join(sorted(set(hand.hand) - set(ALPHABET), key=hand.hand.index))
    return side


def count_tally(tables: Tables, at: int, hand: Hand, tally: Tally, players: int) -> SideCount:
    rules = tables.rules
    named = dict(tally.combinations)
    side = SideCount()
    side.side = at
    side.hand = hand
    side.players = players
    side.combinations = _summed(rules, tuple(named.get(one.code, 0) for one in rules.combinations))
    side.melded_cards = None
    side.meld_points = tally.meld_points
    side.hand_cards = None
    side.hand_points = tally.hand_points
    side.red_threes = hand.red_threes
    side.red_in_hand = tally.hand_red_threes
    side.black_in_hand = tally.hand_black_threes
    # A side that lost the right to its card points by mixing its melds had melds to mix (Sitoumussamba 40D).
    side.opened = side.combinations.number > 0 or tally.meld_points > 0 or hand.forfeits_card_points
    side.cards = side.held = side.seen = None
    holds_threes = tally.hand_red_threes + tally.hand_black_threes > 0
    side.special = _specials(hand, side.red_threes, opened=side.opened, holds_threes=holds_threes)
    side.special |= Special.TALLIED
    side.melds = ()
    side.unknown = ""
    return side


def is_opening_met(needed: Opening | None, side: SideCount) -> bool:
    """Whether all that a side melded is worth its requirement at all."""
    if needed is None:
        return True
    if isinstance(needed, str):
        return side.combinations.number > 0
    return side.meld_points >= needed
