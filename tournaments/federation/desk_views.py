"""The pages on which clubs apply for dates and the board of their federation decides."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Club, Role
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import viewer_roles
from scoring.wording import labels
from tournaments.access import Done, run_or_message
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.presets import PRESETS
from tournaments.federation.dates import (
    ask_for_date,
    change_date,
    date_plan_of,
    decide_date,
    withdraw_date,
)
from tournaments.federation.forms import (
    BoardAnswerForm,
    ClosedDayForm,
    DateForm,
    TermsForm,
    initial_of_date,
)
from tournaments.federation.queries import closed_days_of, dates_of, with_clashes
from tournaments.federation.reports import dates_report
from tournaments.federation.terms import close_days, open_days, set_terms, terms_of
from tournaments.models import CalendarDate, ClosedDay, Tournament
from tournaments.play.currency import currency_of
from tournaments.running.events import EventPlan, create_event

_State = CalendarDate.State


# Dates.


@page
def club_dates(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The dates of a club and, of a federation, those of all its clubs with what is in their way."""
    club = club_for(request, pk, permissions.ANY_ROLE)
    federation = club.federation or club
    every = list(dates_of(federation))
    shown = every if federation == club else [one for one in every if one.club_id == club.pk]
    listed = with_clashes(federation, every, shown)
    file = exports.export_response(request, lambda: dates_report(listed, club.name), lambda: club_book(club))
    if file is not None:
        return file
    context = {
        "federation": federation,
        "is_board": federation == club,
        "waiting": [one for one in listed if one.waits],
        "others": [one for one in listed if not one.waits],
        "closed": list(closed_days_of(federation)),
        "this_year": timezone.localdate().year,
    }
    return desk_page(request, "tournaments/federation/dates.html", club, context)


def _may(request: HttpRequest, club: Club, needs: Collection[Role.Kind]) -> bool:
    return not viewer_roles(request, club_book(club)).isdisjoint(needs)


def _date_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> CalendarDate:
    """Return a date for somebody with one of these roles in its club or its federation."""
    found = get_object_or_404(CalendarDate.objects.select_related("club__federation", "federation"), pk=pk)
    if not any(_may(request, club, needs) for club in (found.club, found.federation)):
        raise PermissionDenied
    return found


def _date_for_board(request: HttpRequest, pk: int) -> CalendarDate:
    found = get_object_or_404(CalendarDate.objects.select_related("club", "federation"), pk=pk)
    club_for(request, found.federation_id, permissions.ADMINS)
    return found


@page
def date_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """A date: what is applied for, what is in its way, what the board has answered, and what may be done."""
    found = _date_for(request, pk, permissions.ANY_ROLE)
    (listed,) = with_clashes(found.federation, dates_of(found.federation), [found])
    club = found.club if _may(request, found.club, permissions.ANY_ROLE) else found.federation
    context = {
        "listed": listed,
        "date": found,
        "game": labels.ruleset_names().get(found.ruleset, found.ruleset),
        "may_change": any(
            _may(request, one, permissions.DIRECTORS) for one in (found.club, found.federation)
        ),
        "may_decide": _may(request, found.federation, permissions.ADMINS),
        "may_set_up": _may(request, found.club, permissions.DIRECTORS),
    }
    return desk_page(request, "tournaments/federation/date.html", club, context)


@form_page
def date_new(request: HttpRequest, club: int) -> HttpResponse:
    """A club applies for a date."""
    host = club_for(request, club, permissions.DIRECTORS)
    initial = {"kind": CalendarDate.Kind.OPEN, "place": host.place}
    form = DateForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made: list[CalendarDate] = []
        by, key = author_of(request), form.cleaned_data["key"]
        if run_into_form(form, lambda by: made.append(ask_for_date(by, host, form.plan(), key)), by):
            say_done(request, club_book(host), _("The date waits for the board."), by)
            return redirect("tournaments:date_desk", made[0].pk)
    return desk_page(request, "tournaments/federation/date_form.html", host, {"form": form, "date": None})


@form_page
def date_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Another day, another place: the board looks at it again."""
    found = _date_for(request, pk, permissions.DIRECTORS)
    initial = initial_of_date(date_plan_of(found), found.version)
    form = DateForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        by, version = author_of(request), form.cleaned_data["version"]
        if run_into_form(form, lambda by: change_date(by, found, form.plan(), version), by):
            say_done(request, club_book(_own(request, found)), _("The date has been saved."), by)
            return redirect("tournaments:date_desk", found.pk)
    context = {"form": form, "date": found}
    return desk_page(request, "tournaments/federation/date_form.html", _own(request, found), context)


def _own(request: HttpRequest, found: CalendarDate) -> Club:
    """Return the club in which the user works: that of the date, or its federation."""
    return found.club if _may(request, found.club, permissions.DIRECTORS) else found.federation


@post_only
def date_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a date."""
    found = _date_for(request, pk, permissions.DIRECTORS)
    done = Done(club_book(_own(request, found)), _("The date has been withdrawn."))
    run_or_message(request, lambda by: withdraw_date(by, found), done)
    return redirect("tournaments:date_desk", found.pk)


@post_only
def date_approve(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve a date: it is in the public calendar."""
    found = _date_for_board(request, pk)
    done = Done(club_book(found.federation), _("The date is in the calendar."))
    run_or_message(request, lambda by: decide_date(by, found, _State.APPROVED, ""), done)
    return redirect("tournaments:date_desk", found.pk)


@form_page
def date_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Refuse a date, or ask for another one, with the reason."""
    found = _date_for_board(request, pk)
    initial = {"version": found.version, "state": _State.OTHER, "answer": found.answer}
    form = BoardAnswerForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        typed, by = form.cleaned_data, author_of(request)

        def decide(by: Author) -> None:
            decide_date(by, found, _State(typed["state"]), typed["answer"], typed["version"])

        if run_into_form(form, decide, by):
            say_done(request, club_book(found.federation), _("The club reads the answer on its page."), by)
            return redirect("tournaments:date_desk", found.pk)
    context = {"form": form, "date": found}
    return desk_page(request, "tournaments/federation/answer.html", found.federation, context)


@post_only
def date_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Set up the event of an approved date, with the usual agreement for its game."""
    found = _date_for(request, pk, permissions.DIRECTORS)
    club_for(request, found.club_id, permissions.DIRECTORS)
    made: list[Tournament] = []
    done = Done(club_book(found.club), _("%(event)s is set up.") % {"event": found.name})
    if run_or_message(
        request, lambda by: made.append(create_event(by, found.club, _event_plan(found))), done
    ):
        return redirect("tournaments:settings", made[0].pk)
    return redirect("tournaments:date_desk", found.pk)


def _event_plan(found: CalendarDate) -> EventPlan:
    return EventPlan(
        name=found.name, date=found.first_day, ruleset=found.ruleset, agreement=_usual_agreement(found)
    )


def _usual_agreement(found: CalendarDate) -> EventAgreement:
    """Return that of a championship in this game where there is one, else that of a club evening."""
    is_championship = found.kind == CalendarDate.Kind.CHAMPIONSHIP
    fitting = [
        preset
        for preset in PRESETS
        if (is_championship and preset.ruleset == found.ruleset) or preset.ruleset is None
    ]
    return fitting[0].agreement


# Closed days, and what the federation asks for.


@form_page
def closed_day_new(request: HttpRequest, club: int) -> HttpResponse:
    """Days on which there is to be no event."""
    federation = club_for(request, club, permissions.ADMINS)
    form = ClosedDayForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        by, typed = author_of(request), form.cleaned_data
        if run_into_form(
            form, lambda by: close_days(by, federation, typed["name"], form.days(), typed["key"]), by
        ):
            say_done(request, club_book(federation), _("The days are closed."), by)
            return redirect("tournaments:club_dates", federation.pk)
    return desk_page(request, "tournaments/federation/closed_day.html", federation, {"form": form})


@post_only
def closed_day_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take closed days off the list."""
    found = get_object_or_404(ClosedDay.objects.select_related("federation"), pk=pk)
    club_for(request, found.federation_id, permissions.ADMINS)
    done = Done(club_book(found.federation), _("The days have been taken off the list."))
    run_or_message(request, lambda by: open_days(by, found), done)
    return redirect("tournaments:club_dates", found.federation_id)


@form_page
def federation_terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Days around championships, and the fees of the statements."""
    federation = club_for(request, pk, permissions.ADMINS)
    terms = terms_of(federation)
    initial = {name: getattr(terms, name) for name in terms.__dataclass_fields__}
    form = TermsForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        if run_into_form(form, lambda by: set_terms(by, federation, form.terms()), by):
            say_done(request, club_book(federation), _("The settings of the federation are saved."), by)
            return redirect("tournaments:club_dates", federation.pk)
    context = {"form": form, "currency": currency_of(federation)}
    return desk_page(request, "tournaments/federation/terms.html", federation, context)
