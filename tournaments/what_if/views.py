"""The pages on which an event or a season is counted as if something else had been agreed on."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.decorators import page
from tournaments.access import event_for_director
from tournaments.models import Series, Tournament
from tournaments.play import queries
from tournaments.play.names import entry_name
from tournaments.play.standings_sources import source_of
from tournaments.play.what_if import suppose
from tournaments.series.page import page_of
from tournaments.series.queries import counted_events
from tournaments.settings.page import setting_groups
from tournaments.what_if.forms import WhatIfForm
from tournaments.what_if.report import supposed_report
from tournaments.what_if.season import suppose_season
from tournaments.what_if.season_form import WhatIfSeasonForm
from tournaments.what_if.season_report import season_report


@page
def event_what_if(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Count an event by other settings, which are in the address: nothing is stored."""
    event = event_for_director(request, pk)
    if not source_of(event).knows_games:
        raise Http404
    form = WhatIfForm(request.GET or None, event=event)
    is_counted = form.is_bound and form.is_valid()
    if is_counted:
        file = exports.export_response(request, lambda: _report(event, form), lambda: event.book)
        if file is not None:
            return file
    context = {
        "event": event,
        "form": form,
        "groups": [group for group in setting_groups(form, ()) if group.blocks],
        "report": _report(event, form) if is_counted else None,
    }
    return render(request, "tournaments/what_if/event.html", context)


def _report(event: Tournament, form: WhatIfForm) -> Report:
    names = {entry.number: entry_name(entry, full_name) for entry in queries.get_entries(event)}
    return supposed_report(suppose(event, form.supposition()), list(form.changes()), names)


@page
def series_what_if(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Count a season by other rules, which are in the address: nothing is stored."""
    series = get_object_or_404(Series.objects.select_related("club"), pk=pk, removed_at=None)
    club_for(request, series.club_id, permissions.DIRECTORS)
    evenings = counted_events(series)
    form = WhatIfSeasonForm(request.GET or None, series=series, evenings=evenings)
    is_counted = form.is_bound and form.is_valid()
    if is_counted:
        file = exports.export_response(request, lambda: _season(series, form), lambda: club_book(series.club))
        if file is not None:
            return file
    context = {"series": series, "form": form, "report": _season(series, form) if is_counted else None}
    return desk_page(request, "tournaments/what_if/series.html", series.club, context)


def _season(series: Series, form: WhatIfSeasonForm) -> Report:
    supposed = suppose_season(series, form.supposition())
    pages = (page_of(counted, full_name) for counted in (supposed.real, supposed.supposed))
    return season_report(supposed, *pages)
