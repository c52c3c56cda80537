"""The leagues of a club, and a new one."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page
from clubs.web.printed_addresses import printed_origin
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments.leagues.changing import add_league
from tournaments.leagues.forms import LeagueForm, about_initial
from tournaments.leagues.plans import LeaguePlan
from tournaments.leagues.queries import leagues_of
from tournaments.leagues.reports import list_of_leagues
from tournaments.leagues.rule_forms import rules_initial
from tournaments.models import League


@page
def club_leagues(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The leagues of a club."""
    club = club_for(request, pk, permissions.ANY_ROLE)
    listed = list(leagues_of(club))
    file = exports.export_response(
        request, lambda: list_of_leagues(listed, club.name), lambda: club_book(club)
    )
    if file is not None:
        return file
    return desk_page(request, "tournaments/leagues/club.html", club, {"listed": listed})


@form_page
def league_new(request: HttpRequest, club: int) -> HttpResponse:
    """A new league."""
    host = club_for(request, club, permissions.DIRECTORS)
    usual = _usual_plan()
    initial = {**about_initial(usual), **rules_initial(usual.rules)}
    form = LeagueForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made: list[League] = []
        by, key, site = author_of(request), form.cleaned_data["key"], printed_origin(request)
        if run_into_form(form, lambda by: made.append(add_league(by, host, form.plan(), key, site=site)), by):
            say_done(request, made[0].book, _("The league has been made. Add its teams."), by)
            return redirect("tournaments:league_teams", made[0].pk)
    return desk_page(request, "tournaments/leagues/new.html", host, {"form": form})


def _usual_plan() -> LeaguePlan:
    """Return a season from autumn to spring."""
    today = timezone.localdate()
    start = date(today.year, 9, 1)
    first = str(labels.ruleset_choices()[0][0])
    return LeaguePlan(
        name="",
        ruleset=first,
        since=start,
        until=date(today.year + 1, 5, 31),
        divisions=(_("Division %(number)s") % {"number": 1},),
        public=True,
    )
