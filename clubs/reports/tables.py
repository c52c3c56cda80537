"""The tables of a report for exported files, row by row, with tables that are too long for a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, Note, Reader, Report, ReportTable, Value

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTable:
    """A table that is never in memory as a whole: each call of `lines` reads its rows one by one."""

    columns: tuple[Column, ...]
    lines: Callable[[], Iterator[Values]]
    caption: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport(Report):
    """A report for files: it names its club, and its long tables follow the others."""

    club: str = ""
    long: tuple[LongTable, ...] = ()
    # What the list is of, by names for programs: the row of an event and its state.
    about: Mapping[str, Value] = field(default_factory=dict)
    # As plain text: tables narrower than those of the report, and the same in one running sentence.
    narrow: tuple[ReportTable, ...] = ()
    brief: str = ""


AnyTable = ReportTable | LongTable

FOR_PEOPLE: Final = frozenset({Reader.ALL, Reader.PEOPLE})
FOR_FILES: Final = frozenset({Reader.ALL, Reader.FILES})
FOR_PROGRAMS: Final = frozenset({Reader.ALL, Reader.FILES, Reader.PROGRAMS})


def tables_of(
    report: Report, readers: Collection[Reader] = FOR_PROGRAMS | FOR_PEOPLE
) -> tuple[AnyTable, ...]:
    """Return the tables of a report with the columns that these readers get."""
    tables: tuple[AnyTable, ...] = (
        *report.tables,
        *(report.long if isinstance(report, ExportReport) else ()),
    )
    return tuple(_columns_for(table, readers) for table in tables)


def _columns_for(table: AnyTable, readers: Collection[Reader]) -> AnyTable:
    kept = [at for at, column in enumerate(table.columns) if column.reader in readers]
    if len(kept) == len(table.columns):
        return table
    if isinstance(table, ReportTable):
        return select_columns(table, kept)
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        lines=lambda: (tuple(values[at] for at in kept) for values in table.lines()),
    )


def club_of(report: Report) -> str:
    return report.club if isinstance(report, ExportReport) else ""


def lines_of(table: AnyTable) -> Iterator[Values]:
    """Return the values of a table row by row."""
    if isinstance(table, LongTable):
        return table.lines()
    return (row.values for row in table.rows)


def lines_above(report: Report) -> tuple[str, ...]:
    """Return what a file says above its table: whose it is, of when, and whether it can still change."""
    heading = title_line(club_of(report), report.title, report.subtitle)
    facts = " · ".join(
        f"{fact.label}: {format_value(fact.value, report.language)}"
        for fact in report.facts
        # The club begins the line above.
        if fact.value not in ("", None, club_of(report))
    )
    above = (note for note in report.notes if _is_above(note))
    return tuple(line for line in (heading, facts, *above) if line)


def lines_below(report: Report) -> tuple[str, ...]:
    """Return what a file says below its table."""
    return tuple(note for note in report.notes if not _is_above(note))


def _is_above(note: str) -> bool:
    return isinstance(note, Note) and note.is_above


def title_line(*parts: str) -> str:
    """Join the parts of a title, each once."""
    return " · ".join(dict.fromkeys(part for part in parts if part))


def without_empty_columns(table: ReportTable) -> ReportTable:
    """Leave out the empty columns of a table and those for files alone: paper is too narrow for them."""
    kept = [
        at
        for at, column in enumerate(table.columns)
        if column.reader in FOR_PEOPLE
        and (not table.rows or any(row.values[at] not in (None, "") for row in table.rows))
    ]
    return select_columns(table, kept)


def select_columns(table: ReportTable, kept: Sequence[int]) -> ReportTable:
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(replace(row, values=tuple(row.values[at] for at in kept)) for row in table.rows),
    )
