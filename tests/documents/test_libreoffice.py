"""Our files in LibreOffice: what a club opens them with gives the same numbers, days and texts back.

Each file is opened by LibreOffice's own program and written again as flat XML; nothing of ours reads it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Protocol
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.reports import separated, xlsx
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from clubs.reports.tables import FOR_FILES, ExportReport, lines_above, lines_of, tables_of
from tests.needs import program
from tests.tournaments.public.test_event_files import event_of, scored
from tests.tournaments.support.events import Played
from tournaments.public.event_view import load_event_view
from tournaments.public.exports import whole_event_file
from tournaments.public.queries import all_event_deals

pytestmark = pytest.mark.long

LIMIT: Final = 300  # seconds, for a program that hangs
# More columns than any list has.
MANY: Final = 1000
# Separator, quotation mark, UTF-8, from line 1, no column formats, Swedish, quoted fields are not always
# text, and dates are detected.
SWEDISH_CSV: Final = "CSV:59,34,76,1,,1053,false,true"
SPACES: Final = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}
# Texts that a spreadsheet would read as something else.
TEXTS: Final = (
    *("=1+1", "+1", "-1", "@A1", "\tTab", '=HYPERLINK("http://example.org")', "'=1", "#N/A"),
    *("12", "007", "1e5", "1/2", "2026-11-22", "TRUE", "Åsa Öberg", "a\nb", "  two  spaces", "_x0041_"),
    *('"quoted"', "semi;colon", "comma, too", "1–0–2"),
)

Cells = list[tuple[object, ...]]


class Open(Protocol):
    """Opens a file with LibreOffice and returns the rows of each sheet by name."""

    def __call__(self, file: Path, *, reads: str = "") -> dict[str, Cells]: ...


@pytest.fixture
def open_in_libreoffice(tmp_path: Path) -> Open:
    office = program("soffice", "libreoffice-calc")

    def open_file(file: Path, *, reads: str = "") -> dict[str, Cells]:
        how = [f"--infilter={reads}"] if reads else []
        command = [
            *(office, f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"),
            *("--headless", "--norestore", "--convert-to", "fods", "--outdir", str(tmp_path / "again")),
            *(*how, str(file)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
        converted = tmp_path / "again" / f"{file.stem}.fods"
        assert converted.exists(), done.stdout + done.stderr
        return {sheet_name(sheet): lines_in(sheet) for sheet in sheets_in(converted)}

    return open_file


def sheets_in(file: Path) -> list[ElementTree.Element]:
    return ElementTree.parse(file).findall(".//table:table", SPACES)  # noqa: S314 (LibreOffice wrote it)


def sheet_name(sheet: ElementTree.Element) -> str:
    return sheet.attrib[qualified("table", "name")]


def qualified(space: str, name: str) -> str:
    return f"{{{SPACES[space]}}}{name}"


def lines_in(sheet: ElementTree.Element) -> Cells:
    """Return the rows up to the last one with a value; repeated rows are stored once in the file."""
    lines: Cells = []
    for line in sheet.iter(qualified("table", "table-row")):
        cells = without_end([value for cell in line for value in values_of(cell)])
        lines += [cells] * (repetitions(line, "rows") if cells else 1)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def repetitions(element: ElementTree.Element, attribute: str) -> int:
    return int(element.get(qualified("table", f"number-{attribute}-repeated"), "1"))


def without_end(values: Sequence[object]) -> tuple[object, ...]:
    """Return the values up to the last cell that is not empty."""
    last = max((at for at, value in enumerate(values, start=1) if value is not None), default=0)
    return tuple(values[:last])


def values_of(cell: ElementTree.Element) -> list[object]:
    """Return the values of a cell, which is never a formula."""
    assert qualified("table", "formula") not in cell.attrib, "".join(cell.itertext())
    value = value_of(cell)
    # The empty rest of a row is as long as the sheet is wide.
    return [value] * (
        repetitions(cell, "columns") if value is not None or repetitions(cell, "columns") < MANY else 1
    )


def value_of(cell: ElementTree.Element) -> object:
    match cell.get(qualified("office", "value-type")):
        case "float":
            return float(cell.attrib[qualified("office", "value")])
        case "date":
            return datetime.fromisoformat(cell.attrib[qualified("office", "date-value")])
        case "string":
            return "\n".join(text_of(line) for line in cell.findall("text:p", SPACES))
        case None:
            return None
        case kind:
            return kind, "".join(cell.itertext())


def text_of(line: ElementTree.Element) -> str:
    """Return the text of a line, in which repeated spaces and tabs are elements."""
    parts = [line.text or ""]
    for part in line:
        signs = {
            qualified("text", "s"): " " * int(part.get(qualified("text", "c"), "1")),
            qualified("text", "tab"): "\t",
        }
        parts += [signs.get(part.tag) or text_of(part), part.tail or ""]
    return "".join(parts)


# The values of the report.


def as_in_a_sheet(value: Value) -> object:
    """A sheet has numbers, days with their hour, texts and empty cells."""
    if isinstance(value, datetime) or value is None or value == "":
        return value or None
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    return value if isinstance(value, str) else float(value)


def as_in_sheets(report: Report) -> list[Cells]:
    """Return the values of each table as sheets have them under their headings."""
    return [
        [without_end([as_in_a_sheet(value) for value in line]) for line in lines_of(table)]
        for table in tables_of(report, FOR_FILES)
    ]


def a_report(texts: Sequence[str]) -> Report:
    """Return a report with each text next to numbers of every kind, a date and a time."""
    columns = (Column("Text"), *(Column(f"Column {at}", ColumnKind.NUMBER) for at in range(1, 6)))
    at, day = datetime(2026, 11, 22, 18, 5), date(2026, 2, 1)
    rows = (
        Row((text, 1_000_000 * number - 7, Decimal(125 * number - 200).scaleb(-2), day, at, None))
        for number, text in enumerate(texts)
    )
    return ExportReport(
        title="=Autumn", tables=(ReportTable(columns=columns, rows=tuple(rows)),), language="sv"
    )


def write_file(report: Report, write: Any, file: Path) -> Path:
    with file.open("w+b") as into:
        write(report, into)
    return file


def table_in(lines: Cells, report: Report) -> Cells:
    """The rows under the headings, without what the file says above and below them."""
    begin = len(lines_above(report)) + 1
    return [*takewhile(any, lines[begin:])]


def test_a_workbook_says_in_libreoffice_what_the_report_says(
    open_in_libreoffice: Open, tmp_path: Path
) -> None:
    report = a_report(TEXTS)
    (lines,) = open_in_libreoffice(write_file(report, xlsx.write_xlsx, tmp_path / "list.xlsx")).values()
    assert lines[0] == ("=Autumn",)
    assert table_in(lines, report) == as_in_sheets(report)[0]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["sv", "en"])
def test_a_whole_event_opens_with_all_of_its_sheets(
    open_in_libreoffice: Open, tmp_path: Path, language: str
) -> None:
    played = an_event()
    file = tmp_path / "event.xlsx"
    address = reverse("tournaments:event_whole", args=[played.event.pk])
    response: Any = Client(headers={"accept-language": language}).get(address)
    file.write_bytes(response.getvalue())
    with translation.override(language):
        event = played.fresh
        report = whole_event_file(load_event_view(event), partial(all_event_deals, event))
        expected = as_in_sheets(report)
        names = [xlsx.sheet_title(table.caption or report.subtitle) for table in tables_of(report, FOR_FILES)]
    sheets = open_in_libreoffice(file)
    assert list(sheets) == names
    assert len(names) > 7
    assert [table_in(lines, report) for lines in sheets.values()] == expected
    assert any(value == "=Late" for lines in sheets.values() for line in lines for value in line)


def an_event() -> Played:
    """Return an event with a finished round, and one with deals, a ruling and charges."""
    played = event_of(8)
    played.round()
    scored(played)
    return played


def test_the_nordic_csv_opens_in_a_swedish_libreoffice_with_numbers_as_numbers(
    open_in_libreoffice: Open, tmp_path: Path
) -> None:
    report = a_report([text for text in TEXTS if not looks_like_a_value(text)])
    file = write_file(report, separated.write_csv, tmp_path / "list.csv")
    (lines,) = open_in_libreoffice(file, reads=SWEDISH_CSV).values()
    assert lines[0][0] == "Text", "the mark of UTF-8 is no letter of the first heading"
    expected = as_in_sheets(report)[0]
    assert [line[1:] for line in lines[1:]] == [line[1:] for line in expected]
    assert [line[0] for line in lines[1:]] == [separated.escape_formula(str(line[0])) for line in expected]


def looks_like_a_value(text: str) -> bool:
    """CSV cannot mark these as texts; a workbook can."""
    return text in {"12", "007", "1e5", "1/2", "2026-11-22", "TRUE"}
