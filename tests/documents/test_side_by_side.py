"""Two languages in one document: what both say stands once."""

from __future__ import annotations

import pytest

from clubs.reports.report import Certificates, Report, Row, Signature, Table
from clubs.reports.report import Column as Heading
from clubs.reports.side_by_side import beside, both, certificates_beside, either


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (
            "5 Pelaaja 50 – Antti Saarela",
            "5 Spelare 50 – Antti Saarela",
            "5 Pelaaja / Spelare 50 – Antti Saarela",
        ),
        ("Pelaaja 9", "Spelare 9", "Pelaaja / Spelare 9"),
        ("kierros 2, pöytä 4", "rond 2, bord 4", "kierros 2, pöytä 4 / rond 2, bord 4"),
        ("canasta", "en canasta", "canasta"),
        ("1 500", "1 500", "1 500"),
    ],
)
def test_in_a_cell_only_what_differs_stands_twice(one: str, other: str, said: str) -> None:
    assert either(one, other) == said


def test_whom_one_language_names_with_a_small_word_before_it_stands_once() -> None:
    assert both("Canasta Simulata", "För Canasta Simulata") == "Canasta Simulata"
    assert both("För Canasta Simulata", "Canasta Simulata") == "Canasta Simulata"
    assert both("1", "bord 1") == "1 / bord 1"
    one, other = (
        Certificates(title="Diplom", awarded="", certificates=(), signatures=(club,))
        for club in ("Canasta Simulata", "För Canasta Simulata")
    )
    assert certificates_beside(one, other).signatures == ("Canasta Simulata",)


def signed(text: str, title: str = "") -> Report:
    table = Table(columns=(Heading(""),), rows=(Row(("",)),))
    return Report(title=title, tables=(table,), signatures=(Signature(text),))


@pytest.mark.parametrize("whose", ["", ": Åsa Ek"])
def test_the_side_that_signs_stands_once(whose: str) -> None:
    report = beside(signed(f"Allekirjoitus, A{whose}"), signed(f"Underskrift, A{whose}"))
    assert report.signatures == (Signature(f"Allekirjoitus / Underskrift, A{whose}"),)


def test_a_title_of_several_lines_has_both_languages_in_each() -> None:
    report = beside(signed("", "Kierros 1\nPöytä 2"), signed("", "Rond 1\nBord 2"))
    assert report.title == "Kierros 1 / Rond 1\nPöytä 2 / Bord 2"


def test_a_subtitle_says_once_what_both_call_the_same() -> None:
    one, other = (
        Report(title="Lappu", subtitle=f"Samba 8 · {day}", language=language)
        for day, language in (("22.11.2026", "fi"), ("2026-11-22", "sv"))
    )
    assert beside(one, other).subtitle == "Samba 8 · 22.11.2026"
