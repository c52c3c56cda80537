"""Tables on paper: measured, wrapped instead of cut, smaller or lying where they are wide, parted at last."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from clubs.reports.grids import SIZES, Drawing, Lettering, grids, measured, shared
from clubs.reports.numbers import written
from clubs.reports.pdf import WIDTH, pdf
from clubs.reports.report import Column, Kind, Report, Row, Table
from clubs.reports.texts import TEXT, lines_in, width_of, words_in
from tests.documents.reading import text_of

NAME = "Alexandra-Wilhelmiina Kiiskinen-Österberg – Maximilian Oskar von Hämäläinen"
LANDSCAPE = 842 - 114


def a_table(figures: int, rows: int = 3, name: str = NAME) -> Table:
    columns = (
        Column("Pari", Kind.TEXT),
        *(Column(f"Kierros {at}", Kind.NUMBER, short=str(at)) for at in range(1, figures + 1)),
    )
    lines = tuple(Row((name, *(1000 * at + line for at in range(figures)))) for line in range(rows))
    return Table(columns=columns, rows=lines)


def a_report(*tables: Table) -> Report:
    return Report(title="Sarjataulukko", subtitle="Yhdistys", tables=tables, language="fi")


def read(report: Report, order: str) -> str:
    return text_of(pdf(report), order)


def closed(text: str) -> str:
    """Without blanks and line ends: a long text goes on in a second line."""
    return "".join(text.split())


def test_a_long_name_goes_on_in_a_second_line_and_is_not_cut() -> None:
    text = closed(read(a_report(a_table(5)), "-raw"))
    assert text.count(closed(NAME)) == 3


@pytest.mark.parametrize("figures", [2, 8, 14, 20, 45])
def test_every_row_stands_on_paper_and_nothing_leaves_the_page(figures: int) -> None:
    table = a_table(figures)
    report = a_report(table)
    text = closed(read(report, "-raw"))
    for row in table.rows:
        assert all(closed(written(value, "fi")) in text for value in row.values)
    assert outside(read(report, "-bbox")) == []


def outside(boxes: str) -> list[str]:
    """The words that do not lie on their page, or lie on its very edge."""
    wrong, width, height = [], 0.0, 0.0
    for line in boxes.splitlines():
        numbers = [float(one) for one in re.findall(r'"([\d.-]+)"', line)]
        if "<page" in line:
            width, height = numbers
        elif "<word" in line:
            left, top, right, low = numbers
            if left < 20 or top < 15 or right > width - 20 or low > height - 15:
                wrong.append(line.strip())
    return wrong


def test_words_do_not_run_into_each_other() -> None:
    """In no line does a word begin before the one to its left has ended."""
    boxes = read(a_report(a_table(8)), "-bbox")
    words = [
        tuple(map(float, re.findall(r'"([\d.-]+)"', line))) for line in boxes.splitlines() if "<word" in line
    ]
    lines: dict[float, list[tuple[float, float]]] = {}
    for left, top, right, _low in words:
        lines.setdefault(round(top, 1), []).append((left, right))
    for line in lines.values():
        line.sort()
        assert all(one[1] <= other[0] + 0.5 for one, other in pairwise(line))


def test_a_table_with_room_is_written_at_ten_points_under_its_full_headings() -> None:
    assert measured(a_table(5), "fi").lettering(WIDTH, 10) in {
        Lettering(10, names=names) for names in (0, 1, 2)
    }


def test_a_wide_table_lies_before_it_becomes_small() -> None:
    assert '<page width="841' in read(a_report(a_table(14)), "-bbox")
    assert '<page width="595' in read(a_report(a_table(5)), "-bbox")


def test_a_table_that_no_page_is_wide_enough_for_is_parted_and_names_its_rows_again() -> None:
    table = a_table(45)
    assert measured(table, "fi").lettering(LANDSCAPE) is None
    parts = grids(table, "fi", LANDSCAPE)
    assert len(parts) > 1
    text = closed(read(a_report(table), "-raw"))
    assert text.count(closed(NAME)) == 3 * len(parts)


def test_no_letters_are_smaller_than_seven_points() -> None:
    assert min(SIZES) == 7
    assert Lettering(7).heading == 7


def test_columns_share_what_is_left_and_none_gets_more_than_it_would_like() -> None:
    wanting = measured(a_table(2, name="Ö"), "fi").needs(Lettering())
    assert shared(wanting, WIDTH) == [need.whole for need in wanting]


def test_a_text_that_is_higher_than_a_page_goes_on_over_it() -> None:
    reason = " ".join(f"word{number}" for number in range(3000))
    table = Table(columns=(Column("Reason"), Column("Points", Kind.NUMBER)), rows=(Row((reason, -100)),))
    words = read(a_report(table), "-raw").split()
    assert [word for word in words if word.startswith("word")] == reason.split()


def test_a_word_without_an_end_is_broken() -> None:
    word = "å" * 400
    table = Table(columns=(Column("Namn"), Column("Poäng", Kind.NUMBER)), rows=(Row((word, 1)),))
    assert word in closed(read(a_report(table), "-raw"))
    assert outside(read(a_report(table), "-bbox")) == []


def test_a_name_of_two_parts_is_broken_behind_its_hyphen_and_no_date_is() -> None:
    words = width_of("Wilhelmiina", TEXT, 10) + 1
    assert lines_in("Alexandra-Wilhelmiina Ek", TEXT, 10, words) == ("Alexandra-", "Wilhelmiina", "Ek")
    assert list(words_in("Anna-Maija 2026-11-22 – B")) == ["Anna-", "Maija", "2026-11-22 –", "B"]


def a_long_table(rows: int) -> Table:
    columns = (Column("Pari"), Column("Pisteet", Kind.NUMBER))
    lines = [Row((f"Pari {at}", at), total=at % 50 == 49) for at in range(rows)]
    return Table(columns=columns, rows=tuple(lines))


def test_a_long_table_is_torn_between_rows_and_each_page_has_the_heading() -> None:
    report = a_report(a_long_table(200))
    *pages, end = read(report, "-layout").split("\f")
    assert len(pages) > 3
    assert end == ""
    assert [page.count("Pisteet") for page in pages] == [1] * len(pages)
    told = [int(number) for page in pages for number in re.findall(r"Pari (\d+)", page)]
    assert told == list(range(200))
    assert outside(read(report, "-bbox")) == []


def test_what_is_drawn_of_a_long_table_grows_with_its_rows_and_no_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library copies what is left of a table for each page: it is given no more than a page of it."""
    given: list[int] = []
    part = Drawing.part

    def noted(self: Drawing, first: int, end: int) -> object:
        given.append(end - first)
        return part(self, first, end)

    monkeypatch.setattr(Drawing, "part", noted)
    first = pdf(a_report(a_long_table(400)))
    assert sum(given) == 400
    assert max(given) < 60
    assert pdf(a_report(a_long_table(400))) == first


def test_a_table_that_no_room_is_left_for_begins_on_the_next_page() -> None:
    (grid,) = grids(a_long_table(3), "fi", WIDTH)
    _width, height = grid.wrap(WIDTH, 1000)
    assert grid.split(WIDTH, height / 4) == []
    assert len(grid.split(WIDTH, height - 1)) == 2
    assert len(grid.split(WIDTH, height)) == 1


def headings_of(table: Table, width: float = WIDTH) -> list[tuple[str, ...]]:
    (grid,) = grids(table, "fi", width)
    return list(grid.drawing.head[0].cells)


def rounds_of(number: int, said: str = "", name: str = NAME) -> Table:
    table = a_table(number, name=name)
    return replace(table, rows=(Row((name, said or 1, *range(2, number + 1))),))


def test_no_heading_is_broken_where_there_is_room() -> None:
    assert headings_of(rounds_of(4, name="Åsa Ek – Bo Näs"))[1:] == [(f"Kierros {at}",) for at in range(1, 5)]


def test_headings_of_one_kind_are_broken_alike_however_wide_one_of_them_is() -> None:
    """In the first round somebody was late, a word that leaves its heading room for one line."""
    lines = headings_of(rounds_of(5, "myöhässä"))[1:]
    assert lines == [("Kierros", str(at)) for at in range(1, 6)]


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
        Column("Sija / Placering", Kind.NUMBER),
        Column("Pari / Par"),
        Column("V–T–H / V–O–F"),
        Column("Pisteet / Poäng", Kind.NUMBER),
        Column("Ratkaiseva peruste / Avgörande"),
    )
    rows = (Row((1, names, "2–0–0", 4, "piste-ero / poängskillnad")),) * 5
    (grid,) = grids(Table(columns=columns, rows=rows), "fi", WIDTH)
    assert all(line.cells[1] == (names,) for line in grid.drawing.lines)
    assert grid.drawing.lettering.size == SIZES[0]


@pytest.mark.parametrize("before", range(1, 40, 3))
@pytest.mark.parametrize("rows", [2, 7, 12])
def test_a_small_table_stands_whole_on_one_page(before: int, rows: int) -> None:
    small = replace(a_long_table(rows), caption="Pelaajat")
    pages = read(a_report(a_long_table(before), small), "-layout").split("\f")
    with_it = [page for page in pages if "Pelaajat" in page]
    assert len(with_it) == 1
    told = re.findall(r"Pari (\d+)", with_it[0].partition("Pelaajat")[2])
    assert told == [str(at) for at in range(rows)]


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
    text = read(a_report(table, replace(table, goes_on=True), replace(table, goes_on=True)), "-raw")
    assert text.count("Pisteet") == 1
    assert text.count("Pari 2") == 3


def test_two_names_stand_in_two_lines_before_a_heading_is_long() -> None:
    names = ("Hilkka Lappalainen – Erling Brandt", "Tapio Väisänen – Lars Sandell")
    columns = (
        Column("Sija / Placering", Kind.NUMBER),
        Column("Pari / Par"),
        Column("Kerho / Klubb"),
        Column("Pisteet / Poäng", Kind.NUMBER),
        Column("Omat pisteet / Egna poäng", Kind.NUMBER, short="Omat / Egna"),
        Column("Palkinto saatu / Priset mottaget"),
        Column("Kuitattu palkinto / Kvitterat pris"),
    )
    rows = tuple(Row((1, name, "Canasta Simulata 2", 6, 36605, "", "")) for name in names)
    (grid,) = grids(Table(columns=columns, rows=rows, roomy=True), "fi", WIDTH)
    assert [line.cells[1] for line in grid.drawing.lines] == [
        ("Hilkka Lappalainen –", "Erling Brandt"),
        ("Tapio Väisänen –", "Lars Sandell"),
    ]
