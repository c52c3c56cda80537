"""What is in the way of a date in the calendar of a federation: other dates, and days that are closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.texts import gettext_noop


class DateClashKind(StrEnum):
    """Why two dates do not go together, the worst first."""

    CLOSED = "closed"
    CLUB = "club"
    PLACE = "place"
    DAY = "day"
    CHAMPIONSHIP = "championship"


# A sentence for each kind, in English, about the name and the days of what is in the way.
CLASH_SENTENCES = {
    DateClashKind.CLOSED: gettext_noop("A closed day: %(name)s, %(days)s"),
    DateClashKind.CLUB: gettext_noop("The same club has another event: %(name)s, %(days)s"),
    DateClashKind.PLACE: gettext_noop("In the same place: %(name)s, %(days)s"),
    DateClashKind.DAY: gettext_noop("On the same days: %(name)s, %(days)s"),
    DateClashKind.CHAMPIONSHIP: gettext_noop("Close to a championship: %(name)s, %(days)s"),
}


class Days(NamedTuple):
    """Days from the first to the last one."""

    first: date
    last: date

    def meets(self, other: Days, apart: int = 0) -> bool:
        """Tell whether they have a day in common, or lie at most so many days apart."""
        gap = timedelta(days=apart)
        return self.first <= other.last + gap and other.first <= self.last + gap


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDate:
    """A date in the calendar."""

    number: int
    name: str
    days: Days
    club: int
    # In one spelling, so that the same place is the same text; empty where nobody knows it.
    place: str = ""
    is_championship: bool = False


class ClosedDays(NamedTuple):
    """Days on which there is to be no event, such as a holiday."""

    name: str
    days: Days


@dataclass(frozen=True, slots=True)
class DateClash:
    """Something that is in the way of a date."""

    kind: DateClashKind
    name: str
    days: Days
    # The date that is in the way; None for a closed day.
    other: int | None = None


def find_clashes(
    one: PlannedDate, others: Iterable[PlannedDate], closed: Iterable[ClosedDays], apart: int
) -> list[DateClash]:
    """Return what is in the way of a date, the worst first; around championships days are to be free."""
    found = [*_closed(one, closed), *(clash for other in others for clash in _with_date(one, other, apart))]
    kinds = list(DateClashKind)
    return sorted(found, key=lambda clash: (kinds.index(clash.kind), clash.days, clash.name))


def _closed(one: PlannedDate, closed: Iterable[ClosedDays]) -> Iterator[DateClash]:
    for days in closed:
        if one.days.meets(days.days):
            yield DateClash(DateClashKind.CLOSED, days.name, days.days)


def _with_date(one: PlannedDate, other: PlannedDate, apart: int) -> Iterator[DateClash]:
    """Yield the one reason, the worst of them, why two dates do not go together."""
    if one.number == other.number:
        return
    kind = _kind(one, other, apart)
    if kind is not None:
        yield DateClash(kind, other.name, other.days, other.number)


def _kind(one: PlannedDate, other: PlannedDate, apart: int) -> DateClashKind | None:
    if one.days.meets(other.days):
        if one.club == other.club:
            return DateClashKind.CLUB
        return DateClashKind.PLACE if one.place and one.place == other.place else DateClashKind.DAY
    near = one.days.meets(other.days, apart)
    return DateClashKind.CHAMPIONSHIP if near and (one.is_championship or other.is_championship) else None
