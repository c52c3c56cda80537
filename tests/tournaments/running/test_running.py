"""The verbs of an event, from the first entry to the published round."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.books.verification import verify_log
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Player, Role
from scoring import recording
from scoring.models import Game
from tests.builders import a_club, a_player, a_user, an_author
from tournaments import running
from tournaments.models import Pairing, PairingEntry, Round, Tournament

pytestmark = pytest.mark.django_db


def a_director(club: Club) -> Author:
    return an_author(a_user(Role.Kind.DIRECTOR, club=club))


def an_event(club: Club, by: Author, **fields: Any) -> Tournament:
    plan: dict[str, Any] = {"name": "Thursday evening", "date": date(2026, 5, 2), "ruleset": "samba"} | fields
    return running.create_event(by, club, running.EventPlan(**plan))


def pairs_in(club: Club, count: int) -> list[tuple[Player, Player]]:
    return [(a_player(club=club), a_player(club=club)) for _ in range(count)]


def test_an_event_begins_in_the_log_of_its_club_and_in_its_own() -> None:
    club = a_club()
    event = an_event(club, a_director(club))
    logs = LogEntry.objects.filter(act="event.created").values_list("book", flat=True)
    assert set(logs) == {event.book_id, club_book(club).pk}


def test_somebody_without_a_role_in_the_club_founds_no_event() -> None:
    club = a_club()
    with pytest.raises(PermissionDenied):
        an_event(club, an_author(a_user(Role.Kind.DIRECTOR)))
    assert not Tournament.objects.exists()


def test_pairs_are_entered_under_the_next_numbers() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 2))
    running.enter_pairs(by, event, pairs_in(club, 1))
    assert list(event.entries.values_list("number", flat=True)) == [1, 2, 3]


def test_forty_pairs_are_entered_with_as_many_queries_as_one_each_with_its_entry_in_the_log(
    django_assert_num_queries: Any,
) -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    one, many = pairs_in(club, 1), pairs_in(club, 40)
    with CaptureQueriesContext(connection) as alone:
        running.enter_pairs(by, event, one)
    with django_assert_num_queries(len(alone)):
        entries = running.enter_pairs(by, event, many)
    assert [entry.number for entry in entries] == list(range(2, 42))
    seated = [list(entry.places.order_by("position").values_list("player", flat=True)) for entry in entries]
    assert seated == [[first.pk, second.pk] for first, second in many]
    logged = LogEntry.objects.filter(book=event.book, act="entry.added").order_by("number")[1:]
    assert [json.loads(entry.text)["after"] for entry in logged] == [
        {"number": number, "players": players} for number, players in enumerate(seated, start=2)
    ]
    assert verify_log().broken == []


def test_a_drawn_round_meets_everybody_once_and_names_its_seed_in_the_log() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 5))
    drawn = running.draw_round(by, event, "0123456789abcdef")
    met = PairingEntry.objects.filter(round=drawn).values_list("entry", flat=True)
    assert sorted(met) == sorted(event.entries.values_list("pk", flat=True))
    assert drawn.pairings.filter(kind=Pairing.Kind.SIT_OUT).count() == 1
    assert '"seed":"0123456789abcdef"' in LogEntry.objects.get(act="round.drawn").text


def test_no_round_is_drawn_while_one_is_played() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 2))
    running.draw_round(by, event, "0" * 16)
    with pytest.raises(recording.NotNow):
        running.draw_round(by, event, "1" * 16)
    assert event.rounds.count() == 1


def test_one_pair_alone_draws_no_round() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 1))
    with pytest.raises(recording.NotNow):
        running.draw_round(by, event, "0" * 16)


def test_publishing_gives_each_table_its_game_once() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 5))
    drawn = running.draw_round(by, event, "0" * 16)
    running.publish_round(by, drawn)
    with pytest.raises(recording.NotNow):
        running.publish_round(by, drawn)
    assert Game.objects.filter(book=event.book).count() == 2
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_publishing_sets_each_game_to_the_clubs_table_of_its_number() -> None:
    club = a_club()
    by = a_director(club)
    event = an_event(club, by)
    running.enter_pairs(by, event, pairs_in(club, 4))
    recording.create_tables(by, club, ["1", "Bar"], uuid4())
    elsewhere = a_club()
    recording.create_tables(a_director(elsewhere), elsewhere, ["1"], uuid4())
    drawn = running.publish_round(by, running.draw_round(by, event, "0" * 16))
    games = dict(drawn.pairings.values_list("table", "game"))
    assert dict(club.tables.values_list("label", "game")) == {"1": games[1], "Bar": None}
    assert elsewhere.tables.get().game is None
    assert LogEntry.objects.filter(act="table.set").values_list("book", flat=True).get() == event.book_id
