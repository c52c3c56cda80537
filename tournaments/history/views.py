"""The public pages over all events: a player's results, a club's records."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.books.writing import club_book
from clubs.models import Club, Player
from clubs.reports.tables import ExportReport
from clubs.web import exports
from clubs.web.revisions import cached_by_revision, kept_by_revision
from tournaments.history import queries, tables
from tournaments.history.club_records import records_of_club
from tournaments.history.games_of_player import page_of_games
from tournaments.history.queries import PlayerResult, revision_of_club, revision_of_player
from tournaments.history.tables import GameRecords, WinnersLine
from tournaments.public import places_plot
from tournaments.series.of_player import lines_of_player

MAX_WINNERS_SHOWN = 50


@require_safe
@cached_by_revision(revision_of_player)
def player_results(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The results of a player who may be named: events, series, partners, a plot, and every game."""
    player = get_object_or_404(Player, pk=pk, may_publish=True)
    results = queries.results_of_player(player)
    if (
        response := exports.export_response(request, lambda: tables.results_file(player, results))
    ) is not None:
        return response
    page, games = page_of_games(player, request.GET.get("page"))
    stands = {"in_series": lines_of_player(player), "page": page, "games": games}
    context = {"player": player, **stands, **_results_context(results)}
    return render(request, "tournaments/history/player_results.html", context)


def _results_context(results: list[PlayerResult]) -> dict[str, object]:
    return {
        "lines": tables.result_lines(results),
        "partners": tables.partners_table(results),
        "plot": places_plot.plot_shares([share for _day, share in tables.shares_over_time(results)]),
        "figures": tables.shares_table(results),
    }


@require_safe
@kept_by_revision(revision_of_club, choices=exports.CHOICES)
def club_records(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The records of a club's events by game, and the winners."""
    club = get_object_or_404(Club, pk=pk)
    games = _records_of_club(club)
    response = exports.export_response(request, lambda: _records_file(club, games), lambda: club_book(club))
    if response is not None:
        return response
    context = {"club": club, "games": games, "won": _winners_of_club(club, MAX_WINNERS_SHOWN)}
    return render(request, "tournaments/history/club_records.html", context)


def _records_of_club(club: Club) -> list[GameRecords]:
    best = records_of_club(club)
    labelled = [
        (_("Biggest deal"), best.biggest_deals),
        (_("Most sambas in a deal"), best.most_sambas),
        (_("Most points in a game"), best.best_games),
    ]
    records = [record for _label, of_label in labelled for record in of_label]
    players, events = queries.players_at_tables(records), queries.events_by_id(records)
    return tables.records_by_game(labelled, players, events)


def _winners_of_club(club: Club, limit: int | None = None) -> list[WinnersLine]:
    return tables.winners_lines(queries.event_winners(club, limit))


def _records_file(club: Club, games: list[GameRecords]) -> ExportReport:
    """The page as a file, with the winners of all events."""
    return tables.records_file(club, games, _winners_of_club(club))
