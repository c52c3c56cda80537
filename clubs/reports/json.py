"""Writes a report as JSON. `list.schema.json` beside this module describes it, `docs/json.md` explains it.

Names of members and codes are the same in every language. Numbers stay numbers; dates and times are in
ISO 8601, times with their offset. The rows of a table are written one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Final

from django.utils import timezone

from clubs.reports.report import Note, Report, ReportTable, Row, Value
from clubs.reports.tables import FOR_PROGRAMS, AnyTable, ExportReport, Values, club_of, tables_of

JSON_MEDIA_TYPE: Final = "application/json"
SCHEMA_NAME: Final = "talon-list"
# It grows when a member that was there means something else, or is there no longer.
SCHEMA_VERSION: Final = 1


def write_json(report: Report, into: IO[bytes]) -> None:
    for piece in _pieces(report):
        into.write(piece.encode())


def _pieces(report: Report) -> Iterator[str]:
    """Yield the text piece by piece, with one line for each row of a table."""
    head = {
        "schema": SCHEMA_NAME,
        "version": SCHEMA_VERSION,
        "title": report.title,
        "subtitle": report.subtitle,
        "club": club_of(report),
        "language": report.language,
        "as_of": report.as_of and timezone.localtime(report.as_of).replace(microsecond=0),
        "about": report.about if isinstance(report, ExportReport) else {},
        "facts": [
            {
                "key": fact.key,
                "label": fact.label,
                "value": fact.value if fact.exact is None else fact.exact,
            }
            for fact in report.facts
        ],
        "notes": [
            {"code": note.code if isinstance(note, Note) else "", "text": note} for note in report.notes
        ],
    }
    yield f'{_dumped(head)[:-1]}, "tables": ['
    for at, table in enumerate(tables_of(report, FOR_PROGRAMS)):
        yield ",\n" if at else "\n"
        yield from _table_pieces(table)
    yield "\n]}\n"


def _table_pieces(table: AnyTable) -> Iterator[str]:
    keys = [column.key for column in table.columns]
    if not all(keys) or len(set(keys)) < len(keys):
        raise ValueError(f"each column of a file has a key of its own: {keys}")
    head = {
        "key": table.key,
        "caption": table.caption,
        "columns": [
            {"key": column.key, "title": column.title, "kind": column.kind.value} for column in table.columns
        ],
    }
    yield f'{_dumped(head)[:-1]}, "rows": ['
    for at, (values, others) in enumerate(_lines(table)):
        row: dict[str, object] = {**dict(zip(keys, values, strict=True)), **others}
        yield f"{',' if at else ''}\n{_dumped(row)}"
    yield "\n]}"


def _lines(table: AnyTable) -> Iterator[tuple[Values, dict[str, object]]]:
    """The values of each row, and what it has besides."""
    if isinstance(table, ReportTable):
        return ((row.values, dict(_besides(row))) for row in table.rows)
    return ((values, {}) for values in table.lines())


def _besides(row: Row) -> Iterator[tuple[str, object]]:
    """Return the players of a row, and the address of the page that it leads to."""
    for name, players in row.players:
        yield name, [{"id": player.number, "name": player.name} for player in players]
    if row.address:
        yield "href", row.address


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Value) -> str | float:
    if isinstance(value, datetime):
        return (
            timezone.make_aware(value) if timezone.is_naive(value) else timezone.localtime(value)
        ).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"no value of a report: {value!r}")
