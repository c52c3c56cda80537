"""Elo for pairs: a side has the mean of its players, and each of them gains or loses the same.

It knows no uncertainty. It is what clubs know, and what the other models are measured against.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tournaments.core.ratings.logistic import logistic
from tournaments.core.ratings.rating import (
    RatingModel,
    RatingNumbers,
    SideChange,
    SideSkill,
    made_shares,
)

# The scale of Elo: so many points more are ten times the chance.
_SCALE: Final = 400.0


def _mean(side: SideSkill) -> float:
    return side.mu / side.players


def _chance(side: SideSkill, other: SideSkill, _numbers: RatingNumbers) -> float:
    return logistic((_mean(side) - _mean(other)) * math.log(10) / _SCALE)


def _change(sides: Sequence[SideSkill], ranks: Sequence[int], numbers: RatingNumbers) -> list[SideChange]:
    return [_change_of(own, made, sides, numbers) for own, made in enumerate(made_shares(ranks))]


def _change_of(own: int, made: float, sides: Sequence[SideSkill], numbers: RatingNumbers) -> SideChange:
    others = [side for at, side in enumerate(sides) if at != own]
    expected = sum(_chance(sides[own], other, numbers) for other in others) / len(others)
    # A side's change is divided among its players: so many of them, so many steps.
    return SideChange(numbers.step * sides[own].players * (made - expected), 0.0)


ELO: Final = RatingModel(code="elo", position=50, chance=_chance, change=_change)
