"""The calendar of a federation as a file for calendars: whole days, an entry for each date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from tournaments.federation.queries import ListedDate
from tournaments.models import CalendarDate
from tournaments.public.calendar import calendar_text, escaped, utc


def calendar_of(dates: Iterable[ListedDate], address: str, host: str, at: datetime) -> str:
    """Return dates as a calendar; imported again, it replaces what was imported before."""
    return calendar_text(line for one in dates for line in _entry(one.date, address, host, at))


def _entry(one: CalendarDate, address: str, host: str, at: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:talon-date-{one.pk}@{host}"
    yield f"SEQUENCE:{one.version}"
    yield f"DTSTAMP:{utc(at)}"
    yield f"DTSTART;VALUE=DATE:{one.first_day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{one.last_day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(one.name)}"
    if one.place:
        yield f"LOCATION:{escaped(one.place)}"
    yield f"DESCRIPTION:{escaped(f'{one.club.name}, {one.get_kind_display()}')}"
    yield f"URL:{address}"
    yield "STATUS:CONFIRMED"
    yield "END:VEVENT"
