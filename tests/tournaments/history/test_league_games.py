"""Games of leagues in the history: on the pages of players, in the list of games, and nowhere if hidden."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Role, User
from scoring.models import Game
from scoring.store.game_queries import GameFilter, clubs_with_games, find_games
from tests.builders import a_player, a_user
from tests.scoring.support import signed
from tests.scoring.support.played import Evening, a_body
from tests.tournaments.leagues.support import LeagueOfClub
from tests.tournaments.series.support import page_of
from tournaments import leagues
from tournaments.core.leagues.rules import LeagueRules
from tournaments.history.games_of_player import page_of_games, shown_games

pytestmark = pytest.mark.django_db

# A game is over after one deal: 2725 to −85.
RULES = LeagueRules(deals=1, margin=2000)
SCORE = "2,725–−85"


def a_match(**fields: Any) -> tuple[LeagueOfClub, Evening]:
    """Alfa at home to Beta, with the first table played deal by deal."""
    league = LeagueOfClub(rules=RULES, **fields)
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta")
    league.lined_up()
    game = league.game_at(1)
    game.record(1, a_body(), by=game.device(0))
    signed.approve(game)
    signed.all_sign(game)
    return league, game


def hide(league: LeagueOfClub) -> None:
    stored = league.fresh()
    leagues.change_league(league.by, stored, league.plan(public=False), stored.version)


def show(league: LeagueOfClub) -> None:
    stored = league.fresh()
    leagues.change_league(league.by, stored, league.plan(public=True), stored.version)


def remove(league: LeagueOfClub) -> None:
    leagues.remove_league(league.by, league.fresh())


def games_of(league: LeagueOfClub) -> list[tuple[str, str]]:
    _page, lines = page_of_games(league.players["Alfa"][0], None)
    return [(line.where, line.result) for line in lines]


def key(league: LeagueOfClub, team: str) -> str:
    return "-".join(str(player.pk) for player in league.players[team][:2])


def both(league: LeagueOfClub) -> str:
    return page_of("head_to_head", key(league, "Alfa"), key(league, "Beta"))


def game_addresses(game: Evening) -> list[str]:
    """All addresses at which everybody reads of a game."""
    pk = game.game.pk
    return [
        reverse("scoring:game", args=[pk]),
        reverse("scoring:deal", args=[pk, 1]),
        reverse("scoring:signed", args=[pk, 1]),
        reverse("scoring:protocol", args=[pk]),
    ]


def statuses(client: Client, game: Evening) -> set[int]:
    return {client.get(address).status_code for address in game_addresses(game)}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_game_of_a_public_league_names_its_league_and_its_match() -> None:
    league, game = a_match()
    assert games_of(league) == [("Autumn league · Alfa – Beta", SCORE)]
    assert SCORE in both(league)
    assert "Autumn league · Alfa – Beta" in both(league)
    assert statuses(Client(), game) == {200}
    assert [one.pk for one in find_games(GameFilter())] == [game.game.pk]


@pytest.mark.parametrize("hidden", [hide, remove])
def test_a_game_of_a_hidden_league_is_on_no_page_of_a_player(hidden: Any) -> None:
    league, _game = a_match()
    addresses = [
        reverse("tournaments:player_results", args=[league.players["Alfa"][0].pk]),
        reverse("tournaments:player_met", args=[league.players["Alfa"][0].pk]),
        reverse("tournaments:head_to_head", args=[key(league, "Alfa"), key(league, "Beta")]),
    ]
    tags = [Client().get(address)["ETag"] for address in addresses]
    hidden(league)
    assert games_of(league) == []
    for address, tag in zip(addresses, tags, strict=True):
        answer = Client().get(address, headers={"If-None-Match": tag})
        assert answer.status_code == 200, address
        text = answer.content.decode()
        assert "2,725" not in text
        assert "Autumn league" not in text
        assert reverse("tournaments:player_matches", args=[league.players["Alfa"][0].pk]) not in text


@pytest.mark.parametrize("hidden", [hide, remove])
def test_a_game_of_a_hidden_league_is_in_no_list_and_has_no_page_for_a_stranger(hidden: Any) -> None:
    league, game = a_match()
    assert statuses(Client(), game) == {200}
    hidden(league)
    assert statuses(Client(), game) == {404}
    assert not find_games(GameFilter()).exists()
    assert not clubs_with_games().exists()
    for asked in ("", "?as=json", "?q=Alfa1"):
        assert "Alfa1 Berg" not in Client().get(f"{reverse('scoring:games')}{asked}").content.decode()


def test_those_who_work_at_a_hidden_league_read_its_games_and_no_cache_keeps_them() -> None:
    league, game = a_match(public=False)
    manager = signed_in(a_user(Role.Kind.DIRECTOR, club=league.club))
    assert statuses(manager, game) == {200}
    assert "no-store" in manager.get(game_addresses(game)[0])["Cache-Control"]
    assert statuses(signed_in(a_user(Role.Kind.DIRECTOR)), game) == {404}
    assert statuses(Client(), game) == {404}


def test_a_game_of_a_hidden_league_leads_back_to_its_desk() -> None:
    league, game = a_match(public=False)
    manager = signed_in(a_user(Role.Kind.DIRECTOR, club=league.club))
    address = game_addresses(game)[0]
    desk = reverse("tournaments:league_desk", args=[league.league.pk])
    public = reverse("tournaments:league", args=[league.league.pk])
    assert f'href="{desk}"' in manager.get(address).content.decode()
    assert manager.get(desk).status_code == 200
    show(league)
    assert f'href="{public}"' in manager.get(address).content.decode()


def test_the_phone_at_the_table_of_a_hidden_league_reads_its_game() -> None:
    _league, game = a_match(public=False)
    phone = Client()
    assert phone.get(reverse("scoring:table", args=[game.table.secret])).status_code == 200
    assert statuses(phone, game) == {200}
    assert statuses(Client(), game) == {404}


def test_a_league_that_is_shown_again_shows_its_games() -> None:
    league, game = a_match(public=False)
    assert games_of(league) == []
    show(league)
    assert games_of(league) == [("Autumn league · Alfa – Beta", SCORE)]
    assert statuses(Client(), game) == {200}


@pytest.mark.engine
def test_a_page_of_a_game_that_has_not_changed_costs_one_query_still() -> None:
    _league, game = a_match()
    address = game_addresses(game)[0]
    first = Client().get(address)
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(asked)) == (304, 1)


def test_games_are_not_joined_to_leagues_to_see_which_are_hidden() -> None:
    """Joined, PostgreSQL took nearly all games for hidden, and went through those of everybody for a page."""
    query = str(Game.objects.filter(shown_games(a_player())).query)
    assert '"tournaments_league"' in query
    assert 'JOIN "tournaments_league"' not in query
