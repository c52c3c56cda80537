"""The vocabulary of all games: endings, hands and contracts of a deal, the lines of a score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

DIRECTOR: Final = "director"

CANASTA: Final = "canasta"
# The requirement of the first meld: a number of points, or a canasta.
Opening = int | str
# The value of a house rule.
OptionValue = bool | int | str


class LineGroup(StrEnum):
    """The two subtotals of a side."""

    BASE = "base"
    CARDS = "cards"


class ScoreLine(NamedTuple):
    """Points of a side and the paragraph they come from. `count` is None where a tally does not give it."""

    code: str
    group: LineGroup
    count: int | None  # type: ignore[assignment] # the key of the JSON contract; `tuple.count` is not used on a line
    points: int
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Bonus:
    points: int
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AtLeast:
    """A minimum number of combinations with these codes."""

    codes: frozenset[str]
    number: int


# What a side needs to go out: everything in one of these alternatives. None at all: nothing is required.
GoingOutRequirements = tuple[tuple[AtLeast, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    code: str
    points: int
    rule: str


class DealEnding(StrEnum):
    """How a deal ended."""

    OUT = "out"
    STOCK = "stock"
    CLOCK = "clock"


class Strain(StrEnum):
    """The strains of a bid, in rising order (Sitoumussamba 12B)."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CANASTA = "canasta"
    TWOS = "twos"


class Contract(NamedTuple):
    """The points that a side has promised, as a level and a strain."""

    side: int
    level: int
    strain: Strain
    doubled: bool = False


class Tally(NamedTuple):
    """A side as a paper protocol has it: combinations by number, cards by their points."""

    combinations: tuple[tuple[str, int], ...] = ()
    meld_points: int = 0
    hand_points: int = 0
    hand_red_threes: int = 0
    hand_black_threes: int = 0


class HandSheet(NamedTuple):
    """One side of a deal sheet: its melds and hand, by cards or as a tally, and what is charged to it."""

    melds: tuple[str, ...] = ()
    red_threes: int = 0
    hand: str = ""
    went_out: bool = False
    concealed: bool = False
    penalties: tuple[tuple[str, int], ...] = ()
    forfeits_card_points: bool = False
    tally: Tally | None = None
    claimed: str | None = None


EMPTY_HAND: Final = HandSheet()


class MadeCombinations(NamedTuple):
    """The complete melds of a side, and the bonus lines and the right to go out that follow from them."""

    counts: tuple[int, ...]
    number: int
    points: int
    lines: tuple[ScoreLine, ...]
    may_go_out: bool
    may_go_out_alone: bool
