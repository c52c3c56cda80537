"""Tables of league matches whose points were entered: in a player's games, and head to head."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Player
from scoring.models import Game
from scoring.store import sheets
from tests.tournaments.leagues.support import LeagueOfClub
from tests.tournaments.series.support import page_of
from tournaments import leagues
from tournaments.core.history.encounters import PlayedAt
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.history.games_of_player import page_of_games
from tournaments.history.met import people_met, played_against
from tournaments.models import League, LineUpPlace, MatchTable, TeamMatch

pytestmark = pytest.mark.django_db

WHERE = "Autumn league · Alfa – Beta"


def a_match(*totals: str, accepted: bool = True, **fields: Any) -> LeagueOfClub:
    """Alfa at home to Beta with both line-ups; the points of two tables were entered."""
    league = LeagueOfClub(**fields)
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta")
    league.lined_up()
    league.enter(1, *(totals or ("6000-4000", "3000-4500")))
    if accepted:
        accept(league)
    return league


def accept(league: LeagueOfClub, number: int = 1) -> None:
    leagues.accept_result(league.by, league.match(number), league.match(number).version)


def lines(player: Player) -> list[tuple[str, str, str, str]]:
    _page, found = page_of_games(player, None)
    return [(line.where, line.partners, line.opponents, line.result) for line in found]


def key(*players: Player) -> str:
    return "-".join(str(player.pk) for player in players)


def file_of(name: str, *parts: object) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(page_of(name, *parts, query="?as=json"))
    return {table["key"]: table["rows"] for table in read["tables"]}


@pytest.mark.engine
def test_the_list_of_a_player_has_the_own_tables_with_the_own_total_first() -> None:
    league = a_match()
    alfa, beta = league.players["Alfa"], league.players["Beta"]
    assert lines(alfa[0]) == [(WHERE, "Alfa2 Berg", "Beta1 Berg – Beta2 Berg", "6,000–4,000")]
    assert lines(alfa[2]) == [(WHERE, "Alfa4 Berg", "Beta3 Berg – Beta4 Berg", "3,000–4,500")]
    assert lines(beta[3]) == [(WHERE, "Beta3 Berg", "Alfa3 Berg – Alfa4 Berg", "4,500–3,000")]
    text = page_of("player_results", alfa[0].pk)
    assert reverse("tournaments:league_match", args=[league.league.pk, 1]) in text
    (row,) = file_of("player_results", alfa[0].pk)["games"]
    assert (row["event"], row["result"], row["game"]) == (WHERE, "6,000–4,000", None)


def test_each_against_several_has_a_line_for_each_table() -> None:
    rules = LeagueRules(meeting=PairsMeeting.EACH_AGAINST, opponents=2)
    totals = ("6000-4000", "3000-4500", "5000-5000", "1000-2000")
    league = a_match(*totals, rules=rules)
    shown = {(opponents, result) for _where, _own, opponents, result in lines(league.players["Alfa"][0])}
    assert len(shown) == 2
    assert {names for names, _result in shown} == {"Beta1 Berg – Beta2 Berg", "Beta3 Berg – Beta4 Berg"}


def test_two_who_met_in_a_match_are_head_to_head_and_partners_have_won_together() -> None:
    league = a_match()
    alfa, beta = league.players["Alfa"], league.players["Beta"]
    met = played_against([alfa[0]], [beta[1].pk])
    assert (met.games.won, met.games.drawn, met.games.lost, met.games.difference) == (1, 0, 0, 2000)
    text = page_of("head_to_head", key(alfa[0]), key(beta[1]))
    assert "6,000–4,000" in text
    assert WHERE in text
    # The line, and the biggest win.
    assert text.count(f'href="{reverse("tournaments:league_match", args=[league.league.pk, 1])}"') == 2
    (row,) = file_of("head_to_head", key(alfa[0]), key(beta[1]))["games"]
    assert (row["difference"], row["game"]) == (2000, None)
    pairs = played_against(alfa[:2], [player.pk for player in beta[:2]])
    assert pairs.games.won == 1
    assert played_against([alfa[2]], [beta[2].pk]).games.lost == 1
    together = played_against([alfa[0]], [alfa[1].pk])
    assert [outcome.value for outcome in together.together] == ["W"]
    assert played_against([alfa[0]], [beta[2].pk]).games.encounters == []
    assert {one.player for one in people_met(alfa[0]).opponents} == {beta[0].pk, beta[1].pk}
    assert {one.player for one in people_met(alfa[0]).partners} == {alfa[1].pk}


def test_a_level_table_is_drawn() -> None:
    league = a_match("5000-5000", "3000-4500")
    met = played_against([league.players["Alfa"][0]], [league.players["Beta"][0].pk])
    assert (met.games.won, met.games.drawn, met.games.lost) == (0, 1, 0)


def test_a_table_that_was_played_deal_by_deal_stands_once() -> None:
    league = a_match()
    MatchTable.objects.filter(match=league.match(), number=1).update(game=a_game_of(league))
    assert [one.number for one in page_of_games(league.players["Alfa"][2], None)[1]] == [None]
    assert lines(league.players["Alfa"][0]) == []


def a_game_of(league: LeagueOfClub) -> int:
    """A game in the book of a league, in which nobody sits."""
    game = Game.objects.create(
        book=league.league.book,
        ruleset="samba",
        edition=sheets.newest_edition("samba"),
        players_per_side=[2, 2],
        opened_at=timezone.now(),
    )
    return game.pk


def test_only_what_was_played_for_and_accepted_counts() -> None:
    waiting = a_match(accepted=False)
    assert lines(waiting.players["Alfa"][0]) == []
    accept(waiting)
    assert len(lines(waiting.players["Alfa"][0])) == 1
    leagues.unaccept_result(waiting.by, waiting.match())
    assert lines(waiting.players["Alfa"][0]) == []
    accept(waiting)
    MatchTable.objects.filter(match=waiting.match()).update(kind=MatchTable.Kind.WALKOVER)
    assert lines(waiting.players["Alfa"][0]) == []


@pytest.mark.parametrize("hidden", [{"public": False}, {"removed_at": "2026-01-01T00:00Z"}])
def test_tables_of_a_hidden_league_are_nowhere(hidden: dict[str, Any]) -> None:
    league = a_match()
    League.objects.update(**hidden)
    alfa, beta = league.players["Alfa"], league.players["Beta"]
    assert lines(alfa[0]) == []
    assert played_against([alfa[0]], [beta[0].pk]).games.encounters == []
    assert people_met(alfa[0]).opponents == []


def test_a_line_up_that_was_never_opened_names_nobody() -> None:
    league = a_match()
    TeamMatch.objects.update(opened_at=None)
    assert lines(league.players["Alfa"][0]) == []


def test_without_a_line_up_of_the_others_their_team_is_named() -> None:
    league = a_match()
    LineUpPlace.objects.filter(side=TeamSide.AWAY).delete()
    ((_where, _partners, opponents, _result),) = lines(league.players["Alfa"][0])
    assert opponents == "Beta"


def test_who_may_not_be_named_is_a_number() -> None:
    league = a_match()
    other = league.players["Beta"][0]
    Player.objects.filter(pk=other.pk).update(may_publish=False)
    ((_where, _partners, opponents, _result),) = lines(league.players["Alfa"][0])
    assert opponents == f"Player {other.pk} – Beta2 Berg"


def test_the_pages_follow_the_book_of_the_league() -> None:
    league = a_match(accepted=False)
    alfa, beta = league.players["Alfa"][0], league.players["Beta"][0]
    addresses = [
        reverse("tournaments:player_results", args=[alfa.pk]),
        reverse("tournaments:player_met", args=[alfa.pk]),
        reverse("tournaments:head_to_head", args=[alfa.pk, beta.pk]),
    ]
    tags = [Client().get(address)["ETag"] for address in addresses]
    for address, tag in zip(addresses, tags, strict=True):
        with CaptureQueriesContext(connection) as asked:
            again = Client().get(address, headers={"If-None-Match": tag})
        assert (again.status_code, len(asked)) == (304, 1)
    accept(league)
    for address, tag in zip(addresses, tags, strict=True):
        answer = Client().get(address, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert "Beta1 Berg" in answer.content.decode()


def test_the_pages_of_many_tables_cost_as_many_queries_as_those_of_few() -> None:
    league = LeagueOfClub()
    for name in ("Alfa", "Beta"):
        league.team(name)
    numbers = range(1, 31)
    league.publish(*(f"{number} Alfa Beta" for number in numbers))
    alfa, beta = league.players["Alfa"][0], league.players["Beta"][0]

    def play(number: int) -> None:
        league.lined_up(number)
        league.enter(number, f"{5000 + number}-4000", "3000-4500")
        accept(league, number)

    def asked() -> list[int]:
        counts = []
        for address in (
            reverse("tournaments:player_results", args=[alfa.pk]),
            reverse("tournaments:player_met", args=[alfa.pk]),
            reverse("tournaments:head_to_head", args=[alfa.pk, beta.pk]),
        ):
            with CaptureQueriesContext(connection) as captured:
                assert Client().get(address).status_code == 200
            counts.append(len(captured))
        return counts

    play(1)
    few = asked()
    for number in numbers[1:]:
        play(number)
    assert asked() == few
    # The newest first, a page at a time.
    page, first = page_of_games(alfa, None)
    assert (page.paginator.count, len(first)) == (30, 25)
    assert [line.result for line in first[:2]] == ["5,030–4,000", "5,029–4,000"]
    _page, rest = page_of_games(alfa, "2")
    assert [line.result for line in rest][-1] == "5,001–4,000"
    assert len({line.played for line in (*first, *rest)}) == 30
    assert {type(line.played) for line in rest} == {PlayedAt}
