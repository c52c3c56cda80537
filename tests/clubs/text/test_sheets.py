"""Sheets that people send: as the common programs write them, and as no program would."""

from __future__ import annotations

import csv
import random
import re
import tracemalloc
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from django.utils import translation
from openpyxl import Workbook

from clubs.text.sheet_limits import MAX_CELL_LENGTH, MAX_COLUMNS, MAX_FILE_BYTES, MAX_ROWS
from clubs.text.sheets import UnreadableSheet, cell_name, read_sheet

SHEET = "xl/worksheets/sheet1.xml"
CANNOT_BE_READ = "This file cannot be read as a spreadsheet."
TOO_LARGE = "The file is larger than a sheet of results."


def a_workbook(cells: Mapping[str, object]) -> bytes:
    book, file = Workbook(), BytesIO()
    for name, value in cells.items():
        book.active[name] = value
    book.save(file)
    return file.getvalue()


def parts_of(workbook: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(workbook)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def packed(parts: Mapping[str, bytes], compression: int = ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def with_rows(rows: str, before: str = "") -> bytes:
    """A workbook whose sheet has these rows, as XML."""
    parts = parts_of(a_workbook({"A1": "x"}))
    sheet = parts[SHEET].decode()
    sheet = before + re.sub("<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", sheet, flags=re.S)
    return packed({**parts, SHEET: sheet.encode()})


def refusal_of(data: bytes) -> str:
    with pytest.raises(UnreadableSheet) as refusal, translation.override("en"):
        read_sheet(data)
    return refusal.value.sentence


@pytest.mark.parametrize(
    ("row", "column", "name"),
    [(0, 0, "A1"), (6, 2, "C7"), (9, 25, "Z10"), (0, 26, "AA1"), (1999, 39, "AN2000"), (0, 701, "ZZ1")],
)
def test_a_cell_has_the_name_that_spreadsheets_give_it(row: int, column: int, name: str) -> None:
    assert cell_name(row, column) == name


# What is read.


def test_a_workbook_is_read_from_its_first_cell() -> None:
    rows = read_sheet(a_workbook({"B2": "Bord", "C4": 10_235, "D4": -350.0, "B4": 5280.5}))
    assert [list(row) for row in rows] == [
        [""] * 4,
        ["", "Bord", "", ""],
        [""] * 4,
        ["", 5280.5, 10_235, -350],
    ]


def test_a_date_is_a_date_and_yes_is_a_word() -> None:
    ((day, yes),) = read_sheet(a_workbook({"A1": date(2026, 5, 2), "B1": True}))
    assert (day, yes) in ((date(2026, 5, 2), "TRUE"), (datetime(2026, 5, 2), "TRUE"))


def test_a_formula_is_its_value() -> None:
    rows = read_sheet(with_rows('<row r="1"><c r="A1"><f>5000+280</f><v>5280</v></c></row>'))
    assert [list(row) for row in rows] == [[5280]]


def test_a_formula_as_text_stays_text() -> None:
    formula = "=cmd|' /C calc'!A0"
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{formula}</t></is></c></row>'
    assert [list(row) for row in read_sheet(with_rows(cell))] == [[formula]]
    assert [list(row) for row in read_sheet(f"Table;Total\r\n1;{formula}\r\n".encode())][1] == ["1", formula]


def test_formatted_cells_without_values_far_away_are_nothing() -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>'
    assert [list(row) for row in read_sheet(with_rows(rows))] == [[1]]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_separator_and_the_letters_of_a_csv_are_found(separator: str, encoding: str) -> None:
    rows = [["Table", "Side 1", "Total"], ["1", "Åsa – Bo, jr; x", "5 280,0"], ["2", "two\nlines", "7"]]
    text = StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(rows)
    assert [list(row) for row in read_sheet(text.getvalue().encode(encoding))] == rows


def test_the_line_with_which_excel_names_the_separator_is_no_row() -> None:
    assert [list(row) for row in read_sheet(b"sep=,\r\nTable,a;b;c;d\r\n")] == [["Table", "a;b;c;d"]]


def test_an_empty_file_has_no_rows() -> None:
    assert read_sheet(b"") == []


# What is refused.


def test_a_large_file_is_refused() -> None:
    assert refusal_of(b"a" * (MAX_FILE_BYTES + 1)).startswith(TOO_LARGE)


def rows_of(count: int) -> str:
    return "".join(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(1, count + 1))


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"x\n" * (MAX_ROWS + 1),
        lambda: b"1;" * 10**5,
        lambda: b"x" * (MAX_CELL_LENGTH + 1),
        lambda: with_rows(rows_of(MAX_ROWS + 1)),
        lambda: with_rows('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
        lambda: with_rows('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
        lambda: with_rows(f'<row r="1">{"<c><v>1</v></c>" * (MAX_COLUMNS + 1)}</row>'),
        lambda: with_rows("<row><c><v>1</v></c></row>" * (MAX_ROWS + 1)),
        lambda: with_rows(f'<row r="1"><c r="A1" t="str"><v>{"x" * 1001}</v></c></row>'),
        lambda: with_rows('<row r="1"><c r="A1"><v>1</v></c></row>' * 40_000),
        lambda: packed({**parts_of(a_workbook({})), "xl/media/bomb.bin": b"\0" * (17 << 20)}),
        lambda: packed({**parts_of(a_workbook({})), **{f"xl/p{n}.xml": b"<a/>" for n in range(300)}}),
        lambda: packed({**parts_of(a_workbook({})), "xl/sharedStrings.xml": b" " * (2 << 20)}),
    ],
    ids=[
        *("rows of csv", "columns of csv", "text of csv", "rows", "last row", "last column", "columns"),
        *("rows without numbers", "text", "cells", "unpacked", "parts", "ratio"),
    ],
)
def test_what_is_too_large_is_refused_and_takes_no_memory(make: Callable[[], bytes]) -> None:
    data = make()
    assert len(data) <= MAX_FILE_BYTES
    tracemalloc.start()
    try:
        assert refusal_of(data).startswith(TOO_LARGE)
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
    finally:
        tracemalloc.stop()


ENTITIES = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        lambda: b"PK\x03\x04" + b"\0" * 100,
        lambda: b"PK",
        lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        lambda: b"%PDF-1.7\n\0\x81\x8d",
        lambda: packed(
            {"content.xml": b"<a/>", "mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}
        ),
        lambda: packed({"xl/workbook.xml": b"<workbook/>"}),
        lambda: packed({"xl/workbook.xml": b"<workbook"}),
        lambda: packed(parts_of(a_workbook({"A1": 1})), ZIP_LZMA),
        lambda: a_workbook({"A1": 1})[:-40],
        lambda: with_rows('<row r="1"><c r="A1"><v>&c;</v></c></row>', ENTITIES),
        lambda: with_rows('<row r="1"><c r="A1"><v>&b;</v></c></row>', OUTSIDE),
        lambda: with_rows('<row r="1"><c r="A0x"><v>1</v></c></row>'),
        lambda: with_rows('<row r="-1"><c r="A1"><v>1</v></c></row>'),
    ],
    ids=[
        *(
            "old Excel",
            "cut",
            "short",
            "picture",
            "paper",
            "OpenDocument",
            "no sheet",
            "no XML",
            "other packing",
        ),
        *("damaged", "entities", "entity outside", "no cell", "no row"),
    ],
)
def test_what_is_no_spreadsheet_is_refused(make: Callable[[], bytes]) -> None:
    assert refusal_of(make()).startswith(CANNOT_BE_READ)


def test_a_part_that_is_there_twice_is_refused() -> None:
    file = BytesIO(a_workbook({"A1": 1}))
    with ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(SHEET, b"<worksheet/>")
    assert refusal_of(file.getvalue()).startswith(CANNOT_BE_READ)


def test_a_size_that_the_archive_understates_unpacks_no_more() -> None:
    data = with_rows(rows_of(1500))
    with ZipFile(BytesIO(data)) as archive:
        size = archive.getinfo(SHEET).file_size
    lying = data.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert refusal_of(lying).startswith(CANNOT_BE_READ)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_files_are_read_or_refused_and_nothing_else(seed: int) -> None:
    dice, data = random.Random(seed), bytearray(a_workbook({"A1": "Table", "B2": 10_235, "C3": "x"}))
    for _time in range(20):
        at = dice.randrange(len(data))
        data[at : at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
        with suppress(UnreadableSheet):
            assert isinstance(read_sheet(bytes(data)), list)
