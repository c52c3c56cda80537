"""What files have of a report: its tables, line by line, and such as no page and no paper has room for.

Knows reports; must not know models, languages or renderers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from clubs.reports.report import Column, Report, Table, Value

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTable:
    """A table that nobody holds: its lines are read one after the other, each time anew."""

    columns: tuple[Column, ...]
    lines: Callable[[], Iterator[Values]]
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(Report):
    """A report made for files: it says whose it is, and its long tables stand after the others."""

    club: str = ""
    long: tuple[LongTable, ...] = ()


AnyTable = Table | LongTable


def tables_of(report: Report) -> tuple[AnyTable, ...]:
    return (*report.tables, *(report.long if isinstance(report, Tables) else ()))


def club_of(report: Report) -> str:
    return report.club if isinstance(report, Tables) else ""


def lines_of(table: AnyTable) -> Iterator[Values]:
    """The values of a table, one row after the other."""
    if isinstance(table, LongTable):
        return table.lines()
    return (row.values for row in table.rows)


def without_empty(table: Table) -> Table:
    """The columns in which something stands: paper is too narrow for the others."""
    kept = [
        at
        for at in range(len(table.columns))
        if not table.rows or any(row.values[at] not in (None, "") for row in table.rows)
    ]
    return only_columns(table, kept)


def only_columns(table: Table, kept: Sequence[int]) -> Table:
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(replace(row, values=tuple(row.values[at] for at in kept)) for row in table.rows),
    )
