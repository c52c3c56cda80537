"""How a player lays out what he holds: a table of wishes, read by whoever lays cards down.

Knows wishes; must not know a card.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Wild(StrEnum):
    """What a player does with wild cards."""

    KEPT = "kept"
    COMPLETING = "completing"
    ALONE = "alone"
    ALL = "all"


class Way(NamedTuple):
    """How a player lays out what he holds."""

    # From how many cards on a row, and a group, is begun.
    least_row: int = 3
    least_group: int = 3
    # Cards that stand beside others of their suit are left for rows.
    rows_first: bool = False
    wild: Wild = Wild.COMPLETING
    # No joker among the twos.
    twos_pure: bool = False
    # From how many red threes on black ones are laid beside them; 0: never.
    threes_from: int = 0
    # What a player ought not to do, where the game forgives it: a wild card too many, a row with a gap, a
    # single natural between two wild cards.
    third_wild: bool = False
    gaps: bool = False
    single: bool = False
    # All of the hand at once, to go out.
    out: bool = False
