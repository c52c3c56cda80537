"""Leagues in the year of a club and in the report of a federation: matches, starts, and who has won."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Role
from tests.builders import a_club, a_user
from tests.tournaments.history.test_club_history import file_of
from tests.tournaments.history.test_league_champions import a_season, close, players
from tests.tournaments.leagues.support import LeagueOfClub
from tests.tournaments.series.support import page_of
from tournaments import leagues
from tournaments.core.leagues.match import TeamSide
from tournaments.federation.year import load_year
from tournaments.history.errand import forget_memory
from tournaments.models import TeamMatch

pytestmark = pytest.mark.django_db

YEAR = 2026


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> None:
    forget_memory()


def figures(club: Club, year: int = YEAR) -> Mapping[str, tuple[int, int]]:
    rows = file_of("club_year_of", club.pk, year)["figures"]
    return {row["what"]: (row["now"], row["before"]) for row in rows}


def in_leagues(club: Club, year: int = YEAR) -> list[tuple[int, int]]:
    found = figures(club, year)
    return [found[name] for name in ("League matches", "Starts in leagues")]


def test_the_year_of_a_club_counts_the_matches_and_who_stood_in_their_line_ups() -> None:
    league = a_season()
    # Two matches; four of Alfa and four of Beta stood in the line-ups of both.
    assert in_leagues(league.club) == [(2, 0), (8, 0)]
    close(league)
    (row,) = file_of("club_year_of", league.club.pk, YEAR)["champions"]
    assert (row["competition"], row["champions"]) == ("Autumn league", f"Alfa ({players(league, 'Alfa')})")
    for query in ("", "?as=print"):
        text = page_of("club_year_of", league.club.pk, YEAR, query=query)
        assert "Starts in leagues" in text
        assert "Alfa (" in text


@pytest.mark.engine
def test_a_match_of_new_year_counts_in_its_own_year() -> None:
    league = a_season()
    TeamMatch.objects.filter(pk=league.match(2).pk).update(day=date(YEAR + 1, 1, 8))
    assert in_leagues(league.club) == [(1, 0), (8, 0)]
    assert in_leagues(league.club, YEAR + 1) == [(1, 1), (8, 8)]


def test_walkovers_and_what_is_open_or_disputed_count_nothing() -> None:
    league = LeagueOfClub()
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta", "2 Beta Alfa", "3 Alfa Beta", "4 Beta Alfa")
    for number in (1, 2, 3, 4):
        league.lined_up(number)
    league.enter(1, "6000-4000", "5000-4000")
    league.enter(2, "6000-4000", "5000-4000", side=TeamSide.HOME)
    leagues.dispute_result(league.by, league.match(2), "table 1", league.match(2).version, needs=None)
    TeamMatch.objects.filter(pk=league.match(3).pk).update(
        kind=TeamMatch.Kind.WALKOVER, state=TeamMatch.State.ACCEPTED, at_fault=0
    )
    assert in_leagues(league.club) == [(1, 0), (8, 0)]


def test_a_hidden_league_counts_nothing_and_its_club_has_no_year() -> None:
    league = a_season(public=False)
    address = reverse("tournaments:club_year_of", args=[league.club.pk, YEAR])
    assert Client().get(address).status_code == 404


def test_the_page_of_the_year_follows_its_league() -> None:
    league = a_season()
    address = reverse("tournaments:club_year_of", args=[league.club.pk, YEAR])
    first = Client().get(address)
    close(league)
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_club_with_a_league_alone_leads_to_its_history() -> None:
    league = a_season()
    text = Client().get(reverse("clubs:club", args=[league.club.pk])).content.decode()
    assert reverse("tournaments:club_year", args=[league.club.pk]) in text
    assert "League matches" in page_of("club_year", league.club.pk)


# A federation.


def report(federation: Club) -> dict[str, Any]:
    client = Client()
    client.force_login(a_user(Role.Kind.ADMIN, club=federation))
    answer = client.get(reverse("tournaments:federation_year", args=[federation.pk, YEAR]) + "?as=json")
    return {table["key"]: table["rows"] for table in json.loads(answer.content)["tables"]}


def test_the_report_of_a_federation_has_the_leagues_of_its_clubs_and_its_own_champions() -> None:
    federation = a_club("Samba Federation")
    club, _other = (a_club(name, federation=federation) for name in ("Kotka Canasta", "Turku Canasta"))
    own, of_club = a_season(club=federation, name="National"), a_season(club=club)
    close(own)
    close(of_club)
    year = report(federation)
    numbers = {row["what"]: row["count"] for row in year["numbers"]}
    assert (numbers["League matches"], numbers["Starts in leagues"]) == (4, 16)
    assert [(row["club"], row["league_matches"], row["league_starts"]) for row in year["clubs"]] == [
        ("Kotka Canasta", 2, 8),
        ("Turku Canasta", 0, 0),
    ]
    assert [(row["event"], row["winners"]) for row in year["champions"]] == [
        ("National", f"Alfa ({players(own, 'Alfa')})")
    ]


def test_a_federation_without_leagues_has_no_columns_for_them() -> None:
    federation = a_club("Samba Federation")
    a_club("Kotka Canasta", federation=federation)
    assert "league_matches" not in report(federation)["clubs"][0]


def test_more_leagues_cost_no_more_queries() -> None:
    def asked() -> list[int]:
        forget_memory()
        counts = []
        for ask in (
            lambda: page_of("club_year_of", federation.pk, YEAR),
            lambda: load_year(federation, YEAR, timezone.localdate()),
        ):
            with CaptureQueriesContext(connection) as captured:
                ask()
            counts.append(len(captured))
        return counts

    federation = a_club("Samba Federation")
    league = a_season(club=a_club(federation=federation))
    close(league)
    close(a_season(club=federation, name="First"))
    few = asked()
    for number in range(2):
        close(a_season(club=a_club(federation=federation), name=f"Of a club {number}"))
        close(a_season(club=federation, name=f"National {number}"))
    assert asked() == few
