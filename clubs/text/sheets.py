"""A sheet that somebody has filled in with a spreadsheet program and sends back, as XLSX, ODS or CSV."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from io import StringIO
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _

from clubs.text.sheet_limits import MAX_CELL_LENGTH, MAX_FILE_BYTES, ONE_ROUND, SheetLimits
from clubs.text.workbooks import Cell, NotAWorkbook, WorkbookTooLarge, read_workbook

_ZIP: Final = b"PK"
# Excel before 2007, and every workbook with a password.
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
_BYTE_ORDER_MARKS: Final = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
# What Excel writes where it does not write UTF-8.
_NORDIC_WINDOWS: Final = "cp1252"
_SEPARATORS: Final = (";", "\t", ",")
# So many rows show which separator a file has.
_SNIFFED_ROWS: Final = 20
# Excel writes it above the rows, and does not count it as one.
_SEPARATOR_LINE: Final = re.compile(r"sep=([;,\t])\r?\n", re.IGNORECASE)
_LETTERS: Final = 26
# How a line begins that a file says around its table. clubs/reports/separated.py writes them.
_REMARK: Final = "#"


class UnreadableSheet(Exception):
    """The file is not read at all; `sentence` says why, and what helps."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_sheet(data: bytes, limits: SheetLimits = ONE_ROUND) -> list[Sequence[Cell]]:
    """Return the rows of a sheet, from its first cell. Raises UnreadableSheet."""
    if len(data) > MAX_FILE_BYTES:
        raise UnreadableSheet(_too_large())
    try:
        return read_workbook(data, limits) if data.startswith(_ZIP) else _read_separated(data, limits)
    except (WorkbookTooLarge, csv.Error) as refusal:  # of text csv only refuses cells that have no end
        raise UnreadableSheet(_too_large()) from refusal
    except (NotAWorkbook, UnicodeDecodeError) as refusal:
        raise UnreadableSheet(
            _("This file cannot be read as a spreadsheet. Save it as XLSX without a password, or as CSV.")
        ) from refusal


def is_remark(row: Sequence[Cell]) -> bool:
    """Tell whether a row is a line around the table, which a program may have split into cells."""
    return bool(row) and isinstance(row[0], str) and row[0].lstrip().startswith(_REMARK)


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell as spreadsheets have it, C7; both count from zero."""
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _too_large() -> str:
    return _("The file is larger than a sheet of results. Remove everything else from it.")


def _read_separated(data: bytes, limits: SheetLimits) -> list[Sequence[Cell]]:
    text = _decoded(data)
    if data.startswith(_OLD_EXCEL) or "\0" in text:
        raise NotAWorkbook
    told = _SEPARATOR_LINE.match(text)
    if told is not None:
        text = text[told.end() :]
    rows = _rows(text, told[1] if told else _sniffed_separator(text), limits.rows + 1)
    if len(rows) > limits.rows or any(_is_too_long(row, limits) for row in rows):
        raise WorkbookTooLarge
    return [*rows]


def _decoded(data: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_NORDIC_WINDOWS)


def _sniffed_separator(text: str) -> str:
    """Return the separator that gives the widest rows; a remark is a sentence with commas of its own."""
    return max(_SEPARATORS, key=lambda separator: _width(_rows(text, separator, _SNIFFED_ROWS)))


def _width(rows: Sequence[Sequence[Cell]]) -> int:
    return max((len(row) for row in rows if not is_remark(row)), default=0)


def _rows(text: str, separator: str, most: int) -> list[list[str]]:
    # An end of a line within quotes belongs to its cell.
    return list(islice(csv.reader(StringIO(text, newline=""), delimiter=separator), most))


def _is_too_long(row: Sequence[str], limits: SheetLimits) -> bool:
    used = [cell for cell in row[limits.columns :] if cell.strip()]
    return bool(used) or any(len(cell) > MAX_CELL_LENGTH for cell in row)
