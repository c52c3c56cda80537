"""The rows of a report on a page: names lead, numbers line up, what is minor stands under the name too."""

from __future__ import annotations

from django.utils import translation

from clubs.reports.report import Column, ColumnKind, ReportTable, Row, RowKind
from clubs.templatetags.figures import minor_headings, table_rows

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
