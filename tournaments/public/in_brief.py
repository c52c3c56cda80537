"""The results of an event for a mail or a newspaper: a narrow table, and the same in one sentence.

The names are those of the view: of a public one only of people who have agreed to be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.people.names import is_named
from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, ReportTable, Row
from clubs.reports.tables import ExportReport
from tournaments.core.standings import Placing
from tournaments.play.event_record import RoundRecord
from tournaments.public.event_view import EntryView, EventView
from tournaments.public.rounds import TableView, build_round_view
from tournaments.public.standings import current_language, scheme_points, side_heading


def with_standings_in_brief(view: EventView, report: ExportReport) -> ExportReport:
    """The standings with a sentence: “1) Virtanen–Korhonen 34, 2) …”."""
    return replace(report, brief=places_in_brief(view, view.placings))


def places_in_brief(view: EventView, placings: Iterable[Placing]) -> str:
    return ", ".join(
        f"{placing.place}) {brief_name(view.entries[placing.totals.entry])} "
        f"{format_value(scheme_points(view, placing.totals.points), current_language())}"
        for placing in placings
    )


def brief_name(entry: EntryView) -> str:
    """Partners by their family names, somebody alone by the whole name."""
    if len(entry.players) == 1:
        return entry.name
    return "–".join(
        player.family_name
        if player.family_name and is_named(player, entry.name_of)
        else entry.name_of(player)
        for player in entry.players
    )


def with_round_in_brief(view: EventView, report: ExportReport, played: RoundRecord) -> ExportReport:
    """The results of a round with a row for each side, and a sentence with those that have one."""
    tables = build_round_view(view, played).tables
    rows = (row for table in tables for row in _rows_of_table(table))
    narrow = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            Column(side_heading(view)),
            Column(_("Result"), ColumnKind.NUMBER),
            Column(_("Points"), ColumnKind.NUMBER),
            Column(_("Remark")),
        ),
        rows=tuple(rows),
    )
    return replace(report, narrow=(narrow,), brief="; ".join(_games_in_brief(view, played, tables)))


def _rows_of_table(table: TableView) -> Iterator[Row]:
    number = table.table
    for side in table.sides:
        yield Row((number, side.name, side.total, side.points, side.note))
        number = None


def _games_in_brief(view: EventView, played: RoundRecord, tables: Iterable[TableView]) -> Iterator[str]:
    """Each game that has a result: “Virtanen–Korhonen / Berg–Dahl 5 140–3 980”."""
    for meeting, table in zip(played.pairings, tables, strict=True):
        totals = [side.total for side in table.sides]
        if len(totals) > 1 and None not in totals and not table.struck:
            names = (
                " – ".join(brief_name(view.entries[entry]) for entry in entries) for entries in meeting.sides
            )
            figures = "–".join(format_value(total, current_language()) for total in totals)
            yield f"{' / '.join(names)} {figures}"
