"""The public pages of leagues: tables, a division, a team, a match explained, and the matches of a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.revisions import cached_by_revision, kept_by_revision
from tournaments.leagues.match_page import load_match
from tournaments.leagues.of_player import load_matches, state_of_player
from tournaments.leagues.page import load_page, load_team
from tournaments.leagues.player_report import player_report
from tournaments.leagues.queries import (
    revision_of_division,
    revision_of_league,
    revision_of_match,
    revision_of_team,
    shown_leagues,
)
from tournaments.leagues.reports import division_report, league_report, match_report, team_report
from tournaments.leagues.rules_page import rule_groups, rules_report
from tournaments.leagues.words import describe
from tournaments.models import League


def _league(pk: int) -> League:
    return get_object_or_404(shown_leagues(), pk=pk)


def _shown(
    request: HttpRequest,
    league: League,
    template: str,
    report: Callable[[], Report],
    context: Mapping[str, object],
) -> HttpResponseBase:
    """Return the file that was asked for, or the page."""
    file = exports.export_response(request, report, lambda: league.book)
    if file is not None:
        return file
    return render(request, f"tournaments/leagues/{template}.html", {"league": league, **context})


@require_safe
@kept_by_revision(revision_of_league, choices=exports.CHOICES)
def league(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The tables of all divisions."""
    shown = _league(pk)
    page = load_page(shown)
    context = {"page": page, "rules": describe(page.counted.rules)}
    return _shown(request, shown, "league", lambda: league_report(page), context)


@require_safe
@kept_by_revision(revision_of_league, choices=exports.CHOICES)
def league_rules(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The rules of a league in plain words."""
    shown = _league(pk)
    return _shown(request, shown, "rules", lambda: rules_report(shown), {"groups": rule_groups(shown)})


@require_safe
@kept_by_revision(revision_of_division, choices=exports.CHOICES)
def league_division(request: HttpRequest, pk: int, position: int) -> HttpResponseBase:
    """A division: its table, and its matches round by round."""
    shown = _league(pk)
    division = load_page(shown).division(position)
    if division is None:
        raise Http404
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    return _shown(
        request,
        shown,
        "division",
        lambda: division_report(division, for_people=for_people),
        {"one": division, "rules": describe(division.league.rules)},
    )


@require_safe
@kept_by_revision(revision_of_team, choices=exports.CHOICES)
def league_team(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A team: its place, its players and its matches."""
    shown = _league(pk)
    team = load_team(load_page(shown), number)
    if team is None:
        raise Http404
    return _shown(request, shown, "team", lambda: team_report(team), {"shown": team})


@require_safe
@kept_by_revision(revision_of_match, choices=exports.CHOICES)
def league_match(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A match: who played, each table, and why it gave its points."""
    shown = _league(pk)
    match = load_match(load_page(shown), number)
    if match is None:
        raise Http404
    return _shown(request, shown, "match", lambda: match_report(match, shown), {"shown": match})


@require_safe
@cached_by_revision(state_of_player)
def player_matches(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The matches of a player who may be named: those to come, and those that were played."""
    player = get_object_or_404(Player, pk=pk, may_publish=True)
    matches = load_matches([player.pk])
    file = exports.export_response(request, lambda: player_report(player, matches))
    if file is not None:
        return file
    context = {"player": player, "matches": matches}
    return render(request, "tournaments/leagues/player.html", context)
