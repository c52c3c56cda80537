"""The results of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from tournaments.models import Round
from tournaments.papers.catalogue import PaperKind, PaperStage, is_published, of_round
from tournaments.papers.paper import join_parts, make_paper
from tournaments.papers.source import PaperSource
from tournaments.public import tables as event_tables
from tournaments.public.rounds import TableView, build_round_view
from tournaments.public.standings import side_heading
from tournaments.wording.labels import round_label


def results_paper(source: PaperSource, drawn: Round) -> Report | None:
    """The results of a round, a row for each side; None before the round is published."""
    view = source.view
    round_record = view.round(drawn.number)
    if round_record is None:
        return None
    table = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            Column(side_heading(view)),
            *(Column(title, ColumnKind.NUMBER) for title in (_("Result"), _("Points"))),
            *(Column(title, by_sign=True) for title in (_("State"), _("Reason"), _("Remark"))),
        ),
        rows=tuple(
            row for table in build_round_view(view, round_record).tables for row in _result_rows(table)
        ),
    )
    return make_paper(source.event, join_parts(round_label(drawn.number), _("Results")), table)


def _result_rows(table: TableView) -> Iterator[Row]:
    """The rows of a table; the first has its number, state and reason."""
    of_table: tuple[Value, ...] = (table.table, event_tables.table_state(table), table.reason)
    for side in table.sides:
        number, state, reason = of_table
        yield Row((number, side.name, side.total, side.points, state, reason, side.note))
        of_table = (None, "", "")


PAPER: Final = PaperKind(
    code="results",
    label=_lazy("Results of the round"),
    purpose=_lazy("Each table's result so far: to put up on the wall once the round is over."),
    stage=PaperStage.ROUND,
    position=80,
    make=of_round(results_paper),
    is_available=is_published,
)
