"""The codes at the foot of a sheet: the same for the same content, whatever it looks like."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubs.reports.codes import certificate_code, log_code, report_code, report_content, short_code
from clubs.reports.layouts import LEDGER
from clubs.reports.pdf.certificates import render_certificates
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import (
    Certificate,
    Certificates,
    Column,
    ColumnKind,
    Fact,
    Report,
    ReportTable,
    Row,
    SheetWords,
    SignatureLine,
)
from clubs.reports.side_by_side import combine_reports
from tests.documents.reading import pages_in, text_of

TABLE = ReportTable(
    columns=(Column("Namn"), Column("Poäng", ColumnKind.NUMBER, short="P"), Column("Skäl")),
    rows=(Row(("Åsa", 1200, "")), Row(("Bo", -35, ""))),
    caption="Grupp A",
)
LIST = Report(
    title="Ställning",
    subtitle="Rond 2",
    facts=(Fact("Klubb", "Nord"),),
    tables=(TABLE,),
    notes=("Preliminär",),
    signatures=("Domare",),
    language="sv",
)
WORDS = SheetWords("blad", "logg", "4F7T-90AB")


def test_a_code_is_the_beginning_of_a_hash_in_the_digits_of_crockford() -> None:
    assert short_code(bytes(32)) == "0000-0000"
    assert short_code(b"\xff" * 32) == "ZZZZ-ZZZZ"
    assert short_code(bytes([0, 68, 50, 20, 199]) + bytes(27)) == "0123-4567"
    assert log_code("0044321" + "4c7" + "0" * 54) == "0123-4567"


def test_the_content_is_written_as_the_decision_says() -> None:
    assert report_content(LIST).decode() == (
        '{"facts":[["Klubb","Nord",""]],"notes":["Preliminär"],"notice":"","signatures":[["Domare",""]],'
        '"subtitle":"Rond 2","tables":[{"caption":"Grupp A","columns":["Namn","Poäng"],'
        '"rows":[["Åsa","1\N{NO-BREAK SPACE}200"],["Bo","−35"]]}],"title":"Ställning"}'
    )


def with_table(table: ReportTable) -> Report:
    return replace(LIST, tables=(table,))


@pytest.mark.parametrize(
    "other",
    [
        replace(LIST, title="Ställningar"),
        replace(LIST, facts=(Fact("Klubb", "Nord", figure=1),)),
        replace(LIST, notes=()),
        replace(LIST, notice="Preliminär", notes=()),
        replace(LIST, signatures=(SignatureLine("Domare", typed="Eva"),)),
        with_table(replace(TABLE, caption="Grupp B")),
        with_table(replace(TABLE, rows=(Row(("Åsa", 1201, "")), TABLE.rows[1]))),
        with_table(replace(TABLE, rows=TABLE.rows[::-1])),
        with_table(replace(TABLE, rows=(Row(("Åsa", 1200, "paus")), TABLE.rows[1]))),
    ],
)
def test_whatever_is_changed_changes_the_code(other: Report) -> None:
    assert report_code(other) != report_code(LIST)


@pytest.mark.parametrize(
    "other",
    [
        with_table(replace(TABLE, layout=LEDGER)),
        with_table(replace(TABLE, columns=TABLE.columns[:2], rows=(Row(("Åsa", 1200)), Row(("Bo", -35))))),
        replace(LIST, hangs_on_wall=True, address="http://x.example/", foot=("Bord 1",)),
        replace(LIST, state="Version 3", words=WORDS, publisher="Nord"),
        replace(LIST, signatures=(SignatureLine("Domare"),)),
    ],
)
def test_the_layout_and_the_state_are_not_in_the_code(other: Report) -> None:
    assert report_code(other) == report_code(LIST)


def test_the_code_of_two_languages_is_that_of_both_texts() -> None:
    finnish = replace(LIST, title="Tilanne", language="fi", words=SheetWords("arkki", "loki", "4F7T-90AB"))
    both = combine_reports(finnish, replace(LIST, words=WORDS))
    assert len({report_code(report) for report in (LIST, finnish, both)}) == 3
    assert both.words == SheetWords("arkki / blad", "loki / logg", "4F7T-90AB")


def test_every_page_of_a_sheet_has_the_line() -> None:
    rows = tuple(Row((f"Namn {number}", number, "")) for number in range(90))
    long = replace(with_table(replace(TABLE, rows=rows)), state="Version 3, 2026-11-28 21:14", words=WORDS)
    pages = pages_in(render_report(long))
    assert len(pages) > 1
    line = f"Version 3, 2026-11-28 21:14 · blad {report_code(long)} · logg 4F7T-90AB"
    assert all(line in page for page in pages)
    assert "blad" not in text_of(render_report(replace(long, words=None)))


def test_each_certificate_has_a_code_of_its_own() -> None:
    first, second = (Certificate(names=(name,), place="1", event="Cup") for name in ("Åsa", "Bo"))
    document = Certificates(
        title="Diplom",
        awarded="till",
        certificates=(first, second),
        signatures=("Domare",),
        state="Version 3",
        words=WORDS,
    )
    codes = [certificate_code(document, certificate) for certificate in (first, second)]
    assert codes[0] != codes[1]
    for code, page in zip(codes, pages_in(render_certificates(document)), strict=True):
        assert f"Version 3 · blad {code} · logg 4F7T-90AB" in page
