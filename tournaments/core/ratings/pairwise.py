"""What the models that compare two sides at a time have in common (Weng and Lin)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tournaments.core.ratings.rating import RatingNumbers, SideChange, SideSkill


class Compared(NamedTuple):
    """What one side learns by comparison with another: slope and downward bend of the log likelihood."""

    slope: float
    bend: float


# By the difference of two sides over its deviation, and by the margin over that: the comparison for the one
# that is before, that has drawn, or is behind (1, 0 and -1).
Comparison = Callable[[float, float, int], Compared]


def deviation(side: SideSkill, other: SideSkill, numbers: RatingNumbers) -> float:
    """Return the deviation of the difference of two performances: c with the indices i and q in the paper."""
    return math.sqrt(side.variance + other.variance + 2 * numbers.beta**2)


def change_by_pairs(
    compare: Comparison,
    are_compared: Callable[[Sequence[int], int, int], bool],
    sides: Sequence[SideSkill],
    ranks: Sequence[int],
    numbers: RatingNumbers,
) -> list[SideChange]:
    """Add up what each side learns from those that it is compared with."""
    return [
        _change(
            compare,
            own,
            [at for at in range(len(sides)) if at != own and are_compared(ranks, own, at)],
            sides,
            ranks,
            numbers,
        )
        for own in range(len(sides))
    ]


def _change(
    compare: Comparison,
    own: int,
    others: Sequence[int],
    sides: Sequence[SideSkill],
    ranks: Sequence[int],
    numbers: RatingNumbers,
) -> SideChange:
    side, gain, shrinks = sides[own], 0.0, 0.0
    for at in others:
        c = deviation(side, sides[at], numbers)
        before = (ranks[at] > ranks[own]) - (ranks[at] < ranks[own])
        slope, bend = compare((side.mu - sides[at].mu) / c, numbers.margin / c, before)
        gain += side.variance / c * slope
        shrinks += numbers.damping(side, c) * side.variance / c**2 * bend
    return SideChange(gain, shrinks)


def all_are_compared(_ranks: Sequence[int], _own: int, _other: int) -> bool:
    return True


def neighbours_are_compared(ranks: Sequence[int], own: int, other: int) -> bool:
    """Whether two sides have one rank, or no third one is between them."""
    low, high = sorted((ranks[own], ranks[other]))
    return not any(low < rank < high for rank in ranks)
