"""Writes a report as a workbook: a sheet for each table, numbers and dates as such, text never as a formula.

Knows reports; must not know models or languages. Row by row into a file of the library's own: more rows take
no more memory. The same report gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.packaging.core import DocumentProperties
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import WorkbookAlreadySaved
from openpyxl.writer.excel import ExcelWriter

from clubs.reports.archive import UndatedArchive
from clubs.reports.numbers import written
from clubs.reports.report import Report, Value
from clubs.reports.tables import AnyTable, Values, club_of, lines_of, tables_of

# What the library would take for something else than text: a formula, or the name of an error.
_NO_TEXT: Final = ("=", "#")
# What XML cannot hold or would not give back, and what reads like the way in which that is written.
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
# Beyond so many digits a sheet rounds: a number keeps them as text.
_MOST: Final = 10**15
NOT_IN_A_TITLE: Final = re.compile(r"[\[\]:*?/\\]")
# A title may have 31 characters; the library puts a number behind one that is there already.
_LONGEST_TITLE: Final = 28
_LOOKED_AT, _NARROWEST, _WIDEST, _BESIDE = 200, 6, 60, 2
# Above the table stands whose it is and what.
HEADING, FIRST = 2, 3
_BOLD: Final = Font(bold=True)
_DAY, _MOMENT, _DECIMALS = "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "0."
_NEVER: Final = datetime(2000, 1, 1)


def write(report: Report, into: IO[bytes]) -> None:
    """The report as a workbook, into a file that can be sought in."""
    with _new_book() as book:
        book.properties = DocumentProperties(
            creator="Talon", title=_said(report.title), created=_NEVER, modified=_NEVER
        )
        for table in tables_of(report):
            _add_sheet(book, report, table)
        if not tables_of(report):
            book.create_sheet(title_of(report.title))
        with UndatedArchive(into) as archive:
            ExcelWriter(book, archive).write_data()


@contextmanager
def _new_book() -> Iterator[Any]:
    """A workbook of which no sheet is left on the disk, also where its rows come to no end."""
    book = Workbook(write_only=True)
    try:
        yield book
    finally:
        for sheet in book.worksheets:
            _remove_what_is_left(sheet)


def _remove_what_is_left(sheet: Any) -> None:
    """The library removes what it has put aside once it is in the archive, and else when its process ends."""
    writer = sheet._writer
    if writer is not None and Path(writer.out).exists():
        with suppress(OSError, WorkbookAlreadySaved):  # on a full disk it cannot even be closed
            sheet.close()
        Path(writer.out).unlink()


def _add_sheet(book: Any, report: Report, table: AnyTable) -> None:
    sheet = book.create_sheet(title_of(table.caption or report.subtitle or report.title))
    sheet.freeze_panes = f"A{FIRST}"
    sheet.print_title_rows = f"1:{HEADING}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = False
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    lines = lines_of(table)
    first = list(islice(lines, _LOOKED_AT))
    headings = [column.title for column in table.columns]
    for at, width in enumerate(_widths([tuple(headings), *first], report.language), start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.append([_bold(sheet, _heading_of(report, table))])
    sheet.append([_bold(sheet, heading) for heading in headings])
    last = HEADING
    for last, values in enumerate(chain(first, lines), start=FIRST):  # noqa: B007 (the number of the last one)
        sheet.append(_cells(sheet, values))
    sheet.auto_filter.ref = f"A{HEADING}:{get_column_letter(len(headings))}{last}"


def _heading_of(report: Report, table: AnyTable) -> str:
    """Whose it is and what."""
    parts = (club_of(report), report.title, report.subtitle, table.caption)
    return " · ".join(dict.fromkeys(part for part in parts if part))


def title_of(wanted: str) -> str:
    """The name of a sheet, without what none may have."""
    return NOT_IN_A_TITLE.sub(" ", _said(wanted)).strip("' ")[:_LONGEST_TITLE].strip("' ") or "1"


def _widths(lines: Sequence[Values], language: str) -> Iterator[int]:
    """What each column needs, as far as the first lines tell."""
    for column in zip(*lines, strict=True):
        widest = max(len(line) for value in column for line in written(value, language).split("\n"))
        yield min(max(widest + _BESIDE, _NARROWEST), _WIDEST)


# Cells.


def _cells(sheet: Any, values: Values) -> list[Any]:
    return [
        value if type(value) is int and -_MOST < value < _MOST else _cell(sheet, value) for value in values
    ]


def _cell(sheet: Any, value: Value) -> Any:
    """What the library is given for a value: itself where it is understood as it is meant."""
    if isinstance(value, str):
        return _text(sheet, value)
    if isinstance(value, datetime):
        return _formatted(sheet, value, _MOMENT)
    if isinstance(value, date):
        return _formatted(sheet, value, _DAY)
    if value is not None and not -_MOST < value < _MOST:
        return str(value)
    if isinstance(value, Decimal):
        return _formatted(sheet, value, _DECIMALS + "0" * -int(value.as_tuple().exponent))
    return value


def _text(sheet: Any, value: str) -> Any:
    """Text, whatever it begins with."""
    value = _said(value)
    if not value.startswith(_NO_TEXT):
        return value
    made = WriteOnlyCell(sheet, value)
    made.data_type = "s"
    return made


def _said(value: str) -> str:
    """A text as the format writes it: what XML cannot hold by its number, as in _x000D_."""
    return _UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", value)


def _formatted(sheet: Any, value: date | Decimal, shape: str) -> Any:
    made = WriteOnlyCell(sheet, value)
    made.number_format = shape
    return made


def _bold(sheet: Any, value: str) -> Any:
    made = WriteOnlyCell(sheet, _said(value))
    made.data_type = "s"
    made.font = _BOLD
    return made
