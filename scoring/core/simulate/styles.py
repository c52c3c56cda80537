"""The styles of players in laying melds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class WildUse(StrEnum):
    """The use that a player makes of wild cards."""

    KEPT = "kept"
    COMPLETING = "completing"
    ALONE = "alone"
    ALL = "all"


class LayingStyle(NamedTuple):
    """What a player lays from a hand."""

    # The minimum number of cards with which a run, and a group, is begun.
    min_run: int = 3
    min_group: int = 3
    # Cards with neighbours of their suit are kept for runs.
    runs_first: bool = False
    wild: WildUse = WildUse.COMPLETING
    # No joker among the twos.
    pure_twos: bool = False
    # The minimum number of red threes to which black ones are added; 0: never.
    min_red_threes: int = 0
    # Irregular melds, where the game forgives them: a wild card too many, a run with a gap, a single natural
    # with two wild cards.
    third_wild: bool = False
    gaps: bool = False
    single: bool = False
    # The whole hand at once, to go out.
    going_out: bool = False
