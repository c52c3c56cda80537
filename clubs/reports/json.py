"""Writes a report as JSON: numbers stay numbers, dates and times are in ISO 8601.

The rows of a table are written one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import IO, Final

from clubs.reports.report import Report
from clubs.reports.tables import AnyTable, club_of, lines_of, tables_of

JSON_MEDIA_TYPE: Final = "application/json"


def write_json(report: Report, into: IO[bytes]) -> None:
    for piece in _pieces(report):
        into.write(piece.encode())


def _pieces(report: Report) -> Iterator[str]:
    """Yield the text piece by piece, with one line for each row of a table."""
    head = {
        "title": report.title,
        "subtitle": report.subtitle,
        "club": club_of(report),
        "language": report.language,
        "facts": [{"label": fact.label, "value": fact.value} for fact in report.facts],
        "notes": report.notes,
    }
    yield f'{_dumped(head)[:-1]}, "tables": ['
    for at, table in enumerate(tables_of(report)):
        yield ",\n" if at else "\n"
        yield from _table_pieces(table)
    yield "\n]}\n"


def _table_pieces(table: AnyTable) -> Iterator[str]:
    columns = [{"title": column.title, "kind": column.kind.value} for column in table.columns]
    yield f'{{"caption": {_dumped(table.caption)}, "columns": {_dumped(columns)}, "rows": ['
    for at, values in enumerate(lines_of(table)):
        yield f"{',' if at else ''}\n{_dumped(values)}"
    yield "\n]}"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: object) -> str | float:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"no value of a report: {value!r}")
