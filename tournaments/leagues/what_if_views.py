"""The page on which a league is counted as if something else had been agreed on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase

from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.decorators import page
from tournaments.leagues.access import DIRECTORS, league_for, league_page
from tournaments.leagues.what_if import suppose_league
from tournaments.leagues.what_if_form import WhatIfLeagueForm
from tournaments.leagues.what_if_report import supposed_league_report
from tournaments.models import League


@page
def league_what_if(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Count a league by other rules, which are in the address: nothing is stored."""
    league = league_for(request, pk, DIRECTORS)
    form = WhatIfLeagueForm(request.GET or None, league=league)
    is_counted = form.is_bound and form.is_valid()
    if is_counted:
        file = exports.export_response(request, lambda: _report(league, form), lambda: league.book)
        if file is not None:
            return file
    context = {"form": form, "report": _report(league, form) if is_counted else None}
    return league_page(request, "what_if", league, context)


def _report(league: League, form: WhatIfLeagueForm) -> Report:
    return supposed_league_report(suppose_league(league, form.supposition()))
