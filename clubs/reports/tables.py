"""The tables of a report for exported files, row by row, with tables that are too long for a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from clubs.reports.report import Column, Report, ReportTable, Value

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTable:
    """A table that is never in memory as a whole: each call of `lines` reads its rows one by one."""

    columns: tuple[Column, ...]
    lines: Callable[[], Iterator[Values]]
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport(Report):
    """A report for files: it names its club, and its long tables follow the others."""

    club: str = ""
    long: tuple[LongTable, ...] = ()


AnyTable = ReportTable | LongTable


def tables_of(report: Report) -> tuple[AnyTable, ...]:
    return (*report.tables, *(report.long if isinstance(report, ExportReport) else ()))


def club_of(report: Report) -> str:
    return report.club if isinstance(report, ExportReport) else ""


def lines_of(table: AnyTable) -> Iterator[Values]:
    """Return the values of a table row by row."""
    if isinstance(table, LongTable):
        return table.lines()
    return (row.values for row in table.rows)


def without_empty_columns(table: ReportTable) -> ReportTable:
    """Leave out the empty columns of a table: paper is too narrow for them."""
    kept = [
        at
        for at in range(len(table.columns))
        if not table.rows or any(row.values[at] not in (None, "") for row in table.rows)
    ]
    return select_columns(table, kept)


def select_columns(table: ReportTable, kept: Sequence[int]) -> ReportTable:
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(replace(row, values=tuple(row.values[at] for at in kept)) for row in table.rows),
    )
