"""Leagues in statements: a closed one counts as an event of its club; a change is in the next statement."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.books.verification import verify_log
from clubs.models import Club, Role
from tests.builders import a_user
from tests.tournaments.federation.support import AUTUMN, SPRING, YEAR, Federation
from tests.tournaments.history.test_league_champions import a_season, close
from tests.tournaments.leagues.support import LeagueOfClub
from tournaments import leagues
from tournaments.core.statements import StatedKind, StatementContent
from tournaments.federation.content import content_as_data, read_content
from tournaments.federation.statement import load_statements
from tournaments.models import IssuedStatement, League, LineUpPlace, Team, TeamMatch

pytestmark = pytest.mark.django_db

# The last match of the league.
LAST_MATCH = date(YEAR, 5, 20)
# One event, eight players who stood in line-ups.
FEES = 1_000 + 8 * 50


@pytest.fixture
def held() -> Federation:
    return Federation()


def a_league(club: Club, day: date = LAST_MATCH, **fields: Any) -> LeagueOfClub:
    """A closed league of a club whose last match was on a day."""
    league = a_season(club=club, **fields)
    days = {1: date(day.year, 1, 10), 2: day}
    for number, one in days.items():
        TeamMatch.objects.filter(pk=league.match(number).pk).update(day=one)
    close(league)
    return league


def draft(held: Federation, club: Club, days: tuple[date, date] = SPRING) -> StatementContent:
    return next(one.content for one in held.drafts(days) if one.club == club)


def stated(content: StatementContent) -> list[tuple[str, int, int, int]]:
    """The leagues of a statement."""
    return [
        (one.name, one.event, one.entries, one.starts)
        for one in content.events
        if one.kind is StatedKind.LEAGUE
    ]


@pytest.mark.engine
def test_a_closed_league_is_stated_to_its_club_on_the_day_of_its_last_match(held: Federation) -> None:
    before = draft(held, held.second)
    league = a_league(held.second)
    after = draft(held, held.second)
    assert stated(after) == [("Autumn league", league.league.pk, 2, 8)]
    assert after.events[-1].day == LAST_MATCH
    assert after.due - before.due == FEES
    assert stated(draft(held, held.second, AUTUMN)) == stated(draft(held, held.first)) == []


def test_a_league_that_is_open_hidden_or_removed_is_not_stated(held: Federation) -> None:
    league = a_league(held.second)
    assert stated(draft(held, held.second)) != []
    for fields in ({"state": League.State.RUNNING}, {"public": False}, {"removed_at": "2026-01-01T00:00Z"}):
        kept = League.objects.filter(pk=league.league.pk).values(*fields).get()
        League.objects.filter(pk=league.league.pk).update(**fields)
        assert stated(draft(held, held.second)) == [], fields
        League.objects.filter(pk=league.league.pk).update(**kept)
    assert stated(draft(held, held.second)) != []


def test_a_league_of_the_federation_itself_is_stated_to_nobody(held: Federation) -> None:
    a_league(held.club)
    assert all(stated(one.content) == [] for one in held.drafts())


def test_a_team_that_withdrew_before_it_played_does_not_count(held: Federation) -> None:
    league = a_season(club=held.second)
    league.team("Gamma")
    League.objects.filter(pk=league.league.pk).update(state=League.State.CLOSED)
    TeamMatch.objects.filter(league=league.league).update(day=LAST_MATCH)
    assert stated(draft(held, held.second))[0][2:] == (3, 8)
    Team.objects.filter(league=league.league).exclude(name="Alfa").update(withdrawn_at=timezone.now())
    assert stated(draft(held, held.second))[0][2:] == (2, 8)


def test_only_line_ups_of_matches_that_were_played_give_starts(held: Federation) -> None:
    league = a_league(held.second)
    TeamMatch.objects.filter(league=league.league).update(
        kind=TeamMatch.Kind.WALKOVER, at_fault=0, state=TeamMatch.State.ACCEPTED
    )
    assert LineUpPlace.objects.filter(match__league=league.league).exists()
    assert stated(draft(held, held.second))[0][3] == 0


def test_a_league_that_is_closed_later_is_a_correction_and_opened_again_is_taken_off(
    held: Federation,
) -> None:
    held.issue()
    league = a_league(held.second)
    (issued,) = held.issue(AUTUMN, [held.second])
    (added,) = read_content(IssuedStatement.objects.get(pk=issued.pk).content).corrections
    assert (added.kind, added.name, added.events, added.starts) == (
        StatedKind.LEAGUE,
        "Autumn league",
        1,
        8,
    )
    assert issued.amount == FEES
    leagues.reopen_league(league.by, league.fresh())
    days = date(YEAR + 1, 1, 1), date(YEAR + 1, 1, 1)
    assert draft(held, held.second, days).due == -FEES
    close(league)
    assert draft(held, held.second, days).due == 0


def test_what_was_issued_of_a_league_stays_and_is_proved(held: Federation) -> None:
    league = a_league(held.second)
    (issued,) = held.issue(SPRING, [held.second])
    content = read_content(IssuedStatement.objects.get(pk=issued.pk).content)
    assert stated(content) == [("Autumn league", league.league.pk, 2, 8)]
    assert content_as_data(content) == issued.content
    leagues.remove_league(league.by, league.fresh())
    assert stated(read_content(IssuedStatement.objects.get(pk=issued.pk).content)) != []
    assert verify_log().broken == []


def test_an_event_is_stored_as_it_was_before_leagues_were_stated(held: Federation) -> None:
    (issued,) = held.issue(SPRING, [held.first])
    assert issued.content["events"] == [[held.cup.pk, held.cup.date.isoformat(), "Cup", 2, 4]]


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "text", "print", "pdf"])
def test_the_statement_says_which_is_a_league_and_what_a_start_is(held: Federation, form: str) -> None:
    a_league(held.second)
    client = Client()
    client.force_login(a_user(Role.Kind.ADMIN, club=held.club))
    address = reverse("tournaments:club_statement", args=[held.club.pk, held.second.pk])
    answer = client.get(f"{address}?since={SPRING[0]}&until={SPRING[1]}&as={form}")
    assert answer.status_code == 200
    if form == "json":
        file = json.loads(answer.content)
        (events,) = [table["rows"] for table in file["tables"] if table["key"] == "events"]
        assert [(row["event"], row["kind"]) for row in events][-1] == ("Autumn league", "League")
    if form == "print":
        assert "A closed league counts as an event" in answer.content.decode()


def test_more_leagues_cost_no_more_queries(held: Federation) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            load_statements(held.club, *SPRING)
        return len(captured)

    a_league(held.second)
    few = asked()
    for number in range(3):
        a_league(held.first, name=f"League {number}")
    assert asked() == few
