"""Writes a report as a workbook: a sheet for each table, numbers and dates as such, text never as a formula.

Rows are written one by one into a temporary file of openpyxl: more rows take no more memory. The same report
gives the same bytes.
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
from clubs.reports.numbers import format_value
from clubs.reports.report import Report, Value
from clubs.reports.tables import AnyTable, Values, club_of, lines_of, tables_of

# openpyxl would read a text that begins so as a formula or an error.
_NOT_TEXT: Final = ("=", "#")
# Characters that XML cannot store or preserve, and texts that look like their escape.
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
# A sheet rounds larger numbers: they are written as text.
_MAX_NUMBER: Final = 10**15
FORBIDDEN_IN_TITLE: Final = re.compile(r"[\[\]:*?/\\]")
# A title may have 31 characters; openpyxl adds a number to a repeated one.
_MAX_TITLE_LENGTH: Final = 28
_MEASURED_ROWS, _MIN_WIDTH, _MAX_WIDTH, _WIDTH_MARGIN = 200, 6, 60, 2
# The first row names the club and the report.
HEADING_ROW, FIRST_ROW = 2, 3
_BOLD: Final = Font(bold=True)
_DAY, _MOMENT, _DECIMALS = "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "0."
_NO_DATE: Final = datetime(2000, 1, 1)


def write_xlsx(report: Report, into: IO[bytes]) -> None:
    """Write the report as a workbook into a seekable file."""
    with _new_book() as book:
        book.properties = DocumentProperties(
            creator="Talon", title=_escaped(report.title), created=_NO_DATE, modified=_NO_DATE
        )
        for table in tables_of(report):
            _add_sheet(book, report, table)
        if not tables_of(report):
            book.create_sheet(sheet_title(report.title))
        with UndatedArchive(into) as archive:
            ExcelWriter(book, archive).write_data()


@contextmanager
def _new_book() -> Iterator[Any]:
    """A workbook that leaves no temporary file on the disk, even if reading its rows fails."""
    book = Workbook(write_only=True)
    try:
        yield book
    finally:
        for sheet in book.worksheets:
            _remove_temporary_file(sheet)


def _remove_temporary_file(sheet: Any) -> None:
    """Remove the temporary file of a sheet, which openpyxl removes only after saving or when it exits."""
    writer = sheet._writer
    if writer is not None and Path(writer.out).exists():
        with suppress(OSError, WorkbookAlreadySaved):  # on a full disk it cannot even be closed
            sheet.close()
        Path(writer.out).unlink()


def _add_sheet(book: Any, report: Report, table: AnyTable) -> None:
    sheet = book.create_sheet(sheet_title(table.caption or report.subtitle or report.title))
    sheet.freeze_panes = f"A{FIRST_ROW}"
    sheet.print_title_rows = f"1:{HEADING_ROW}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = False
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    lines = lines_of(table)
    first = list(islice(lines, _MEASURED_ROWS))
    headings = [column.title for column in table.columns]
    for at, width in enumerate(_widths([tuple(headings), *first], report.language), start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.append([_bold(sheet, _sheet_heading(report, table))])
    sheet.append([_bold(sheet, heading) for heading in headings])
    last = HEADING_ROW
    for last, values in enumerate(chain(first, lines), start=FIRST_ROW):  # noqa: B007 (the number of the last row)
        sheet.append(_cells(sheet, values))
    sheet.auto_filter.ref = f"A{HEADING_ROW}:{get_column_letter(len(headings))}{last}"


def _sheet_heading(report: Report, table: AnyTable) -> str:
    """Return the club and the titles of a sheet."""
    parts = (club_of(report), report.title, report.subtitle, table.caption)
    return " · ".join(dict.fromkeys(part for part in parts if part))


def sheet_title(title: str) -> str:
    """Return the name of a sheet without forbidden characters."""
    return FORBIDDEN_IN_TITLE.sub(" ", _escaped(title)).strip("' ")[:_MAX_TITLE_LENGTH].strip("' ") or "1"


def _widths(lines: Sequence[Values], language: str) -> Iterator[int]:
    """Return the width of each column for the given rows."""
    for column in zip(*lines, strict=True):
        widest = max(len(line) for value in column for line in format_value(value, language).split("\n"))
        yield min(max(widest + _WIDTH_MARGIN, _MIN_WIDTH), _MAX_WIDTH)


def _cells(sheet: Any, values: Values) -> list[Any]:
    return [
        value if type(value) is int and -_MAX_NUMBER < value < _MAX_NUMBER else _cell(sheet, value)
        for value in values
    ]


def _cell(sheet: Any, value: Value) -> Any:
    """Return a cell for a value, or the value itself if openpyxl stores it unchanged."""
    if isinstance(value, str):
        return _text(sheet, value)
    if isinstance(value, datetime):
        return _formatted(sheet, value, _MOMENT)
    if isinstance(value, date):
        return _formatted(sheet, value, _DAY)
    if value is not None and not -_MAX_NUMBER < value < _MAX_NUMBER:
        return str(value)
    if isinstance(value, Decimal):
        return _formatted(sheet, value, _DECIMALS + "0" * -int(value.as_tuple().exponent))
    return value


def _text(sheet: Any, value: str) -> Any:
    """Return a cell of text, whatever the text begins with."""
    value = _escaped(value)
    if not value.startswith(_NOT_TEXT):
        return value
    cell = WriteOnlyCell(sheet, value)
    cell.data_type = "s"
    return cell


def _escaped(value: str) -> str:
    """Escape characters that XML cannot store, as in _x000D_."""
    return _UNWRITABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", value)


def _formatted(sheet: Any, value: date | Decimal, number_format: str) -> Any:
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = number_format
    return cell


def _bold(sheet: Any, value: str) -> Any:
    cell = WriteOnlyCell(sheet, _escaped(value))
    cell.data_type = "s"
    cell.font = _BOLD
    return cell
