"""Who has won the closed leagues of a club: the first team of each division, and its players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from tournaments.leagues.counting import CountedDivision, CountedLeague, count_leagues
from tournaments.leagues.played import last_days, players_of_teams
from tournaments.leagues.queries import leagues_over_years
from tournaments.models import League
from tournaments.play.kept_values import BookState

# Of so many leagues it is kept in memory who has won.
_MAX_LEAGUES: Final = 2_000


class WinningTeam(NamedTuple):
    """A team in the first place, with those who stood in its line-ups, most often first."""

    name: str
    players: tuple[int, ...]


class DivisionWinners(NamedTuple):
    """A division of a closed league with those in the first place."""

    league: int
    # The number of the division in its league.
    position: int
    club: int
    # Of the league and, where it has several, of the division.
    name: str
    # Of the last match of the league.
    day: date
    ruleset: str
    teams: tuple[WinningTeam, ...]


# What this process has counted, under the state of the book of the league.
counted_winners: Final[dict[int, tuple[BookState, tuple[DivisionWinners, ...]]]] = {}


def winners_of_closed_leagues(club: int, year: int | None = None) -> list[DivisionWinners]:
    """Return the winners of the public closed leagues of a club and, of a federation, of its clubs.

    With a year they are those of the leagues whose last match was in it. A league that is opened again, or
    whose result has changed, is counted again: its book is in another state.
    """
    states = _states(club)
    known = {
        pk: kept[1] for pk, state in states.items() if (kept := counted_winners.get(pk)) and kept[0] == state
    }
    new = _count([pk for pk in states if pk not in known])
    if len(counted_winners) + len(new) > _MAX_LEAGUES:
        counted_winners.clear()
    counted_winners.update({pk: (states[pk], found) for pk, found in new.items()})
    found = known | new
    return [one for pk in states for one in found[pk] if year in (None, one.day.year)]


def _states(club: int) -> Mapping[int, BookState]:
    closed = leagues_over_years(club).filter(state=League.State.CLOSED)
    rows = closed.order_by("pk").values_list("pk", "book__revision", "book__head")
    return {pk: (revision, head) for pk, revision, head in rows}


def _count(leagues: Collection[int]) -> dict[int, tuple[DivisionWinners, ...]]:
    """Count leagues: as many queries for a hundred as for one."""
    if not leagues:
        return {}
    counted = count_leagues(list(League.objects.filter(pk__in=leagues).order_by("pk")))
    days, players = last_days(leagues), players_of_teams(leagues)
    return {
        one.league.pk: tuple(_winners(one, days.get(one.league.pk, one.league.until), players))
        for one in counted
    }


def _winners(
    counted: CountedLeague, day: date, players: Mapping[int, Sequence[int]]
) -> Iterator[DivisionWinners]:
    league = counted.league
    for one in counted.divisions:
        teams = tuple(WinningTeam(one.teams[team].name, tuple(players.get(team, ()))) for team in _first(one))
        if teams:
            name = league.name if len(counted.divisions) == 1 else f"{league.name}, {one.division.name}"
            position = one.division.position
            yield DivisionWinners(league.pk, position, league.club_id, name, day, league.ruleset, teams)


def _first(division: CountedDivision) -> list[int]:
    """Return the teams in the first place; none where nothing was played."""
    return [line.team for line in division.table.lines if line.place == 1 and line.played]
