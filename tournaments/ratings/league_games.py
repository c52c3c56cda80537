"""The games of leagues that count for ratings: those at the tables of accepted matches.

They count from the points of the table, whether these were entered or follow from a game played deal by deal.
Who sat there is in the game; where there is none, in the line-ups of both teams.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime

from scoring.models import Seat
from tournaments.core.leagues.match import TeamSide
from tournaments.core.ratings.history import RatedGame
from tournaments.models import League, TeamMatch
from tournaments.play import match_tables
from tournaments.play.match_tables import LinedUp, load_lined_up


class AcceptedMatch(NamedTuple):
    """A match whose games count, on its day, and the state of the book of its league."""

    pk: int
    day: date
    revision: int
    head: str


def accepted_matches(scope: int) -> Iterator[AcceptedMatch]:
    """Yield the matches that count of the public leagues of a club, or of a federation with its clubs."""
    rows = _matches(scope).values_list(
        "pk", "day", "accepted_at", "league__book__revision", "league__book__head"
    )
    for pk, day, accepted_at, revision, head in rows:
        yield AcceptedMatch(pk, day or localtime(accepted_at).date(), revision, head)


def _matches(scope: int) -> QuerySet[TeamMatch]:
    return match_tables.accepted_matches().filter(Q(league__club=scope) | Q(league__club__federation=scope))


class _PlayedTable(NamedTuple):
    """A table of a match with a result that was played for: the pairs and their points, home first."""

    pk: int
    match: int
    game: int | None
    pairs: tuple[int, int]
    totals: tuple[int, int]


# The players of each side of each game.
_Seated = Mapping[tuple[int, int], Sequence[int]]


def load_games_of_matches(days: Mapping[int, int]) -> Mapping[int, tuple[RatedGame, ...]]:
    """Load the games of matches, each match's in the order of its tables; `days` has the number of its day.

    A table at which somebody is not known counts nothing.
    """
    if not days:
        return {}
    tables = list(_tables(days))
    seated, lined_up = _seated(tables), _lined_up(days)
    games = defaultdict[int, list[RatedGame]](list)
    for table in tables:
        sides = _players_at(table, seated, lined_up)
        if all(sides):
            ranks = tuple(sum(other > own for other in table.totals) for own in table.totals)
            games[table.match].append(RatedGame(table.pk, days[table.match], sides, ranks, in_match=True))
    return {match: tuple(found) for match, found in games.items()}


def _tables(matches: Collection[int]) -> Iterator[_PlayedTable]:
    rows = match_tables.tables_played_for().filter(match__in=matches)
    columns = ("pk", "match", "game", "home_pair", "away_pair", "home_total", "away_total")
    for pk, match, game, home_pair, away_pair, home, away in rows.values_list(*columns):
        yield _PlayedTable(pk, match, game, (home_pair, away_pair), (home, away))


def _players_at(table: _PlayedTable, seated: _Seated, lined_up: LinedUp) -> tuple[tuple[int, ...], ...]:
    if table.game is not None:
        return tuple(tuple(seated.get((table.game, side), ())) for side in range(2))
    return tuple(
        tuple(lined_up.get((table.match, side, pair), ()))
        for side, pair in zip(TeamSide, table.pairs, strict=True)
    )


def _seated(tables: Iterable[_PlayedTable]) -> _Seated:
    """Return who sat at the games at their end."""
    games = [table.game for table in tables if table.game is not None]
    found = defaultdict[tuple[int, int], list[int]](list)
    if games:
        seats = Seat.objects.filter(side__game__in=games, until_deal=None).order_by("position", "pk")
        for game, side, player in seats.values_list("side__game", "side__number", "player"):
            found[game, side].append(player)
    return found


def _lined_up(matches: Collection[int]) -> LinedUp:
    """Return the pairs of the line-ups that have nobody missing."""
    found, sizes = load_lined_up(matches), _sizes_of_pairs(matches)
    return {place: players for place, players in found.items() if len(players) == sizes[place[0]]}


def _sizes_of_pairs(matches: Collection[int]) -> Mapping[int, int]:
    """Return of how many players a pair is in each match."""
    leagues = League.objects.filter(matches__in=matches).distinct().in_bulk()
    sizes = {pk: league.agreed.pair_size for pk, league in leagues.items()}
    rows = TeamMatch.objects.filter(pk__in=matches).order_by().values_list("pk", "league")
    return {match: sizes[league] for match, league in rows}
