"""The page on which the results of a round are typed; each table is saved as soon as its row is left."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from tournaments.access import round_for_director
from tournaments.desk import round_results
from tournaments.desk.round_results import RoundResults
from tournaments.models import Round


@form_page
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Type the totals of all tables of a round. A script sends each row by itself."""
    drawn = round_for_director(request, pk)
    if drawn.state not in (Round.State.PUBLISHED, Round.State.CLOSED):
        return redirect("tournaments:round", drawn.pk)
    if request.method != "POST":
        return _page(request, round_results.load_results(drawn))
    table = _only_table(request)
    typed = round_results.load_results(drawn, request.POST, table)
    outcomes = round_results.save_typed(author_of(request), typed)
    shown = round_results.after_saving(typed, outcomes)
    if table is not None:
        return _row(request, shown, table)
    if shown.asking:
        messages.error(request, round_results.asking_sentence(shown.asking))
        return _page(request, shown)
    messages.success(request, round_results.saved_sentence(len(outcomes)))
    return redirect("tournaments:round_results", drawn.pk)


def _only_table(request: HttpRequest) -> int | None:
    """Return the game whose row a script sends."""
    row = request.POST.get("row", "")
    return int(row) if row.isascii() and row.isdecimal() else None


def _page(request: HttpRequest, shown: RoundResults) -> HttpResponse:
    event = shown.round.tournament
    context: dict[str, Any] = {"event": event, "book": event.book, "results": shown}
    return render(request, "tournaments/desk/round_results.html", context)


def _row(request: HttpRequest, shown: RoundResults, table: int) -> HttpResponse:
    row = next((row for row in shown.rows if row.listed.pk == table), None)
    if row is None:
        raise Http404
    context: dict[str, Any] = {"book": shown.round.tournament.book, "results": shown, "row": row}
    return render(request, "tournaments/desk/_result_row_sent.html", context)
