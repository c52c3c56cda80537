"""Tables of leagues in the ratings: which count and who has played there, and what the pages say of them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Player
from scoring import recording
from scoring.models import Game
from tests.scoring.support import signed
from tests.scoring.support.played import a_body
from tests.tournaments.leagues.support import FIRST_DAY, LeagueOfClub, three_teams
from tests.tournaments.ratings.support import exported, page_of, rows
from tournaments import leagues
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.ratings.history import RatedGame
from tournaments.models import MatchTable, TeamMatch
from tournaments.ratings import counting
from tournaments.ratings.queries import counted_parts, revision_of_ratings, scope_of
from tournaments.ratings.words import MIN_GAMES

pytestmark = pytest.mark.django_db

# The points of the two tables of a match.
RESULT = ("7000-5000", "4000-6000")


@pytest.fixture
def league() -> LeagueOfClub:
    """Alfa at home to Beta, Beta to Gamma, Gamma to Alfa."""
    return three_teams()


def accept(league: LeagueOfClub, number: int = 1) -> TeamMatch:
    match = league.match(number)
    if match.state != TeamMatch.State.CONFIRMED:
        match = leagues.confirm_result(league.by, match, match.version)
    return leagues.accept_result(league.by, match, match.version)


def play(league: LeagueOfClub, number: int = 1, *totals: str) -> TeamMatch:
    """Play a match with both line-ups, by its points alone, to its acceptance."""
    league.lined_up(number)
    league.enter(number, *(totals or RESULT))
    return accept(league, number)


def rated(league: LeagueOfClub) -> list[RatedGame]:
    return counting.ratings_of(scope_of(league.club)).games


def players(league: LeagueOfClub, team: str, *numbers: int) -> tuple[int, ...]:
    return tuple(league.players[team][number - 1].pk for number in numbers)


def test_each_table_of_an_accepted_match_counts_by_its_points_and_the_line_ups(league: LeagueOfClub) -> None:
    play(league)
    first, second = rated(league)
    assert first.sides == (players(league, "Alfa", 1, 2), players(league, "Beta", 1, 2))
    assert second.sides == (players(league, "Alfa", 3, 4), players(league, "Beta", 3, 4))
    assert (first.ranks, second.ranks) == ((0, 1), (1, 0))
    assert first.day == second.day == FIRST_DAY.toordinal()
    tables = MatchTable.objects.filter(match=league.match()).order_by("number")
    assert [first.key, second.key] == [table.pk for table in tables]


def test_nothing_counts_before_the_match_is_accepted(league: LeagueOfClub) -> None:
    league.lined_up()
    match = league.enter(1, *RESULT)
    assert not rated(league)
    match = leagues.confirm_result(league.by, league.match(), match.version)
    assert not rated(league)
    match = leagues.accept_result(league.by, league.match(), match.version)
    assert len(rated(league)) == 2
    leagues.unaccept_result(league.by, league.match(), match.version)
    assert not rated(league)


def test_a_table_that_was_not_played_does_not_count(league: LeagueOfClub) -> None:
    league.lined_up()
    walkover = leagues.TypedTable(
        number=2, home_pair=2, away_pair=2, kind=MatchTable.Kind.WALKOVER.value, at_fault=1
    )
    played = leagues.TypedTable(number=1, home_pair=1, away_pair=1, home_total=7000, away_total=5000)
    leagues.enter_result(league.by, league.match(), [played, walkover], uuid4())
    accept(league)
    (game,) = rated(league)
    assert game.sides[0] == players(league, "Alfa", 1, 2)


def test_a_match_that_was_not_played_does_not_count(league: LeagueOfClub) -> None:
    league.lined_up()
    match = league.match()
    match = leagues.rule_match(
        league.by, match, MatchKind.WALKOVER, "Beta did not come", match.version, at_fault=TeamSide.AWAY
    )
    leagues.accept_result(league.by, league.match(), match.version)
    assert league.match().state == TeamMatch.State.ACCEPTED
    assert not rated(league)


def test_a_table_at_which_somebody_is_not_known_does_not_count(league: LeagueOfClub) -> None:
    for side, numbers in ((TeamSide.HOME, (1, 0, 3, 4)), (TeamSide.AWAY, (1, 2, 3, 4))):
        name = league.match().team_at(side).name
        leagues.seal_line_up(league.by, league.match(), side, league.pairs(name, *numbers))
    league.enter(1, *RESULT)
    accept(league)
    (game,) = rated(league)
    assert game.sides == (players(league, "Alfa", 3, 4), players(league, "Beta", 3, 4))


def test_a_league_that_is_not_public_counts_nowhere() -> None:
    league = three_teams(public=False)
    play(league)
    assert not rated(league)


def one_table_each(matches: int) -> LeagueOfClub:
    """Alfa at home to Beta so many times, each match a game of one deal."""
    league = LeagueOfClub(rules=LeagueRules(tables=1, deals=1, margin=2000))
    for name in ("Alfa", "Beta"):
        league.team(name, players=3)
    league.publish(*(f"{number} Alfa Beta" for number in range(1, matches + 1)))
    return league


def play_deal(league: LeagueOfClub, number: int = 1, substitute: Player | None = None) -> Game:
    """Play a match deal by deal to its acceptance; `substitute` comes in for the second player at home."""
    league.lined_up(number)
    evening = league.game_at(1, number)
    if substitute is not None:
        recording.substitute(league.by, evening.game, 0, league.players["Alfa"][1], substitute, uuid4())
    evening.record(1, a_body(), by=evening.device(0))
    signed.approve(evening)
    signed.all_sign(evening)
    accept(league, number)
    return evening.game


def test_at_a_game_played_deal_by_deal_those_count_who_sat_there_at_its_end() -> None:
    league = one_table_each(1)
    reserve = league.players["Alfa"][2]
    play_deal(league, substitute=reserve)
    (one,) = rated(league)
    assert one.sides == ((league.players["Alfa"][0].pk, reserve.pk), players(league, "Beta", 1, 2))
    assert one.ranks == (0, 1)


def test_matches_count_on_their_days(league: LeagueOfClub) -> None:
    play(league, 2)
    play(league, 1)
    days = [date.fromordinal(game.day) for game in rated(league)]
    assert days == [FIRST_DAY] * 2 + [FIRST_DAY + timedelta(weeks=2)] * 2


def test_a_match_without_a_day_counts_on_the_day_of_its_acceptance(league: LeagueOfClub) -> None:
    match = play(league)
    TeamMatch.objects.filter(pk=match.pk).update(day=None)
    assert {game.day for game in rated(league)} == {timezone.localtime(match.accepted_at).date().toordinal()}


def test_what_is_put_right_is_followed(league: LeagueOfClub) -> None:
    match = play(league)
    before = rated(league)[0]
    match = leagues.unaccept_result(league.by, match, match.version)
    league.enter(1, "3000-5000", "4000-6000")
    accept(league)
    assert before.ranks == (0, 1)
    assert rated(league)[0].ranks == (1, 0)


def test_the_state_of_the_pages_follows_a_league(league: LeagueOfClub) -> None:
    before = revision_of_ratings(league.club.pk)
    parts = counted_parts(scope_of(league.club))
    play(league)
    assert revision_of_ratings(league.club.pk) != before
    assert counted_parts(scope_of(league.club)) != parts


def test_the_number_of_queries_does_not_grow(league: LeagueOfClub) -> None:
    play(league, 1)
    with CaptureQueriesContext(connection) as few:
        assert len(rated(league)) == 2
    play(league, 2)
    play(league, 3)
    counting.forget()
    with CaptureQueriesContext(connection) as many:
        assert len(rated(league)) == 6
    assert len(many) == len(few)


def agreed_and_played() -> LeagueOfClub:
    """Two teams who agree that ratings are shown, and one match more than is enough, at a table each."""
    league = one_table_each(MIN_GAMES + 1)
    for number in range(1, MIN_GAMES + 1):
        play(league, number, "7000-5000")
    Player.objects.filter(home_club=league.club).update(rating_consent_at=timezone.now())
    return league


def first_line(player: Player) -> dict[str, Any]:
    return rows(exported("player_rating", player.pk), "games")[0]


def test_the_page_of_a_player_names_the_match_and_leads_to_it() -> None:
    league = agreed_and_played()
    player, number = league.players["Alfa"][0], MIN_GAMES + 1
    play(league, number, "7000-5000")
    text = page_of("player_rating", player.pk)
    assert reverse("tournaments:league_match", args=[league.league.pk, number]) in text
    assert "Autumn league · Alfa – Beta" in text
    assert "The tables of a league count one by one" in text
    first = first_line(player)
    assert (first["event"], first["game"]) == ("Autumn league · Alfa – Beta", None)
    assert first["change"] > 0


def test_of_a_table_played_as_a_game_the_file_has_its_number() -> None:
    league = agreed_and_played()
    game = play_deal(league, MIN_GAMES + 1)
    first = first_line(league.players["Alfa"][0])
    assert (first["event"], first["game"]) == ("Autumn league · Alfa – Beta", game.pk)
