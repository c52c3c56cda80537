"""What a series has agreed on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.core.series.result import EveningResult, PointsWay, WayNumbers
from tournaments.core.series.ways import WAYS

# Limits of what can be agreed on.
MAX_EVENINGS: Final = 500
MAX_POINTS: Final = 1_000_000
_USUAL_NUMBERS: Final = WayNumbers()


class CountedEvenings(StrEnum):
    """Which evenings of an entry count."""

    ALL = "all"
    # The best of them, so many.
    BEST = "best"
    # All but the worst, so many; an evening without a result is one of the worst.
    BUT_WORST = "but_worst"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """How a series is counted. Points are in hundredths."""

    way: str = "place"
    numbers: WayNumbers = _USUAL_NUMBERS
    counted: CountedEvenings = CountedEvenings.ALL
    # How many are the best, or the worst.
    how_many: int = 1
    # The mean of the evenings that count, in place of their sum.
    average: bool = False
    # So many evenings have to be played for a place.
    minimum: int = 1
    # For each evening that was played, whether it counts or not.
    bonus: int = 0

    @property
    def points_way(self) -> PointsWay:
        return WAYS[self.way]

    def points(self, result: EveningResult) -> int:
        return self.points_way.points(result, self.numbers)

    def number_counted(self, evenings: int) -> int:
        """Return how many results of an entry count after so many evenings of the series."""
        if self.counted is CountedEvenings.BEST:
            return self.how_many
        if self.counted is CountedEvenings.BUT_WORST:
            return max(1, evenings - self.how_many)
        return evenings
