"""Writes a report as CSV, for a Nordic Excel or for programs.

Text that a spreadsheet would read as a formula is prefixed with an apostrophe.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from io import TextIOWrapper
from typing import IO, Final

from clubs.reports.numbers import COMMA, POINT, format_day
from clubs.reports.report import Report, Value
from clubs.reports.tables import AnyTable, lines_of, tables_of

CSV_MEDIA_TYPE: Final = "text/csv; charset=utf-8"
# A spreadsheet reads a text that begins so as a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_APOSTROPHE: Final = "'"


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """The separator between values, the decimal point, and the encoding, with or without a BOM."""

    separator: str
    point: str
    encoding: str


NORDIC: Final = CsvStyle(";", COMMA, "utf-8-sig")
PLAIN: Final = CsvStyle(",", POINT, "utf-8")


def write_csv(report: Report, into: IO[bytes], style: CsvStyle = NORDIC) -> None:
    """Write one table with its headings, or several tables with captions and an empty line between them."""
    text = TextIOWrapper(into, encoding=style.encoding, newline="", write_through=True)
    rows = csv.writer(text, delimiter=style.separator)
    several = len(tables_of(report)) > 1
    for at, table in enumerate(tables_of(report)):
        if several:
            rows.writerows([*([[]] if at else []), [escape_formula(table.caption)]])
        _write_table(rows.writerow, table, style)
    # Keeps the file open when the wrapper is freed.
    text.detach()


def _write_table(add: Callable[[list[str]], object], table: AnyTable, style: CsvStyle) -> None:
    add([escape_formula(column.title) for column in table.columns])
    for values in lines_of(table):
        add([_field(value, style) for value in values])


def _field(value: Value, style: CsvStyle) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return escape_formula(value)
    if isinstance(value, date):
        return format_day(value)
    return f"{value:f}".replace(POINT, style.point) if isinstance(value, Decimal) else str(value)


def escape_formula(text: str) -> str:
    """Prefix a formula with an apostrophe; a text that has one gets another, so that one can be removed."""
    return f"{_APOSTROPHE}{text}" if text.lstrip(_APOSTROPHE).startswith(FORMULA_STARTS) else text
