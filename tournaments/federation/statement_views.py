"""The statements of the clubs of a federation: counted now, issued, and taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Club
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import refusals_of, run_into_form, say_done
from clubs.web.decorators import form_page, page
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import viewer_roles
from tournaments.federation.forms import CreditForm, IssueForm, digests_shown
from tournaments.federation.issuing import IssuePlan, credit_statement, issue_statements, refuse_credit
from tournaments.federation.statement import load_statements
from tournaments.federation.statement_reports import (
    issued_report,
    paper_of,
    paper_of_issued,
    state_of_issued,
    statement_report,
    statements_report,
)
from tournaments.models import IssuedStatement
from tournaments.wording.money import money


class StatementDaysForm(forms.Form):
    """The days of a statement."""

    since = forms.DateField(label=_lazy("From"), widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_lazy("Until"), widget=forms.DateInput(attrs={"type": "date"}))


def _days(request: HttpRequest, last: date | None = None) -> tuple[StatementDaysForm, date, date]:
    """Return the days of the address, or those of this year, up to a day."""
    year = timezone.localdate().year
    first, last = date(year, 1, 1), last or date(year, 12, 31)
    form = StatementDaysForm(request.GET if "since" in request.GET else None)
    if form.is_valid() and form.cleaned_data["since"] <= form.cleaned_data["until"]:
        first, last = form.cleaned_data["since"], form.cleaned_data["until"]
    if not form.is_bound:
        form = StatementDaysForm(initial={"since": first.isoformat(), "until": last.isoformat()})
    return form, first, last


# Counted now.


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
    seen_in = _first_directed(request, hosts)
    form, since, until = _days(request)
    shown = load_statements(hosts[-1], since, until)
    stated = next(each for each in shown.clubs if each.club.pk == one.pk)
    report = statement_report(paper_of(stated, since, until))
    file = exports.export_response(request, lambda: report, lambda: club_book(hosts[-1]))
    if file is not None:
        return file
    context = {"form": form, "shown": shown, "stated": stated, "report": report}
    return desk_page(request, "tournaments/federation/statement.html", seen_in, context)


def _first_directed(request: HttpRequest, clubs: Iterable[Club]) -> Club:
    """Return the first of some clubs whose director the user is."""
    for club in clubs:
        if _directs(request, club):
            return club
    raise PermissionDenied


def _directs(request: HttpRequest, club: Club) -> bool:
    return not viewer_roles(request, club_book(club)).isdisjoint(permissions.DIRECTORS)


# Issued.


@form_page
def statement_issue(request: HttpRequest, pk: int) -> HttpResponse:
    """Issue the statements of a period: which clubs, and what each is to pay."""
    federation = club_for(request, pk, permissions.DIRECTORS)
    days, since, until = _days(request, timezone.localdate())
    shown = load_statements(federation, since, until)
    drafts = [one for one in shown.clubs if one.can_be_issued]
    shown_now = digests_shown(drafts)
    initial = {"clubs": [str(one.club.pk) for one in drafts], "shown": shown_now}
    choices = [
        (str(one.club.pk), f"{one.club.name}: {money(one.content.due, shown.currency)}") for one in drafts
    ]
    form = IssueForm(choices, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        by, key = author_of(request), form.cleaned_data["key"]
        issued: list[IssuedStatement] = []

        def issue(by: Author) -> None:
            plan = IssuePlan(since=since, until=until, seen=form.seen())
            issued.extend(issue_statements(by, federation, plan, key))

        if run_into_form(form, issue, by):
            say_done(request, club_book(federation), _issued_sentence(issued), by)
            return redirect("tournaments:issued_statements", federation.pk)
        form.show_again(request.POST, shown_now)
    others = [one for one in shown.clubs if one.issued]
    context = {"form": form, "days": days, "shown": shown, "drafts": drafts, "others": others}
    return desk_page(request, "tournaments/federation/statement_issue.html", federation, context)


def _issued_sentence(issued: Collection[IssuedStatement]) -> str:
    numbers = ", ".join(one.label for one in issued)
    return _("Issued: %(numbers)s.") % {"numbers": numbers}


def _issued() -> QuerySet[IssuedStatement]:
    return IssuedStatement.objects.select_related("federation", "club", "credits", "credit_note")


@page
def issued_statements(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What a federation has issued in a year, or what a club has received."""
    club = club_for(request, pk, permissions.DIRECTORS)
    of_club = _issued().filter(Q(federation=club) | Q(club=club))
    years = sorted(set(of_club.order_by().values_list("year", flat=True)), reverse=True)
    asked = request.GET.get("year", "")
    year = int(asked) if asked in map(str, years) else next(iter(years), 0)
    issued = list(of_club.filter(year=year).order_by("-number", "federation"))
    report = issued_report(club.name, issued)
    file = exports.export_response(request, lambda: report, lambda: club_book(club))
    if file is not None:
        return file
    lines = [(one, money(one.amount, one.currency), state_of_issued(one)) for one in issued]
    context = {"lines": lines, "years": years, "year": year}
    return desk_page(request, "tournaments/federation/issued_statements.html", club, context)


@page
def issued_statement(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A statement as it was issued, with what has become of it."""
    found = get_object_or_404(_issued(), pk=pk)
    seen_in = _first_directed(request, (found.federation, found.club))
    paper = paper_of_issued(found)
    report = statement_report(paper)
    file = exports.export_response(request, lambda: report, lambda: club_book(found.federation))
    if file is not None:
        return file
    may_credit = seen_in == found.federation and not refusals_of(lambda: refuse_credit(found))
    context = {
        "issued": found,
        "paper": paper,
        "report": report,
        "note": getattr(found, "credit_note", None),
        "may_credit": may_credit,
    }
    return desk_page(request, "tournaments/federation/issued_statement.html", seen_in, context)


@form_page
def statement_credit(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a statement back by a credit note, with the reason."""
    found = get_object_or_404(_issued(), pk=pk)
    federation = club_for(request, found.federation_id, permissions.DIRECTORS)
    form = CreditForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        typed, by = form.cleaned_data, author_of(request)
        made: list[IssuedStatement] = []
        if run_into_form(
            form, lambda by: made.append(credit_statement(by, found, typed["reason"], typed["key"])), by
        ):
            words = {"number": found.label, "note": made[0].label}
            say_done(request, club_book(federation), _("%(number)s is withdrawn by %(note)s.") % words, by)
            return redirect("tournaments:issued_statement", made[0].pk)
    refusals = refusals_of(lambda: refuse_credit(found))
    context = {"form": form, "issued": found, "paper": paper_of_issued(found), "refusals": refusals}
    return desk_page(request, "tournaments/federation/statement_credit.html", federation, context)
