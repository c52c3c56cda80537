"""Reports drawn as PDF: read back with pdftotext, compared with the rows."""

import shutil
import subprocess

import pytest

from clubs.reports.numbers import written
from clubs.reports.pdf import pdf
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table


def a_report(**given: object) -> Report:
    fields = {
        "title": "Protokoll ÅÄÖ åäö æøØÆ",
        "subtitle": "Samba ♠♥♦♣",
        "facts": (Fact("Bord", 7), Fact("Klubb", "Mölnlycke & <Fjärås>")),
        "tables": (
            Table(
                columns=(Column("Rad"), Column("Åsa – Bo", Kind.NUMBER), Column("Øyvind", Kind.NUMBER)),
                rows=(Row(("Sambor", 1500, -300)), Row(("Summa", 12345, None), total=True)),
            ),
        ),
        "notes": ("Kontrollerad",),
        "signatures": ("Åsa", "Bo", "Øyvind"),
        "language": "sv",
    }
    return Report(**{**fields, **given})  # type: ignore[arg-type] # the builder takes any field


def text_of(document: bytes) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    reading = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=document, capture_output=True, timeout=30, check=True
    )
    return reading.stdout.decode()


def test_every_value_of_the_report_stands_in_the_document() -> None:
    text = text_of(pdf(a_report()))
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
    assert pdf(a_report()) == pdf(a_report())


def test_a_document_knows_its_title_and_language() -> None:
    document = pdf(a_report(language="fi"))
    assert b"/Lang (fi)" in document


def test_a_table_goes_on_over_pages_with_its_heading_repeated() -> None:
    rows = tuple(Row((f"Rad {number}", number, -number)) for number in range(120))
    table = Table(columns=(Column("Rad"), Column("A", Kind.NUMBER), Column("B", Kind.NUMBER)), rows=rows)
    text = text_of(pdf(a_report(tables=(table,))))
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
    assert written(value, language) == expected


def test_a_row_has_as_many_values_as_the_table_has_columns() -> None:
    with pytest.raises(ValueError, match="as many values"):
        Table(columns=(Column("A"),), rows=(Row(("one", "two")),))
