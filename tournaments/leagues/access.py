"""Leagues, teams and matches of an address, for users who may work at them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Role
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from tournaments.access import Done, run_or_message
from tournaments.models import League, Team, TeamMatch

DIRECTORS, ANY_ROLE = permissions.DIRECTORS, permissions.ANY_ROLE


def league_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> League:
    """Return a league in which the user has one of the roles. Raises Http404 and PermissionDenied."""
    league = get_object_or_404(League.objects.select_related("club", "book"), pk=pk, removed_at=None)
    require_role(request, league.book, needs)
    return league


def team_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Team:
    teams = Team.objects.select_related("league__club", "league__book", "division", "club")
    team = get_object_or_404(teams, pk=pk, removed_at=None, league__removed_at=None)
    require_role(request, team.league.book, needs)
    return team


def match_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> TeamMatch:
    matches = TeamMatch.objects.select_related(
        "league__club", "league__book", "division", "home", "away"
    ).prefetch_related("tables")
    match = get_object_or_404(matches, pk=pk, league__removed_at=None)
    require_role(request, match.league.book, needs)
    return match


def league_page(
    request: HttpRequest, template: str, league: League, context: Mapping[str, object]
) -> HttpResponse:
    """Render a page of a league's workspace."""
    manages = not viewer_roles(request, league.book).isdisjoint(DIRECTORS)
    return render(
        request, f"tournaments/leagues/{template}.html", {"league": league, "manages": manages, **context}
    )


def act_page(
    request: HttpRequest,
    league: League,
    form: VerbForm,
    words: ActionPage,
    act: Callable[[Author], object],
    back: str,
    template: str = "act",
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show a form for one act, and return to the page of it when it is done."""
    by = author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, league.book, words.done, by)
        return redirect(back)
    return league_page(
        request, template, league, {"form": form, "page": words, "back": back, **(context or {})}
    )


def one_tap(
    request: HttpRequest, league: League, verb: Callable[[Author], object], done: str, back: str
) -> HttpResponse:
    """Do one act with one tap, and say so with its undo."""
    run_or_message(request, verb, Done(league.book, done))
    return redirect(back)
