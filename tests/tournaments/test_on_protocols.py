"""What an event says on the protocols of its games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from clubs.reports.report import Fact
from scoring.told_event import told_of_event
from tests.scoring.played import an_evening
from tests.tournaments.events import Played, agreed
from tournaments.agreed import Movement, SchemeCode

pytestmark = pytest.mark.django_db


def played(**fields: object) -> Played:
    event = Played(replace(agreed(Movement.SWISS), **fields))  # type: ignore[arg-type] # any field of it
    event.enter(4)
    return event


def test_a_protocol_names_the_event_and_the_round() -> None:
    event = played()
    (game, _other) = event.games(event.publish())
    told = told_of_event(game)
    assert told.facts == (Fact("Event", "Spring"), Fact("Round", "1"))
    assert told.rows == ()


def test_a_game_that_is_over_says_its_match_points_and_the_difference_that_counts() -> None:
    event = played()
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    told = told_of_event(event.games(drawn)[0])
    assert [row.values for row in told.rows] == [
        ("Match points", 2, 0),
        ("Difference that counts", 2_500, -2_500),
    ]


def test_where_standings_are_kept_back_the_protocol_says_nothing_of_them() -> None:
    event = played(hidden=True)
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    assert told_of_event(event.games(drawn)[0]).rows == ()


def test_points_that_are_the_totals_are_not_said_twice() -> None:
    event = played(scheme=SchemeCode.TOTAL)
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 10_000, 7_500)
    assert told_of_event(event.games(drawn)[0]).rows == ()


def test_a_game_of_no_event_says_nothing_of_one() -> None:
    told = told_of_event(an_evening().game)
    assert (told.facts, told.rows) == ((), ())


def test_the_protocol_of_a_game_in_an_event_is_a_file() -> None:
    event = played()
    drawn = event.publish()
    event.play(drawn)
    answer = Client().get(reverse("scoring:protocol", args=[event.games(drawn)[0].pk]))
    assert answer.content.startswith(b"%PDF")
