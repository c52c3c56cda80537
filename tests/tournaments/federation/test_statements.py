"""The statements of clubs, and the report of the year: counted from the events, and following them."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Role
from tests.builders import a_club, a_user
from tests.tournaments.federation.support import FIRST, LAST, YEAR, Federation
from tests.tournaments.rankings.support import a_licence, a_ranking
from tests.tournaments.series.support import Result
from tournaments import federation
from tournaments.federation.statement import load_statements
from tournaments.federation.year import load_year
from tournaments.models import CalendarDate, Entry, Tournament

pytestmark = pytest.mark.django_db


def table(file: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one["rows"] for one in file["tables"] if one["key"] == key)
    return found


def client_of(club: Club, role: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(role, club=club))
    return client


def address_of(name: str, *parts: int, query: str = "") -> str:
    days = f"?since={FIRST.isoformat()}&until={LAST.isoformat()}" if "statement" in name else ""
    joined = f"{days}&{query}" if days and query else f"{days}{'?' + query if query else ''}"
    return reverse(f"tournaments:{name}", args=parts) + joined


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return (b"".join(answer) if answer.streaming else answer.content).decode()


# Statements.


def test_a_statement_counts_events_starts_and_licences() -> None:
    held = Federation()
    a_licence(held.people[0], held.club)
    a_licence(held.people[1], held.club, LAST - timedelta(days=1))
    a_licence(held.people[2], a_club())
    alfa, beta = (one.content for one in load_statements(held.club, FIRST, LAST).clubs)
    assert (len(alfa.events), alfa.entries, alfa.starts, alfa.licences) == (1, 2, 4, 1)
    assert (alfa.for_events, alfa.for_starts, alfa.for_licences, alfa.due) == (1_000, 200, 500, 1_700)
    assert (beta.starts, beta.due) == (1, 1_050)


def test_a_statement_follows_what_is_put_right() -> None:
    held = Federation()
    Entry.objects.filter(tournament=held.cup, number=2).update(state=Entry.State.WITHDRAWN, until_round=0)
    alfa, _beta = (one.content for one in load_statements(held.club, FIRST, LAST).clubs)
    assert (alfa.entries, alfa.starts) == (1, 2)
    Entry.objects.filter(tournament=held.cup, number=2).update(until_round=1)
    alfa, _beta = (one.content for one in load_statements(held.club, FIRST, LAST).clubs)
    assert alfa.starts == 4
    Tournament.objects.filter(pk=held.cup.pk).update(state=Tournament.State.RUNNING)
    assert load_statements(held.club, FIRST, LAST).clubs[0].content.due == 0


def test_a_trial_costs_nothing() -> None:
    held = Federation()
    held.cup.book.trial = True
    held.cup.book.save()
    assert load_statements(held.club, FIRST, LAST).clubs[0].content.events == ()


def test_the_files_have_the_sums_of_the_page() -> None:
    held = Federation()
    board = client_of(held.club)
    file = json.loads(read(board, address_of("club_statements", held.club.pk, query="as=json")))
    assert [(row["club"], row["starts"], row["due"]) for row in table(file, "clubs")] == [
        ("Alfa", 4, 12),
        ("Beta", 1, 10.5),
        ("Total", 5, 22.5),
    ]
    own = json.loads(
        read(
            client_of(held.first), address_of("club_statement", held.club.pk, held.first.pk, query="as=json")
        )
    )
    assert [row["amount"] for row in table(own, "fees")] == [10, 2, 0, 12]
    assert [row["event"] for row in table(own, "events")] == ["Cup"]


def test_a_club_sees_its_own_statement_and_no_other() -> None:
    held = Federation()
    client = client_of(held.first)
    assert client.get(address_of("club_statement", held.club.pk, held.second.pk)).status_code == 403
    assert client.get(address_of("club_statements", held.club.pk)).status_code == 403


def test_days_that_cannot_be_read_are_said_at_their_field() -> None:
    held = Federation()
    address = reverse("tournaments:club_statements", args=[held.club.pk]) + "?since=x&until=2026-01-01"
    text = read(client_of(held.club), address)
    assert "Enter a valid date." in text
    assert 'value="x"' in text


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "text", "print", "pdf"])
def test_statements_and_the_year_are_every_file_that_a_list_is(form: str) -> None:
    held = Federation()
    board = client_of(held.club)
    for address in (
        address_of("club_statements", held.club.pk, query=f"as={form}"),
        address_of("club_statement", held.club.pk, held.first.pk, query=f"as={form}"),
        address_of("federation_year", held.club.pk, YEAR, query=f"as={form}"),
    ):
        answer = board.get(address)
        assert answer.status_code == 200
        assert b"".join(answer) if answer.streaming else answer.content


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address).status_code == 200
    return len(counted)


def test_many_clubs_cost_no_more_queries_than_two() -> None:
    held = Federation()
    client = client_of(held.club)
    asked = [address_of("club_statements", held.club.pk), address_of("federation_year", held.club.pk, YEAR)]
    few = [queries(client, address) for address in asked]
    for number in range(5):
        club = a_club(federation=held.club)
        held.store([Result(held.people[:1], 1, 2)], day=date(YEAR, 6, 1 + number), club=club)
    assert [queries(client, address) for address in asked] == few


# The year.


def test_the_year_counts_what_was_held_and_names_who_has_won() -> None:
    held = Federation()
    a_ranking(held, championships=(held.cup.pk,))
    a_licence(held.people[0], held.club)
    year = load_year(held.club, YEAR, timezone.localdate())
    assert [(one.name, one.winners) for one in year.champions] == [("Cup", "Anna Berg – Bo Berg")]
    assert sum(len(one.events) for one in year.everybody) == 3
    assert sum(one.starts for one in year.everybody) == 6
    assert sum(one.licences for one in year.everybody) == 1
    assert {(line.of, line.place, line.name) for line in year.leaders} >= {("Ranking", 1, "Anna Berg")}


def test_who_has_not_agreed_is_not_named_in_the_year() -> None:
    held = Federation()
    a_ranking(held, championships=(held.cup.pk,))
    held.people[0].may_publish = False
    held.people[0].save()
    text = read(client_of(held.club), address_of("federation_year", held.club.pk, YEAR))
    assert "Anna Berg" not in text
    assert "Bo Berg" in text


def test_the_year_says_what_became_of_the_calendar() -> None:
    held = Federation()
    for name, day in (("Cup", date(YEAR, 3, 1)), ("Gone", date(YEAR, 7, 1))):
        plan = federation.DatePlan(name=name, first_day=day, last_day=day, ruleset="samba")
        one = federation.ask_for_date(held.board, held.first, plan, uuid4())
        federation.decide_date(held.board, one, CalendarDate.State.APPROVED, "")
    year = load_year(held.club, YEAR, timezone.localdate())
    assert year.dates == {"approved": 2}
    assert year.held == 1


@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_the_year_is_a_page_in_each_language(language: str) -> None:
    held = Federation()
    client = client_of(held.club)
    client.cookies["language"] = language
    assert "Alfa" in read(client, address_of("federation_year", held.club.pk, YEAR))


def test_a_year_that_has_not_begun_has_no_report() -> None:
    held = Federation()
    address = address_of("federation_year", held.club.pk, timezone.localdate().year + 1)
    assert client_of(held.club).get(address).status_code == 404
