"""The leagues of the world of pages: one with matches in each state, one that is over, and others."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club
from tests.tournaments.leagues.support import LeagueOfClub
from tournaments import captains, leagues
from tournaments.captains.codes import code_of_team
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.table import LeagueCharge
from tournaments.leagues.counting import count_league
from tournaments.leagues.next_round import propose_round

_GAMES = ("5000-4000", "5000-4000")


def leagues_in(club: Club, by: Author, their_club: Club, theirs: Author) -> Mapping[str, object]:
    """Return the words for the rows of two clubs' leagues."""
    league = LeagueOfClub(club=club, author=by, name="League", divisions=("First", "Second", "Third"))
    for name in ("Alfa", "Beta", "Gamma", "Delta", "Gone"):
        league.team(name)
    for name, division in (("Spare", 2), ("Other", 2), ("Eta", 3), ("Zeta", 3)):
        league.team(name, division=division, players=0)
    league.publish(
        *("1 Alfa Beta", "1 Gamma Delta", "2 Alfa Gamma", "2 Beta Delta", "3 Delta Alfa", "4 Gone Alfa"),
        "5 Alfa Beta",
    )
    league.publish("1 Eta Zeta", division=3)
    league.enter(2, *_GAMES, side=TeamSide.HOME)
    league.enter(3, *_GAMES)
    league.enter(4, *_GAMES)
    leagues.accept_result(by, league.match(4), league.match(4).version)
    leagues.seal_line_up(by, league.match(5), TeamSide.HOME, league.pairs("Delta", 1, 2, 3, 4))
    league.lined_up(7)
    game = league.game_at(1, 7).game
    leagues.withdraw_team(by, league.teams["Gone"], "no players")
    charge = leagues.charge_team(by, league.teams["Alfa"], LeagueCharge(-1), "late", uuid4())
    codes = _codes(league)
    counted = count_league(league.fresh())
    third = propose_round(counted, counted.divisions[2])
    assert third is not None
    over = _closed(LeagueOfClub(club=club, author=by, name="Over"))
    hidden = LeagueOfClub(club=club, author=by, name="Ours", public=False)
    other = _of_others(LeagueOfClub(club=their_club, author=theirs, name="Theirs"))
    return {
        "league": league.league.pk,
        "league_book": league.league.book_id,
        "league_version": league.fresh().version,
        "closed_league": over.league.pk,
        "hidden_league": hidden.league.pk,
        "team": league.teams["Alfa"].pk,
        "gone_team": league.teams["Gone"].pk,
        "spare_team": league.teams["Spare"].pk,
        "charge": charge.pk,
        "next_round": third.code,
        "match_game": game.pk,
        "lined_up_match": league.match(7).pk,
        "lined_up_match_version": league.match(7).version,
        **{f"{word}_match": league.match(number).pk for number, word in enumerate(_WORDS, 1)},
        **{f"{word}_match_version": league.match(number).version for number, word in enumerate(_WORDS, 1)},
        **codes,
        "their_league": other.league.pk,
        "their_team": other.teams["Alfa"].pk,
        "their_match": other.match(1).pk,
    }


# What the matches of the first division are, by their numbers.
_WORDS = ("planned", "entered", "confirmed", "accepted", "sealed")


def _codes(league: LeagueOfClub) -> Mapping[str, object]:
    """Return the words for the pages of captains: of a team that plays next, and of one that is to answer."""
    captains.make_team_codes(
        league.by, league.league, {league.teams[name].pk: 0 for name in ("Alfa", "Delta")}
    )
    answering = league.teams["Delta"].pk
    return {
        "team_code": code_of_team(league.league.book_id, league.teams["Alfa"].pk, 1),
        "answering_team": answering,
        "answered_match_version": league.match(2).version,
        "answering_code": code_of_team(league.league.book_id, answering, 1),
        "alfa_player": league.pairs("Alfa", 1, 2, 3, 4)[0][0],
    }


def _closed(league: LeagueOfClub) -> LeagueOfClub:
    for name in ("Alfa", "Beta"):
        league.team(name, players=0)
    league.publish("1 Alfa Beta")
    league.enter(1, *_GAMES)
    leagues.accept_result(league.by, league.match(1), league.match(1).version)
    leagues.close_league(league.by, league.fresh())
    return league


def _of_others(league: LeagueOfClub) -> LeagueOfClub:
    for name in ("Alfa", "Beta"):
        league.team(name, players=0)
    league.publish("1 Alfa Beta")
    return league
