"""Tables on paper: wrapped instead of cut, smaller or in landscape if they are wide, split at last."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from clubs.reports.layouts import WRITING_GRID, Grid
from clubs.reports.numbers import format_value
from clubs.reports.pdf.grid_measuring import FONT_SIZES, Lettering, measure, share_width
from clubs.reports.pdf.grids import GridLayout, make_grids
from clubs.reports.pdf.page import PAGE_TEXT_WIDTH
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.texts import FONT, split_words, text_width, wrap_text
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind
from tests.documents.reading import text_of

NAME = "Alexandra-Wilhelmiina Kiiskinen-Österberg – Maximilian Oskar von Hämäläinen"
LANDSCAPE = 842 - 114


def a_table(figures: int, rows: int = 3, name: str = NAME) -> ReportTable:
    columns = (
        Column("Pari", ColumnKind.TEXT),
        *(Column(f"Kierros {at}", ColumnKind.NUMBER, short=str(at)) for at in range(1, figures + 1)),
    )
    lines = tuple(Row((name, *(1000 * at + line for at in range(figures)))) for line in range(rows))
    return ReportTable(columns=columns, rows=lines)


def a_report(*tables: ReportTable) -> Report:
    return Report(title="Sarjataulukko", subtitle="Yhdistys", tables=tables, language="fi")


def read(report: Report, order: str) -> str:
    return text_of(render_report(report), order)


def squeezed(text: str) -> str:
    """Return a text without blanks and line ends: a long text has a second line."""
    return "".join(text.split())


def test_a_long_name_goes_on_in_a_second_line_and_is_not_cut() -> None:
    text = squeezed(read(a_report(a_table(5)), "-raw"))
    assert text.count(squeezed(NAME)) == 3


@pytest.mark.parametrize("figures", [2, 8, 14, 20, 45])
def test_every_row_stands_on_paper_and_nothing_leaves_the_page(figures: int) -> None:
    table = a_table(figures)
    report = a_report(table)
    text = squeezed(read(report, "-raw"))
    for row in table.rows:
        assert all(squeezed(format_value(value, "fi")) in text for value in row.values)
    assert words_off_page(read(report, "-bbox")) == []


def words_off_page(boxes: str) -> list[str]:
    """Return the words that are off their page, or at its edge."""
    wrong, width, height = [], 0.0, 0.0
    for line in boxes.splitlines():
        numbers = [float(number) for number in re.findall(r'"([\d.-]+)"', line)]
        if "<page" in line:
            width, height = numbers
        elif "<word" in line:
            left, top, right, low = numbers
            if left < 20 or top < 15 or right > width - 20 or low > height - 15:
                wrong.append(line.strip())
    return wrong


def test_words_do_not_run_into_each_other() -> None:
    """In no line does a word begin before the previous word ends."""
    boxes = read(a_report(a_table(8)), "-bbox")
    words = [
        tuple(map(float, re.findall(r'"([\d.-]+)"', line))) for line in boxes.splitlines() if "<word" in line
    ]
    lines: dict[float, list[tuple[float, float]]] = {}
    for left, top, right, _low in words:
        lines.setdefault(round(top, 1), []).append((left, right))
    for line in lines.values():
        line.sort()
        assert all(word[1] <= following[0] + 0.5 for word, following in pairwise(line))


def test_a_table_with_room_is_written_at_ten_points_under_its_full_headings() -> None:
    assert measure(a_table(5), "fi").lettering(PAGE_TEXT_WIDTH, 10) in {
        Lettering(10, name_lines=lines) for lines in (0, 1, 2)
    }


def test_a_wide_table_lies_before_it_becomes_small() -> None:
    assert '<page width="841' in read(a_report(a_table(14)), "-bbox")
    assert '<page width="595' in read(a_report(a_table(5)), "-bbox")


def test_a_table_that_no_page_is_wide_enough_for_is_parted_and_names_its_rows_again() -> None:
    table = a_table(45)
    assert measure(table, "fi").lettering(LANDSCAPE) is None
    parts = make_grids(table, "fi", LANDSCAPE)
    assert len(parts) > 1
    text = squeezed(read(a_report(table), "-raw"))
    assert text.count(squeezed(NAME)) == 3 * len(parts)


def test_no_letters_are_smaller_than_seven_points() -> None:
    assert min(FONT_SIZES) == 7
    assert Lettering(7).heading_size == 7


def test_columns_share_what_is_left_and_none_gets_more_than_it_would_like() -> None:
    needs = measure(a_table(2, name="Ö"), "fi").needs(Lettering())
    assert share_width(needs, PAGE_TEXT_WIDTH) == [need.full for need in needs]


def test_a_text_that_is_higher_than_a_page_goes_on_over_it() -> None:
    reason = " ".join(f"word{number}" for number in range(3000))
    table = ReportTable(
        columns=(Column("Reason"), Column("Points", ColumnKind.NUMBER)), rows=(Row((reason, -100)),)
    )
    words = read(a_report(table), "-raw").split()
    assert [word for word in words if word.startswith("word")] == reason.split()


def test_a_word_without_an_end_is_broken() -> None:
    word = "å" * 400
    table = ReportTable(columns=(Column("Namn"), Column("Poäng", ColumnKind.NUMBER)), rows=(Row((word, 1)),))
    assert word in squeezed(read(a_report(table), "-raw"))
    assert words_off_page(read(a_report(table), "-bbox")) == []


def test_a_name_of_two_parts_is_broken_behind_its_hyphen_and_no_date_is() -> None:
    words = text_width("Wilhelmiina", FONT, 10) + 1
    assert wrap_text("Alexandra-Wilhelmiina Ek", FONT, 10, words) == ("Alexandra-", "Wilhelmiina", "Ek")
    assert list(split_words("Anna-Maija 2026-11-22 – B")) == ["Anna-", "Maija", "2026-11-22 –", "B"]


def a_long_table(rows: int) -> ReportTable:
    columns = (Column("Pari"), Column("Pisteet", ColumnKind.NUMBER))
    kinds = [*[RowKind.PLAIN] * 49, RowKind.TOTAL]
    lines = [Row((f"Pari {at}", at), kinds[at % 50]) for at in range(rows)]
    return ReportTable(columns=columns, rows=tuple(lines))


def test_a_long_table_is_torn_between_rows_and_each_page_has_the_heading() -> None:
    report = a_report(a_long_table(200))
    *pages, end = read(report, "-layout").split("\f")
    assert len(pages) > 3
    assert end == ""
    assert [page.count("Pisteet") for page in pages] == [1] * len(pages)
    numbers_printed = [int(number) for page in pages for number in re.findall(r"Pari (\d+)", page)]
    assert numbers_printed == list(range(200))
    assert words_off_page(read(report, "-bbox")) == []


def test_what_is_drawn_of_a_long_table_grows_with_its_rows_and_no_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """ReportLab copies the rest of a table for each page: it gets no more than a page of it."""
    line_counts: list[int] = []
    part = GridLayout.part

    def count_lines(self: GridLayout, first: int, end: int) -> object:
        line_counts.append(end - first)
        return part(self, first, end)

    monkeypatch.setattr(GridLayout, "part", count_lines)
    first = render_report(a_report(a_long_table(400)))
    assert sum(line_counts) == 400
    assert max(line_counts) < 60
    assert render_report(a_report(a_long_table(400))) == first


def test_a_table_that_no_room_is_left_for_begins_on_the_next_page() -> None:
    (grid,) = make_grids(a_long_table(3), "fi", PAGE_TEXT_WIDTH)
    _width, height = grid.wrap(PAGE_TEXT_WIDTH, 1000)
    assert grid.split(PAGE_TEXT_WIDTH, height / 4) == []
    assert len(grid.split(PAGE_TEXT_WIDTH, height - 1)) == 2
    assert len(grid.split(PAGE_TEXT_WIDTH, height)) == 1


def headings_of(table: ReportTable, width: float = PAGE_TEXT_WIDTH) -> list[tuple[str, ...]]:
    (grid,) = make_grids(table, "fi", width)
    return list(grid.layout.head[0].cells)


def rounds_of(number: int, word: str = "", name: str = NAME) -> ReportTable:
    table = a_table(number, name=name)
    return replace(table, rows=(Row((name, word or 1, *range(2, number + 1))),))


def test_no_heading_is_broken_where_there_is_room() -> None:
    assert headings_of(rounds_of(4, name="Åsa Ek – Bo Näs"))[1:] == [(f"Kierros {at}",) for at in range(1, 5)]


def test_columns_of_one_kind_are_equally_wide_however_wide_the_text_of_one_of_them_is() -> None:
    """The word for a late side in the first round makes the other rounds no narrower than the first."""
    table = rounds_of(5, "myöhässä")
    assert len({len(line) for line in headings_of(table)[1:]}) == 1
    (grid,) = make_grids(table, "fi", PAGE_TEXT_WIDTH)
    _name, *rounds = grid.layout.columns
    assert rounds == pytest.approx([rounds[0]] * 5)


def test_the_lines_of_a_long_table_are_closer_if_that_saves_a_page() -> None:
    name = "Åsa Ek – Bo Näs"
    heights = {
        rows: make_grids(a_table(3, rows, name), "fi", PAGE_TEXT_WIDTH, around=100)[0].layout.lines[0].height
        for rows in (30, 40, 80)
    }
    assert heights[30] > heights[40], "one page instead of two"
    assert heights[30] > heights[80], "two pages instead of three"


def test_a_heading_in_two_languages_has_a_line_for_each() -> None:
    table = rounds_of(4, "myöhässä")
    table = replace(
        table,
        columns=tuple(
            replace(column, title=f"{column.title} / {column.title.replace('Kierros', 'Rond')}")
            for column in table.columns
        ),
    )
    lines = headings_of(table)[1:]
    assert lines == [(f"Kierros {at} /", f"Rond {at}") for at in range(1, 5)]


def test_a_heading_takes_no_room_from_names() -> None:
    names = "Lisbet Källström – Åsa Gyllenberg"
    columns = (
        Column("Sija / Placering", ColumnKind.NUMBER),
        Column("Pari / Par"),
        Column("V–T–H / V–O–F"),
        Column("Pisteet / Poäng", ColumnKind.NUMBER),
        Column("Ratkaiseva peruste / Avgörande"),
    )
    rows = (Row((1, names, "2–0–0", 4, "piste-ero / poängskillnad")),) * 5
    (grid,) = make_grids(ReportTable(columns=columns, rows=rows), "fi", PAGE_TEXT_WIDTH)
    assert all(line.cells[1] == (names,) for line in grid.layout.lines)
    assert grid.layout.lettering.size == FONT_SIZES[0]


@pytest.mark.parametrize("before", range(1, 40, 3))
@pytest.mark.parametrize("rows", [2, 7, 12])
def test_a_small_table_stands_whole_on_one_page(before: int, rows: int) -> None:
    small = replace(a_long_table(rows), caption="Pelaajat")
    pages = read(a_report(a_long_table(before), small), "-layout").split("\f")
    pages_with_table = [page for page in pages if "Pelaajat" in page]
    assert len(pages_with_table) == 1
    numbers_printed = re.findall(r"Pari (\d+)", pages_with_table[0].partition("Pelaajat")[2])
    assert numbers_printed == [str(at) for at in range(rows)]


@pytest.mark.parametrize("rows", range(28, 48))
def test_no_row_of_a_long_table_stands_alone_on_a_page(rows: int) -> None:
    *pages, _end = read(a_report(a_long_table(9), a_long_table(rows)), "-layout").split("\f")
    assert len(pages) > 1
    assert min(len(re.findall(r"Pari \d", page)) for page in pages) >= 2


@pytest.mark.parametrize("rows", range(20, 44))
def test_who_signs_under_a_table_stands_under_two_rows_at_least(rows: int) -> None:
    report = replace(a_report(a_long_table(rows)), signatures=("Kilpailunjohtaja",))
    last = read(report, "-layout").split("\f")[-2]
    assert "Kilpailunjohtaja" in last
    assert len(re.findall(r"Pari \d", last)) >= 2


def test_headings_that_the_table_before_has_too_are_said_once() -> None:
    table = a_long_table(3)
    without = replace(table, layout=Grid(heading=False))
    text = read(a_report(table, without, without), "-raw")
    assert text.count("Pisteet") == 1
    assert text.count("Pari 2") == 3


def test_two_names_stand_in_two_lines_before_a_heading_is_long() -> None:
    names = ("Hilkka Lappalainen – Erling Brandt", "Tapio Väisänen – Lars Sandell")
    columns = (
        Column("Sija / Placering", ColumnKind.NUMBER),
        Column("Pari / Par"),
        Column("Kerho / Klubb"),
        Column("Pisteet / Poäng", ColumnKind.NUMBER),
        Column("Omat pisteet / Egna poäng", ColumnKind.NUMBER, short="Omat / Egna"),
        Column("Palkinto saatu / Priset mottaget"),
        Column("Kuitattu palkinto / Kvitterat pris"),
    )
    rows = tuple(Row((1, name, "Canasta Simulata 2", 6, 36605, "", "")) for name in names)
    (grid,) = make_grids(ReportTable(columns=columns, rows=rows, layout=WRITING_GRID), "fi", PAGE_TEXT_WIDTH)
    assert [line.cells[1] for line in grid.layout.lines] == [
        ("Hilkka Lappalainen –", "Erling Brandt"),
        ("Tapio Väisänen –", "Lars Sandell"),
    ]
