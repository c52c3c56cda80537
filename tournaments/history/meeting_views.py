"""The public pages of those whom a player has met, and of two players or pairs head to head."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.web import exports
from clubs.web.revisions import cached_by_revision
from tournaments.history.difference_plot import plot_differences
from tournaments.history.meeting_reports import (
    course_table,
    head_to_head_report,
    load_head_to_head,
    load_met,
    met_report,
)
from tournaments.history.met import named_players, people_met, played_against, read_key, state_of_players

_MOST_MET = 40
_MAX_ASKED = 80
_GAMES_SHOWN = 100


def _state_of_met(pk: int) -> str | None:
    return state_of_players([pk])


@require_safe
@cached_by_revision(_state_of_met)
def player_met(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Whom a player has met most often, or those of them whose names have the words that were asked for."""
    player = get_object_or_404(Player, pk=pk, may_publish=True)
    asked = request.GET.get("q", "")[:_MAX_ASKED]
    page = load_met(player, people_met(player), asked)
    file = exports.export_response(request, lambda: met_report(player, page))
    if file is not None:
        return file
    opponents, partners = page.opponents[:_MOST_MET], page.partners[:_MOST_MET]
    context = {"player": player, "page": page, "asked": asked, "opponents": opponents, "partners": partners}
    return render(request, "tournaments/history/player_met.html", context)


def _state_of_both(one: str, other: str) -> str | None:
    """Return the state of two players or pairs; None where the address names no two sides."""
    players, others = read_key(one), read_key(other)
    if players is None or others is None or set(players) & set(others):
        return None
    return state_of_players([*players, *others])


@require_safe
@cached_by_revision(_state_of_both)
def head_to_head(request: HttpRequest, one: str, other: str) -> HttpResponseBase:
    """All games of two players or pairs against each other: won, drawn, lost, and the differences."""
    players, others = named_players(read_key(one) or ()), named_players(read_key(other) or ())
    if not players or not others:
        raise Http404
    met = played_against(players, [player.pk for player in others])
    most = None if exports.requested_format(request) else _GAMES_SHOWN
    page = load_head_to_head(players, others, met, most)
    file = exports.export_response(request, lambda: head_to_head_report(page))
    if file is not None:
        return file
    context = {
        "players": players,
        "others": others,
        "page": page,
        "lines": page.lines,
        "together": page.together,
        "plot": plot_differences(page.games.course),
        "figures": course_table(page),
        "turned": (other, one),
    }
    return render(request, "tournaments/history/head_to_head.html", context)
