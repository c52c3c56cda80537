"""Totals of a whole game that are hardly right: typed with a digit too many, too few, or twice the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

_TIMES_TARGET = 2
_PART_OF_TARGET = 10


class UnlikelyTotals(StrEnum):
    """Why the totals of a game are unlikely."""

    TOO_HIGH = "too_high"
    TOO_LOW = "too_low"
    NOBODY_NEAR = "nobody_near"
    ALL_EQUAL = "all_equal"


def find_unlikely(totals: Sequence[int], target: int, deals: int | None = None) -> Iterator[UnlikelyTotals]:
    """Yield what is unlikely about the totals of a game to a target, or over a number of deals.

    A side rarely makes more than twice the target, or loses as much as the target; in a single deal it
    rarely makes more than the target.
    """
    limit = _TIMES_TARGET * target if deals is None else deals * target
    if max(totals) > limit:
        yield UnlikelyTotals.TOO_HIGH
    if min(totals) < -limit // _TIMES_TARGET:
        yield UnlikelyTotals.TOO_LOW
    if deals is None and max(totals) * _PART_OF_TARGET < target:
        yield UnlikelyTotals.NOBODY_NEAR
    if len(set(totals)) == 1:
        yield UnlikelyTotals.ALL_EQUAL
