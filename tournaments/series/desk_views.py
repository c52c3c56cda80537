"""The pages of a club on which its series are made, changed and closed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Club, Role
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of
from tournaments.access import Done, run_or_message
from tournaments.models import Series
from tournaments.series.changing import (
    SeriesPlan,
    add_series,
    change_series,
    close_series,
    plan_of,
    remove_series,
    reopen_series,
)
from tournaments.series.forms import SeriesForm, initial_of
from tournaments.series.page import load_page
from tournaments.series.queries import choices_of_events, series_of
from tournaments.series.reports import list_of_series, series_report
from tournaments.series.words import describe

# So many of the latest events can be picked.
_MAX_CHOICES: Final = 200


def _series_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Series:
    series = get_object_or_404(Series.objects.select_related("club"), pk=pk, removed_at=None)
    club_for(request, series.club_id, needs)
    return series


@page
def club_series(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The series of a club."""
    club = club_for(request, pk, permissions.ANY_ROLE)
    listed = list(series_of(club))
    file = exports.export_response(
        request, lambda: list_of_series(listed, club.name), lambda: club_book(club)
    )
    if file is not None:
        return file
    return desk_page(request, "tournaments/series/club.html", club, {"listed": listed})


@page
def series_desk(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A series for those who work at the club: its table with full names, and its acts."""
    series = _series_for(request, pk, permissions.ANY_ROLE)
    table = load_page(series, full_name)
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request, lambda: series_report(table, for_people=for_people), lambda: club_book(series.club)
    )
    if file is not None:
        return file
    context = {"series": series, "page": table, "rules": describe(series)}
    return desk_page(request, "tournaments/series/desk.html", series.club, context)


@form_page
def series_new(request: HttpRequest, club: int) -> HttpResponse:
    """A new series."""
    host = club_for(request, club, permissions.DIRECTORS)
    start = timezone.localdate().replace(month=1, day=1)
    form = _form(request, host, SeriesPlan(name="", since=start))
    if request.method == "POST" and form.is_valid():
        made: list[Series] = []
        by, key = author_of(request), form.cleaned_data["key"]
        if run_into_form(form, lambda by: made.append(add_series(by, host, form.plan(), key)), by):
            say_done(request, club_book(host), _("The series has been made."), by)
            return redirect("tournaments:series_desk", made[0].pk)
    return desk_page(request, "tournaments/series/form.html", host, {"form": form, "series": None})


@form_page
def series_change(request: HttpRequest, pk: int) -> HttpResponse:
    """What is agreed on."""
    series = _series_for(request, pk, permissions.DIRECTORS)
    form = _form(request, series.club, plan_of(series), series.version)
    if request.method == "POST" and form.is_valid():
        by, version = author_of(request), form.cleaned_data["version"]
        if run_into_form(form, lambda by: change_series(by, series, form.plan(), version), by):
            say_done(request, club_book(series.club), _("The series has been saved."), by)
            return redirect("tournaments:series_desk", series.pk)
    return desk_page(request, "tournaments/series/form.html", series.club, {"form": form, "series": series})


def _form(request: HttpRequest, club: Club, plan: SeriesPlan, version: int = 0) -> SeriesForm:
    events = choices_of_events(club, plan.events or (), _MAX_CHOICES)
    sent = request.POST if request.method == "POST" else None
    return SeriesForm(sent, initial=initial_of(plan, version), events=events, club=club.pk)


@post_only
def series_close(request: HttpRequest, pk: int) -> HttpResponse:
    series = _series_for(request, pk, permissions.DIRECTORS)
    return _acted(request, series, close_series, _("The series is closed: no further evening comes in."))


@post_only
def series_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    series = _series_for(request, pk, permissions.DIRECTORS)
    return _acted(request, series, reopen_series, _("The series goes on."))


@post_only
def series_remove(request: HttpRequest, pk: int) -> HttpResponse:
    series = _series_for(request, pk, permissions.DIRECTORS)
    done = _("The series has been removed. Its events stay as they are.")
    return _acted(request, series, remove_series, done, to_list=True)


def _acted(
    request: HttpRequest,
    series: Series,
    verb: Callable[[Author, Series], object],
    done: str,
    *,
    to_list: bool = False,
) -> HttpResponse:
    """Do one act with one tap, and say so with its undo."""
    finished = Done(club_book(series.club), done)
    if run_or_message(request, lambda by: verb(by, series), finished) and to_list:
        return redirect("tournaments:club_series", series.club_id)
    return redirect("tournaments:series_desk", series.pk)
