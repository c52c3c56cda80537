"""Tables in strips: what stands together stays together, and a further page begins with what is carried."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from clubs.reports.numbers import written
from clubs.reports.pdf import pdf
from clubs.reports.report import Column, Kind, Report, Row, Signature, Table
from clubs.reports.side_by_side import beside

COLUMNS = (
    Column(""),
    Column("Åsa – Øyvind", Kind.NUMBER, short="A"),
    Column("Bo – Æbbe", Kind.NUMBER, short="B"),
)


def a_deal(number: int, lines: int = 8) -> list[Row]:
    return [
        Row((f"Giv {number}", "A gjorde utgång", None), opens=True, wide=True),
        *(Row((f"Rad {number}.{at}", 10 * at, None)) for at in range(lines)),
        Row(("Summa", number * 1000, -number * 1000), total=True, running=True),
    ]


def a_report(deals: int, lines: int = 8, **given: object) -> Report:
    rows = tuple(row for number in range(1, deals + 1) for row in a_deal(number, lines))
    table = Table(columns=COLUMNS, rows=rows, carried="Överfört")
    fields = {"title": "Protokoll", "subtitle": "Samba ♠♥♦♣", "tables": (table,), "language": "sv"}
    return Report(**{**fields, **given})  # type: ignore[arg-type] # the builder takes any field


def pages_of(report: Report) -> list[str]:
    """The text of each page in the order in which it was drawn."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    command = ["pdftotext", "-raw", "-", "-"]
    reading = subprocess.run(command, input=pdf(report), capture_output=True, timeout=30, check=True)
    return [" ".join(page.split()) for page in reading.stdout.decode().split("\f")[:-1]]


def said(row: Row, language: str = "sv") -> str:
    return " ".join(" ".join(written(value, language) for value in row.values if value is not None).split())


def assert_in_order(report: Report, pages: list[str]) -> None:
    """Every row of the report stands in the text, one after the other."""
    text, at = " ".join(pages), 0
    for row in report.tables[0].rows:
        at = text.index(said(row, report.language), at)


def test_every_row_stands_on_paper_in_the_order_of_the_report() -> None:
    report = a_report(9)
    assert_in_order(report, pages_of(report))


def test_a_few_deals_stand_on_one_page_with_the_signatures() -> None:
    (page,) = pages_of(a_report(4, signatures=(Signature("Åsa"), Signature("Bo"))))
    assert page.count("Giv") == 4
    assert "Överfört" not in page


def test_a_further_page_begins_with_the_totals_so_far() -> None:
    first, second, *_rest = pages_of(a_report(12))
    number = first.count("Giv")
    assert second.startswith(f"A B Överfört {said(Row((number * 1000, -number * 1000)))} Giv {number + 1}")


def test_no_deal_is_torn_apart() -> None:
    for page in pages_of(a_report(12)):
        assert page.count("Giv") == page.count("Summa")


def test_what_stands_before_the_first_deal_stays_with_it() -> None:
    carried = Row(("Överfört från papper", 500, 700), total=True, running=True)
    table = Table(columns=COLUMNS, rows=(carried, *a_deal(1), *a_deal(2)))
    assert table.blocks == ((carried, *a_deal(1)), tuple(a_deal(2)))


def test_a_deal_that_is_higher_than_a_page_goes_on_over_it() -> None:
    report = a_report(2, lines=120)
    assert_in_order(report, pages_of(report))


def test_the_same_report_gives_the_same_bytes_with_code_and_drawings() -> None:
    drawn = Signature("Åsa har skrivit under.", (((10, 20), (300, 150)), ((40, 40),)))
    one, other = (a_report(9, address="http://192.0.2.1/games/1/", signatures=(drawn,)) for _ in range(2))
    assert pdf(one) == pdf(other)
    assert pdf(one) != pdf(a_report(9, address="http://192.0.2.1/games/2/", signatures=(drawn,)))


def test_two_languages_stand_side_by_side_and_figures_once() -> None:
    finnish = a_report(1)
    rows = tuple(
        Row((f"Rivi {at}", *row.values[1:]), row.total, row.opens, row.running, row.wide)
        for at, row in enumerate(finnish.tables[0].rows)
    )
    table = Table(columns=COLUMNS, rows=rows, carried="Siirto")
    both = beside(a_report(1), a_report(1, title="Pöytäkirja", tables=(table,), language="fi"))
    assert both.title == "Protokoll / Pöytäkirja"
    assert both.tables[0].carried == "Överfört / Siirto"
    assert both.tables[0].rows[0].values == ("Giv 1", "Rivi 0", "A gjorde utgång", None)
    assert both.tables[0].rows[-1].values == ("Summa", "Rivi 9", 1000, -1000)
    assert_in_order(both, pages_of(both))


def test_a_long_name_of_a_row_goes_on_in_a_second_line() -> None:
    label = "Partnern använde ett straffkort i en samba"
    table = Table(columns=COLUMNS, rows=(Row(("Giv 1", "", None), opens=True), Row((label, -600, 0))))
    (page,) = pages_of(a_report(1, tables=(table,)))
    assert set(label.split()) <= set(page.split())
