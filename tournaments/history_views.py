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
from tournaments import history_queries, history_report
from tournaments.history_queries import Result, revision_of_club, revision_of_player
from tournaments.history_report import RecordsOfGame, WonLine
from tournaments.public import places_plot

LATEST = 50


@require_safe
@revised(revision_of_player)
def player_results(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The results of a player who may be named: events, partners, and how it went over time."""
    player = get_object_or_404(Player, pk=pk, may_publish=True)
    results = history_queries.results_of(player)
    if (taken := exports.asked(request, lambda: history_report.results_file(player, results))) is not None:
        return taken
    return render(request, "tournaments/player_results.html", {"player": player, **results_shown(results)})


def results_shown(results: list[Result]) -> dict[str, object]:
    return {
        "lines": history_report.lines_of(results),
        "partners": history_report.partners_of(results),
        "plot": places_plot.course([share for _day, share in history_report.course_of(results)]),
        "figures": history_report.course_table(results),
    }


@require_safe
@revised(revision_of_club)
def club_records(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The records of a club's events, game by game, and who has won them."""
    club = get_object_or_404(Club, pk=pk)
    games = games_of(club)
    if (taken := exports.asked(request, lambda: records_file(club, games))) is not None:
        return taken
    context = {"club": club, "games": games, "won": won_in(club, LATEST)}
    return render(request, "tournaments/club_records.html", context)


def games_of(club: Club) -> list[RecordsOfGame]:
    found = [
        (_("Biggest deal"), history_queries.biggest_deals(club)),
        (_("Most sambas in a deal"), history_queries.most_sambas(club)),
        (_("Most points in a game"), history_queries.best_games(club)),
    ]
    bests = [best for _label, some in found for best in some]
    sat, events = history_queries.who_sat(bests), history_queries.events_named(bests)
    return history_report.records_of(found, sat, events)


def won_in(club: Club, latest: int | None = None) -> list[WonLine]:
    return history_report.won_told(history_queries.winners_in(club, latest))


def records_file(club: Club, games: list[RecordsOfGame]) -> Tables:
    """The page with the winners of all events: a file has room for them."""
    return history_report.records_file(club, games, won_in(club))
