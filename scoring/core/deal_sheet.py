"""What was written down about a deal: the sheet, as a value.

A sheet compares, hashes and can be kept; `sheet.read` makes one of data and `sheet.as_data` writes it back.
Knows what a sheet holds; must not know what a deal scores, nor where a sheet came from.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.rulesets.base import Opening, RuleSet, Setting


class Ended(StrEnum):
    """How a deal ended."""

    OUT = "out"
    STOCK = "stock"
    CLOCK = "clock"


class Strain(StrEnum):
    """What a bid names, in rising order (Sitoumussamba 12B)."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CANASTA = "canasta"
    TWOS = "twos"


class Contract(NamedTuple):
    """What a side has promised."""

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


class Hand(NamedTuple):
    """What one side has melded and holds, by cards or as a tally, and what is charged to it."""

    melds: tuple[str, ...] = ()
    red_threes: int = 0
    hand: str = ""
    went_out: bool = False
    concealed: bool = False
    penalties: tuple[tuple[str, int], ...] = ()
    forfeits_card_points: bool = False
    tally: Tally | None = None
    claimed: str | None = None


EMPTY_HAND: Final = Hand()
# What every hand says, and what follows it where nothing is charged or claimed.
ORDINARY: Final = ("melds", "red_threes", "hand", "went_out")
UNCHARGED: Final = EMPTY_HAND[4:]


class DealSheet(NamedTuple):
    """One deal as it was written down.

    `rules` are those of the sheet's rule set with its options. `openings` are the requirements as they
    stood when the deal was dealt, before any raise; None asks for those that follow from `before`.
    """

    rules: RuleSet
    ended: Ended
    hands: tuple[Hand | None, ...]
    players: tuple[int, ...]
    before: tuple[int, ...]
    options: tuple[tuple[str, Setting], ...] = ()
    contract: Contract | None = None
    opening_raises: tuple[int, ...] = ()
    extra_deal: bool = False
    openings: tuple[Opening | None, ...] | None = None
