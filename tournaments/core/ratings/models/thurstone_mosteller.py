"""Thurstone and Mosteller, each side compared with all others (Weng and Lin).

Performances are normal, and within the margin of each other they are a draw.
"""

from __future__ import annotations

import math
from functools import partial
from statistics import NormalDist
from typing import Final

from tournaments.core.ratings.pairwise import Compared, all_are_compared, change_by_pairs, deviation
from tournaments.core.ratings.rating import RatingModel, RatingNumbers, SideSkill

_NORMAL: Final = NormalDist()
# Where a probability is smaller than this, its limit stands for it.
_TINY: Final = 1e-12


def _chance(side: SideSkill, other: SideSkill, numbers: RatingNumbers) -> float:
    c = deviation(side, other, numbers)
    difference, margin = (side.mu - other.mu) / c, numbers.margin / c
    # Before by more than the margin, and half of the draws.
    return (_NORMAL.cdf(difference - margin) + _NORMAL.cdf(difference + margin)) / 2


def _compare(difference: float, margin: float, before: int) -> Compared:
    if before == 0:
        return _drawn(difference, margin)
    slope, bend = _won(before * difference - margin)
    return Compared(before * slope, bend)


def _won(value: float) -> Compared:
    """Return the functions V and W of the paper."""
    chance = _NORMAL.cdf(value)
    slope = -value if chance < _TINY else _NORMAL.pdf(value) / chance
    return Compared(slope, min(max(slope * (slope + value), 0.0), 1.0))


def _drawn(difference: float, margin: float) -> Compared:
    """Return Ṽ and W̃; without a margin their limits, since a draw then says that both are alike."""
    low, high = -margin - difference, margin - difference
    chance = _NORMAL.cdf(high) - _NORMAL.cdf(low)
    if chance < _TINY:
        return Compared(-difference + math.copysign(margin, difference), 1.0)
    slope = (_NORMAL.pdf(low) - _NORMAL.pdf(high)) / chance
    return Compared(slope, slope**2 + (high * _NORMAL.pdf(high) - low * _NORMAL.pdf(low)) / chance)


THURSTONE_MOSTELLER: Final = RatingModel(
    code="thurstone", position=40, chance=_chance, change=partial(change_by_pairs, _compare, all_are_compared)
)
