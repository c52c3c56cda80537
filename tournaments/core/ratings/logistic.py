"""The comparison of two sides by the logistic law of Bradley and Terry."""

from __future__ import annotations

import math
from typing import Final

from tournaments.core.ratings.pairwise import Compared, deviation
from tournaments.core.ratings.rating import RatingNumbers, SideSkill

# What a comparison made: behind, drawn, before.
_MADE: Final = {-1: 0.0, 0: 0.5, 1: 1.0}


def chance(side: SideSkill, other: SideSkill, numbers: RatingNumbers) -> float:
    return logistic((side.mu - other.mu) / deviation(side, other, numbers))


def compare(difference: float, _margin: float, before: int) -> Compared:
    expected = logistic(difference)
    return Compared(_MADE[before] - expected, expected * (1 - expected))


def logistic(value: float) -> float:
    # The far ends are 0 and 1; beyond them the exponential would overflow.
    return 1 / (1 + math.exp(-max(-500.0, min(value, 500.0))))
