"""A captain lets a table be played as a game: its phone keeps the score, and the match follows."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Table
from tests.scoring.support import signed
from tests.scoring.support.played import Evening
from tests.tournaments.captains.support import CaptainsLeague
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.models import MatchTable, TeamMatch

pytestmark = pytest.mark.django_db


def open_at(league: CaptainsLeague, match: TeamMatch, table: int, **typed: Any) -> str:
    match.refresh_from_db()
    sent: dict[str, Any] = {"key": uuid4(), "version": match.version, **typed}
    return league.post("team_table", "Alfa", match.number, table, **sent)


def evening_of(league: CaptainsLeague, table: int) -> Evening:
    """The game of a table of the only match, at its phone."""
    row = MatchTable.objects.get(match__league=league.league, number=table)
    game = Game.objects.select_related("book", "table__club", "table__game__book").get(match_table=row)
    return Evening(game, game.table, league.by, league.by)


def play(league: CaptainsLeague, table: int) -> None:
    evening = evening_of(league, table)
    evening.record(1, by=evening.device(0))
    signed.approve(evening)
    signed.all_sign(evening)


def test_a_table_is_played_on_a_phone_without_any_account() -> None:
    league = CaptainsLeague(rules=LeagueRules(deals=1, margin=2000))
    match = league.open_match()
    page = league.page("team_match", "Alfa", match.number)
    assert league.address("team_table", "Alfa", match.number, 1) in page
    opened = open_at(league, match, 1)
    assert "The game is open." in opened
    (phone,) = re.findall(r'class="button primary" href="(/t/[^"]+)"', opened)
    at_table = Client().get(phone).content.decode()
    assert f"{match.home.name} – {match.away.name}" in at_table
    assert reverse("tournaments:league_match", args=[league.league.pk, match.number]) in at_table
    # The other captain has the way to it too.
    assert phone in league.page("team_table", "Beta", match.number, 1)


def test_a_match_of_games_is_confirmed_by_its_signatures() -> None:
    league = CaptainsLeague(rules=LeagueRules(deals=1, margin=2000))
    match = league.open_match()
    for table in (1, 2):
        open_at(league, match, table)
    assert "once their score sheets are signed" in league.page("team_match", "Alfa", match.number)
    assert "Enter the result" not in league.page("team_match", "Alfa", match.number)
    for table in (1, 2):
        play(league, table)
    page = league.page("team_match", "Beta", match.number)
    assert "2,725 : −85" in page
    assert "It waits for the league manager to accept it." in page
    public = Client().get(reverse("tournaments:league_match", args=[league.league.pk, match.number]))
    for row in MatchTable.objects.filter(match=match):
        assert reverse("scoring:game", args=[row.game_id]) in public.content.decode()


def test_the_points_of_the_other_tables_are_entered_beside_a_game() -> None:
    league = CaptainsLeague(rules=LeagueRules(deals=1, margin=2000))
    match = league.open_match()
    open_at(league, match, 1)
    form = league.page("team_result", "Alfa", match.number)
    assert "Played as a game whose score sheet is not signed yet" in form
    assert 'name="home1"' not in form
    match.refresh_from_db()
    typed: dict[str, Any] = {
        "key": uuid4(),
        "version": match.version,
        "home2": "4000",
        "away2": "5100",
        "table2": "played",
    }
    refused = league.post("team_result", "Alfa", match.number, **typed)
    assert "The score sheet of the game at table 1 is not signed yet." in refused
    play(league, 1)
    match.refresh_from_db()
    assert "Played as a game: 2,725 : −85" in league.page("team_result", "Alfa", match.number)
    league.post("team_result", "Alfa", match.number, **{**typed, "key": uuid4(), "version": match.version})
    match.refresh_from_db()
    assert match.state == TeamMatch.State.ENTERED
    assert "Check the result" in league.page("team_match", "Beta", match.number)


def test_points_are_entered_after_all_before_a_deal() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    open_at(league, match, 1)
    match.refresh_from_db()
    left = league.post("team_table", "Alfa", match.number, 1, act="leave", version=match.version)
    assert "Points can be entered for this table." in left
    assert not Table.objects.exists()
    open_at(league, match, 1)
    evening_of(league, 1).start()
    match.refresh_from_db()
    refused = league.post("team_table", "Alfa", match.number, 1, act="leave", version=match.version)
    assert "Deals have been dealt" in refused


def test_only_the_home_captain_opens_a_game() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    sent: dict[str, Any] = {"key": uuid4(), "version": match.version}
    assert "are entered by the home captain" in league.post("team_table", "Beta", match.number, 1, **sent)
    assert not Game.objects.exists()


def test_the_home_captain_says_which_pair_lots_have_sent_to_the_table() -> None:
    league = CaptainsLeague(rules=LeagueRules(meeting=PairsMeeting.DRAWN))
    match = league.open_match()
    open_at(league, match, 1, away_pair=2)
    seated = evening_of(league, 1).player(1)
    assert seated == league.players["Beta"][2]


def test_a_table_has_no_game_before_the_line_ups_are_open() -> None:
    league = CaptainsLeague()
    match = league.match()
    answer = Client().get(league.address("team_table", "Alfa", match.number, 1))
    assert answer.status_code == 404
