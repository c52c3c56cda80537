"""The public page of a player over all events."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.people.rating_consent import shows_rating
from clubs.web import exports
from clubs.web.revisions import cached_by_revision
from tournaments.history import queries, tables
from tournaments.history.games_of_player import page_of_games
from tournaments.history.queries import PlayerResult, revision_of_player
from tournaments.public import places_plot
from tournaments.series.of_player import lines_of_player


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
    has_leagues = queries.plays_in_leagues(player)
    page, games = page_of_games(player, request.GET.get("page"), in_leagues=has_leagues)
    stands = {
        "in_series": lines_of_player(player),
        "page": page,
        "games": games,
        "has_rating": shows_rating(player),
        "has_leagues": has_leagues,
    }
    context = {"player": player, **stands, **_results_context(results)}
    return render(request, "tournaments/history/player_results.html", context)


def _results_context(results: list[PlayerResult]) -> dict[str, object]:
    return {
        "lines": tables.result_lines(results),
        "partners": tables.partners_table(results),
        "plot": places_plot.plot_shares([share for _day, share in tables.shares_over_time(results)]),
        "figures": tables.shares_table(results),
    }
