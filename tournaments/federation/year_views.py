"""The report of a federation's year, for those who work there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.decorators import page
from tournaments.federation.year import load_year
from tournaments.federation.year_report import year_report
from tournaments.running.events import EARLIEST_DATE


@page
def federation_year(request: HttpRequest, pk: int, year: int) -> HttpResponseBase:
    """The year of a federation on one page."""
    federation = club_for(request, pk, permissions.ANY_ROLE)
    today = timezone.localdate()
    if not EARLIEST_DATE.year <= year <= today.year:
        raise Http404
    report = year_report(load_year(federation, year, today))
    file = exports.export_response(request, lambda: report, lambda: club_book(federation))
    if file is not None:
        return file
    context = {
        "report": report,
        "year": year,
        "before": year - 1 if year > EARLIEST_DATE.year else None,
        "after": year + 1 if year < today.year else None,
    }
    return desk_page(request, "tournaments/federation/year.html", federation, context)
