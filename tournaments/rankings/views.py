"""The public pages of a ranking: its list on a day, its parts, and why somebody has so many points."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.books.writing import club_book
from clubs.web import exports
from clubs.web.revisions import kept_by_revision
from tournaments.models import Ranking
from tournaments.rankings.page import RankingPage, explain_player, load_ranking
from tournaments.rankings.queries import (
    revision_of_day,
    revision_of_day_part,
    revision_of_part,
    revision_of_player_line,
    revision_of_ranking,
    shown_rankings,
)
from tournaments.rankings.reports import explained_report, ranking_report
from tournaments.rankings.words import describe_ranking

ROWS_PER_PAGE: Final = 200
_FIRST_DAY: Final = date(1950, 1, 1)
_CHOICES: Final = {**exports.CHOICES, "page": [str(number) for number in range(1, 51)]}


def _ranking(pk: int) -> Ranking:
    return get_object_or_404(shown_rankings(), pk=pk)


def _day(text: str) -> date:
    """Read the day of an address: no later than today, and as it is written."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != text or not _FIRST_DAY <= day <= timezone.localdate():
        raise Http404
    return day


@require_safe
@kept_by_revision(revision_of_ranking, choices=_CHOICES)
def ranking(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The list of today."""
    return _list(request, pk, timezone.localdate())


@require_safe
@kept_by_revision(revision_of_part, choices=_CHOICES)
def ranking_part(request: HttpRequest, pk: int, part: str) -> HttpResponseBase:
    """Those of the list of today who are in a category or a club, with their own places."""
    return _list(request, pk, timezone.localdate(), part)


@require_safe
@kept_by_revision(revision_of_day, choices=_CHOICES)
def ranking_on(request: HttpRequest, pk: int, day: str) -> HttpResponseBase:
    """The list as it stood on an earlier day."""
    return _list(request, pk, _day(day))


@require_safe
@kept_by_revision(revision_of_day_part, choices=_CHOICES)
def ranking_on_part(request: HttpRequest, pk: int, day: str, part: str) -> HttpResponseBase:
    """A part of the list as it stood on an earlier day."""
    return _list(request, pk, _day(day), part)


def _list(request: HttpRequest, pk: int, on: date, part: str = "") -> HttpResponseBase:
    shown = _ranking(pk)
    page = load_ranking(shown, on, part=part)
    if page is None:
        raise Http404
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request, lambda: ranking_report(page, for_people=for_people), lambda: club_book(shown.club)
    )
    if file is not None:
        return file
    return render(request, "tournaments/rankings/ranking.html", list_context(request, page))


def list_context(request: HttpRequest, page: RankingPage) -> Mapping[str, Any]:
    """Return what the template of a list is given: its lines in pages."""
    lines = Paginator(page.lines, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    rules = describe_ranking(page.ranking)
    return {"ranking": page.ranking, "page": page, "lines": lines, "rules": rules}


@require_safe
@kept_by_revision(revision_of_player_line, choices=exports.CHOICES)
def ranking_line(request: HttpRequest, pk: int, player: int) -> HttpResponseBase:
    """Why a player has these points today: each event, its place, its weight, and whether it counts."""
    shown = _ranking(pk)
    page = load_ranking(shown, timezone.localdate())
    explained = None if page is None else explain_player(page, player)
    if explained is None:
        raise Http404
    file = exports.export_response(
        request, lambda: explained_report(explained), lambda: club_book(shown.club)
    )
    if file is not None:
        return file
    context = {"ranking": shown, "explained": explained, "rules": describe_ranking(shown)}
    return render(request, "tournaments/rankings/line.html", context)
