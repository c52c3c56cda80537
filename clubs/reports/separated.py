"""Writes a report as text with separators (CSV): as a Nordic Excel opens it, or as programs read it.

Knows reports; must not know models or languages. Text that a spreadsheet would take for a formula has one
apostrophe before it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from io import TextIOWrapper
from typing import IO, Final

from clubs.reports.numbers import COMMA, POINT, day_written
from clubs.reports.report import Report, Value
from clubs.reports.tables import AnyTable, lines_of, tables_of

MEDIA_TYPE: Final = "text/csv; charset=utf-8"
# A spreadsheet calculates what begins so.
CALCULATED: Final = ("=", "+", "-", "@", "\t", "\r")
_APOSTROPHE: Final = "'"


@dataclass(frozen=True, slots=True)
class Style:
    """What stands between values, what sets off decimals, and whether a mark says that it is UTF-8."""

    separator: str
    point: str
    encoding: str


NORDIC: Final = Style(";", COMMA, "utf-8-sig")
PLAIN: Final = Style(",", POINT, "utf-8")


def write(report: Report, into: IO[bytes], style: Style = NORDIC) -> None:
    """One table from its headings on; of several each under its caption, with an empty line between them."""
    text = TextIOWrapper(into, encoding=style.encoding, newline="", write_through=True)
    rows = csv.writer(text, delimiter=style.separator)
    several = len(tables_of(report)) > 1
    for at, table in enumerate(tables_of(report)):
        if several:
            rows.writerows([*([[]] if at else []), [guarded(table.caption)]])
        _write_table(rows.writerow, table, style)
    # The file goes on living where the wrapper ends.
    text.detach()


def _write_table(add: Callable[[list[str]], object], table: AnyTable, style: Style) -> None:
    add([guarded(column.title) for column in table.columns])
    for values in lines_of(table):
        add([_field(value, style) for value in values])


def _field(value: Value, style: Style) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, date):
        return day_written(value)
    return f"{value:f}".replace(POINT, style.point) if isinstance(value, Decimal) else str(value)


def guarded(text: str) -> str:
    """Text that stays text. What has an apostrophe there already gets another: one can be taken away."""
    return f"{_APOSTROPHE}{text}" if text.lstrip(_APOSTROPHE).startswith(CALCULATED) else text
