"""What a series asks of an evening: the result of an entry, and a way to give points for it.

All points are integers in hundredths, those of the evenings too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

HUNDREDTHS: Final = 100
# The usual points for the first places.
PLACE_POINTS: Final = tuple(points * HUNDREDTHS for points in (10, 8, 6, 5, 4, 3, 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningResult:
    """The result of an entry in the final standings of an evening."""

    place: int
    # How many entries have this place, itself included.
    sharing: int = 1
    # How many entries have a place that evening.
    of: int
    points: int
    # The most points of an entry that evening.
    best: int
    # What could be made; None where there is no limit, or nobody knows it.
    possible: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WayNumbers:
    """The numbers that a series can agree on for its way of giving points."""

    # Points for the places from the first on, and for everybody further back.
    place_points: tuple[int, ...] = PLACE_POINTS
    others: int = HUNDREDTHS
    # Those who share a place share its points, and those of the places that nobody has; else each has all.
    shares_points: bool = True
    # What the whole maximum gives.
    full: int = 100 * HUNDREDTHS
    # The maximum is what could be made, where that is known; else the best result of the evening.
    of_possible: bool = False


class WaySentence(NamedTuple):
    """A sentence about a way of giving points, in English, with its figures as the reader writes them."""

    text: str
    params: Mapping[str, str] = {}


# The function writes a number of hundredths as the reader does.
Figure = Callable[[int], str]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PointsWay:
    """How a result of an evening becomes points of a series. A file in `core/series/ways` defines it."""

    # As it is stored.
    code: str
    # Its name in English, as forms show it.
    label: str
    position: int
    points: Callable[[EveningResult, WayNumbers], int]
    # What the page of the series says about it.
    describe: Callable[[WayNumbers, Figure], Iterator[WaySentence]]
    # The fields of `WayNumbers` that it reads: forms show them with it.
    numbers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.code


def nearest(numerator: int, denominator: int) -> int:
    """Return the nearest integer to a fraction, and of two the greater one. The denominator is positive."""
    return (2 * numerator + denominator) // (2 * denominator)
