"""Totals of a whole game that are hardly right: typed with a digit too many, too few, or twice the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

_TIMES_TARGET: Final = 2
_PART_OF_TARGET: Final = 10
# Over a number of deals the winners make, for each of them, some 2 to 40 per cent of a target. In a single
# deal anything up to the target has been seen, and few points say nothing.
_PART_IN_A_DEAL: Final = 2
_LEAST_PART_IN_A_DEAL: Final = 50


class UnlikelyTotals(StrEnum):
    """Why the totals of a game are unlikely."""

    TOO_HIGH = "too_high"
    TOO_LOW = "too_low"
    NOBODY_NEAR = "nobody_near"
    TOO_FEW = "too_few"
    ALL_EQUAL = "all_equal"


def find_unlikely(totals: Sequence[int], target: int, deals: int | None = None) -> Iterator[UnlikelyTotals]:
    """Yield what is unlikely about the totals of a game to a target, or over a number of deals.

    A side rarely makes more than twice the target, or loses as much as the target; over a number of deals
    it rarely makes more than half of the target in each, and in a single one more than the target.
    """
    limit = _TIMES_TARGET * target if deals is None else max(target, deals * target // _PART_IN_A_DEAL)
    if max(totals) > limit:
        yield UnlikelyTotals.TOO_HIGH
    if min(totals) < -limit // _TIMES_TARGET:
        yield UnlikelyTotals.TOO_LOW
    if deals is None and max(totals) * _PART_OF_TARGET < target:
        yield UnlikelyTotals.NOBODY_NEAR
    if deals is not None and deals > 1 and max(totals) * _LEAST_PART_IN_A_DEAL < deals * target:
        yield UnlikelyTotals.TOO_FEW
    if len(set(totals)) == 1:
        yield UnlikelyTotals.ALL_EQUAL
