"""The league matches of a player: on a page of the player, and on the own page of an entry."""

from __future__ import annotations

import json
from collections.abc import Iterable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from tests.tournaments.leagues.support import LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.core.leagues.match import TeamSide
from tournaments.leagues.of_player import MatchOfPlayer, load_matches
from tournaments.models import League

pytestmark = pytest.mark.django_db


def a_season() -> LeagueOfClub:
    """Three teams, of which the first match is played with line-ups."""
    league = three_teams()
    league.lined_up(1)
    league.enter(1, "5000-4000", "3000-4100")
    return league


def address(player: Player) -> str:
    return reverse("tournaments:player_matches", args=[player.pk])


def page_of(player: Player) -> str:
    return Client().get(address(player)).content.decode()


def names(matches: Iterable[MatchOfPlayer]) -> list[str]:
    return [f"{one.match.home.name} – {one.match.away.name}" for one in matches]


def test_a_player_sees_the_matches_to_come_and_those_that_were_played_with_the_own_points() -> None:
    league = a_season()
    first, _second, third, _fourth = league.players["Alfa"]
    found = load_matches([first.pk])
    assert (names(found.coming), names(found.played)) == (["Gamma – Alfa"], ["Alfa – Beta"])
    (played,) = found.played
    assert played.result == "2–2"
    assert played.own_points == "table points 2, difference +1,000, points scored 5,000"
    (other,) = load_matches([third.pk]).played
    assert other.own_points == "table points 0, difference −1,100, points scored 3,000"


def test_a_player_of_the_away_team_has_its_points() -> None:
    league = a_season()
    (played,) = load_matches([league.players["Beta"][0].pk]).played
    assert played.own_points == "table points 0, difference −1,000, points scored 4,000"


def test_partners_have_each_match_once() -> None:
    league = a_season()
    found = load_matches([one.pk for one in league.players["Alfa"][:2]])
    assert len(found.coming) == len(found.played) == 1
    assert found.played[0].own_points.count("table points") == 1


def test_no_line_up_is_told_before_both_are_open() -> None:
    league = three_teams()
    leagues.seal_line_up(league.by, league.match(1), TeamSide.HOME, league.pairs("Alfa", 1, 2, 3, 4))
    (coming,) = [one for one in load_matches([league.players["Alfa"][0].pk]).coming if one.match.number == 1]
    assert coming.places == ()


def test_who_did_not_play_has_no_match_played() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "3000-4100")
    assert load_matches([league.players["Alfa"][0].pk]).played == []


def test_a_team_that_has_left_has_no_match_to_come() -> None:
    league = a_season()
    leagues.withdraw_team(league.by, league.teams["Gamma"], "too few players")
    found = load_matches([league.players["Alfa"][0].pk])
    assert found.coming == []


def test_what_is_not_confirmed_or_disputed_is_said() -> None:
    league = three_teams()
    league.lined_up(1)
    league.enter(1, "5000-4000", "3000-4100", side=TeamSide.HOME)
    player = league.players["Alfa"][0].pk
    assert load_matches([player]).played[0].remark == "not confirmed yet"
    leagues.dispute_result(league.by, league.match(), "table 2", league.match().version, needs=None)
    (disputed,) = load_matches([player]).played
    assert (disputed.remark, disputed.result, disputed.own_points) == ("disputed", "", "")


# The page.


def test_the_page_of_a_player_has_the_matches_and_their_file() -> None:
    league = a_season()
    player = league.players["Alfa"][0]
    page = page_of(player)
    assert reverse("tournaments:league_match", args=[league.league.pk, 1]) in page
    assert "table points 2, difference +1,000, points scored 5,000" in page
    results = Client().get(reverse("tournaments:player_results", args=[player.pk])).content.decode()
    assert address(player) in results
    file = json.loads(Client().get(f"{address(player)}?as=json").content)
    assert [table["key"] for table in file["tables"]] == ["coming", "played"]


def test_nobody_is_named_without_consent_and_no_hidden_league_is() -> None:
    league = a_season()
    player = league.players["Alfa"][0]
    League.objects.update(public=False)
    assert "Beta" not in page_of(player)
    Player.objects.filter(pk=player.pk).update(may_publish=False)
    assert Client().get(address(player)).status_code == 404


def test_a_page_that_has_not_changed_is_answered_by_one_query_and_follows_its_league() -> None:
    league = a_season()
    player = league.players["Alfa"][0]
    first = Client().get(address(player))
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(address(player), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(asked)) == (304, 1)
    league.enter(2, "5000-4000", "3000-4100")
    assert Client().get(address(player), headers={"If-None-Match": first["ETag"]}).status_code == 200


def another_season(first: LeagueOfClub) -> LeagueOfClub:
    """Another league, in which the players of Alfa are a team too."""
    league = LeagueOfClub(club=first.club, author=first.by, name="Second")
    league.players["Omega"] = first.players["Alfa"]
    plan = leagues.TeamPlan(name="Omega", players=tuple(player.pk for player in first.players["Alfa"]))
    league.teams["Omega"] = leagues.add_team(first.by, league.league, plan, uuid4())
    league.team("Psi")
    league.publish("1 Omega Psi", "2 Psi Omega")
    league.lined_up(1)
    league.enter(1, "5000-4000", "3000-4100")
    return league


def test_the_matches_of_a_player_cost_the_same_in_many_leagues() -> None:
    first = a_season()
    player = first.players["Alfa"][0]
    costs = []
    for played in (1, 2):
        if played > 1:
            another_season(first)
        with CaptureQueriesContext(connection) as asked:
            found = load_matches([player.pk])
            assert [one.own_points for one in found.played].count("") == 0
        assert len(found.played) == played
        costs.append(len(asked))
    assert costs == [3, 3]
