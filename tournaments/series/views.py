"""The public pages of a series: its table after an evening, and why somebody has so many points."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.books.writing import club_book
from clubs.web import exports
from clubs.web.revisions import kept_by_revision
from tournaments.models import Series
from tournaments.series.page import explain as explain_line
from tournaments.series.page import load_page
from tournaments.series.queries import revision_of_line, revision_of_series, revision_of_table, shown_series
from tournaments.series.reports import line_report, series_report
from tournaments.series.words import describe


def _series(pk: int) -> Series:
    return get_object_or_404(shown_series(), pk=pk)


@require_safe
@kept_by_revision(revision_of_series, choices=exports.CHOICES)
def series(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The table after the last evening."""
    return _table(request, pk, None)


@require_safe
@kept_by_revision(revision_of_table, choices=exports.CHOICES)
def series_after(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The table as it was after an earlier evening."""
    return _table(request, pk, number)


def _table(request: HttpRequest, pk: int, after: int | None) -> HttpResponseBase:
    shown = _series(pk)
    page = load_page(shown, after=after)
    if after is not None and not 0 < after == page.counted.after:
        raise Http404
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request, lambda: series_report(page, for_people=for_people), lambda: club_book(shown.club)
    )
    if file is not None:
        return file
    context = {"series": shown, "page": page, "rules": describe(shown)}
    return render(request, "tournaments/series/series.html", context)


@require_safe
@kept_by_revision(revision_of_line, choices=exports.CHOICES)
def series_line(request: HttpRequest, pk: int, key: str) -> HttpResponseBase:
    """Why an entry has its points: each evening, its place there, and what the rule makes of it."""
    shown = _series(pk)
    explained = explain_line(load_page(shown), key)
    if explained is None:
        raise Http404
    file = exports.export_response(request, lambda: line_report(explained), lambda: club_book(shown.club))
    if file is not None:
        return file
    context = {"series": shown, "explained": explained, "rules": describe(shown)}
    return render(request, "tournaments/series/line.html", context)
