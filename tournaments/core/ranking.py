"""What a ranking adds to a series: the class and the year of an event weigh its points.

The points of a result, which of them count, and the order are those of a series (`core/series`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.core.series.table import FULL_WEIGHT, EveningTerms

PERCENT: Final = 100
MAX_YEARS: Final = 10
MAX_WEIGHT: Final = 1_000
MAX_GRADES: Final = 20
_MONTHS: Final = 12
_COUNTING: Final = SeriesRules(counted=CountedEvenings.BEST, how_many=10)


class EventClass(StrEnum):
    """What kind of event it is in a ranking."""

    # One that was picked by hand.
    CHAMPIONSHIP = "championship"
    # Of the federation or the club whose ranking it is.
    OWN = "own"
    # Of a club of the federation.
    CLUB = "club"


class LicenceRule(StrEnum):
    """What it means that somebody has no valid licence."""

    FREE = "free"
    # An event on whose day the licence is not valid gives nothing.
    POINTS = "points"
    # Who has none on the day of the list stands in it without a place.
    PLACE = "place"


class Grade(NamedTuple):
    """A name that is reached with so many points, in hundredths."""

    least: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRules:
    """How a ranking is counted."""

    # Points, how many of a year count, how many are needed for a place.
    counting: SeriesRules = _COUNTING
    # The weights of the classes of events, in per cent.
    championship: int = 300
    own: int = 200
    club: int = 100
    # The weights of the years in per cent, that of the list first.
    years: tuple[int, ...] = (100, 50)
    # Years go back from the day of the list; else each begins with a month.
    rolling: bool = False
    first_month: int = 1
    licence: LicenceRule = LicenceRule.FREE
    grades: tuple[Grade, ...] = ()

    def weight_of(self, event_class: EventClass) -> int:
        weights = {
            EventClass.CHAMPIONSHIP: self.championship,
            EventClass.OWN: self.own,
            EventClass.CLUB: self.club,
        }
        return weights[event_class]

    def period(self, day: date, on: date) -> int:
        """Return how many years before that of the list a day is; below 0 it is after the list."""
        if day > on:
            return -1
        if self.rolling:
            return _whole_years(day, on)
        return self._year(on) - self._year(day)

    def _year(self, day: date) -> int:
        return day.year if day.month >= self.first_month else day.year - 1

    def terms(self, event_class: EventClass, day: date, on: date) -> EveningTerms | None:
        """Return what an event counts for in the list of a day; None where it does not count."""
        period = self.period(day, on)
        if not 0 <= period < len(self.years):
            return None
        weight = self.weight_of(event_class) * self.years[period] * FULL_WEIGHT // (PERCENT * PERCENT)
        return EveningTerms(weight, period) if weight else None

    def grade(self, points: int) -> str:
        """Return the highest grade that so many points reach."""
        reached = [grade for grade in self.grades if points >= grade.least]
        return max(reached, key=lambda grade: grade.least).name if reached else ""

    def earliest(self, on: date) -> date:
        """Return a day that is before every event of the list of a day."""
        return date(max(1, on.year - len(self.years) - 1), 1, 1)


def _whole_years(day: date, on: date) -> int:
    return on.year - day.year - ((on.month, on.day) < (day.month, day.day))


def day_before_month(on: date) -> date:
    """Return the last day of the month before: with its list that of a day is compared."""
    return on.replace(day=1) - timedelta(days=1)


def earlier_days(on: date, count: int = _MONTHS) -> Sequence[date]:
    """Return the ends of so many months before a day, the latest first."""
    days = [day_before_month(on)]
    while len(days) < count:
        days.append(day_before_month(days[-1]))
    return days
