"""Reports as workbooks, CSV and JSON: every value of a report is read back unchanged."""

from __future__ import annotations

import csv
import errno
import json as library
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from clubs.reports import json, separated, xlsx
from clubs.reports.numbers import format_value
from clubs.reports.report import (
    Column,
    ColumnKind,
    Fact,
    Note,
    Reader,
    Report,
    ReportTable,
    Row,
    Value,
)
from clubs.reports.tables import ExportReport, LongTable, Values

# Of a report without facts: its title and the headings stand above.
HEADING_ROW, FIRST_ROW = 2, 3
Write = Callable[[Report, IO[bytes]], None]
ESCAPED = re.compile(r"_x([0-9A-F]{4})_")
WRITERS: dict[str, Write] = {"xlsx": xlsx.write_xlsx, "csv": separated.write_csv, "json": json.write_json}


def file_of(report: Report, write: Write) -> BytesIO:
    into = BytesIO()
    write(report, into)
    into.seek(0)
    return into


def a_report(*lines: Values, **given: Any) -> Report:
    width = len(lines[0]) if lines else 2
    numbers = (Column(f"Number {at}", ColumnKind.NUMBER, key=f"number_{at}") for at in range(1, width))
    rows = tuple(Row(line) for line in lines)
    columns = (Column("Name", key="name"), *numbers)
    tables = (ReportTable(columns=columns, rows=rows, caption="Standings", key="standings"),)
    return ExportReport(
        **{"title": "Autumn", "club": "Åbo Samba", "tables": tables, "language": "sv", **given}
    )


def rows_in_sheet(report: Report, name: str = "Standings") -> list[tuple[object, ...]]:
    """Return the rows under the headings, with escaped characters restored."""
    sheet = load_workbook(file_of(report, xlsx.write_xlsx))[name]
    rows = list(sheet.iter_rows(min_row=FIRST_ROW, values_only=True))
    return [tuple(unescaped(value) if isinstance(value, str) else value for value in row) for row in rows]


def unescaped(text: str) -> str:
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def rows_in_text(report: Report, style: separated.CsvStyle = separated.NORDIC) -> list[list[str]]:
    content = file_of(report, lambda report, file: separated.write_csv(report, file, style)).getvalue()
    rows = csv.reader(StringIO(content.decode(style.encoding), newline=""), delimiter=style.separator)
    return [row for row in rows if not (row and row[0].startswith("# "))]


# Texts and numbers of all kinds.

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.builds("{}{}".format, st.sampled_from("=+-@\t\r'"), st.text(max_size=5)),
    st.sampled_from(
        ["=1+1", "#N/A", "#REF!", "_x0041_", "TRUE", "12", "-5", "1e5", "2026-11-22", "'=1", "a\r\nb"]
    ),
)
NUMBERS = st.integers(-(10**15) + 1, 10**15 - 1)
HUNDREDTHS = st.integers(-(10**9), 10**9).map(lambda points: Decimal(points).scaleb(-2))
DAYS = st.dates(date(1901, 1, 1), date(2200, 1, 1))
MOMENTS = st.datetimes(datetime(1901, 1, 1), datetime(2200, 1, 1)).map(
    lambda at: at.replace(second=0, microsecond=0)
)
LINES = st.lists(st.tuples(TEXTS, NUMBERS, HUNDREDTHS, DAYS, MOMENTS, TEXTS), min_size=1, max_size=5)


@given(LINES)
def test_a_workbook_gives_back_every_text_number_and_day(lines: list[Values]) -> None:
    read = rows_in_sheet(a_report(*lines))
    assert read == [tuple(as_in_a_sheet(value) for value in line) for line in lines]


def as_in_a_sheet(value: Value) -> object:
    """A sheet has no empty text; each day in it has an hour, and a number has only its value."""
    if value == "" and isinstance(value, str):
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return float(value) if isinstance(value, Decimal) else value


@given(LINES)
@pytest.mark.parametrize("style", [separated.NORDIC, separated.PLAIN], ids=["nordic", "plain"])
def test_text_with_separators_gives_back_every_text_number_and_day(
    style: separated.CsvStyle, lines: list[Values]
) -> None:
    (_headings, *read) = rows_in_text(a_report(*lines), style)
    assert len(read) == len(lines)
    for fields, (name, number, points, day, at, note) in zip(read, lines, strict=True):
        assert [without_guard(fields[0]), without_guard(fields[5])] == [name, note]
        assert int(fields[1]) == number
        assert Decimal(fields[2].replace(style.point, ".")) == points
        assert date.fromisoformat(fields[3]) == day
        assert datetime.fromisoformat(fields[4]) == at


@given(LINES)
def test_nothing_that_somebody_typed_is_calculated_where_the_text_is_opened(lines: list[Values]) -> None:
    read = rows_in_text(a_report(*lines))
    assert not any(row[at].startswith(separated.FORMULA_STARTS) for row in read for at in (0, 5))


def without_guard(field: str) -> str:
    guarded = field.startswith("'") and field.lstrip("'").startswith((*separated.FORMULA_STARTS, "#"))
    return field[1:] if guarded else field


@given(LINES)
def test_json_gives_back_every_text_number_and_day(lines: list[Values]) -> None:
    (table,) = library.load(file_of(a_report(*lines), json.write_json))["tables"]
    assert [list(row.values()) for row in table["rows"]] == [list(map(as_json, line)) for line in lines]


def as_json(value: Value) -> object:
    """A moment has the offset of the club's time zone."""
    if isinstance(value, datetime):
        return timezone.make_aware(value).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


@given(LINES)
def test_the_same_report_gives_the_same_bytes(lines: list[Values]) -> None:
    for write in WRITERS.values():
        assert file_of(a_report(*lines), write).getvalue() == file_of(a_report(*lines), write).getvalue()


# A workbook.


def test_a_player_called_as_a_formula_stays_a_text() -> None:
    sheet = load_workbook(file_of(a_report(("=1+1", 5), ("#N/A", 4), ("-3", -3)), xlsx.write_xlsx)).active
    kinds = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows(min_row=FIRST_ROW)]
    assert kinds == [
        [("=1+1", "s"), (5, "n")],
        [("#N/A", "s"), (4, "n")],
        [("-3", "s"), (-3, "n")],
    ]
    assert rows_in_text(a_report(("=1+1", -5)))[1] == ["'=1+1", "-5"]


def test_a_sheet_says_whose_it_is_and_its_headings_stay_in_sight_with_filters() -> None:
    report = a_report(("Ek – Bo", 12500), ("A name that is longer than all others", 3))
    book = load_workbook(file_of(report, xlsx.write_xlsx))
    sheet = book["Standings"]
    assert sheet["A1"].value == "Åbo Samba · Autumn · Standings"
    assert [cell.value for cell in sheet[HEADING_ROW]] == ["Name", "Number 1"]
    assert sheet.freeze_panes == "A3"
    assert sheet.auto_filter.ref == "A2:B4"
    assert sheet.column_dimensions["A"].width > sheet.column_dimensions["B"].width
    assert book.properties.title == "Autumn"


def test_decimals_and_days_are_shown_as_such() -> None:
    line = ("Ek", Decimal("12.50"), date(2026, 11, 22), datetime(2026, 11, 22, 18, 30))
    sheet = load_workbook(file_of(a_report(line), xlsx.write_xlsx)).active
    _name, *cells = next(sheet.iter_rows(min_row=FIRST_ROW))
    assert [cell.number_format for cell in cells] == ["#,##0.00", "yyyy-mm-dd", "yyyy-mm-dd hh:mm"]
    assert [cell.is_date for cell in cells] == [False, True, True]


def test_a_number_that_a_sheet_would_round_keeps_its_digits() -> None:
    assert rows_in_sheet(a_report(("Ek", 10**15 + 1))) == [("Ek", str(10**15 + 1))]


def test_there_is_a_sheet_for_each_table_whatever_they_are_called() -> None:
    captions = ("Rounds [1/2]: all?", "", "the same", "The Same", "'", "x" * 50, "x" * 50)
    tables = tuple(ReportTable(columns=(Column("A"),), rows=(), caption=caption) for caption in captions)
    names = load_workbook(file_of(a_report(tables=tables), xlsx.write_xlsx)).sheetnames
    assert len(names) == len(captions)
    assert len({name.casefold() for name in names}) == len(names)
    assert all(0 < len(name) <= 31 and not xlsx.FORBIDDEN_IN_TITLE.search(name) for name in names)
    assert names[:2] == ["Rounds  1 2   all", "Autumn"]


def a_report_in_play(*lines: Values, **given: Any) -> Report:
    """Standings with their date, that they can still change, and a penalty."""
    return a_report(
        *lines,
        subtitle="Standings",
        facts=(Fact("Club", "Åbo Samba", key="club"), Fact("Round", "2 / 6", key="round")),
        notes=(
            Note("The result is not official yet.", "not_official", is_above=True),
            Note("Ek – Bo: −100 by ruling.", "charge_points"),
        ),
        **given,
    )


def test_a_sheet_says_what_paper_says_above_and_below_its_table() -> None:
    sheet = load_workbook(file_of(a_report_in_play(("Ek – Bo", 12), ("Al – Si", 3)), xlsx.write_xlsx)).active
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["Åbo Samba · Autumn · Standings", None],
        ["Round: 2 / 6", None],
        ["The result is not official yet.", None],
        ["Name", "Number 1"],
        ["Ek – Bo", 12],
        ["Al – Si", 3],
        [None, None],
        ["Ek – Bo: −100 by ruling.", None],
    ]
    assert (sheet.freeze_panes, sheet.auto_filter.ref, sheet.print_title_rows) == ("A5", "A4:B6", "$1:$4")
    assert sheet.page_setup.paperSize == 9


def test_a_workbook_is_dated_with_its_data_and_says_what_it_is() -> None:
    as_of = datetime(2026, 11, 23, 21, 4, 5, tzinfo=ZoneInfo("Europe/Helsinki"))
    book = load_workbook(file_of(a_report_in_play(("Ek", 1), as_of=as_of), xlsx.write_xlsx))
    said = book.properties
    assert (said.created, said.modified) == (datetime(2026, 11, 23, 19, 4, 5),) * 2
    assert (said.title, said.creator, said.language) == ("Autumn · Standings", "Åbo Samba", "sv")
    assert said.description == "Round: 2 / 6\nThe result is not official yet."


def test_thousands_are_apart_and_a_column_for_others_is_left_out() -> None:
    columns = (
        Column("Pair", key="name"),
        Column("W–D–L", key="games", reader=Reader.PEOPLE),
        Column("Won", ColumnKind.NUMBER, key="wins", reader=Reader.FILES),
        Column("", ColumnKind.NUMBER, key="game_id", reader=Reader.PROGRAMS),
    )
    table = ReportTable(columns=columns, rows=(Row(("Ek", "3–0–0", -12500, 7)),))
    report = a_report(tables=(table,))
    (row,) = load_workbook(file_of(report, xlsx.write_xlsx)).active.iter_rows(min_row=FIRST_ROW)
    assert [(cell.value, cell.number_format) for cell in row] == [("Ek", "General"), (-12500, "#,##0")]
    assert rows_in_text(report) == [["Pair", "Won"], ["Ek", "-12500"]]
    (told,) = library.load(file_of(report, json.write_json))["tables"]
    assert told["rows"] == [{"name": "Ek", "wins": -12500, "game_id": 7}]


def test_a_report_without_tables_is_a_file_all_the_same() -> None:
    report = a_report(tables=())
    assert load_workbook(file_of(report, xlsx.write_xlsx)).sheetnames == ["Autumn"]
    assert rows_in_text(report) == []
    assert library.load(file_of(report, json.write_json))["tables"] == []


# Long tables.


def a_long_table(read: list[int], length: int = 5) -> LongTable:
    """Return a table that records which of its rows were read."""

    def lines() -> Iterator[Values]:
        for number in range(length):
            read.append(number)
            yield (f"Deal {number}", number)

    return LongTable(
        columns=(Column("Deal", key="deal"), Column("Number", ColumnKind.NUMBER, key="number")),
        lines=lines,
        caption="Deals",
        key="deals",
    )


def test_a_long_table_stands_after_the_others() -> None:
    report = a_report(("Ek", 1), long=(a_long_table([]),))
    assert load_workbook(file_of(report, xlsx.write_xlsx)).sheetnames == ["Standings", "Deals"]
    assert rows_in_sheet(report, "Deals")[-1] == ("Deal 4", 4)
    assert rows_in_text(report, separated.PLAIN)[:7] == [
        *(["Standings"], ["Name", "Number 1"], ["Ek", "1"], []),
        *(["Deals"], ["Deal", "Number"], ["Deal 0", "0"]),
    ]
    lines = file_of(report, separated.write_csv).getvalue().decode().split("\r\n")
    assert [line for line in lines if line[:1] == "#"] == ["# Standings", "# Deals"]
    standings, deals = library.load(file_of(report, json.write_json))["tables"]
    assert (standings["caption"], len(deals["rows"])) == ("Standings", 5)


class Counting(BytesIO):
    """A file that records how far a table had been read at each write."""

    def __init__(self, read: list[int]) -> None:
        super().__init__()
        self.read_by_then: set[int] = set()
        self.table = read

    def write(self, data: Any) -> int:
        self.read_by_then.add(len(self.table))
        return super().write(data)


@pytest.mark.parametrize("write", [separated.write_csv, json.write_json], ids=["csv", "json"])
def test_the_rows_of_a_long_table_are_written_as_they_come(write: Write) -> None:
    read: list[int] = []
    into = Counting(read)
    write(a_report(tables=(), long=(a_long_table(read, 100),)), into)
    assert into.read_by_then >= set(range(1, 101))


class Full(BytesIO):
    """A file on a disk that is full."""

    def write(self, _data: Any) -> int:
        raise OSError(errno.ENOSPC, "no space left")


@pytest.mark.parametrize("full", [False, True], ids=["rows come to no end", "the disk is full"])
def test_a_workbook_that_is_given_up_leaves_nothing_on_the_disk(
    full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> Iterator[Values]:
        yield from ((f"Deal {number}", number) for number in range(1000))
        assert any(tmp_path.iterdir())
        if not full:
            raise RuntimeError("nothing more is wanted")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    long = replace(a_long_table([]), lines=lines)
    with pytest.raises(OSError if full else RuntimeError):
        xlsx.write_xlsx(a_report(("Ek", 1), long=(long,)), Full() if full else BytesIO())
    assert list(tmp_path.iterdir()) == []


# Titles and headings.


def test_a_nordic_table_has_semicolons_a_decimal_comma_and_a_mark() -> None:
    report = a_report(("Åsa; Bo", Decimal("-12.50"), None))
    assert file_of(report, separated.write_csv).getvalue().decode() == (
        '\ufeff# Åbo Samba · Autumn\r\nName;Number 1;Number 2\r\n"Åsa; Bo";-12,50;\r\n'
    )


def test_a_nordic_table_says_around_it_what_paper_says_in_lines_that_a_program_skips() -> None:
    content = file_of(a_report_in_play(("#1", 1)), separated.write_csv).getvalue().decode("utf-8-sig")
    assert content.split("\r\n") == [
        "# Åbo Samba · Autumn · Standings",
        "# Round: 2 / 6",
        "# The result is not official yet.",
        "Name;Number 1",
        "'#1;1",
        "# Ek – Bo: −100 by ruling.",
        "",
    ]
    bare = file_of(
        a_report_in_play(("Ek", 1)), lambda report, file: separated.write_csv(report, file, separated.PLAIN)
    )
    assert bare.getvalue() == b"Name,Number 1\r\nEk,1\r\n"


def test_one_for_programs_has_commas_a_decimal_point_and_no_mark() -> None:
    report = a_report(("Ek, Bo", Decimal("12.50"), 7))
    content = file_of(
        report, lambda report, file: separated.write_csv(report, file, separated.PLAIN)
    ).getvalue()
    assert content.decode() == 'Name,Number 1,Number 2\r\n"Ek, Bo",12.50,7\r\n'


def test_json_says_the_words_of_the_report() -> None:
    day = Fact("Day", "22 November", key="day", exact=date(2026, 11, 22))
    as_of = datetime(2026, 11, 22, 18, 30, 1, 5, tzinfo=UTC)
    notes = (Note("By ruling", "ruling"), "As it is")
    report = a_report(("Ek", 1), facts=(day,), notes=notes, as_of=as_of, about={"event": 3})
    read = library.load(file_of(report, json.write_json))
    assert (read["title"], read["club"], read["language"]) == ("Autumn", "Åbo Samba", "sv")
    assert (read["schema"], read["version"], read["about"]) == ("talon-list", 1, {"event": 3})
    assert datetime.fromisoformat(read["as_of"]) == as_of.replace(microsecond=0)
    assert read["facts"] == [{"key": "day", "label": "Day", "value": "2026-11-22"}]
    assert read["notes"] == [{"code": "ruling", "text": "By ruling"}, {"code": "", "text": "As it is"}]
    assert read["tables"][0]["columns"][1] == {"key": "number_1", "title": "Number 1", "kind": "number"}
    assert read["tables"][0]["rows"] == [{"name": "Ek", "number_1": 1}]


def test_a_column_without_a_key_is_no_file_for_programs() -> None:
    for keys in (("", "b"), ("a", "a")):
        table = ReportTable(columns=tuple(Column("A", key=key) for key in keys), rows=())
        with pytest.raises(ValueError, match="a key of its own"):
            file_of(a_report(tables=(table,)), json.write_json)


@pytest.mark.parametrize(
    ("value", "language", "expected"),
    [
        (Decimal("1250.50"), "sv", "1\N{NO-BREAK SPACE}250,50"),
        (Decimal("-1250.50"), "en", "\N{MINUS SIGN}1,250.50"),
        (Decimal("1250.05"), "da", "1.250,05"),
        (Decimal("0.00"), "fi", "0,00"),
        (date(2026, 11, 22), "sv", "2026-11-22"),
        (datetime(2026, 11, 22, 18, 30), "en", "22 Nov 2026, 18:30"),
    ],
)
def test_decimals_and_days_are_written_for_people(value: Value, language: str, expected: str) -> None:
    assert format_value(value, language) == expected


def test_a_sheet_of_two_languages_has_a_name_in_both() -> None:
    assert xlsx.sheet_title("Tulos / Resultat") == "Tulos – Resultat"
    assert xlsx.sheet_title("Par A/B [1]") == "Par A B  1"
