"""Plackett and Luce: the result is a choice of the first side, then of the next one (Weng and Lin)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tournaments.core.ratings.logistic import logistic
from tournaments.core.ratings.rating import RatingModel, RatingNumbers, SideChange, SideSkill

_LEAST: Final = -500.0


def _deviation(sides: Sequence[SideSkill], numbers: RatingNumbers) -> float:
    return math.sqrt(sum([side.variance + numbers.beta**2 for side in sides]))


def _chance(side: SideSkill, other: SideSkill, numbers: RatingNumbers) -> float:
    return logistic((side.mu - other.mu) / _deviation((side, other), numbers))


def _change(sides: Sequence[SideSkill], ranks: Sequence[int], numbers: RatingNumbers) -> list[SideChange]:
    c = _deviation(sides, numbers)
    top = max(side.mu for side in sides)
    # Taken over the greatest of them no exponential overflows, and none becomes nothing.
    weights = [math.exp(max((side.mu - top) / c, _LEAST)) for side in sides]
    # For each side the weight of those that are not before it: among them it was chosen.
    left = [
        sum([weight for weight, rank in zip(weights, ranks, strict=True) if rank >= own]) for own in ranks
    ]
    return [_change_of(own, sides[own], c, weights[own], left, ranks, numbers) for own in range(len(sides))]


def _change_of(
    own: int,
    side: SideSkill,
    c: float,
    weight: float,
    left: Sequence[float],
    ranks: Sequence[int],
    numbers: RatingNumbers,
) -> SideChange:
    slope, bend = 0.0, 0.0
    for at, rank in enumerate(ranks):
        if rank <= ranks[own]:
            chosen, alike = weight / left[at], ranks.count(rank)
            slope += ((at == own) - chosen) / alike
            bend += chosen * (1 - chosen) / alike
    return SideChange(side.variance / c * slope, numbers.damping(side, c) * side.variance / c**2 * bend)


PLACKETT_LUCE: Final = RatingModel(code="plackett_luce", position=30, chance=_chance, change=_change)
