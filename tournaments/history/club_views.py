"""The public pages of a club's history: its roll of champions, its records, its year."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.books.writing import club_book
from clubs.models import Club
from clubs.web import exports
from clubs.web.revisions import kept_by_revision
from tournaments.history.club_history import (
    ClubHistory,
    load_history,
    revision_of_history,
    revision_of_period,
    revision_of_year,
)
from tournaments.history.club_reports import records_report, roll_report, titles_table, year_report
from tournaments.history.periods import Period, decades_of, read_period
from tournaments.history.records_page import records_by_game
from tournaments.history.roll_page import load_roll, shown_roll
from tournaments.history.year_page import load_year

_COMPETITIONS_PER_PAGE = 30
_TITLES_SHOWN = 30
# A choice of rule set, and the page of a long roll: they are rendered when they are asked for.
_FREE = frozenset({"game", "page"})


def _history(pk: int) -> ClubHistory:
    return load_history(get_object_or_404(Club, pk=pk))


# The roll of champions.


@require_safe
@kept_by_revision(revision_of_history, choices=exports.CHOICES, free=_FREE)
def champions(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Each competition with its champions year by year, and how many titles each player has."""
    return _roll(request, _history(pk), None)


@require_safe
@kept_by_revision(revision_of_year, choices=exports.CHOICES, free=_FREE)
def champions_of_year(request: HttpRequest, pk: int, year: int) -> HttpResponseBase:
    """Every event, series and league of a year with its winners."""
    history = _history(pk)
    if year not in history.years_of_roll:
        raise Http404
    return _roll(request, history, year)


def _roll(request: HttpRequest, history: ClubHistory, year: int | None) -> HttpResponseBase:
    roll = load_roll(history, request.GET.get("game", ""), year)
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request, lambda: roll_report(roll, for_people=for_people), lambda: club_book(history.club)
    )
    if file is not None:
        return file
    page = Paginator(roll.roll, _COMPETITIONS_PER_PAGE).get_page(request.GET.get("page"))
    titles = titles_table(roll.most_titles(_TITLES_SHOWN)) if roll.counts else None
    competitions = shown_roll(history, list(page), roll.names)
    context = {
        "club": history.club,
        "roll": roll,
        "page": page,
        "competitions": competitions,
        "titles": titles,
    }
    return render(request, "tournaments/history/champions.html", context)


# Records.


@require_safe
@kept_by_revision(revision_of_history, choices=exports.CHOICES)
def club_records(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The records of all years, rule set by rule set."""
    return _records(request, _history(pk), None)


@require_safe
@kept_by_revision(revision_of_period, choices=exports.CHOICES)
def club_records_of(request: HttpRequest, pk: int, period: str) -> HttpResponseBase:
    """The records of a year or of a decade."""
    history = _history(pk)
    chosen = read_period(period)
    if chosen is None or not any(chosen.has(event) for event in history.events):
        raise Http404
    return _records(request, history, chosen)


def _records(request: HttpRequest, history: ClubHistory, period: Period | None) -> HttpResponseBase:
    games = records_by_game(history, period)
    label = "" if period is None else period.label
    file = exports.export_response(
        request, lambda: records_report(history, label, games), lambda: club_book(history.club)
    )
    if file is not None:
        return file
    of_events = history.years_of_events
    decades, years = decades_of(of_events), [Period(year, year) for year in of_events]
    periods = [*(decades if len(decades) > 1 else ()), *(years if len(years) > 1 else ())]
    context = {"club": history.club, "games": games, "period": period, "periods": periods}
    return render(request, "tournaments/history/club_records.html", context)


# A year.


@require_safe
@kept_by_revision(revision_of_history, choices=exports.CHOICES)
def club_year(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The latest year in which the club has held anything."""
    history = _history(pk)
    return _year(request, history, history.years[0] if history.years else None)


@require_safe
@kept_by_revision(revision_of_year, choices=exports.CHOICES)
def club_year_of(request: HttpRequest, pk: int, year: int) -> HttpResponseBase:
    """A year of the club in figures: who played, who won, what was set."""
    history = _history(pk)
    if year not in history.years:
        raise Http404
    return _year(request, history, year)


def _year(request: HttpRequest, history: ClubHistory, year: int | None) -> HttpResponseBase:
    page = None if year is None else load_year(history, year)
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request,
        lambda: None if page is None else year_report(page, for_people=for_people),
        lambda: club_book(history.club),
    )
    if file is not None:
        return file
    context = {"club": history.club, "page": page, "years": history.years, "year": year}
    return render(request, "tournaments/history/club_year.html", context)
