"""An event as a file for calendars (iCalendar, RFC 5545).

Its moments are in UTC, so that every calendar shows the same one, whatever it knows of our summer time. It
names nobody, and has the public address of the event, never that of the own page: calendars are shared.
A programme is one entry from its first line to its last, with its lines as the text: an entry for each line
would stay in calendars when the line is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.web.printed_addresses import printed_address
from tournaments.models import Announcement, Tournament
from tournaments.play.programme import lines_of
from tournaments.public.programme import planned_programme

_LONGEST: Final = 75  # octets of a line, without its end
_CONTROLS: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def calendar_file(
    event: Tournament, announcement: Announcement | None, address: str, host: str, at: datetime
) -> str:
    """Return the event as a calendar; imported again, it replaces what was imported before."""
    return calendar_text(_entry(event, announcement, address, host, at))


def calendar_response(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Answer with the calendar of an event, as a file."""
    return calendars_response(request, [event], f"event-{event.pk}")


def calendars_response(request: HttpRequest, events: Iterable[Tournament], name: str) -> HttpResponse:
    """Answer with one calendar of several events, an entry for each: the one that its own calendar has."""
    host, at = request.get_host(), timezone.now()
    lines = (
        line
        for event in events
        for line in _entry(event, announcement_of(event), _address(request, event), host, at)
    )
    response = HttpResponse(calendar_text(lines), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


def _address(request: HttpRequest, event: Tournament) -> str:
    return printed_address(request, reverse("tournaments:event", args=[event.pk]))


def announcement_of(event: Tournament) -> Announcement | None:
    """The announcement of an event that was read with it."""
    return getattr(event, "announcement", None)


def status_in_words(announcement: Announcement) -> str:
    """Say that an event is postponed or cancelled, with the director's words."""
    sentence = announcement.status_sentence
    return " ".join(filter(None, [sentence, announcement.notice])) if sentence else announcement.notice


def calendar_text(entries: Iterable[str]) -> str:
    """Return a calendar of these lines of its entries."""
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Talon//Talon//EN", "METHOD:PUBLISH")
    lines = (*head, *entries, "END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _fold(line))


def _entry(
    event: Tournament, announcement: Announcement | None, address: str, host: str, at: datetime
) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:talon-event-{event.pk}@{host}"
    yield f"SEQUENCE:{event.book.revision}"
    yield f"DTSTAMP:{utc(at)}"
    yield from _times(event)
    yield f"SUMMARY:{escaped(event.title)}"
    if announcement is not None and announcement.place:
        yield f"LOCATION:{escaped(announcement.place)}"
    if announcement is not None and (said := status_in_words(announcement)):
        notes = [said, event.club.name]
    else:
        notes = [event.club.name]
    notes.append(_("%(count)s rounds") % {"count": event.agreement.rounds})
    if announcement is not None and announcement.contact:
        notes.append(announcement.contact)
    notes += _programme(event)
    yield f"DESCRIPTION:{escaped(chr(10).join(notes))}"
    yield f"URL:{address}"
    yield f"STATUS:{_status(announcement)}"
    yield "END:VEVENT"


def _times(event: Tournament) -> Iterator[str]:
    """When it begins, and how long its rounds last where that was agreed; without a time the whole day."""
    if lines := lines_of(event):
        yield f"DTSTART:{utc(lines[0].at)}"
        yield f"DTEND:{utc(max(line.ends for line in lines))}"
        return
    if event.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{event.date:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.date + timedelta(days=1):%Y%m%d}"
        return
    yield f"DTSTART:{utc(event.starts_at)}"
    agreed = event.agreement
    if agreed.clock_minutes is not None:
        yield f"DURATION:PT{agreed.rounds * (agreed.clock_minutes + agreed.clock_more)}M"


def _programme(event: Tournament) -> Iterator[str]:
    """The lines of the programme; each day of several under its name."""
    programme = planned_programme(event)
    for day in () if programme is None else programme.days:
        if day.label:
            yield day.label
        yield from (f"{line.planned} {line.label}" for line in day.lines)


def _status(announcement: Announcement | None) -> str:
    """What is postponed to a day that is known is as certain as anything; without a day it is not."""
    if announcement is None or announcement.status == Announcement.Status.PLANNED:
        return "CONFIRMED"
    if announcement.postponed_from is not None:
        return "CONFIRMED"
    return "CANCELLED" if announcement.status == Announcement.Status.CANCELLED else "TENTATIVE"


def utc(moment: datetime) -> str:
    """Write a moment as calendars do."""
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
