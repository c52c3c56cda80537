"""Reports drawn as PDF, read with pdftotext and compared with their rows."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.utils import translation
from django.utils.formats import date_format
from reportlab.lib.units import mm

from clubs.reports.layouts import FORM, GRID, LEDGER, PROSE, WRITING_GRID, Layout
from clubs.reports.numbers import format_value
from clubs.reports.pdf.page import (
    FOOT_BASELINE,
    FRAME_PADDING,
    MARGIN,
    NOTE_STYLE,
    PAGE_NUMBER_WIDTH,
    PAGE_TEXT_WIDTH,
    foot_lines,
)
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.signatures import signature_flowables
from clubs.reports.pdf.texts import text_width
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, RowKind, SignatureLine
from tests.documents.reading import pages_in, text_of


def a_report(**overrides: Any) -> Report:
    fields: dict[str, Any] = {
        "title": "Protokoll ÅÄÖ åäö æøØÆ",
        "subtitle": "Samba ♠♥♦♣",
        "facts": (Fact("Bord", 7), Fact("Klubb", "Mölnlycke & <Fjärås>")),
        "tables": (
            ReportTable(
                columns=(
                    Column("Rad"),
                    Column("Åsa – Bo", ColumnKind.NUMBER),
                    Column("Øyvind", ColumnKind.NUMBER),
                ),
                rows=(Row(("Sambor", 1500, -300)), Row(("Summa", 12345, None), RowKind.TOTAL)),
            ),
        ),
        "notes": ("Kontrollerad",),
        "signatures": ("Åsa", "Bo", "Øyvind"),
        "language": "sv",
    }
    return Report(**{**fields, **overrides})


def test_every_value_of_the_report_stands_in_the_document() -> None:
    text = text_of(render_report(a_report()))
    for word in (
        "Protokoll ÅÄÖ åäö æøØÆ",
        "Samba ♠♥♦♣",
        "Mölnlycke & <Fjärås>",
        "Sambor",
        "Summa",
        "Kontrollerad",
        "Øyvind",
    ):
        assert word in text
    words = " ".join(text.split())
    assert "Sambor 1 500 −300" in words
    assert "Summa 12 345" in words


def test_the_same_report_gives_the_same_bytes() -> None:
    assert render_report(a_report()) == render_report(a_report())


def test_a_document_knows_its_title_and_language() -> None:
    document = render_report(a_report(language="fi"))
    assert b"/Lang (fi)" in document


def test_a_table_goes_on_over_pages_with_its_heading_repeated() -> None:
    rows = tuple(Row((f"Rad {number}", number, -number)) for number in range(120))
    table = ReportTable(
        columns=(Column("Rad"), Column("A", ColumnKind.NUMBER), Column("B", ColumnKind.NUMBER)), rows=rows
    )
    text = text_of(render_report(a_report(tables=(table,))))
    assert text.count("\f") >= 3
    assert "Rad 119" in text


@pytest.mark.parametrize(
    ("value", "language", "expected"),
    [
        (12345, "sv", "12\N{NO-BREAK SPACE}345"),
        (12345, "fi", "12\N{NO-BREAK SPACE}345"),
        (12345, "da", "12.345"),
        (12345, "en", "12,345"),
        (-5, "sv", "\N{MINUS SIGN}5"),
        (0, "sv", "0"),
        (None, "sv", ""),
        ("a name", "sv", "a name"),
    ],
)
def test_numbers_are_written_as_each_language_writes_them(
    value: str | int | None, language: str, expected: str
) -> None:
    assert format_value(value, language) == expected


@pytest.mark.parametrize(
    ("language", "day", "hour"),
    [
        ("sv", "2026-05-02", "2026-05-02 09:05"),
        ("fi", "2.5.2026", "2.5.2026 9.05"),
        ("da", "02.05.2026", "02.05.2026 09:05"),
        ("en", "2 May 2026", "2 May 2026, 09:05"),
    ],
)
def test_a_day_is_written_as_each_language_writes_it(language: str, day: str, hour: str) -> None:
    """Dates are in the short format of Django, so that a list and a protocol have the same."""
    moment = datetime(2026, 5, 2, 9, 5)
    assert (format_value(moment.date(), language), format_value(moment, language)) == (day, hour)
    with translation.override(language):
        assert date_format(moment.date(), "SHORT_DATE_FORMAT") == day
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == hour


def test_a_row_has_as_many_values_as_the_table_has_columns() -> None:
    with pytest.raises(ValueError, match="as many values"):
        ReportTable(columns=(Column("A"),), rows=(Row(("one", "two")),))


def test_a_form_and_sentences_have_no_tables_of_another_layout() -> None:
    grid, form, prose = (replace(a_report().tables[0], layout=layout) for layout in (GRID, FORM, PROSE))
    for tables in ((grid, form), (prose, form), (grid, prose)):
        with pytest.raises(ValueError, match="all tables"):
            a_report(tables=tables)
    assert a_report(tables=(grid, replace(grid, layout=LEDGER), replace(grid, layout=WRITING_GRID))).tables


def test_who_signs_stands_closer_where_only_so_all_have_room_under_what_is_signed() -> None:
    lines = [SignatureLine(name) for name in ("Åsa", "Bo", "Øyvind", "Æbbe", "Keeper", "Director")]
    (signed,) = signature_flowables(tuple(lines))
    loose, close = (signed.wrap(PAGE_TEXT_WIDTH, room)[1] for room in (1000, 40 * mm))
    assert close <= 40 * mm < loose
    assert signed.wrap(PAGE_TEXT_WIDTH, 20 * mm)[1] == loose, "the next page has room for all"


def test_the_foot_of_a_page_stays_below_what_stands_on_it_by_long_names_too() -> None:
    name = "Alexandra-Wilhelmiina Kiiskinen-Österberg – Åsa-Margaretha af Ugglas-Lilliehöök"
    for names in range(5):
        words = " · ".join(["Pöytäkirja / Protokoll", "Samba", *[name] * names])
        style, lines = foot_lines([words], PAGE_TEXT_WIDTH - PAGE_NUMBER_WIDTH)
        assert " ".join(lines) == words
        assert FOOT_BASELINE + (len(lines) - 1) * style.leading + style.size < MARGIN + FRAME_PADDING
        assert style.size >= 8
    assert foot_lines(["Protokoll · Samba"], PAGE_TEXT_WIDTH)[0] is NOTE_STYLE


def test_a_foot_that_is_too_long_for_its_margin_is_cut_above_its_codes() -> None:
    codes = "Revision 81, 21:14 · Sheet 7K3M · Log 9QXT"
    for names in range(13, 40):
        style, lines = foot_lines([" · ".join(["Åsa Lindqvist-Österberg"] * names), codes], 300)
        assert style.size >= 8
        assert FOOT_BASELINE + (len(lines) - 1) * style.leading + style.size < MARGIN + FRAME_PADDING
        assert lines[-1] == codes
        assert lines[-2].endswith("Österberg …")
        assert all(text_width(line, style.font, style.size) <= 300 for line in lines)


def test_what_belongs_below_each_other_has_lines_of_its_own_however_short_it_is() -> None:
    """The sides: never one beside the rules and the other one below them."""
    short = tuple(Fact(label, "10") for label in ("Bord", "Rond", "Regler", "Spelas till", "Protokollförare"))
    sides = tuple(Fact(letter, "Bo Ek", alone=True) for letter in "AB")
    lines = text_of(render_report(a_report(facts=(*short, *sides)))).splitlines()
    words = [line.split() for line in lines]
    assert ["Bord", "10", "Rond", "10"] in words
    assert ["Protokollförare", "10"] in words
    assert ["A", "Bo", "Ek"] in words
    assert ["B", "Bo", "Ek"] in words


@pytest.mark.parametrize("layout", [GRID, WRITING_GRID])
def test_who_signs_a_list_never_stands_alone_on_a_page(layout: Layout) -> None:
    pages = set()
    for rows in range(1, 48):
        lines = tuple(Row((f"Rad {at}", at, None)) for at in range(1, rows + 1))
        table = replace(a_report().tables[0], rows=lines, layout=layout)
        *before, last = text_of(render_report(a_report(tables=(table,))), "-raw").split("\f")[:-1]
        assert f"Rad {rows} " in last, rows
        assert "Kontrollerad" in last
        assert re.findall(r"Rad \d+", " ".join((*before, last))) == [f"Rad {at}" for at in range(1, rows + 1)]
        pages.add(len(before) + 1)
    assert len(pages) > 1


def test_what_stands_below_the_code_has_the_width_of_the_page() -> None:
    """A long value in the right column has one line, and the white around the QR code is empty."""
    name = "Dansk klubbcanasta 9"
    facts = tuple(Fact(f"Klubb {at}", name if at % 2 else "B") for at in range(8))
    document = render_report(a_report(facts=facts, address="http://192.0.2.1/games/1/"))
    assert text_of(document).count(name) == 4
    (top,) = {
        float(at) for at in re.findall(r'yMin="([0-9.]+)"[^>]*>Klubb</word>', text_of(document, "-bbox"))[:1]
    }
    assert top >= (18 - 4 + 24) * mm - 2


def test_a_note_is_not_torn_between_two_pages() -> None:
    note = "Beslut: " + "juryn ansåg att kravet fylldes " * 6
    report = a_report(tables=(), notes=(note,) * 60)
    pages = pages_in(render_report(report))
    assert len(pages) > 1
    for page in pages:
        assert page.count("Beslut:") * 6 == page.count("kravet fylldes")


@pytest.mark.parametrize(
    ("rows", "pages", "signed"), [((42, 42), 3, 0), ((20, 20, 20), 2, 0), ((20, 20), 2, 1), ((5,), 1, 0)]
)
def test_a_form_is_signed_under_its_last_deals_or_where_that_takes_a_page_less(
    rows: tuple[int, ...], pages: int, signed: int
) -> None:
    columns = (Column("Deal"), Column("A", ColumnKind.NUMBER))
    opening = ReportTable(columns=columns, rows=(Row(("Opening", 50)),), layout=FORM)
    bands = (ReportTable(columns=columns, rows=(Row(("Sambas", "")),) * high, layout=FORM) for high in rows)
    result = ReportTable(columns=columns, rows=(Row(("Result", "")),), layout=FORM)
    made = text_of(render_report(a_report(tables=(opening, *bands, result)))).split("\f")[:-1]
    assert len(made) == pages
    assert [at for at, page in enumerate(made) if "Øyvind" in page] == [signed]
    assert made[signed].index("Result") < made[signed].index("Øyvind")
