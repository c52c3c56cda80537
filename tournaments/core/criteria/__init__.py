"""The criteria of the standings, which break ties one after the other. A file adds a criterion."""

from typing import Final

from tournaments.core.criterion import Criterion
from tournaments.core.registry import Registry

__all__ = [
    "CRITERIA",
    "combinations",
    "head_to_head",
    "lots",
    "opponents",
    "opponents_average",
    "own_games",
    "seeded_lots",
    "sonneborn_berger",
    "totals",
]

CRITERIA: Final = Registry(__name__, Criterion)
