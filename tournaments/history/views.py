"""The public pages of what lasts beyond an event: a player's results, a club's records."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.reports.tables import Tables
from clubs.web import exports
from clubs.web.revisions import revised
from tournaments.history import queries, tables
from tournaments.history.queries import Result, revision_of_club, revision_of_player
from tournaments.history.tables import RecordsOfGame, WonLine
from tournaments.public import places_plot

LATEST = 50


@require_safe
@revised(revision_of_player)
def player_results(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The results of a player who may be named: events, partners, and how it went over time."""
    player = get_object_or_404(Player, pk=pk, may_publish=True)
    results = queries.results_of(player)
    if (taken := exports.asked(request, lambda: tables.results_file(player, results))) is not None:
        return taken
    return render(
        request, "tournaments/history/player_results.html", {"player": player, **_results_shown(results)}
    )


def _results_shown(results: list[Result]) -> dict[str, object]:
    return {
        "lines": tables.lines_of(results),
        "partners": tables.partners_of(results),
        "plot": places_plot.course([share for _day, share in tables.course_of(results)]),
        "figures": tables.course_table(results),
    }


@require_safe
@revised(revision_of_club)
def club_records(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The records of a club's events, game by game, and who has won them."""
    club = get_object_or_404(Club, pk=pk)
    games = _games_of(club)
    if (taken := exports.asked(request, lambda: _records_file(club, games))) is not None:
        return taken
    context = {"club": club, "games": games, "won": _won_in(club, LATEST)}
    return render(request, "tournaments/history/club_records.html", context)


def _games_of(club: Club) -> list[RecordsOfGame]:
    found = [
        (_("Biggest deal"), queries.biggest_deals(club)),
        (_("Most sambas in a deal"), queries.most_sambas(club)),
        (_("Most points in a game"), queries.best_games(club)),
    ]
    bests = [best for _label, some in found for best in some]
    sat, events = queries.who_sat(bests), queries.events_named(bests)
    return tables.records_of(found, sat, events)


def _won_in(club: Club, latest: int | None = None) -> list[WonLine]:
    return tables.won_told(queries.winners_in(club, latest))


def _records_file(club: Club, games: list[RecordsOfGame]) -> Tables:
    """The page with the winners of all events: a file has room for them."""
    return tables.records_file(club, games, _won_in(club))
