"""An event as a file for calendars (iCalendar, RFC 5545).

Its moments are in UTC, so that every calendar shows the same one, whatever it knows of our summer time. It
names nobody, and has the public address of the event, never that of the own page: calendars are shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import Announcement, Tournament

_LONGEST: Final = 75  # octets of a line, without its end
_CONTROLS: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def calendar_file(
    event: Tournament, announcement: Announcement | None, address: str, host: str, at: datetime
) -> str:
    """Return the event as a calendar; imported again, it replaces what was imported before."""
    return "".join(
        f"{folded}\r\n" for line in _lines(event, announcement, address, host, at) for folded in _fold(line)
    )


def _lines(
    event: Tournament, announcement: Announcement | None, address: str, host: str, at: datetime
) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Talon//Talon//EN", "METHOD:PUBLISH")
    yield "BEGIN:VEVENT"
    yield f"UID:talon-event-{event.pk}@{host}"
    yield f"SEQUENCE:{event.book.revision}"
    yield f"DTSTAMP:{_utc(at)}"
    yield from _times(event)
    yield f"SUMMARY:{escaped(event.title)}"
    if announcement is not None and announcement.place:
        yield f"LOCATION:{escaped(announcement.place)}"
    notes = [event.club.name, _("%(count)s rounds") % {"count": event.agreement.rounds}]
    if announcement is not None and announcement.contact:
        notes.append(announcement.contact)
    yield f"DESCRIPTION:{escaped(chr(10).join(notes))}"
    yield f"URL:{address}"
    yield f"STATUS:{_status(announcement)}"
    yield from ("END:VEVENT", "END:VCALENDAR")


def _times(event: Tournament) -> Iterator[str]:
    """When it begins, and how long its rounds last where that was agreed; without a time the whole day."""
    if event.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{event.date:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.date + timedelta(days=1):%Y%m%d}"
        return
    yield f"DTSTART:{_utc(event.starts_at)}"
    agreed = event.agreement
    if agreed.clock_minutes is not None:
        yield f"DURATION:PT{agreed.rounds * (agreed.clock_minutes + agreed.clock_more)}M"


def _status(announcement: Announcement | None) -> str:
    if announcement is None or announcement.status == Announcement.Status.PLANNED:
        return "CONFIRMED"
    return "CANCELLED" if announcement.status == Announcement.Status.CANCELLED else "TENTATIVE"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return a text as a value: what separates values is escaped, what ends lines cannot end one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = _CONTROLS.sub(" ", text)
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", "\\n")


def _fold(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 octets, never within a letter."""
    part, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LONGEST:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + octets
    yield part
