"""The page where the sheet of a round is taken, and where a filled-in one becomes the fields of the round.

A file that is sent stores nothing: it is read and forgotten, and its totals are saved from the form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.text.sheets import UnreadableSheet, read_sheet
from clubs.web.decorators import form_page
from clubs.web.exports import export_response
from clubs.web.forms import VerbForm
from scoring.wording import labels
from tournaments.access import round_for_director
from tournaments.models import Round
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.rounds.sheet_reading import SheetReading, TotalProblem, read_results
from tournaments.rounds.sheet_template import sheet_report
from tournaments.rounds.tables import RoundRow, TablesPage, TypedTotals, form_prefix, load_tables


class SheetForm(VerbForm):
    """A sheet that somebody has filled in."""

    file = forms.FileField(
        label=_lazy("The filled-in sheet"),
        help_text=_lazy("XLSX, ODS or CSV. You see everything before it is saved."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )


@dataclass(frozen=True, slots=True)
class _SheetPreview:
    """What a sheet would change: the rows with their fields, and what was not taken."""

    # Each row with what was not taken of it.
    rows: Sequence[tuple[RoundRow, Sequence[TotalProblem]]]
    problems: Sequence[TotalProblem]
    # How many tables the sheet does not change, in sentences.
    others: Sequence[str]


@form_page
def round_sheet(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Offer the sheet of a round, and show what a filled-in one says."""
    drawn = round_for_director(request, pk)
    if drawn.state not in VISIBLE_ROUND_STATES:
        return redirect("tournaments:round", pk)
    tables = load_tables(drawn, timezone.now(), types=True)
    if request.method != "POST":
        return export_response(request, partial(sheet_report, tables)) or _render(request, drawn, SheetForm())
    form = SheetForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            reading = read_results(read_sheet(form.cleaned_data["file"].read()), tables)
        except UnreadableSheet as refusal:
            form.add_error("file", refusal.sentence)
        else:
            return _render_preview(request, _preview(tables, reading), drawn)
    return _render(request, drawn, form)


def _render(request: HttpRequest, drawn: Round, form: SheetForm) -> HttpResponse:
    return render(request, "tournaments/rounds/sheet.html", {**_about(drawn), "form": form})


def _render_preview(request: HttpRequest, preview: _SheetPreview, drawn: Round) -> HttpResponse:
    return render(request, "tournaments/rounds/sheet_preview.html", {**_about(drawn), "preview": preview})


def _about(drawn: Round) -> Mapping[str, object]:
    event = drawn.tournament
    return {"round": drawn, "event": event, "ruleset": labels.ruleset_name(event.ruleset)}


def _preview(tables: TablesPage, reading: SheetReading) -> _SheetPreview:
    typed = TypedTotals(_as_typed(tables, reading))
    filled = load_tables(tables.round, timezone.now(), types=True, typed=typed)
    rows = [
        (row, [problem for problem in reading.problems if problem.game == row.listed.pk])
        for row in filled.rows
        if row.form is not None and row.listed.pk in reading.totals
    ]
    return _SheetPreview(rows, reading.problems, _others(reading))


def _as_typed(tables: TablesPage, reading: SheetReading) -> QueryDict:
    """Return the totals of a sheet as the form of the round would send them."""
    data = QueryDict(mutable=True)
    for row in tables.rows:
        totals = reading.totals.get(row.listed.pk)
        if row.form is None or totals is None:
            continue
        prefix = form_prefix(row.listed.pk)
        data[f"{prefix}-key"] = str(uuid4())
        data[f"{prefix}-version"] = str(row.form.game.result_version)
        data[f"{prefix}-sheet"] = "1"
        for name, total in zip(row.form.totals, totals, strict=True):
            data[f"{prefix}-{name}"] = "" if total is None else str(total)
    return data


def _others(reading: SheetReading) -> list[str]:
    same = ngettext(
        "%(count)s table already has the result of the sheet.",
        "%(count)s tables already have the results of the sheet.",
        reading.same,
    )
    empty = ngettext(
        "%(count)s table has no totals in the sheet.",
        "%(count)s tables have no totals in the sheet.",
        reading.empty,
    )
    counted = ((same, reading.same), (empty, reading.empty))
    return [sentence % {"count": count} for sentence, count in counted if count]
