"""Writes a report as CSV, for a Nordic Excel or for programs.

For people it says above and below the tables what paper says: whose list it is, of which round, whether it
can still change, which penalties count. Each of these lines begins with `#`: a program can skip them.
For programs there are the tables alone.

Text that a spreadsheet would read as a formula is prefixed with an apostrophe, and so is what would look like
such a line.
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
from clubs.reports.tables import FOR_FILES, AnyTable, lines_above, lines_below, lines_of, tables_of

CSV_MEDIA_TYPE: Final = "text/csv; charset=utf-8"
# A spreadsheet reads a text that begins so as a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_REMARK: Final = "#"
_GUARDED: Final = (*FORMULA_STARTS, _REMARK)
_APOSTROPHE: Final = "'"


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """The separator between values, the decimal point, and the encoding, with or without a BOM.

    `remarks` are the lines around the tables.
    """

    separator: str
    point: str
    encoding: str
    remarks: bool = False


NORDIC: Final = CsvStyle(";", COMMA, "utf-8-sig", remarks=True)
PLAIN: Final = CsvStyle(",", POINT, "utf-8")


def write_csv(report: Report, into: IO[bytes], style: CsvStyle = NORDIC) -> None:
    """Write one table with its headings, or several tables with captions and an empty line between them."""
    tables = tables_of(report, FOR_FILES)
    text = TextIOWrapper(into, encoding=style.encoding, newline="", write_through=True)
    rows = csv.writer(text, delimiter=style.separator)
    if style.remarks:
        rows.writerows(_remark(line) for line in lines_above(report))
    for at, table in enumerate(tables):
        if len(tables) > 1:
            caption = _remark(table.caption) if style.remarks else [escape_formula(table.caption)]
            rows.writerows([*([[]] if at else []), caption])
        _write_table(rows.writerow, table, style)
    if style.remarks:
        rows.writerows(_remark(line) for line in lines_below(report))
    # Keeps the file open when the wrapper is freed.
    text.detach()


def _remark(line: str) -> list[str]:
    return [f"{_REMARK} {' '.join(line.split())}"]


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
    return f"{_APOSTROPHE}{text}" if text.lstrip(_APOSTROPHE).startswith(_GUARDED) else text
