"""Lists on a wall: letters that fill the sheet, and are read from some metres away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubs.reports.layouts import LEDGER
from clubs.reports.pdf.reports import is_portrait, render_report
from clubs.reports.pdf.walls import wall_layout
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind
from tests.documents.reading import pages_in, text_of

NAMES = ("Aino Järvinen – Eero Hyvärinen", "Øyvind Damsgaard – Kyllikki Lappalainen")


def a_list(tables: int, texts: int = 2) -> Report:
    columns = (Column("Bord", ColumnKind.NUMBER), *(Column(f"Par {number}") for number in range(texts)))
    rows = tuple(Row((number + 1, *(NAMES * texts)[:texts])) for number in range(tables))
    return Report(
        title="Vårträffen",
        tables=(ReportTable(columns=columns, rows=rows),),
        address="http://192.0.2.1/events/1/",
        hangs_on_wall=True,
    )


def letters(report: Report) -> int:
    layout = wall_layout(report, lambda _width: (120, 0))
    assert layout is not None
    return layout.lettering.size


def test_few_rows_have_large_letters_and_more_rows_smaller_ones() -> None:
    sizes = [letters(a_list(tables)) for tables in (2, 8, 12, 20)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 20
    assert len({*sizes}) > 1


@pytest.mark.parametrize("tables", [2, 6, 12, 16])
def test_a_list_that_fits_on_a_sheet_in_large_letters_takes_one(tables: int) -> None:
    (page,) = pages_in(render_report(a_list(tables)))
    assert page.count("Järvinen") == tables


def test_a_long_list_takes_several_sheets_in_letters_that_are_read_from_afar() -> None:
    report = a_list(60)
    assert letters(report) >= 16
    pages = pages_in(render_report(report))
    assert len(pages) > 2
    assert all("Bord" in page for page in pages), "each has the headings"


@pytest.mark.parametrize("tables", [24, 32, 40, 48, 56, 90, 200])
def test_several_sheets_are_filled_to_about_the_same_height(tables: int) -> None:
    counts = [page.count("Järvinen") for page in pages_in(render_report(a_list(tables)))]
    assert sum(counts) == tables
    assert min(counts) >= max(counts) / 2


def test_a_wide_list_lies_and_one_that_is_too_wide_has_the_usual_letters() -> None:
    assert is_portrait(a_list(20, texts=1))
    assert not is_portrait(a_list(6, texts=4))
    too_wide = a_list(6, texts=12)
    assert wall_layout(too_wide, lambda _width: (120, 0)) is None
    assert "Lappalainen" in text_of(render_report(too_wide)), "it is printed all the same"


def test_a_list_that_does_not_hang_on_a_wall_has_the_usual_letters() -> None:
    assert wall_layout(replace(a_list(4), hangs_on_wall=False), lambda _width: (120, 0)) is None


def test_names_by_letters_fill_their_sheet_in_strips() -> None:
    columns = (Column("Spelare"), Column("Bord", ColumnKind.NUMBER))
    rows = [Row(("A", None), RowKind.HEADING), *(Row((f"Aho, Aino {at}", at)) for at in range(12))]
    few = replace(a_list(1), tables=(ReportTable(columns=columns, rows=tuple(rows), layout=LEDGER),))

    def heights(report: Report) -> list[float]:
        words = text_of(render_report(report), "-bbox").splitlines()
        lines = [line.split('"') for line in words if ">Aho,<" in line]
        return [float(line[7]) - float(line[3]) for line in lines]

    on_wall, on_desk = heights(few), heights(replace(few, hangs_on_wall=False))
    assert len(on_wall) == len(on_desk) == 12
    assert min(on_wall) > 1.6 * max(on_desk)


@pytest.mark.parametrize("names", [40, 80, 90, 120])
def test_sheets_of_names_by_letters_are_filled_to_about_the_same_height(names: int) -> None:
    columns = (Column("Spelare"), Column("Bord", ColumnKind.NUMBER))
    letters = [chr(ord("A") + at % 20) for at in range(names)]
    rows = tuple(
        row
        for letter in sorted({*letters})
        for row in (
            Row((letter, None), RowKind.HEADING),
            *(Row((f"{letter}ho, Aino", 7)) for _at in range(letters.count(letter))),
        )
    )
    report = replace(a_list(1), tables=(ReportTable(columns=columns, rows=rows, layout=LEDGER),))
    counts = [page.count("ho, Aino") for page in pages_in(render_report(report))]
    assert sum(counts) == names
    assert len(counts) > 1
    assert min(counts) >= max(counts) / 2


@pytest.mark.parametrize("tables", [*range(22, 46, 3)])
def test_notes_are_on_the_sheet_of_the_last_rows(tables: int) -> None:
    notes = tuple(
        f"Anmärkning {number}: partier som pågår räknas som de står just nu." for number in range(8)
    )
    for page in pages_in(render_report(replace(a_list(tables), notes=notes))):
        assert "Järvinen" in page
