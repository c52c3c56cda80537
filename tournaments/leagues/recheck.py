"""Comparison of the tables of matches with the games that are played at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.writing import Author, retried, writing
from clubs.models import Book
from scoring.recording.recheck import FurtherDifference
from tournaments.leagues.states import MatchState, TypedTable
from tournaments.leagues.table_games import read_game
from tournaments.models import League, MatchTable


def differences() -> Iterator[FurtherDifference]:
    """Yield the differences of all leagues, one after the other."""
    for league in _leagues_with_games():
        yield from _differences_in(league)


def _differences_in(league: League) -> list[FurtherDifference]:
    """Return the differences of a league, compared again under a lock where there are any."""
    if not any(_differences_of(league)):
        return []
    with transaction.atomic():
        Book.objects.select_for_update().get(pk=league.book_id)
        return list(_differences_of(league))


def repair(by: Author) -> Iterator[str]:
    """Store what differs anew; yield a sentence for each league that was repaired."""
    for league in _leagues_with_games():
        if _differences_in(league):
            _store_anew(by, league)
            yield _("League %(league)s: results of games stored again.") % {"league": league.pk}


@retried
def _store_anew(by: Author, league: League) -> None:
    with writing(league.book, by) as act:
        for row, _stored, now in _compared(league):
            MatchTable.objects.filter(pk=row.pk).update(
                kind=now.kind, at_fault=now.at_fault, home_total=now.home_total, away_total=now.away_total
            )
        act.log("league.rescored", league)


def _leagues_with_games() -> Sequence[League]:
    with_games = MatchTable.objects.filter(game__isnull=False).values("match__league")
    return list(League.objects.filter(pk__in=with_games).select_related("book").order_by("pk"))


def _differences_of(league: League) -> Iterator[FurtherDifference]:
    for row, stored, now in _compared(league):
        if stored != now:
            place = _("League %(league)s, match %(match)s, table %(table)s") % {
                "league": league.pk,
                "match": row.match.number,
                "table": row.number,
            }
            yield FurtherDifference(place, "match.table", stored.stored(), now.stored())


def _compared(league: League) -> Iterator[tuple[MatchTable, TypedTable, TypedTable]]:
    """Yield each table that is played as a game, as it is stored and as its game says."""
    for row in _rows(league):
        tables = MatchState.of(row.match).tables
        stored = next(table for table in tables if table.number == row.number)
        if row.game is not None:
            yield row, stored, read_game(stored, row.game)


def _rows(league: League) -> QuerySet[MatchTable]:
    rows = MatchTable.objects.filter(match__league=league, game__isnull=False)
    return rows.select_related("match", "game").order_by("match__number", "number")
