"""Handicaps: the points with which the weaker sides of a table begin, so that all may win.

They follow from how far the sides are apart in rating. All arithmetic is in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

# What an event may give of the expected difference, in per cent; 0: no handicaps.
PERCENTS: Final = (0, 50, 75, 100)
# Handicaps are multiples of this: the totals of every game are multiples of 5.
STEP: Final = 50
# In thousandths of the target: what 100 points of rating make in a game of which nothing was measured, and in
# each of a number of deals that was agreed on; and the most with which a side begins.
_OF_TARGET: Final = 35
_OF_TARGET_A_DEAL: Final = 10
_MOST_OF_TARGET: Final = 200
_MOST_OF_TARGET_A_DEAL: Final = 50
_THOUSAND: Final = 1000
_ALL: Final = 100
# By per cent of the difference for each hundred points of rating.
_DIVISOR: Final = _ALL * _ALL


class HandicapTerms(NamedTuple):
    """What an event has agreed on about handicaps."""

    # The share of the expected difference that is given.
    percent: int
    # The expected difference in points of a game for 100 points of rating, and the most that a side gets.
    points: int
    most: int


class MeasuredLeads(NamedTuple):
    """What 100 points of rating make in a game to its target, and in each deal (`bench/handicap.py`)."""

    game: int
    deal: int


class Handicap(NamedTuple):
    """What a side begins with, and how that has come about."""

    # By how many points of rating it is weaker than the strongest side.
    behind: int
    # The points that it is expected to lose by, the share of them, and what it gets.
    expected: int
    shared: int
    points: int

    def is_bounded(self, terms: HandicapTerms) -> bool:
        """Whether it would have been more than the most."""
        return _stepped(self.shared) > terms.most


def usual_points(target: int, deals: int | None, measured: MeasuredLeads | None) -> int:
    """Return what 100 points of rating make in a game to a target, or of a number of deals."""
    if measured is not None:
        return measured.game if deals is None else measured.deal * deals
    part = _OF_TARGET if deals is None else _OF_TARGET_A_DEAL * deals
    return target * part // _THOUSAND


def usual_most(target: int, deals: int | None) -> int:
    """Return the most with which a side begins, where no other number is agreed on."""
    part = _MOST_OF_TARGET if deals is None else _MOST_OF_TARGET_A_DEAL * deals
    return target * part // _THOUSAND


def handicaps(ratings: Sequence[int], terms: HandicapTerms) -> tuple[Handicap, ...]:
    """Return what each side of a table begins with, by its rating; the strongest begins with nothing."""
    strongest = max(ratings)
    return tuple(_handicap(strongest - rating, terms) for rating in ratings)


def _handicap(behind: int, terms: HandicapTerms) -> Handicap:
    shared = _nearest(behind * terms.points * terms.percent, _DIVISOR)
    return Handicap(behind, _nearest(behind * terms.points, _ALL), shared, min(_stepped(shared), terms.most))


def _stepped(points: int) -> int:
    return _nearest(points, STEP) * STEP


def _nearest(number: int, divisor: int) -> int:
    """Return the nearest whole number to the quotient, half of one rounded up."""
    return (2 * number + divisor) // (2 * divisor)
