"""When a round will probably end, from the deals that were recorded: for directors, by a setting for all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring import recording
from scoring.models import Game
from tests.builders import an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.clock.test_clock_acts import MINUTE, TERMS, Evening, client_of
from tests.tournaments.support.events import agreed
from tournaments import running
from tournaments.clock.foresight import foresee
from tournaments.models import Round
from tournaments.play.clock import load_times
from tournaments.play.forecast import load_forecast

pytestmark = pytest.mark.django_db


def a_round(entries: int, **settings: Any) -> Evening:
    """A round with a clock since half an hour; each table has recorded two deals, the last one slowly."""
    evening = Evening(agreed(clock_minutes=50, **settings))
    evening.enter(entries)
    evening.drawn = evening.publish()
    begun = timezone.now() - timedelta(minutes=30)
    running.start_clock(an_author(evening.by.user, at=begun), evening.drawn, TERMS)
    games = evening.games(evening.drawn)
    for game in games:
        pace = 14 if game == games[-1] else 9
        for number in (1, 2):
            play(evening, game, begun, number, pace)
    return evening


def play(evening: Evening, game: Game, begun: datetime, number: int, pace: float) -> None:
    first, last = (
        an_author(evening.by.user, at=begun + pace * minutes * MINUTE) for minutes in (number - 1, number)
    )
    recording.start_deal(first, game, number, uuid4())
    recording.record_deal(last, game, a_deal(number))


def public(evening: Evening) -> str:
    return reverse("tournaments:event_round", args=[evening.event.pk, 1])


def screen(evening: Evening) -> str:
    return reverse("tournaments:screen", args=[evening.event.pk])


def test_the_times_of_deals_are_those_of_their_first_versions() -> None:
    evening = a_round(8)
    now = timezone.now()
    found = load_forecast(evening.drawn, load_times(evening.drawn), now)
    assert found is not None
    assert set(found.tables) == {1, 2, 3, 4}
    assert now <= found.round.early <= found.round.likely <= found.round.late
    # No deal is begun after fifty minutes, and those take nine minutes or fourteen.
    assert found.round.likely < now + 60 * MINUTE
    # Nobody knows the day from its first round alone.
    assert found.day is None


def test_directors_see_it_and_others_only_where_the_event_wants_that() -> None:
    for is_for_all in (False, True):
        evening = a_round(8, clock_forecast=is_for_all)
        page = reverse("tournaments:round", args=[evening.drawn.pk])
        text = client_of(evening).get(page).content.decode()
        assert "The round will probably end at" in text
        assert "When each table will probably end" in text
        for address in (public(evening), screen(evening)):
            text = Client().get(address).content.decode()
            assert ("The round will probably end between" in text) == is_for_all, address


def test_on_paper_and_before_a_deal_was_recorded_nothing_is_said() -> None:
    evening = Evening(agreed(clock_minutes=50, clock_forecast=True))
    evening.begin()
    evening.start()
    assert foresee(evening.drawn, load_times(evening.drawn), timezone.now()) is None
    assert "probably" not in Client().get(public(evening)).content.decode()


def test_a_round_that_is_closed_has_no_forecast() -> None:
    evening = a_round(4)
    Round.objects.filter(pk=evening.drawn.pk).update(state=Round.State.CLOSED)
    drawn = Round.objects.get(pk=evening.drawn.pk)
    assert load_forecast(drawn, None, timezone.now()) is None


def test_what_it_asks_does_not_grow_with_the_tables() -> None:
    asked = []
    for entries in (8, 24):
        evening = a_round(entries, clock_forecast=True)
        drawn = Round.objects.select_related("tournament").get(pk=evening.drawn.pk)
        times, now = load_times(drawn), timezone.now()
        with CaptureQueriesContext(connection) as queries:
            load_forecast(drawn, times, now)
        asked.append(len(queries))
    # The usual times of the game are asked for while the event has few of its own.
    assert asked == [3, 2]


def test_where_nobody_wants_it_the_public_pages_ask_for_nothing() -> None:
    counts = {}
    for is_for_all in (False, True):
        evening = a_round(24, clock_forecast=is_for_all)
        for name, address in (("round", public(evening)), ("screen", screen(evening))):
            with CaptureQueriesContext(connection) as queries:
                Client().get(address)
            counts[name, is_for_all] = len(queries)
    assert counts["round", True] - counts["round", False] == 2
    assert counts["screen", True] - counts["screen", False] == 2
