"""Two languages in one document: a text that is the same in both is there once."""

from __future__ import annotations

import pytest

from clubs.reports.report import Certificates, Report, ReportTable, Row, SignatureLine
from clubs.reports.report import Column as Heading
from clubs.reports.side_by_side import (
    combine_certificates,
    combine_reports,
    combine_texts,
    combine_values,
)


@pytest.mark.parametrize(
    ("first", "second", "combined"),
    [
        (
            "5 Pelaaja 50 – Antti Saarela",
            "5 Spelare 50 – Antti Saarela",
            "5 Pelaaja\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}Spelare 50 – Antti Saarela",
        ),
        ("Pelaaja 9", "Spelare 9", "Pelaaja / Spelare 9"),
        ("kierros 2, pöytä 4", "rond 2, bord 4", "kierros 2, pöytä 4 / rond 2, bord 4"),
        ("canasta", "en canasta", "canasta"),
        ("1 500", "1 500", "1 500"),
    ],
)
def test_in_a_cell_only_what_differs_stands_twice(first: str, second: str, combined: str) -> None:
    assert combine_values(first, second) == combined


def test_whom_one_language_names_with_a_small_word_before_it_stands_once() -> None:
    assert combine_texts("Canasta Simulata", "För Canasta Simulata") == "Canasta Simulata"
    assert combine_texts("För Canasta Simulata", "Canasta Simulata") == "Canasta Simulata"
    assert combine_texts("1", "bord 1") == "1 / bord 1"
    first, second = (
        Certificates(title="Diplom", awarded="", certificates=(), signatures=(club,))
        for club in ("Canasta Simulata", "För Canasta Simulata")
    )
    assert combine_certificates(first, second).signatures == ("Canasta Simulata",)


def report_signed(text: str, title: str = "") -> Report:
    table = ReportTable(columns=(Heading(""),), rows=(Row(("",)),))
    return Report(title=title, tables=(table,), signatures=(SignatureLine(text),))


@pytest.mark.parametrize("name", ["", ": Åsa Ek"])
def test_the_side_that_signs_stands_once(name: str) -> None:
    report = combine_reports(report_signed(f"Allekirjoitus, A{name}"), report_signed(f"Underskrift, A{name}"))
    assert report.signatures == (SignatureLine(f"Allekirjoitus / Underskrift, A{name}"),)


def test_a_title_of_several_lines_has_both_languages_in_each() -> None:
    report = combine_reports(report_signed("", "Kierros 1\nPöytä 2"), report_signed("", "Rond 1\nBord 2"))
    assert report.title == "Kierros 1 / Rond 1\nPöytä 2 / Bord 2"


def test_a_subtitle_says_once_what_both_call_the_same() -> None:
    first, second = (
        Report(title="Lappu", subtitle=f"Samba 8 · {day}", language=language)
        for day, language in (("22.11.2026", "fi"), ("2026-11-22", "sv"))
    )
    assert combine_reports(first, second).subtitle == "Samba 8 · 22.11.2026"


def test_a_column_of_words_is_there_once_for_each_language() -> None:
    def report(label: str, remark: str) -> Report:
        columns = (Heading(label), Heading("Samba"), Heading(remark, per_language=True))
        return Report(title="", tables=(ReportTable(columns=columns, rows=(Row(("7", "Åsa", remark)),)),))

    (table,) = combine_reports(report("Pöytä", "lepää"), report("Bord", "sitter över")).tables
    assert [column.title for column in table.columns] == ["Pöytä / Bord", "Samba", "lepää", "sitter över"]
    assert table.rows[0].values == ("7", "Åsa", "lepää", "sitter över")
    (table,) = combine_reports(report("Pöytä", "A"), report("Bord", "A")).tables
    assert table.rows[0].values == ("7", "Åsa", "A")
