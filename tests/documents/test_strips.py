"""Tables in strips: blocks stay whole, and each next page begins with carried totals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from reportlab.lib.units import mm

from clubs.reports.layouts import LEDGER, Ledger
from clubs.reports.numbers import format_value
from clubs.reports.pdf.page import PAGE_TEXT_WIDTH
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.strip_rows import STRIP_STYLES
from clubs.reports.pdf.strip_widths import strip_shape
from clubs.reports.pdf.strips import Strips
from clubs.reports.pdf.texts import BOLD_FONT, FONT, text_width
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind, SignatureLine
from clubs.reports.side_by_side import combine_reports
from tests.documents.reading import pages_in, text_of

COLUMNS = (
    Column(""),
    Column("Åsa – Øyvind", ColumnKind.NUMBER, short="A"),
    Column("Bo – Æbbe", ColumnKind.NUMBER, short="B"),
)


def a_deal(number: int, lines: int = 8) -> list[Row]:
    return [
        Row((f"Giv {number}", "A gjorde utgång", None), RowKind.HEADING),
        *(Row((f"Rad {number}.{at}", 10 * at, None)) for at in range(lines)),
        Row(("Summa", number * 1000, -number * 1000), RowKind.RUNNING_TOTAL),
    ]


def a_report(deals: int, lines: int = 8, **options: Any) -> Report:
    rows = tuple(row for number in range(1, deals + 1) for row in a_deal(number, lines))
    table = ReportTable(columns=COLUMNS, rows=rows, layout=Ledger(carried="Överfört"))
    fields: dict[str, Any] = {
        "title": "Protokoll",
        "subtitle": "Samba ♠♥♦♣",
        "tables": (table,),
        "language": "sv",
    }
    return Report(**{**fields, **options})


def pages_of(report: Report) -> list[str]:
    return pages_in(render_report(report))


def line_text(row: Row, language: str = "sv") -> str:
    return " ".join(
        " ".join(format_value(value, language) for value in row.values if value is not None).split()
    )


def assert_in_order(report: Report, pages: list[str]) -> None:
    """Check that every row of the report is in the text, in order."""
    text, at = " ".join(pages), 0
    for row in report.tables[0].rows:
        at = text.index(line_text(row, report.language), at)


def test_every_row_stands_on_paper_in_the_order_of_the_report() -> None:
    report = a_report(9)
    assert_in_order(report, pages_of(report))


def test_a_few_deals_stand_on_one_page_with_the_signatures() -> None:
    (page,) = pages_of(a_report(4, signatures=(SignatureLine("Åsa"), SignatureLine("Bo"))))
    assert page.count("Giv") == 4
    assert "Överfört" not in page


def test_a_further_page_begins_with_the_totals_so_far() -> None:
    first, second, *_rest = pages_of(a_report(30))
    number = first.count("Giv")
    assert second.startswith(
        f"A B Överfört {line_text(Row((number * 1000, -number * 1000)))} Giv {number + 1}"
    )


def test_no_deal_is_torn_apart() -> None:
    for page in pages_of(a_report(30)):
        assert page.count("Giv") == page.count("Summa")


def test_what_stands_before_the_first_deal_stays_with_it() -> None:
    carried = Row(("Överfört från papper", 500, 700), RowKind.RUNNING_TOTAL)
    table = ReportTable(columns=COLUMNS, rows=(carried, *a_deal(1), *a_deal(2)), layout=LEDGER)
    assert table.blocks == ((carried, *a_deal(1)), tuple(a_deal(2)))


def test_a_deal_that_is_higher_than_a_page_goes_on_over_it() -> None:
    report = a_report(2, lines=120)
    assert_in_order(report, pages_of(report))


def torn_deal(number: int, *sums: int) -> list[Row]:
    """Return a deal with a total under each group of rows."""
    lines = [
        row
        for at, rows in enumerate(sums)
        for row in (
            *(Row((f"Rad {number}.{at}.{line}", 10, None)) for line in range(rows)),
            Row((f"Delsumma {at}", 10 * rows, None), RowKind.TOTAL),
        )
    ]
    heading = Row((f"Giv {number}", "A gjorde utgång", None), RowKind.HEADING)
    return [heading, *lines, Row(("Summa", number, -number), RowKind.RUNNING_TOTAL)]


def wide_report(*deals: list[Row]) -> Report:
    """Return a report with labels of such long words that one strip fills the page."""
    label = "Partnern" * 5
    rows = tuple(
        replace(row, values=(f"{row.values[0]} {label}", *row.values[1:])) for deal in deals for row in deal
    )
    return a_report(1, tables=(ReportTable(columns=COLUMNS, rows=rows, layout=Ledger(carried="Överfört")),))


def test_a_torn_deal_breaks_under_a_sum_and_goes_on_under_its_heading() -> None:
    first, second = pages_of(wide_report(torn_deal(1, 28, 16, 14)))
    assert first.endswith(f"Delsumma 0 {'Partnern' * 5} 280 1/2")
    assert second.startswith(f"A B Giv 1 {'Partnern' * 5} A gjorde utgång Rad 1.1.0")


def test_a_deal_that_a_page_has_room_for_begins_on_it_and_no_page_is_carried_over_twice() -> None:
    report = wide_report(*(torn_deal(number, 8, 8, 5) for number in range(1, 6)))
    pages = pages_of(report)
    assert_in_order(report, pages)
    for page in pages:
        assert page.count("Giv") == page.count("Summa")
    assert [page.count("Överfört") for page in pages] == [0, *[1] * (len(pages) - 1)]


def test_no_word_of_a_label_is_broken_for_a_second_strip() -> None:
    """Three sides of five digits leave little room to labels; a word in a cell may have a second line."""
    columns = (*COLUMNS, Column("Eva – Ib", ColumnKind.NUMBER, short="C"))
    for label, values in (
        ("Avauspistevaatimus", (10875, 12505, 13850)),
        ("Turneringslederens", ("en canasta", 90, 50)),
    ):
        rows = (Row(("Giv 1", "", None, None), RowKind.HEADING), Row((label, *values)))
        (page,) = pages_of(a_report(1, tables=(ReportTable(columns=columns, rows=rows, layout=LEDGER),)))
        assert label in page
        assert page.count("A B C") == 1
        number, _widths = strip_shape(ReportTable(columns=columns, rows=rows), PAGE_TEXT_WIDTH, "fi", 10, 2)
        assert number == 2, label


def test_a_figure_takes_the_room_of_its_own_letters() -> None:
    """A loss of four digits is no total: at its own width it leaves three sides their second strip."""
    columns = (*COLUMNS, Column("Eva – Ib", ColumnKind.NUMBER, short="C"))
    rows = (
        Row(("Giv 1", "", None, None), RowKind.HEADING),
        Row(("Avauspistevaatimus", -1500, -3615, -1065)),
        Row(("Summa", 18810, 17725, 19875), RowKind.TOTAL),
    )
    number, _widths = strip_shape(ReportTable(columns=columns, rows=rows), PAGE_TEXT_WIDTH, "fi", 10, 2)
    assert number == 2


def test_a_label_has_the_room_that_narrow_columns_leave() -> None:
    """One side of three has five digits: only its column is wide, so that no label breaks."""
    columns = (*COLUMNS, Column("Eva – Ib", ColumnKind.NUMBER, short="C"))
    rows = (
        Row(("Deal 1", "", None, None), RowKind.HEADING),
        Row(("Opening requirement", 120, 90, 50)),
        Row(("Running total", 13_530, 760, 35), RowKind.TOTAL),
    )
    number, widths = strip_shape(ReportTable(columns=columns, rows=rows), PAGE_TEXT_WIDTH, "en", 10, 2)
    assert number == 2
    assert widths.columns[0] > text_width("Opening requirement", FONT, 10)


def test_large_figures_stand_apart_where_labels_leave_room() -> None:
    rows = (Row(("Summa", 20_305, 10_890), RowKind.TOTAL),)
    figures = [
        strip_shape(ReportTable(columns=COLUMNS, rows=rows), PAGE_TEXT_WIDTH, "sv", 10, 2)[1].columns[1:]
    ]
    long = (*rows, Row(("Gottskrivs för uppgivet parti i dag och i övermorgon", 8000, 0)))
    figures += [
        strip_shape(ReportTable(columns=COLUMNS, rows=long), PAGE_TEXT_WIDTH, "sv", 10, 2)[1].columns[1:]
    ]
    roomy, narrow = (widths[1] - text_width("20 305", BOLD_FONT, 10) for widths in figures)
    assert roomy > 15 > narrow


def test_a_word_with_an_article_in_one_language_stands_once() -> None:
    needed = Row(("Avauspistevaatimus", "canasta", 50))
    both = combine_reports(
        *(
            a_report(1, tables=(ReportTable(columns=COLUMNS, rows=(row,)),))
            for row in (
                needed,
                replace(needed, values=("Minimipoäng", "en canasta", 50)),
            )
        )
    )
    assert both.tables[0].rows[0].values == ("Avauspistevaatimus / Minimipoäng", "canasta", 50)


def test_the_same_report_gives_the_same_bytes_with_code_and_drawings() -> None:
    drawn = SignatureLine("Åsa har skrivit under.", (((10, 20), (300, 150)), ((40, 40),)))
    first, second = (a_report(9, address="http://192.0.2.1/games/1/", signatures=(drawn,)) for _ in range(2))
    assert render_report(first) == render_report(second)
    assert render_report(first) != render_report(
        a_report(9, address="http://192.0.2.1/games/2/", signatures=(drawn,))
    )


def closed_with(report: Report, *rows: Row) -> Report:
    (table,) = report.tables
    return replace(report, tables=(replace(table, rows=(*table.rows, *rows)),))


def strips_of(report: Report, height: float, *under: float) -> list[list[int]]:
    """Return the deals that begin in each strip of a page of this height, in rows of 6 mm."""
    strips = Strips(report.tables[0], "sv", under=under, styles=STRIP_STYLES[:1])
    if strips.wrap(500, height)[1] > height:
        strips = strips.split(500, height)[0]
        strips.wrap(500, height)
    opened = [
        [row.row.values[0] for block in strip for row in block if row.row.is_heading]
        for strip in strips.strips
    ]
    return [[int(str(label).split()[1]) for label in strip] for strip in opened]


def test_a_heading_says_its_words_from_the_left() -> None:
    """After its label, while a row of one text has it at the right."""
    bid = Row(("Bud", "utgång", None), RowKind.REMARK)
    (heading, *others) = a_deal(1)
    report = a_report(1, tables=(ReportTable(columns=COLUMNS, rows=(heading, bid, *others), layout=LEDGER),))
    lefts = [
        float(at)
        for at in re.findall(r'xMin="([0-9.]+)"[^>]*>utgång<', text_of(render_report(report), "-bbox"))
    ]
    assert len(lefts) == 2
    assert lefts[0] < lefts[1] - 50


def test_a_deal_stays_whole_while_who_signs_can_stand_closer() -> None:
    rows = 10 * 6 * mm + 6 * mm
    assert strips_of(a_report(1), 500, 500 - rows + 1, 500 - rows) == [[1]]


def test_what_a_game_comes_to_stands_beside_its_deal_before_that_is_torn() -> None:
    report = closed_with(
        a_report(1, lines=20), *(Row((f"Resultat {at}", 1, 2), RowKind.TOTAL) for at in range(4))
    )
    strips = Strips(report.tables[0], "sv", under=(100.0,), styles=STRIP_STYLES[:1])
    height = 24 * 6 * mm + 100
    assert strips.wrap(500, height)[1] <= height
    first, second = strips.strips
    assert [len(block) for block in first] == [22]
    assert [row.row.values[0] for block in second for row in block] == [f"Resultat {at}" for at in range(4)]


def test_a_deal_that_a_page_has_room_for_is_not_torn_behind_others() -> None:
    height = 6 * mm * 25
    rows = (*a_deal(1, 8), *a_deal(2, 20), *a_deal(3, 26))
    report = a_report(1, tables=(replace(a_report(1).tables[0], rows=rows),))
    assert strips_of(report, height) == [[1], [2]]
    rows = (*a_deal(1, 8), *a_deal(2, 26))
    report = a_report(1, tables=(replace(a_report(1).tables[0], rows=rows),))
    assert strips_of(report, height) == [[1]], "not in the second strip either"


def test_what_goes_on_fills_one_strip_after_the_other() -> None:
    height = 6 * mm * (1 + 3 * 10)
    assert strips_of(a_report(9), height) == [[1, 2, 3], [4, 5, 6]]
    uneven = a_report(1)
    rows = (*a_deal(1, 8), *a_deal(2, 11), *a_deal(3, 11), *a_deal(4, 8))
    uneven = a_report(1, tables=(replace(uneven.tables[0], rows=rows),))
    assert strips_of(uneven, 6 * mm * 25, 200.0) == [[1, 2], [3]]


def test_the_last_deal_goes_on_with_the_result_and_who_signs() -> None:
    signed = {"signatures": PLAYERS, "notes": ("Böter",) * 12}
    report = closed_with(a_report(14, lines=9, **signed), Row(("Resultat", 1, 2), RowKind.TOTAL))
    first, second = pages_of(report)
    deals = first.count("Giv")
    assert second.startswith(f"A B Överfört {deals} 000 −{deals} 000 Giv {deals + 1}")
    assert "Giv 14" in second
    assert "Resultat 1 2" in second
    assert "Protokollförare" in second


def test_two_languages_stand_side_by_side_and_figures_once() -> None:
    finnish = a_report(1)
    rows = tuple(
        Row((f"Rivi {at}", *row.values[1:]), row.kind) for at, row in enumerate(finnish.tables[0].rows)
    )
    table = ReportTable(columns=COLUMNS, rows=rows, layout=Ledger(carried="Siirto"))
    label, *figures = COLUMNS
    labelled = replace(finnish.tables[0], columns=(replace(label, per_language=True), *figures))
    both = combine_reports(
        a_report(1, tables=(labelled,)), a_report(1, title="Pöytäkirja", tables=(table,), language="fi")
    )
    assert both.title == "Protokoll / Pöytäkirja"
    assert both.tables[0].layout == Ledger(carried="Överfört / Siirto")
    heading, *others = both.tables[0].rows
    assert heading.values == ("Giv 1", "Rivi 0", "A gjorde utgång", None)
    assert others[-1].values == ("Summa", "Rivi 9", 1000, -1000)
    pages = pages_of(both)
    assert "Giv 1 / Rivi 0 A gjorde utgång" in pages[0]
    assert_in_order(replace(both, tables=(replace(both.tables[0], rows=tuple(others)),)), pages)


def test_a_long_name_of_a_row_goes_on_in_a_second_line() -> None:
    label = "Partnern använde ett straffkort i en samba"
    table = ReportTable(
        columns=COLUMNS,
        rows=(Row(("Giv 1", "", None), RowKind.HEADING), Row((label, -600, 0))),
        layout=LEDGER,
    )
    (page,) = pages_of(a_report(1, tables=(table,)))
    assert set(label.split()) <= set(page.split())


PLAYERS = tuple(
    SignatureLine(name) for name in ("Åsa Ek", "Bo Näs", "Øyvind Dal", "Æbbe Friis", "Protokollförare")
)


def test_who_signs_never_stands_alone_on_a_page() -> None:
    """For any length of a game, the last page has a deal and carried totals, or there is one page."""
    counted = []
    for deals in (*range(1, 16), 20, 30, 40):
        for lines in (4, 8, 11):
            *before, last = pages_of(a_report(deals, lines, signatures=PLAYERS, notes=("Spelet är slut.",)))
            assert "Giv" in last, (deals, lines)
            assert "Protokollförare" in last
            assert "Protokollförare" not in " ".join(before)
            assert not before or "Överfört" in last
            counted.append(len(before) + 1)
    assert set(counted) == {1, 2, 3, 4}


def test_rows_are_as_high_as_the_page_allows_and_never_under_four_millimetres() -> None:
    def height(room: float, **options: Any) -> float:
        strips = Strips(a_report(6).tables[0], "sv", **options)
        return float(strips.wrap(500, room)[1])

    rows = 3 * 10 + 1
    assert height(600) == pytest.approx(rows * 6 * mm)
    assert height(600, under=(20.0,)) == height(600)
    assert height(600, under=(110.0,)) == pytest.approx(rows * 5.4 * mm)
    in_three = 2 * 10 + 1
    assert height(in_three * 4 * mm + 1) == pytest.approx(in_three * 4 * mm)
    assert height(in_three * 4 * mm - 1) > in_three * 4 * mm - 1, "the last deal goes on with who signs"


def test_no_letter_is_under_eight_points_and_no_row_under_four_millimetres() -> None:
    assert min(style.row_height for style in STRIP_STYLES) == 4 * mm
    assert min(min(style.size, style.remark_size) for style in STRIP_STYLES) == 8
    assert all(style.leading <= style.row_height for style in STRIP_STYLES)


def test_a_game_of_many_deals_has_the_largest_letters_with_which_it_takes_the_fewest_pages() -> None:
    def letters(deals: int) -> float:
        strips = Strips(a_report(deals).tables[0], "sv")
        strips.split(480, 700)
        return strips.style.size

    assert [letters(deals) for deals in (20, 22, 24)] == [9, 8.5, 8]


def test_a_table_that_fills_its_page_begins_no_empty_one() -> None:
    (page,) = pages_of(wide_report(torn_deal(1, 20, 12, 14)))
    assert "Summa" in page


def test_one_deal_that_leaves_no_room_is_torn_for_who_signs() -> None:
    first, second = pages_of(a_report(1, lines=33, signatures=PLAYERS, notes=("Böter",) * 19))
    assert "Rad 1.5" in first
    assert "Summa" in second
    assert "Protokollförare" in second


def test_a_deal_that_is_torn_for_who_signs_breaks_under_a_sum_too() -> None:
    carried = Row(("Överfört från papper", 500, 700), RowKind.RUNNING_TOTAL)
    table = ReportTable(
        columns=COLUMNS, rows=(carried, *torn_deal(1, 16, 8, 6)), layout=Ledger(carried="Överfört")
    )
    first, second = pages_of(a_report(1, tables=(table,), signatures=PLAYERS, notes=("Böter",) * 19))
    assert first.endswith("Delsumma 1 80 1/2")
    assert second.startswith("A B Överfört 500 700 Giv 1 A gjorde utgång Rad 1.2.0")
    assert "Protokollförare" in second


@pytest.mark.parametrize("notes", range(24, 42, 2))
def test_after_many_notes_the_last_one_goes_with_who_signs(notes: int) -> None:
    *_before, last = pages_of(a_report(2, signatures=PLAYERS, notes=("Böter",) * notes))
    assert last.index("Böter") < last.index("Protokollförare")


def test_a_further_page_says_at_its_foot_what_it_belongs_to() -> None:
    foot = ("Runda: 2", "Bord: 7", "A: Åsa – Øyvind")
    report = a_report(30, foot=foot)
    first, *others = pages_of(report)
    words = f"Protokoll · Samba ♠♥♦♣ · {' · '.join(foot)}"
    assert others
    assert all(words in page for page in others)
    assert "Bord: 7" not in first
    both = combine_reports(report, replace(report, foot=("Kierros: 2", "Pöytä: 7", foot[2])))
    assert both.foot == ("Runda / Kierros: 2", "Bord / Pöytä: 7", foot[2])
