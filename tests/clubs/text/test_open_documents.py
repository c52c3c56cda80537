"""ODS: as LibreOffice writes it, and as no program would."""

from __future__ import annotations

import tracemalloc
from collections.abc import Mapping
from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.utils import translation

from clubs.text.sheet_limits import MANY_EVENTS, MAX_COLUMNS, MAX_ROWS, ONE_ROUND
from clubs.text.sheets import UnreadableSheet, read_sheet

KIND = "application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/></manifest:manifest>'
)


def with_rows(rows: str, before: str = "", parts: Mapping[str, str] = {}) -> bytes:
    """An ODS whose first table has these rows, as XML."""
    table = f'<table:table table:name="A">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    content = f"{before}<office:document-content {NAMESPACES}>{body}</office:document-content>"
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        whole = {"mimetype": KIND, "META-INF/manifest.xml": MANIFEST, "content.xml": content, **parts}
        for name, text in whole.items():
            archive.writestr(name, text)
    return file.getvalue()


def row(*cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def text(words: str, times: int = 1) -> str:
    return (
        f'<table:table-cell office:value-type="string" table:number-columns-repeated="{times}">'
        f"<text:p>{words}</text:p></table:table-cell>"
    )


def typed(kind: str, attribute: str, value: str) -> str:
    return (
        f'<table:table-cell office:value-type="{kind}" office:{attribute}="{value}">'
        "<text:p>?</text:p></table:table-cell>"
    )


def number(value: str) -> str:
    return typed("float", "value", value)


def day(value: str) -> str:
    return typed("date", "date-value", value)


def empty(times: int) -> str:
    return f'<table:table-cell table:number-columns-repeated="{times}"/>'


def test_a_sheet_of_libreoffice_is_read_whatever_it_repeats() -> None:
    rows = [
        row(text("Date"), text("Points"), empty(16382)),
        row(empty(16384), times=2),
        row(day("2019-03-05"), number("12350"), number("1.5"), text("x", times=2), empty(16379)),
        row(empty(16384), times=1048572),
    ]
    found = [[*line] for line in read_sheet(with_rows("".join(rows)))]
    assert found[0][:2] == ["Date", "Points"]
    assert found[3] == [date(2019, 3, 5), 12350, 1.5, "x", "x"]
    assert len(found) == 4


TOO_LARGE = {
    "a row that stands for a million": row(text("x"), times=1048576),
    "a cell that stands for a thousand": row(text("x", times=16384)),
    "a value far down": row(empty(1), times=MAX_ROWS) + row(text("x")),
    "a value far to the right": row(empty(MAX_COLUMNS), text("x")),
    "a value of no kind far down": row(empty(1), times=99999)
    + row("<table:table-cell><text:p>x</text:p></table:table-cell>"),
    "many rows of many cells": row(text("x", times=MAX_COLUMNS), times=MAX_ROWS),
    "a million blanks": row(text('<text:s text:c="1000000"/>')),
    "another table": f'</table:table><table:table table:name="B">{row(text("x"), times=99999)}',
}


@pytest.mark.parametrize("rows", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_and_takes_no_memory(rows: str) -> None:
    data = with_rows(rows)
    tracemalloc.start()
    limits = MANY_EVENTS if "99999" in rows else ONE_ROUND
    with pytest.raises(UnreadableSheet) as refusal, translation.override("en"):
        read_sheet(data, limits)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refusal.value.sentence.startswith("The file is larger")
    assert peak < 8 << 20


HOSTILE = {
    "entities": with_rows(row(text("&a;")), before='<!DOCTYPE x [<!ENTITY a "aaaa">]>'),
    "a count that is none": with_rows(row(text("x")).replace('repeated="1"', 'repeated="-1"')),
    "two kinds at once": with_rows(row(text("x")), parts={"xl/workbook.xml": "<workbook/>"}),
    "another kind": with_rows(row(text("x")), parts={"mimetype": "application/vnd.oasis.opendocument.text"}),
    "no sheet": with_rows("").replace(b"content.xml", b"contend.xml"),
    "broken": with_rows("<table:table-row>"),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_sheet_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableSheet) as refusal, translation.override("en"):
        read_sheet(data)
    assert refusal.value.sentence.startswith("This file cannot be read")
