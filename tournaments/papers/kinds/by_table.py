"""The pairings of a round by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row
from tournaments.models import Round
from tournaments.papers.catalogue import PaperKind, PaperStage, always, of_round
from tournaments.papers.paper import (
    handicap_notes,
    make_paper,
    names_of_sides,
    occupied_tables,
    sides_with_handicaps,
)
from tournaments.papers.source import PaperSource
from tournaments.public.standings import numbered_side_heading
from tournaments.wording.labels import round_label


def pairings_by_table(source: PaperSource, drawn: Round) -> Report | None:
    """Who meets whom, table by table."""
    tables = occupied_tables(source, drawn)
    if not tables:
        return None
    side_count = max(len(table.sides) for table in tables)
    rows = (
        Row((table.pairing.table, *_padded(sides_with_handicaps(table, source.name_of), side_count)))
        for table in tables
    )
    grid = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            *(Column(numbered_side_heading(source.view, number)) for number in range(1, side_count + 1)),
        ),
        rows=tuple(rows),
    )
    notes = (*_sitting_out(source, drawn), *handicap_notes(tables))
    return make_paper(source.event, round_label(drawn.number), grid, notes=notes)


def _padded(names: Sequence[str], size: int) -> list[str]:
    return [*names, *([""] * (size - len(names)))]


def _sitting_out(source: PaperSource, drawn: Round) -> Iterator[str]:
    names = [
        name
        for table in source.tables(drawn)
        if table.pairing.table is None
        for name in names_of_sides(table, source.name_of)
    ]
    if names:
        yield _("Sits out: %(names)s") % {"names": ", ".join(names)}


PAPER: Final = PaperKind(
    code="by-table",
    label=_lazy("Pairings by table"),
    purpose=_lazy("Who meets whom: to hang on the wall."),
    stage=PaperStage.ROUND,
    position=50,
    make=of_round(pairings_by_table),
    for_wall=True,
    is_available=always,
)
