"""What a PDF says of itself, and that an archive takes it."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from clubs.reports.pdf.booklet import Booklet, Chapter, Section, write_booklet
from clubs.reports.pdf.cards import render_cards
from clubs.reports.pdf.certificates import render_certificates
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import (
    Cards,
    Certificate,
    Certificates,
    Column,
    Report,
    ReportTable,
    Row,
    SignatureLine,
)
from tests.documents.archival import breaches

MOMENT = datetime(2026, 5, 2, 18, 40, tzinfo=UTC)
TABLE = ReportTable(columns=(Column("Spelare"),), rows=(Row(("Øyvind Damsgård ♠♥♦♣",)),))


def a_report(**fields: Any) -> Report:
    defaults: dict[str, Any] = {
        "title": "Vårträffen",
        "subtitle": "Ställning",
        "tables": (TABLE,),
        "signatures": (SignatureLine("Åsa", (((10, 20), (300, 150)),)),),
        "address": "http://192.0.2.1/events/1/",
        "publisher": "Åbo Canastaklubb rf",
        "as_of": MOMENT,
        "language": "sv",
    }
    return Report(**defaults | fields)


def cards() -> bytes:
    return render_cards(Cards(title="Lappar", cards=(a_report(),), language="sv", as_of=MOMENT))


def certificates() -> bytes:
    given = Certificate(names=("Åsa Ek",), place="1", event="Vårträffen")
    return render_certificates(
        Certificates(title="Diplom", awarded="till", certificates=(given,), signatures=("Ordförande",))
    )


def booklet() -> bytes:
    into = BytesIO()
    chapters = [Chapter("Ett", a_report()), Chapter("Två", a_report(title="B"), own_sheet=True)]
    sections = [Section("Rond 1", chapters)]
    write_booklet(
        Booklet(title="Alla", sections=sections, publisher="Åbo", as_of=MOMENT, language="sv"), into
    )
    return into.getvalue()


@pytest.mark.parametrize("made", [lambda: render_report(a_report()), cards, certificates, booklet])
def test_every_kind_of_file_keeps_to_what_archives_ask(made: Any) -> None:
    assert breaches(made()) == []


def test_a_file_says_its_title_whose_it_is_and_of_when() -> None:
    with pikepdf.open(BytesIO(render_report(a_report(foot=("Bord: 7",))))) as pdf:
        assert str(pdf.docinfo.Title) == "Vårträffen · Ställning · Bord: 7"
        assert str(pdf.docinfo.Author) == "Åbo Canastaklubb rf"
        assert str(pdf.docinfo.Subject) == "Bord: 7"
        assert str(pdf.docinfo.CreationDate) == "D:20260502184000+00'00"
        assert str(pdf.Root.Lang) == "sv"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert [str(font.BaseFont)[8:] for _name, font in pdf.pages[0].Resources.Font.items()]


def test_a_title_that_no_program_could_read_back_is_printable() -> None:
    with pikepdf.open(BytesIO(render_report(a_report(title="Å\x0bbo", publisher="\x00")))) as pdf:
        assert str(pdf.docinfo.Title) == "Åbo · Ställning"
        assert "/Author" not in pdf.docinfo


def test_the_questions_find_what_is_missing() -> None:
    """Each breach that is made is found: the questions can fail."""
    with pikepdf.open(BytesIO(render_report(a_report()))) as pdf:
        del pdf.Root.Metadata
        del pdf.Root.OutputIntents
        ((_name, font), *_others) = pdf.pages[0].Resources.Font.items()
        del font.ToUnicode
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="1")
        into = BytesIO()
        pdf.save(into)
    found = " ".join(breaches(into.getvalue()))
    for missing in ("the metadata", "the output intent", "does not say its characters", "/OpenAction", "/JS"):
        assert missing in found
