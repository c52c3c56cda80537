"""The statements of the clubs of a federation: for its directors, and for each club its own."""

from __future__ import annotations

from datetime import date

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.decorators import page
from clubs.web.viewer_roles import viewer_roles
from tournaments.federation.statement import load_statements
from tournaments.federation.statement_reports import statement_report, statements_report


class StatementDaysForm(forms.Form):
    """The days of a statement."""

    since = forms.DateField(label=_lazy("From"), widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_lazy("Until"), widget=forms.DateInput(attrs={"type": "date"}))


def _days(request: HttpRequest) -> tuple[StatementDaysForm, date, date]:
    """Return the days of the address, or those of this year."""
    year = timezone.localdate().year
    first, last = date(year, 1, 1), date(year, 12, 31)
    form = StatementDaysForm(request.GET if "since" in request.GET else None)
    if form.is_valid() and form.cleaned_data["since"] <= form.cleaned_data["until"]:
        first, last = form.cleaned_data["since"], form.cleaned_data["until"]
    if not form.is_bound:
        form = StatementDaysForm(initial={"since": first.isoformat(), "until": last.isoformat()})
    return form, first, last


@page
def club_statements(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A line for each club of a federation."""
    federation = club_for(request, pk, permissions.DIRECTORS)
    form, since, until = _days(request)
    report = statements_report(shown := load_statements(federation, since, until))
    file = exports.export_response(request, lambda: report, lambda: club_book(federation))
    if file is not None:
        return file
    context = {"form": form, "shown": shown, "report": report}
    return desk_page(request, "tournaments/federation/statements.html", federation, context)


@page
def club_statement(request: HttpRequest, pk: int, club: int) -> HttpResponseBase:
    """The statement of a club, for the federation and for the directors of the club."""
    one = get_object_or_404(Club.objects.select_related("federation"), pk=club)
    if one.federation_id != pk:
        raise Http404
    hosts = [each for each in (one, one.federation) if each is not None]
    may_see = [
        each for each in hosts if not viewer_roles(request, club_book(each)).isdisjoint(permissions.DIRECTORS)
    ]
    if not may_see:
        raise PermissionDenied
    form, since, until = _days(request)
    shown = load_statements(hosts[-1], since, until)
    stated = next(each for each in shown.clubs if each.club.pk == one.pk)
    report = statement_report(shown, stated)
    file = exports.export_response(request, lambda: report, lambda: club_book(hosts[-1]))
    if file is not None:
        return file
    context = {"form": form, "shown": shown, "stated": stated, "report": report}
    return desk_page(request, "tournaments/federation/statement.html", may_see[0], context)
