"""The calendar file, read by a reader of RFC 5545 that shares nothing with what writes it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.support.events import Played, agreed
from tournaments import personal
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Announcement, Entry, Tournament
from tournaments.play.personal_codes import personal_path
from tournaments.public.calendar import calendar_file, escaped

HELSINKI = ZoneInfo("Europe/Helsinki")
NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


def read(text: str) -> dict[str, str]:
    """Return the properties of the one event of a calendar, by name with its parameters."""
    assert text.endswith("\r\n")
    assert not re.search("(?<!\r)\n|\r(?!\n)", text), "a bare end of a line"
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Talon//Talon//EN"]
    first, last = lines.index("BEGIN:VEVENT"), lines.index("END:VEVENT")
    assert lines[last + 1 :] == ["END:VCALENDAR"]
    pairs = [line.split(":", 1) for line in lines[first + 1 : last]]
    assert len({name for name, _value in pairs}) == len(pairs), "a property twice"
    return {line[0]: line[1] for line in pairs}


def unescaped(value: str) -> str:
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", value), "a separator that is not escaped"
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def an_event(**fields: Any) -> Tournament:
    played = Played(agreed(SWISS, **fields))
    return Tournament.objects.select_related("club", "book").get(pk=played.event.pk)


def written(event: Tournament, announcement: Announcement | None = None) -> dict[str, str]:
    return read(calendar_file(event, announcement, "https://talon.example/events/5/", "talon.example", NOW))


@pytest.mark.django_db
@pytest.mark.parametrize("month", [1, 7])
def test_the_moment_is_the_same_in_winter_and_in_summer(month: int) -> None:
    event = an_event(clock_minutes=50, clock_more=10, rounds=3)
    event.starts_at = datetime(2027, month, 10, 18, 30, tzinfo=HELSINKI)
    found = written(event)
    start = datetime.strptime(found["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    assert start.astimezone(HELSINKI) == datetime(2027, month, 10, 18, 30, tzinfo=HELSINKI)
    assert found["DURATION"] == "PT180M"
    assert {"UID", "DTSTAMP", "SUMMARY", "SEQUENCE", "STATUS"} <= found.keys()


@pytest.mark.django_db
def test_without_a_time_it_is_the_whole_day_and_a_cancelled_one_says_so() -> None:
    event = an_event()
    place = "Hall; 2nd floor, \\left\r\nBEGIN:VEVENT"
    found = written(event, Announcement(place=place, status=Announcement.Status.CANCELLED))
    assert found["DTSTART;VALUE=DATE"] == f"{event.date:%Y%m%d}"
    assert found["DTEND;VALUE=DATE"] == f"{event.date + timedelta(days=1):%Y%m%d}"
    assert unescaped(found["LOCATION"]) == place.replace("\r\n", "\n")
    assert found["STATUS"] == "CANCELLED"


@given(st.text())
def test_a_text_comes_back_and_ends_no_line(text: str) -> None:
    value = escaped(text)
    assert not re.search("[\r\n\x00-\x1f\x7f]", value)
    ends = re.sub("\r\n|\r|\u2028|\u2029", "\n", text)
    assert unescaped(value) == re.sub("[\x00-\x09\x0b-\x1f\x7f]", " ", ends)


@pytest.mark.django_db
def test_the_file_comes_by_the_code_and_does_not_have_it() -> None:
    played = Played(agreed(SWISS))
    Tournament.objects.update(name=f"{'Åäö 🂡 ' * 12}{uuid4()}", date=NOW.date())
    played.enter(2)
    personal.make_codes(played.by, played.event, 0)
    path = personal_path(played.fresh, Entry.objects.filter(tournament=played.event)[0].pk)
    answer = Client().get(f"{path}calendar/")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode()
    read(text)
    assert path.split("/")[-2] not in text
