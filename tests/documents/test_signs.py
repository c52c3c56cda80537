"""Texts that stand once below a long list, with a sign in each row."""

from __future__ import annotations

from collections.abc import Sequence

from clubs.reports.pdf.reports import render_report
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row
from clubs.reports.side_by_side import combine_reports
from clubs.reports.signs import with_signs
from tests.documents.reading import pages_in

REASONS = ("difference", "points", "")


def a_list(rows: int, reasons: Sequence[str] = REASONS, heading: str = "Decided by") -> Report:
    lines = tuple(Row((at, f"Pair {at}", reasons[at % len(reasons)], "")) for at in range(rows))
    columns = (
        Column("Place", ColumnKind.NUMBER),
        Column("Pair"),
        Column(heading, by_sign=True),
        Column("Remark", by_sign=True),
    )
    return Report(title="Spring", tables=(ReportTable(columns=columns, rows=lines),), notes=("A note.",))


def test_a_text_that_rows_share_stands_once_below_the_list() -> None:
    report = with_signs(a_list(30))
    (table,) = report.tables
    assert [column.title for column in table.columns] == ["Place", "Pair", "Remark"]
    assert [row.values[-1] for row in table.rows[:4]] == ["a", "b", "", "a"]
    assert report.notes == ("a: difference", "b: points", "A note.")


def test_paper_says_each_text_once_in_two_languages() -> None:
    other = a_list(30, ("piste-ero", "pisteet", ""), "Ratkaisi")
    page = " ".join(pages_in(render_report(combine_reports(a_list(30), other))))
    assert page.count("difference / piste-ero") == 1
    assert "a: difference / piste-ero" in page


def test_a_short_list_says_its_texts_in_its_rows() -> None:
    assert with_signs(a_list(9)) == a_list(9)


def test_texts_that_differ_in_every_row_stand_in_the_rows() -> None:
    reasons = [f"reason {at}" for at in range(30)]
    assert with_signs(a_list(30, reasons)) == a_list(30, reasons)


def test_what_few_rows_have_takes_no_width_from_the_others() -> None:
    reasons = ["came late", *[""] * 28, "outside the competition"]
    report = with_signs(a_list(30, reasons))
    assert [row.values[-1] for row in report.tables[0].rows if row.values[-1]] == ["a", "b"]
    assert report.notes[:2] == ("a: came late", "b: outside the competition")


def test_a_row_has_the_signs_of_all_its_texts_and_after_z_come_two_letters() -> None:
    rows = tuple(Row((at, f"text {at // 3}", "remark")) for at in range(90))
    columns = (
        Column("Place", ColumnKind.NUMBER),
        Column("State", by_sign=True),
        Column("Remark", by_sign=True),
    )
    (table,) = with_signs(Report(title="", tables=(ReportTable(columns=columns, rows=rows),))).tables
    assert table.rows[0].values == (0, "a b")
    assert table.rows[-1].values == (89, "ae b")
