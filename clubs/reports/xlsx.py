"""Writes a report as a workbook: a sheet for each table, numbers and dates as such, text never as a formula.

Each sheet says above its table what paper says of the list, such as that it can still change. The notes are
below the first table.

Rows are written one by one into a temporary file of openpyxl: more rows take no more memory. The same report
gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
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
from clubs.reports.tables import (
    FOR_FILES,
    AnyTable,
    Values,
    club_of,
    lines_above,
    lines_below,
    lines_of,
    tables_of,
    title_line,
)

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
# A sheet of A4, in the numbers of OOXML.
_A4: Final = 9
_BOLD: Final = Font(bold=True)
_DAY, _MOMENT = "yyyy-mm-dd", "yyyy-mm-dd hh:mm"
# Thousands apart, as the language of the reader's spreadsheet writes them: 12 345 in Swedish and Finnish.
_THOUSANDS: Final = "#,##0"
_LEAST_SEPARATED: Final = 1000
_NO_DATE: Final = datetime(2000, 1, 1)


def write_xlsx(report: Report, into: IO[bytes]) -> None:
    """Write the report as a workbook into a seekable file."""
    with _new_book() as book:
        book.properties = DocumentProperties(
            creator=_escaped(report.publisher or club_of(report) or "Talon"),
            title=_escaped(title_line(report.title, report.subtitle)),
            description=_escaped("\n".join(lines_above(report)[1:])),
            language=report.language,
            created=_moment(report),
            modified=_moment(report),
        )
        tables = tables_of(report, FOR_FILES)
        for at, table in enumerate(tables):
            _add_sheet(book, report, table, lines_below(report) if at == 0 else ())
        if not tables:
            book.create_sheet(sheet_title(report.title))
        with UndatedArchive(into) as archive:
            ExcelWriter(book, archive).write_data()


def _moment(report: Report) -> datetime:
    """The moment of the data in UTC, as a workbook has it: made again the file is the same."""
    return report.as_of.astimezone(UTC).replace(tzinfo=None, microsecond=0) if report.as_of else _NO_DATE


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


def _add_sheet(book: Any, report: Report, table: AnyTable, below: Sequence[str]) -> None:
    sheet = book.create_sheet(sheet_title(table.caption or report.subtitle or report.title))
    above = lines_above(report)[1:]
    heading_row = 2 + len(above)
    sheet.freeze_panes = f"A{heading_row + 1}"
    sheet.print_title_rows = f"1:{heading_row}"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = False
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    lines = lines_of(table)
    first = list(islice(lines, _MEASURED_ROWS))
    headings = [column.title for column in table.columns]
    for at, width in enumerate(_widths([tuple(headings), *first], report.language), start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.append([_bold(sheet, _sheet_heading(report, table))])
    for line in above:
        sheet.append([_text(sheet, line)])
    sheet.append([_bold(sheet, heading) for heading in headings])
    last = heading_row
    for values in chain(first, lines):
        last += 1
        sheet.append(_cells(sheet, values))
    sheet.auto_filter.ref = f"A{heading_row}:{get_column_letter(len(headings))}{last}"
    for line in ("", *below) if below else ():
        # Apart from the table by an empty row, or a spreadsheet would sort it along.
        sheet.append([_text(sheet, line) if line else None])


def _sheet_heading(report: Report, table: AnyTable) -> str:
    """Return the club and the titles of a sheet."""
    return title_line(club_of(report), report.title, report.subtitle, table.caption)


def sheet_title(title: str) -> str:
    """Return the name of a sheet without forbidden characters, such as the slash between two languages."""
    title = title.replace(" / ", " – ")
    return FORBIDDEN_IN_TITLE.sub(" ", _escaped(title)).strip("' ")[:_MAX_TITLE_LENGTH].strip("' ") or "1"


def _widths(lines: Sequence[Values], language: str) -> Iterator[int]:
    """Return the width of each column for the given rows."""
    for column in zip(*lines, strict=True):
        widest = max(len(line) for value in column for line in format_value(value, language).split("\n"))
        yield min(max(widest + _WIDTH_MARGIN, _MIN_WIDTH), _MAX_WIDTH)


def _cells(sheet: Any, values: Values) -> list[Any]:
    return [
        value if type(value) is int and abs(value) < _LEAST_SEPARATED else _cell(sheet, value)
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
        return _formatted(sheet, value, f"{_THOUSANDS}.{'0' * -int(value.as_tuple().exponent)}")
    return _formatted(sheet, value, _THOUSANDS) if value is not None else None


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


def _formatted(sheet: Any, value: date | int | Decimal, number_format: str) -> Any:
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = number_format
    return cell


def _bold(sheet: Any, value: str) -> Any:
    cell = WriteOnlyCell(sheet, _escaped(value))
    cell.data_type = "s"
    cell.font = _BOLD
    return cell
