"""The public calendar of a federation, as a page and as a file for calendars."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.books.writing import club_book
from clubs.models import Club
from clubs.web import exports
from clubs.web.printed_addresses import printed_address
from clubs.web.revisions import kept_by_revision
from tournaments.federation.calendar_file import calendar_of
from tournaments.federation.queries import ListedDate, public_dates, revision_of_calendar
from tournaments.federation.reports import calendar_report


def _dates(club: Club) -> Sequence[ListedDate]:
    """Return the dates from the beginning of the year on."""
    return public_dates(club.pk, timezone.localdate().replace(month=1, day=1))


@require_safe
@kept_by_revision(revision_of_calendar, choices=exports.CHOICES)
def calendar(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The approved dates of this year and later."""
    club = get_object_or_404(Club, pk=pk)
    dates, today = _dates(club), timezone.localdate()
    file = exports.export_response(
        request, lambda: calendar_report(dates, club.name), lambda: club_book(club)
    )
    if file is not None:
        return file
    context = {
        "club": club,
        "coming": [one for one in dates if one.date.last_day >= today],
        "over": [one for one in dates if one.date.last_day < today],
    }
    return render(request, "tournaments/federation/calendar.html", context)


@require_safe
def calendar_ics(request: HttpRequest, pk: int) -> HttpResponse:
    """The approved dates of this year and later, for the calendar of a phone."""
    club = get_object_or_404(Club, pk=pk)
    address = printed_address(request, reverse("tournaments:calendar", args=[pk]))
    text = calendar_of(_dates(club), address, request.get_host(), timezone.now())
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="calendar-{pk}.ics"'
    return response
