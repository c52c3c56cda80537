"""The rows of a report on a page: names lead, numbers line up, what is minor stands under the name too."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.utils import translation

from clubs.reports.report import Column, ColumnKind, ReportTable, Row, RowKind
from clubs.templatetags.figures import figure_rows, minor_headings, table_rows

COLUMNS = (
    Column("Place", ColumnKind.NUMBER),
    Column("Pair"),
    Column("Won, drawn, lost", short="W–D–L", minor=True),
    Column("Points", ColumnKind.NUMBER),
    Column("Decided by", minor=True),
)


def shown(*lines: Row, language: str = "en") -> str:
    with translation.override(language):
        return str(table_rows(ReportTable(columns=COLUMNS, rows=lines)))


def test_a_row_has_its_name_as_heading_and_its_minor_columns_twice() -> None:
    assert shown(Row((1, "Ek – Bo", "2–0–1", 12500, "difference"))) == (
        '<tr><td class="number">1</td>'
        '<th scope="row">Ek – Bo<small class="minors">2–0–1 · difference</small></th>'
        '<td class="text minor">2–0–1</td><td class="number">12,500</td>'
        '<td class="text minor">difference</td></tr>'
    )


def test_what_the_minor_columns_are_is_said_once_above_them() -> None:
    assert minor_headings(ReportTable(columns=COLUMNS, rows=())) == "W–D–L · Decided by"


def test_what_is_empty_is_not_said_under_the_name() -> None:
    row = Row((1, "Ek", "", -5, None))
    assert "minors" not in shown(row)
    assert ">1–0–0</small>" in shown(Row((1, "Ek", "1–0–0", -5, "")))


def test_numbers_are_written_in_the_language() -> None:
    row = Row((1, "Ek", "", -12500, ""))
    assert "−12.500" in shown(row, language="da")
    assert "−12\N{NO-BREAK SPACE}500" in shown(row, language="sv")


def test_a_total_is_set_off() -> None:
    assert shown(Row((None, "Together", "", 5, ""), RowKind.TOTAL)).startswith(
        '<tr class="total"><td class="number">'
    )


def test_nothing_that_somebody_typed_is_markup() -> None:
    text = shown(Row((1, "<b>Ek & Bo</b>", '"><script>', 5, "'")))
    assert "<b>" not in text
    assert "<script>" not in text
    assert "&lt;b&gt;Ek &amp; Bo&lt;/b&gt;" in text


def test_columns_that_are_not_alike_all_through_are_written_cell_by_cell() -> None:
    columns = (Column("Pair"), Column("Points", ColumnKind.NUMBER), Column("Day"))
    lines = (
        Row(("Ek", 1, date(2026, 5, 2))),
        Row(("Bo & Kim", Decimal("2.50"), None)),
        Row((None, 1200, "<later>")),
    )
    with translation.override("da"):
        text = str(table_rows(ReportTable(columns=columns, rows=lines)))
    assert text == (
        '<tr><th scope="row">Ek</th><td class="number">1</td>'
        '<th scope="row"><span class="unbroken">02.05.2026</span></th></tr>\n'
        '<tr><th scope="row">Bo &amp; Kim</th><td class="number">2,50</td><th scope="row"></th></tr>\n'
        '<tr><th scope="row"></th><td class="number">1.200</td><th scope="row">&lt;later&gt;</th></tr>'
    )


def test_a_table_without_rows_is_empty() -> None:
    table = ReportTable(columns=COLUMNS, rows=())
    assert (table_rows(table), figure_rows(table)) == ("", "")


def test_figures_and_names_of_a_broad_table_are_written_in_the_language() -> None:
    columns = (Column("Pair"), Column("1", ColumnKind.NUMBER), Column("2", ColumnKind.NUMBER))
    lines = (Row(("Ek & Bo", 1, -2500)), Row(("Kim", 12, None)))
    with translation.override("en"):
        text = figure_rows(ReportTable(columns=columns, rows=lines)).split()
    assert "".join(text) == (
        '<tr><thscope="row">Ek&amp;Bo</th><tdclass="number">1</td><tdclass="number">−2,500</td></tr>'
        '<tr><thscope="row">Kim</th><tdclass="number">12</td><tdclass="number"></td></tr>'
    )


def test_a_row_with_an_address_has_its_name_as_a_link_and_no_other_cell() -> None:
    columns = (Column("Place", ColumnKind.NUMBER), Column("Pair"), Column("Decided by", minor=True))
    lines = (Row((1, "Ek & Bo", "lot"), address='/5/?a="1"'), Row((2, "Kim", "")))
    with translation.override("en"):
        rows = str(table_rows(ReportTable(columns=columns, rows=lines))).split("\n")
    link = '<a href="/5/?a=&quot;1&quot;">Ek &amp; Bo</a>'
    assert f'<th scope="row">{link}<small class="minors">lot</small></th>' in rows[0]
    assert '<th scope="row">Kim</th>' in rows[1]
    assert "".join(rows).count("<a ") == 1


def test_a_broad_row_with_an_address_has_its_name_as_a_link() -> None:
    columns = (Column("Pair"), Column("1", ColumnKind.NUMBER))
    lines = (Row(("Ek", 1), address="/5/"), Row(("Kim", 2)))
    with translation.override("en"):
        text = str(figure_rows(ReportTable(columns=columns, rows=lines)))
    assert '<th scope="row"><a href="/5/">Ek</a></th><td class="number">1</td>' in text
    assert '<th scope="row">Kim</th>' in text
