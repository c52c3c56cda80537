"""Champions of leagues: the first team of each division, once the league is closed, and while it is."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.ways_back import offer_undo
from clubs.models import Club, Player
from tests.builders import a_club
from tests.tournaments.history.test_club_history import file_of
from tests.tournaments.leagues.support import LeagueOfClub
from tests.tournaments.series.support import page_of
from tournaments import leagues
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.table import LeagueCharge
from tournaments.history.errand import forget_memory
from tournaments.leagues.winners import winners_of_closed_leagues
from tournaments.models import League

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> None:
    forget_memory()


def a_season(**fields: Any) -> LeagueOfClub:
    """Alfa wins at home to Beta and loses away; five players of Alfa, of whom one is in no line-up."""
    league = LeagueOfClub(**fields)
    league.team("Alfa", players=5)
    league.team("Beta")
    league.publish("1 Alfa Beta", "2 Beta Alfa")
    league.lined_up(1)
    league.enter(1, "6000-4000", "5000-4000")
    league.lined_up(2)
    league.enter(2, "5000-4000", "4000-4100")
    for number in (1, 2):
        leagues.accept_result(league.by, league.match(number), league.match(number).version)
    return league


def close(league: LeagueOfClub) -> None:
    leagues.close_league(league.by, league.fresh())


def first_of(league: LeagueOfClub) -> list[tuple[str, str]]:
    """The first teams, as the page of the club names them."""
    rows = file_of("champions", league.club.pk).get("winners", [])
    return [(row["event"], row["winners"]) for row in rows]


def players(league: LeagueOfClub, team: str, number: int = 4) -> str:
    return " – ".join(player.name for player in league.players[team][:number])


@pytest.mark.engine
def test_the_first_team_of_a_closed_public_league_has_the_title_with_who_stood_in_its_line_ups() -> None:
    league = a_season(name="League 2026/27")
    assert first_of(league) == []
    close(league)
    assert first_of(league) == [("League 2026/27", f"Alfa ({players(league, 'Alfa')})")]
    (row,) = file_of("champions", league.club.pk)["winners"]
    # The day of its last match.
    assert (row["date"], row["remark"]) == ("2026-09-21", "a league")
    text = page_of("champions", league.club.pk)
    assert ">League</h2>" in text
    assert reverse("tournaments:league_division", args=[league.league.pk, 1]) in text
    titles = {row["name"]: row["titles"] for row in file_of("champions", league.club.pk)["titles"]}
    assert titles == {player.name: 1 for player in league.players["Alfa"][:4]}
    paper = Client().get(reverse("tournaments:champions", args=[league.club.pk]) + "?as=print")
    assert "Alfa (" in paper.content.decode()


def test_each_division_has_its_champions() -> None:
    league = LeagueOfClub(divisions=("First", "Second"))
    for name, division in (("Alfa", 1), ("Beta", 1), ("Gamma", 2), ("Delta", 2)):
        league.team(name, division=division)
    league.publish("1 Alfa Beta")
    league.publish("1 Gamma Delta", division=2)
    league.enter(1, "6000-4000", "5000-4000")
    league.lined_up(2)
    league.enter(2, "1000-4000", "1000-4000")
    for number in (1, 2):
        leagues.accept_result(league.by, league.match(number), league.match(number).version)
    close(league)
    # Nobody knows who has played for Alfa.
    assert first_of(league) == [
        ("Autumn league, First", "Alfa"),
        ("Autumn league, Second", f"Delta ({players(league, 'Delta')})"),
    ]
    assert page_of("champions", league.club.pk).count("/divisions/2/") == 1


def test_a_league_without_a_match_that_was_played_has_no_champions() -> None:
    league = LeagueOfClub(divisions=("First", "Second"))
    for name, division in (("Alfa", 1), ("Beta", 1), ("Gamma", 2)):
        league.team(name, division=division)
    league.publish("1 Alfa Beta")
    league.enter(1, "6000-4000", "5000-4000")
    leagues.accept_result(league.by, league.match(1), league.match(1).version)
    close(league)
    assert [one.name for one in winners_of_closed_leagues(league.club.pk)] == ["Autumn league, First"]


def test_a_hidden_league_and_one_that_was_removed_give_no_title() -> None:
    hidden = a_season(public=False)
    close(hidden)
    assert first_of(hidden) == []
    league = a_season()
    close(league)
    assert first_of(league) != []
    leagues.remove_league(league.by, league.fresh())
    assert first_of(league) == []


def test_a_league_that_is_opened_again_has_no_champions_and_undo_brings_them_back() -> None:
    league = a_season()
    address = reverse("tournaments:champions", args=[league.club.pk])
    close(league)
    closed, before = first_of(league), Client().get(address)
    leagues.reopen_league(league.by, league.fresh())
    assert first_of(league) == []
    assert Client().get(address, headers={"If-None-Match": before["ETag"]}).status_code == 200
    offered = offer_undo(league.last_act()).undo
    assert offered is not None
    offered.run(league.by, "a mistake", uuid4())
    assert first_of(league) == closed


def test_a_result_that_is_put_right_changes_the_champions() -> None:
    league = a_season()
    close(league)
    assert first_of(league)[0][1].startswith("Alfa")
    leagues.reopen_league(league.by, league.fresh())
    leagues.charge_team(league.by, league.teams["Alfa"], LeagueCharge(-2), "late", uuid4())
    close(league)
    assert first_of(league)[0][1].startswith("Beta")


def test_a_player_without_consent_is_not_named_and_who_is_merged_is_the_other() -> None:
    league = a_season()
    close(league)
    first = league.players["Alfa"][0]
    Player.objects.filter(pk=first.pk).update(may_publish=False)
    assert f"Player {first.pk}" in first_of(league)[0][1]
    assert first.name not in page_of("champions", league.club.pk)


def test_a_federation_has_the_champions_of_its_clubs() -> None:
    federation = a_club("Samba Federation")
    club = a_club("Kotka Canasta", federation=federation)
    league = a_season(club=club)
    close(league)
    (found,) = winners_of_closed_leagues(federation.pk)
    assert (found.club, found.day, [team.name for team in found.teams]) == (
        club.pk,
        date(2026, 9, 21),
        ["Alfa"],
    )
    assert winners_of_closed_leagues(federation.pk, 2026) == [found]
    assert winners_of_closed_leagues(federation.pk, 2027) == []
    assert "Kotka Canasta" in page_of("champions", federation.pk)


def test_the_winners_of_many_leagues_cost_as_many_queries_as_those_of_one() -> None:
    def asked(club: Club) -> tuple[int, int]:
        counts = []
        for _time in range(2):
            with CaptureQueriesContext(connection) as captured:
                winners_of_closed_leagues(club.pk)
            counts.append(len(captured))
        return counts[0], counts[1]

    first = a_season()
    close(first)
    one = asked(first.club)
    for number in range(3):
        close(a_season(club=first.club, author=first.by, name=f"League {number}"))
    forget_memory()
    assert len(winners_of_closed_leagues(first.club.pk)) == 4
    forget_memory()
    assert asked(first.club) == one
    # Once they are known, only the states of their books are asked for.
    assert one[1] == 1
    assert League.objects.count() == 4


def test_who_only_sat_in_a_line_up_that_nobody_may_see_is_not_named() -> None:
    league = LeagueOfClub()
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta")
    leagues.seal_line_up(league.by, league.match(), TeamSide.HOME, league.pairs("Alfa", 1, 2, 3, 4))
    league.enter(1, "6000-4000", "5000-4000")
    leagues.accept_result(league.by, league.match(), league.match().version)
    close(league)
    assert first_of(league) == [("Autumn league", "Alfa")]
