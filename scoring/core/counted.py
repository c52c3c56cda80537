"""A counted deal: what the checks and the steps of the scoring read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.core.deal_sheet import DealSheet
from scoring.core.melds import Meld
from scoring.core.vocabulary import HandSheet, MadeCombinations, Opening

# Neither is frozen: every deal makes three of them, and a frozen one takes three times as long to make.


@dataclass(kw_only=True, slots=True)
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
    # The number of all cards in the hand, and of all of the side without its red threes on the table.
    cards_held: int | None = None
    cards_seen: int | None = None
    # The melds that are not ordinary, with their places in the hand.
    unusual_melds: tuple[tuple[int, Meld], ...] = ()
    # All cards of the side as one number (`packed`), where they were counted so.
    packed: int | None = field(default=None, compare=False)


@dataclass(slots=True)
class CountedDeal:
    """A sheet with its sides counted; None for a side that does not play."""

    sheet: DealSheet
    sides: Sequence[SideCount | None]
    playing: Sequence[SideCount]
    # The sides that went out by the sheet.
    sides_out: Sequence[int]
    # What each side needs to open.
    openings: Sequence[Opening | None]
