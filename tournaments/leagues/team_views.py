"""The pages on which teams are added, changed, withdrawn and charged."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.models import Player
from clubs.web import exports
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import ReasonForm
from clubs.web.request_author import author_of
from tournaments.core.leagues.table import LeagueCharge
from tournaments.leagues.access import (
    ANY_ROLE,
    DIRECTORS,
    act_page,
    league_for,
    league_page,
    one_tap,
    team_for,
)
from tournaments.leagues.forms import TeamChargeForm, TeamForm, initial_of_team, roster_of
from tournaments.leagues.page import load_page
from tournaments.leagues.plans import TeamPlan, team_plan_of
from tournaments.leagues.queries import clubs_to_choose, players_to_choose
from tournaments.leagues.reports import list_of_teams
from tournaments.leagues.teams import (
    add_team,
    cancel_charge,
    change_team,
    charge_team,
    remove_team,
    return_team,
    withdraw_team,
)
from tournaments.leagues.words import charge_text
from tournaments.models import League, Team, TeamCharge


@page
def league_teams(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The teams of a league, with their players."""
    league = league_for(request, pk, ANY_ROLE)
    shown = load_page(league)
    file = exports.export_response(request, lambda: list_of_teams(shown), lambda: league.book)
    if file is not None:
        return file
    counts = _counts(league)
    charges = [
        (
            one,
            shown.counted.teams[one.team_id],
            charge_text([one.match_points, one.table_points, one.difference]),
        )
        for one in shown.counted.charges
        if one.team_id in shown.counted.teams
    ]
    teams = [
        (division, [(team, *counts.get(team.pk, (0, 0))) for team in division.counted.teams.values()])
        for division in shown.divisions
    ]
    context = {"page": shown, "teams": teams, "charges": charges}
    return league_page(request, "teams", league, context)


def _counts(league: League) -> dict[int, tuple[int, int]]:
    """Return how many players and reserves each team has."""
    counts: dict[int, tuple[int, int]] = {}
    for team, is_reserve in Team.objects.filter(league=league).values_list("pk", "members__is_reserve"):
        players, reserves = counts.get(team, (0, 0))
        counts[team] = (players + (is_reserve is False), reserves + (is_reserve is True))
    return counts


@form_page
def team_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A new team."""
    league = league_for(request, pk, DIRECTORS)
    form = _form(request, league, TeamPlan(name=""))
    if request.method == "POST" and form.is_valid():
        by, key = author_of(request), form.cleaned_data["key"]
        if run_into_form(form, lambda by: add_team(by, league, form.plan(), key), by):
            say_done(request, league.book, _("The team has been added."), by)
            return redirect("tournaments:league_teams", league.pk)
    return league_page(request, "team_form", league, {"form": form, "team": None, "labels": form.labels})


@form_page
def team_change(request: HttpRequest, pk: int) -> HttpResponse:
    """A team, its players and its captain."""
    team = team_for(request, pk, DIRECTORS)
    form = _form(request, team.league, team_plan_of(team), team)
    back = reverse("tournaments:league_teams", args=[team.league_id])
    words = ActionPage(team.name, _("Save"), _("The team has been saved."))

    def act(by: Author) -> object:
        return change_team(by, team, form.plan(), form.cleaned_data["version"])

    context = {"team": team, "labels": form.labels}
    return act_page(request, team.league, form, words, act, back, "team_form", context)


def _form(request: HttpRequest, league: League, plan: TeamPlan, team: Team | None = None) -> TeamForm:
    own = Player.objects.filter(team_places__team=team) if team else Player.objects.none()
    roster = roster_of(players_to_choose(league), own)
    return TeamForm(
        request.POST or None,
        initial=initial_of_team(plan, team.version if team else 0),
        roster=roster,
        divisions=[*league.divisions.order_by("position")],
        clubs=clubs_to_choose(league),
    )


@post_only
def team_remove(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_for(request, pk, DIRECTORS)
    return _acted(request, team, remove_team, _("The team has been taken out."))


@post_only
def team_return(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_for(request, pk, DIRECTORS)
    return _acted(request, team, return_team, _("The team plays on."))


def _acted(
    request: HttpRequest, team: Team, verb: Callable[[Author, Team], object], done: str
) -> HttpResponse:
    back = reverse("tournaments:league_teams", args=[team.league_id])
    return one_tap(request, team.league, lambda by: verb(by, team), done, back)


@form_page
def team_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """A team that leaves in the season."""
    team = team_for(request, pk, DIRECTORS)
    form = ReasonForm(request.POST or None)
    words = ActionPage(
        _("Withdraw %(team)s") % {"team": team.name},
        _("Withdraw the team"),
        _("The team has withdrawn."),
        _("The rules of the league say what becomes of its matches. The team can be brought back."),
    )
    back = reverse("tournaments:league_teams", args=[team.league_id])

    def act(by: Author) -> object:
        return withdraw_team(by, team, form.cleaned_data["reason"])

    return act_page(request, team.league, form, words, act, back)


@form_page
def team_charge(request: HttpRequest, pk: int) -> HttpResponse:
    """Points that a team gets or loses besides its matches."""
    team = team_for(request, pk, DIRECTORS)
    form = TeamChargeForm(request.POST or None)

    def act(by: Author) -> object:
        typed = form.cleaned_data
        charge = LeagueCharge(typed["match_points"], typed["table_points"], typed["difference"])
        return charge_team(by, team, charge, typed["reason"], typed["key"])

    words = ActionPage(
        _("Points of %(team)s") % {"team": team.name},
        _("Save"),
        _("It is entered."),
        _("A minus takes points away. It stands in the table with the team."),
    )
    return act_page(
        request, team.league, form, words, act, reverse("tournaments:league_teams", args=[team.league_id])
    )


@post_only
def charge_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    charges = TeamCharge.objects.select_related("team__league__book")
    charge = get_object_or_404(charges, pk=pk)
    team = team_for(request, charge.team_id, DIRECTORS)
    back = reverse("tournaments:league_teams", args=[team.league_id])
    return one_tap(
        request, team.league, lambda by: cancel_charge(by, charge), _("The change is cancelled."), back
    )
