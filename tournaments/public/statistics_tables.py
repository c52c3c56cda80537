"""The statistics of an event as tables for files and papers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubs.reports.report import ReportTable, Row
from clubs.web.tables import number_columns, text_columns
from tournaments.public import statistics as event_statistics
from tournaments.public import tables as event_tables
from tournaments.public.event_view import EventView
from tournaments.public.queries import JudgedContract, ScoredHand
from tournaments.public.statistics import Record


def statistics_tables(
    view: EventView, hands: Sequence[ScoredHand], contracts: Sequence[JudgedContract]
) -> tuple[ReportTable, ...]:
    """Records, totals, and who has made most; empty before a deal counts."""
    if not hands:
        return ()
    records = event_statistics.event_records(view, hands)
    makers = None if view.hidden else event_statistics.most_made_report(view, hands, contracts)
    makers_tables = (
        [event_tables.with_caption(table, makers.title) for table in makers.tables] if makers else []
    )
    return (
        _records_table(records),
        event_tables.with_caption(
            event_statistics.totals_table(view, hands, contracts), _("Totals for the event")
        ),
        *makers_tables,
    )


def _records_table(records: Sequence[Record]) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(record=_("What")),
            *number_columns(points=_("Points")),
            *text_columns(names=_("Who"), where=_("Where")),
        ),
        rows=tuple(Row((record.label, record.figure, record.who, record.where)) for record in records),
        caption=_("Records"),
        key="records",
    )
