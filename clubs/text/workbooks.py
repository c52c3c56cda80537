"""Reads a workbook (XLSX or ODS) that somebody has sent: checked part by part before the reader sees it.

A file of a few bytes can claim a million rows, unpack to gigabytes, or define XML entities that grow. So
every part is unpacked here within limits and read once for its cells, and the reader gets a new archive that
holds nothing but these parts.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import Final
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from python_calamine import CalamineError, CalamineWorkbook

from clubs.text.sheet_limits import MAX_CELL_LENGTH, ONE_ROUND, SheetLimits

Cell = str | int | float | date

_MAX_PARTS: Final = 200
_MAX_UNPACKED: Final = 16 << 20
# What people type packs to a tenth of its size; a bomb to a thousandth.
_MAX_RATIO: Final = 100
# A sheet stores larger numbers only roughly.
_MAX_NUMBER: Final = 10**15
_NEEDED: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/[^/]+\.xml|xl/_rels/workbook\.xml\.rels|xl/worksheets/[^/]+\.xml"
    r"|mimetype|content\.xml|META-INF/manifest\.xml"
)
_IS_ENCRYPTED: Final = 0x1
_PACKINGS: Final = (ZIP_STORED, ZIP_DEFLATED)
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ROW: Final = re.compile(r"[0-9]{1,7}")
# The part of an ODS that is no XML: its kind, in one word.
_KIND: Final = "mimetype"
_BEFORE_A: Final = ord("A") - 1
_LETTERS: Final = 26
# Texts that begin in these elements end with them.
_TEXT_STARTS: Final = frozenset({"c", "si"})
# A cell without any of them is empty, however it is formatted.
_VALUES: Final = frozenset({"v", "is", "f"})


class NotAWorkbook(Exception):
    """The file is no workbook, or it is damaged."""


class WorkbookTooLarge(Exception):
    """The workbook has more parts, rows, columns or text than is read."""


def read_workbook(data: bytes, limits: SheetLimits = ONE_ROUND) -> list[Sequence[Cell]]:
    """Return the rows of the first sheet, from its cell A1.

    A formula is its value. Raises NotAWorkbook and WorkbookTooLarge.
    """
    parts = _unpack(data)
    checkers = [checker for main, checker in _CHECKERS.items() if main in parts]
    if len(checkers) != 1:
        raise NotAWorkbook
    for name, part in parts.items():
        if name != _KIND:
            checkers[0](limits).check(part)
    try:
        with CalamineWorkbook.from_filelike(BytesIO(_pack(parts))) as book:
            sheet = book.get_sheet_by_index(0)
            return [[_as_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    except (CalamineError, IndexError, ValueError, OSError) as error:
        raise NotAWorkbook from error


def _unpack(data: bytes) -> Mapping[str, bytes]:
    """Return the parts that are needed, each within its limits."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_sizes(infos, len(data))
            return dict(_needed_parts(archive, infos))
    except (
        BadZipFile,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        ValueError,
        zlib.error,
    ) as error:
        raise NotAWorkbook from error


def _check_sizes(infos: Sequence[ZipInfo], packed: int) -> None:
    unpacked = sum(info.file_size for info in infos)
    if len(infos) > _MAX_PARTS or unpacked > min(_MAX_UNPACKED, _MAX_RATIO * packed):
        raise WorkbookTooLarge


def _needed_parts(archive: ZipFile, infos: Sequence[ZipInfo]) -> Iterator[tuple[str, bytes]]:
    if len({info.filename for info in infos}) < len(infos):
        raise NotAWorkbook
    for info in infos:
        if not _NEEDED.fullmatch(info.filename):
            continue
        if info.flag_bits & _IS_ENCRYPTED or info.compress_type not in _PACKINGS:
            raise NotAWorkbook
        # No more is unpacked than the archive has said, and that was checked.
        yield info.filename, archive.read(info)


def _pack(parts: Mapping[str, bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _as_cell(value: object) -> Cell:
    """Return a value as what it is in a sheet: 5280.0 is a whole number there."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < _MAX_NUMBER:
        return int(value)
    return value if isinstance(value, str | int | float | date) else str(value)


class _Checker:
    """Goes through a part once: no document type, no cell beyond the limits, no endless text."""

    def __init__(self, limits: SheetLimits) -> None:
        self.limits = limits
        self.row = self.column = self.cells = self.text = 0
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self.refuse_doctype
        self.parser.StartElementHandler = self.start
        self.parser.CharacterDataHandler = self.count_text

    def check(self, part: bytes) -> None:
        try:
            self.parser.Parse(part, True)
        except expat.ExpatError as error:
            raise NotAWorkbook from error

    def refuse_doctype(self, *_declared: object) -> None:
        raise NotAWorkbook

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        local = name.rpartition(":")[2]
        if local in _TEXT_STARTS:
            self.text = 0
        if local == "row":
            self.row, self.column = _row_number(attributes.get("r"), self.row), 0
        elif local == "c":
            self.row, self.column = _position(attributes.get("r"), self.row, self.column)
        elif local in _VALUES:
            self.count_value()

    def count_value(self) -> None:
        self.count_cells(1)

    def count_cells(self, cells: int) -> None:
        """Count filled cells up to the present row and column."""
        self.cells += cells
        limits = self.limits
        if self.row > limits.rows or self.column > limits.columns or self.cells > limits.cells:
            raise WorkbookTooLarge

    def count_text(self, text: str) -> None:
        self.count_letters(len(text))

    def count_letters(self, letters: int) -> None:
        self.text += letters
        if self.text > MAX_CELL_LENGTH:
            raise WorkbookTooLarge


def _row_number(reference: str | None, before: int) -> int:
    """Return the number of a row; one that does not say it comes after the row before."""
    if reference is None:
        return before + 1
    if not _ROW.fullmatch(reference):
        raise NotAWorkbook
    return int(reference)


def _position(reference: str | None, row: int, column: int) -> tuple[int, int]:
    """Return the row and the column of a cell; one that does not say it comes after the cell before."""
    if reference is None:
        return row, column + 1
    parts = _REFERENCE.fullmatch(reference)
    if parts is None:
        raise NotAWorkbook
    number = 0
    for letter in parts[1]:
        number = _LETTERS * number + ord(letter) - _BEFORE_A
    return int(parts[2]), number


class _OpenDocumentChecker(_Checker):
    """The same for ODS, where a row or a cell may stand for many, and an element for many blanks."""

    def __init__(self, limits: SheetLimits) -> None:
        super().__init__(limits)
        self.rows = self.columns = 1
        self.is_counted = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        local = name.rpartition(":")[2]
        if local == "table":
            self.row = 0
        elif local == "table-row":
            self.rows, self.column = _times(attributes, "number-rows-repeated"), 0
            self.row += self.rows
        elif local in _OPEN_CELLS:
            self.columns, self.text, self.is_counted = _times(attributes, "number-columns-repeated"), 0, False
            self.column += self.columns
            if any(attribute.rpartition(":")[2] == "value-type" for attribute in attributes):
                self.count_value()
        elif local == "p":
            self.count_value()
        elif local == "s":
            self.count_letters(_times(attributes, "c"))

    def count_value(self) -> None:
        if not self.is_counted:
            self.is_counted = True
            self.count_cells(self.rows * self.columns)


_OPEN_CELLS: Final = frozenset({"table-cell", "covered-table-cell"})


def _times(attributes: Mapping[str, str], name: str) -> int:
    """Return how often an element counts."""
    times = [value for attribute, value in attributes.items() if attribute.rpartition(":")[2] == name]
    if not all(map(_ROW.fullmatch, times)):
        raise NotAWorkbook
    return max(map(int, times), default=1)


# The part that each kind of workbook has, and how its parts are checked.
_CHECKERS: Final[Mapping[str, type[_Checker]]] = {
    "xl/workbook.xml": _Checker,
    "content.xml": _OpenDocumentChecker,
}
