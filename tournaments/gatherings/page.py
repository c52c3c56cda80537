"""What everybody sees of events that go together: each of them, and one programme of all. It names nobody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Announcement, Gathering, Tournament
from tournaments.play.drafts import without_drafts
from tournaments.public.calendar import announcement_of, status_in_words
from tournaments.public.programme import ShownLine, shown_programme, time_in_words
from tournaments.signup.openness import Openness, openness_of, openness_sentence


@dataclass(frozen=True, slots=True)
class PublicGathering:
    """A gathering with those of its events that everybody may see."""

    gathering: Gathering
    events: list[Tournament]


def public_gathering(pk: int) -> PublicGathering:
    """Raises Http404 for one that is dissolved, and for one of drafts alone."""
    gathering = get_object_or_404(Gathering.objects.select_related("club"), pk=pk, dissolved_at=None)
    events = list(without_drafts(events_of(gathering)))
    if not events:
        raise Http404
    return PublicGathering(gathering, events)


def events_of(gathering: Gathering) -> QuerySet[Tournament]:
    """Return the events of a gathering in the order in which they begin."""
    events = gathering.events.select_related("club", "book", "announcement")
    return events.order_by("date", "starts_at", "pk")


def announced_and_open(events: Iterable[Tournament], now: datetime) -> list[Announcement]:
    """Return the announcements of the events for which one can sign up now."""
    found = ((event, announcement_of(event)) for event in events)
    return [one for event, one in found if one is not None and openness_of(event, one, now) is Openness.OPEN]


class ShownEvent(NamedTuple):
    """An event in the list: what is said of it, and whether and until when people sign up."""

    event: Tournament
    notice: str
    sentence: str
    is_announced: bool


def shown_events(events: Iterable[Tournament], now: datetime) -> Iterator[ShownEvent]:
    for event in events:
        announcement = announcement_of(event)
        if announcement is None or not announcement.is_announced:
            notice = "" if announcement is None else status_in_words(announcement)
            yield ShownEvent(event, notice, "", is_announced=False)
        else:
            sentence = openness_sentence(event, announcement, now)
            yield ShownEvent(event, status_in_words(announcement), sentence, is_announced=True)


class TogetherLine(NamedTuple):
    """A line of the programme with the event that it is of."""

    at: datetime
    event: Tournament
    line: ShownLine


class TogetherDay(NamedTuple):
    label: str
    lines: list[TogetherLine]


def programme_together(events: Iterable[Tournament]) -> list[TogetherDay]:
    """Return the lines of all events by day and time; of an event without a programme its beginning."""
    lines = sorted(
        (line for event in events for line in _lines_of(event)),
        key=lambda line: (line.at, line.event.pk, line.line.number),
    )
    return [
        TogetherDay(f"{date_format(day, 'l')} {date_format(day, 'DATE_FORMAT')}", list(of_day))
        for day, of_day in groupby(lines, key=lambda line: line.line.day)
    ]


def _lines_of(event: Tournament) -> Iterator[TogetherLine]:
    programme = shown_programme(event)
    if programme is not None:
        for row, line in zip(programme.rows, programme.lines, strict=True):
            yield TogetherLine(row.line.at, event, line)
    elif event.starts_at is not None:
        at = localtime(event.starts_at)
        yield TogetherLine(event.starts_at, event, ShownLine(0, at.date(), time_in_words(at), _("Begins")))
