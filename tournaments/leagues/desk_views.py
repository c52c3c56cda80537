"""The pages of the league manager: what is to be done next, the agreement, and the fixtures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.web import exports
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.printed_addresses import printed_origin
from clubs.web.request_author import author_of
from tournaments.core.leagues.fixtures import PlannedMatch, SeasonPlan
from tournaments.core.leagues.pattern import LegOrder
from tournaments.leagues.access import ANY_ROLE, DIRECTORS, act_page, league_for, league_page, one_tap
from tournaments.leagues.changing import change_league, close_league, remove_league, reopen_league
from tournaments.leagues.clashes import plan_clashes
from tournaments.leagues.counting import count_league
from tournaments.leagues.forms import (
    FixturesForm,
    LeagueSettingsForm,
    about_initial,
)
from tournaments.leagues.frozen import find_frozen
from tournaments.leagues.next_season import make_next_season, next_teams
from tournaments.leagues.next_season_form import NextSeasonForm, next_initial
from tournaments.leagues.next_steps import load_desk
from tournaments.leagues.page import load_desk_page, load_page
from tournaments.leagues.planning import publish_fixtures, withdraw_fixtures
from tournaments.leagues.plans import plan_of
from tournaments.leagues.reports import league_report
from tournaments.leagues.rule_forms import LeagueRulesForm, league_rules_initial
from tournaments.leagues.season_plans import championship_days, fixtures_of, plan_division
from tournaments.models import Division, League

_EVENING: Final = time(18, 0)


@page
def league_desk(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What is to be done next, the matches that wait for something, and the tables."""
    league = league_for(request, pk, ANY_ROLE)
    shown = load_desk_page(league)
    file = exports.export_response(request, lambda: league_report(shown), lambda: league.book)
    if file is not None:
        return file
    return league_page(request, "desk", league, {"page": shown, "desk": load_desk(shown)})


@form_page
def league_change(request: HttpRequest, pk: int) -> HttpResponse:
    """The name of a league, its days and its divisions."""
    league = league_for(request, pk, DIRECTORS)
    plan = plan_of(league)
    form = LeagueSettingsForm(request.POST or None, initial=about_initial(plan, league.version))

    def act(by: Author) -> object:
        return change_league(by, league, form.plan(plan), form.cleaned_data["version"])

    words = ActionPage(_("Settings"), _("Save"), _("The league has been saved."))
    back = reverse("tournaments:league_desk", args=[league.pk])
    return act_page(request, league, form, words, act, back, "change")


@form_page
def league_rules_change(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of a league; what matches depend on is shown and stays."""
    league = league_for(request, pk, DIRECTORS)
    plan = plan_of(league)
    form = LeagueRulesForm(
        request.POST or None,
        plan=plan,
        frozen=find_frozen(league),
        initial=league_rules_initial(plan, league.version),
    )

    def act(by: Author) -> object:
        site = printed_origin(request)
        return change_league(by, league, form.plan(), form.cleaned_data["version"], site=site)

    words = ActionPage(_("Rules of the league"), _("Save"), _("The rules have been saved."))
    back = reverse("tournaments:league_rules_change", args=[league.pk])
    return act_page(request, league, form, words, act, back, "rules_change")


@post_only
def league_close(request: HttpRequest, pk: int) -> HttpResponse:
    return _acted(request, pk, close_league, _("The league is closed."))


@post_only
def league_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    return _acted(request, pk, reopen_league, _("The league goes on."))


def _acted(
    request: HttpRequest, pk: int, verb: Callable[[Author, League], object], done: str
) -> HttpResponse:
    league = league_for(request, pk, DIRECTORS)
    back = reverse("tournaments:league_desk", args=[league.pk])
    return one_tap(request, league, lambda by: verb(by, league), done, back)


@post_only
def league_remove(request: HttpRequest, pk: int) -> HttpResponse:
    league = league_for(request, pk, DIRECTORS)
    back = reverse("tournaments:club_leagues", args=[league.club_id])
    done = _("The league has been removed.")
    return one_tap(request, league, lambda by: remove_league(by, league), done, back)


@form_page
def league_next(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the next season: who goes up and down, its name and its days."""
    league = league_for(request, pk, DIRECTORS)
    form = NextSeasonForm(request.POST or None, initial=next_initial(league))
    if request.method == "POST" and form.is_valid():
        made: list[League] = []
        by, typed = author_of(request), form.cleaned_data
        asked = (league, typed["name"], typed["since"], typed["until"], typed["key"])
        if run_into_form(form, lambda by: made.append(make_next_season(by, *asked)), by):
            say_done(request, made[0].book, _("The next season has been made."), by)
            return redirect("tournaments:league_desk", made[0].pk)
    divisions = [*league.divisions.order_by("position")]
    teams = [(one, plan.division) for one, plan in next_teams(load_page(league).counted)]
    rows = [(one, [team for team, position in teams if position == one.position]) for one in divisions]
    return league_page(request, "next", league, {"form": form, "rows": rows})


# Fixtures.


@page
def league_fixtures(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The matches of each division, and the way to plan them."""
    league = league_for(request, pk, DIRECTORS)
    shown = load_desk_page(league)
    file = exports.export_response(request, lambda: league_report(shown), lambda: league.book)
    if file is not None:
        return file
    return league_page(request, "fixtures", league, {"page": shown})


@form_page
def fixtures_plan(request: HttpRequest, pk: int, position: int) -> HttpResponse:
    """Plan the matches of a division from its teams and a few days; look at them, then publish them."""
    league = league_for(request, pk, DIRECTORS)
    division = get_object_or_404(Division, league=league, position=position)
    first = {
        "first": league.since,
        "weeks": 0 if league.is_one_day else 2,
        "starts": _EVENING,
        "minutes": 75,
        "skipped": championship_days(league),
        "order": LegOrder.MIRRORED.value,
        "closed_places": league.days_of_closed_places,
    }
    form = FixturesForm(request.POST or None, initial=first)
    plan, names = None, dict(league.teams.values_list("number", "name"))
    if request.method == "POST" and form.is_valid():
        plan = plan_division(count_league(league), division, form.cleaned_data)
        if plan is not None and request.POST.get("publish") == "1":
            return _published(request, league, division, plan, form)
    context = {"form": form, "division": division, "teams": division.teams.filter(removed_at=None).count()}
    return league_page(request, "plan", league, {**context, **_preview(plan, names)})


def _published(
    request: HttpRequest, league: League, division: Division, plan: SeasonPlan, form: FixturesForm
) -> HttpResponse:
    fixtures, typed = fixtures_of(plan), form.cleaned_data
    agreed = plan_of(league)

    def publish(by: Author) -> object:
        # Closed places stay known, for the other divisions and for matches that are moved.
        if typed["closed_places"] != agreed.closed_places:
            changed = replace(agreed, closed_places=typed["closed_places"])
            change_league(by, league, changed, league.version)
        return publish_fixtures(by, division, fixtures, typed["key"])

    back = reverse("tournaments:league_fixtures", args=[league.pk])
    return one_tap(request, league, publish, _("The fixtures have been published."), back)


def _preview(plan: SeasonPlan | None, names: Mapping[int, str]) -> dict[str, object]:
    if plan is None:
        return {"planned": None}
    clashes = defaultdict[PlannedMatch, list[str]](list)
    for clash in plan_clashes(plan.clashes, names):
        clashes[clash.match].append(clash.sentence)
    rows = [
        {
            "round": one.round,
            "day": one.when.day,
            "at": one.when.at,
            "home": names[one.home],
            "away": names[one.away],
            "clashes": clashes.get(one, []),
        }
        for one in plan.matches
    ]
    return {"planned": rows, "clashes": len(plan.clashes), "is_proved": plan.is_proved}


@post_only
def fixtures_withdraw(request: HttpRequest, pk: int, position: int) -> HttpResponse:
    league = league_for(request, pk, DIRECTORS)
    division = get_object_or_404(
        Division.objects.select_related("league__book"), league=league, position=position
    )
    back = reverse("tournaments:league_fixtures", args=[league.pk])
    done = _("The matches have been taken off.")
    return one_tap(request, league, lambda by: withdraw_fixtures(by, division), done, back)
