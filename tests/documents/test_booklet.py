"""Reports bound into one PDF: each on its own pages and in the outline, complete and unchanged."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest

from clubs.reports.numbers import format_value
from clubs.reports.pdf import booklet, reports
from clubs.reports.pdf.booklet import Booklet, Chapter, ContentsEntry, Section, write_booklet
from clubs.reports.pdf.cards import render_cards
from clubs.reports.report import (
    Cards,
    Column,
    ColumnKind,
    Cover,
    Fact,
    Report,
    ReportTable,
    Row,
    SignatureLine,
)
from tests.documents.archival import breaches
from tests.documents.reading import pages_in, text_of

LONG_ROWS = tuple(Row((f"Rad {number}", number, -number)) for number in range(130))


def a_report(number: int, rows: tuple[Row, ...] = (), **overrides: Any) -> Report:
    columns = (Column("Rad"), Column("Åsa", ColumnKind.NUMBER), Column("Øyvind", ColumnKind.NUMBER))
    table = ReportTable(columns=columns, rows=rows or (Row((f"Sambor {number}", 1500 + number, -300)),))
    fields: dict[str, Any] = {
        "title": f"Protokoll {number}",
        "subtitle": "Samba ♠♥♦♣",
        "facts": (Fact("Bord", number),),
        "tables": (table,),
        "notes": (f"Kontrollerad {number}",),
        "signatures": (SignatureLine(f"Åsa {number}"), "Bo"),
        "address": f"http://192.0.2.1/games/{number}/",
        "language": "sv",
    }
    return Report(**{**fields, **overrides})


def two_rounds(rows: tuple[Row, ...] = ()) -> Booklet:
    return Booklet(
        title="Alla protokoll",
        language="sv",
        sections=(
            Section("Rond 1 (två bord)", [Chapter("Bord 1", a_report(1, rows)), Chapter("Åsa", a_report(2))]),
            Section("Rond 2", [Chapter("Bord 7", a_report(3))]),
        ),
    )


def bound_pdf(document: Booklet) -> bytes:
    into = BytesIO()
    booklet.write_booklet(document, into)
    return into.getvalue()


def pages_of(document: bytes) -> list[str]:
    return [" ".join(page.split()) for page in text_of(document).split("\f")[:-1]]


def outline_of(document: bytes) -> list[str]:
    """Return the titles of the outline in the order of the file."""
    return list(pages_by_title(document))


def pages_by_title(document: bytes) -> dict[str, int]:
    """Return the page, counted from 0, to which each title of the outline leads."""
    with closing(pypdfium2.PdfDocument(document)) as pdf:
        return {entry.get_title(): entry.get_dest().get_index() for entry in pdf.get_toc()}


def test_every_value_of_every_report_stands_on_the_pages_of_its_own() -> None:
    pages = pages_of(bound_pdf(two_rounds()))
    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        report = a_report(number)
        (row,) = report.tables[0].rows
        assert page.startswith(f"192.0.2.1/games/{number}/ Protokoll {number} Samba ♠♥♦♣ Bord {number}")
        assert " ".join(" ".join(format_value(value, "sv").split()) for value in row.values) in page
        assert f"Kontrollerad {number}" in page
        assert page.endswith(f"Åsa {number} Bo 1/1 {number}"), "the number of the page ends it"


def test_a_report_of_several_pages_says_on_each_which_one_goes_on() -> None:
    first, second, third, *_rest = pages_of(bound_pdf(two_rounds(LONG_ROWS)))
    assert "Rad 89" in f"{second}{third}"
    assert second.endswith("Protokoll 1 · Samba ♠♥♦♣ 2/3 2")
    assert "Protokoll 1 ·" not in first


def test_the_outline_has_a_report_below_its_section() -> None:
    document = bound_pdf(two_rounds())
    assert sorted(outline_of(document)) == sorted(["Rond 1 (två bord)", "Bord 1", "Åsa", "Rond 2", "Bord 7"])
    assert b"/Count -2" in document, "a section holds its reports, and is closed"


def test_a_cover_stands_before_all_and_leads_the_outline() -> None:
    document = bound_pdf(replace(two_rounds(), cover=a_report(0, title="Hela tävlingen", address="")))
    assert "Hela tävlingen" in pages_of(document)[0]
    assert len(pages_of(document)) == 4
    assert "Alla protokoll" in outline_of(document)


def a_cover() -> Cover:
    return Cover(
        organizer="Åbo Canastaklubb rf",
        title="Höststorturneringen i Åbo med omnejd",
        subtitle="Hela tävlingen",
        place_and_date="Åbo, 2 maj 2026",
        facts=(Fact("Spel", "Samba, till 10 000 poäng."), Fact("Anmälda", 24)),
        status=("Officiellt resultat", "♠♥♦♣ sedan 18.40"),
        language="sv",
    )


def test_a_cover_that_is_drawn_says_all_of_it_and_its_pages_number_is_counted() -> None:
    booklet_with_cover = replace(two_rounds(), cover=a_cover())
    first, second, *_rest = pages_of(bound_pdf(booklet_with_cover))
    for words in (*("Åbo Canastaklubb rf", "Hela tävlingen", "Åbo, 2 maj 2026"), *a_cover().status):
        assert words in first
    for fact in a_cover().facts:
        assert f"{fact.label} {format_value(fact.value, 'sv')}" in first.replace("\N{NO-BREAK SPACE}", " ")
    assert second.endswith("Bo 1/1 2")
    assert bound_pdf(booklet_with_cover) == bound_pdf(booklet_with_cover)


def test_cards_are_bound_on_pages_of_their_own_without_a_number_to_be_cut_apart() -> None:
    cards = Cards(title="Lappar", cards=tuple(a_report(number, notes=()) for number in range(5)))
    chapters = [Chapter("Före", a_report(7)), Chapter("Lappar", cards), Chapter("Efter", a_report(8))]
    document = bound_pdf(Booklet(title="Alla", sections=[Section("Rond 1", chapters)]))
    before, four, one, after = pages_of(document)
    assert [f"Sambor {number}" in page for page in (four, one) for number in (0, 3, 4)] == [
        *(True, True, False),
        *(False, False, True),
    ]
    assert "Sambor 7" in before
    assert after.endswith("Bo 1/1 4")
    assert words_of(four, one) == words_of(*pages_of(render_cards(cards)))


def words_of(*pages: str) -> list[str]:
    return " ".join(pages).split()


def test_a_section_may_be_all_that_the_outline_says_of_a_report() -> None:
    sections = [
        Section("Regler", [Chapter("", a_report(1))]),
        Section("Rond 2", [Chapter("Åsa", a_report(2))]),
    ]
    assert sorted(outline_of(bound_pdf(Booklet(title="Alla", sections=sections)))) == [
        "Regler",
        "Rond 2",
        "Åsa",
    ]


def test_the_same_reports_give_the_same_bytes() -> None:
    assert bound_pdf(two_rounds(LONG_ROWS)) == bound_pdf(two_rounds(LONG_ROWS))


def test_a_code_stands_on_the_first_page_of_each_report_alone() -> None:
    """A QR code is the only drawing that is upside down: its rows are counted from above."""
    document = bound_pdf(two_rounds(LONG_ROWS))
    streams = [
        zlib.decompress(packed) for packed in re.findall(rb"stream\n(x\x9c.+?)endstream", document, re.S)
    ]
    drawn = [stream for stream in streams if b" l S" in stream]  # pages have rules, the counts on them none
    coded = [len(re.findall(rb"\d+ \d+ \d+ 1 re\n", page)) > 100 for page in drawn]
    assert coded == [True, False, False, True, True]


def test_what_is_handed_out_has_its_sheets_for_itself_where_both_sides_are_printed() -> None:
    """It begins on an odd page, and what follows it does too; nothing stands on the pages between."""
    chapters = [
        Chapter("Lista", a_report(1)),
        Chapter("Bord 1", a_report(2, rows=LONG_ROWS), own_sheet=True),
        Chapter("Bord 2", a_report(3), own_sheet=True),
        Chapter("Regler", a_report(4)),
        Chapter("Mer", a_report(5)),
    ]
    document = Booklet(title="Alla", language="sv", sections=[Section("Rond 1", chapters)])
    bound = bound_pdf(document)
    begun = [page.split(" Samba")[0].partition("/ ")[2] for page in pages_of(bound)]
    assert begun[0] == "Protokoll 1"
    assert begun[1] == ""
    assert begun[2] == "Protokoll 2"
    assert begun[5:9] == ["", "Protokoll 3", "", "Protokoll 4"]
    assert begun[9] == "Protokoll 5", "lists may stand on both sides of a sheet"
    assert pages_by_title(bound) == {"Rond 1": 0, "Lista": 0, "Bord 1": 2, "Bord 2": 6, "Regler": 8, "Mer": 9}
    one_sided = pages_of(bound_pdf(replace(document, two_sided=False)))
    assert len(one_sided) == 7
    assert all(one_sided)


def test_a_page_looks_as_it_does_alone() -> None:
    """Only the page number is added."""
    alone = " ".join(text_of(reports.render_report(a_report(1))).split())
    assert pages_of(bound_pdf(two_rounds()))[0] == f"{alone} 1"


def test_a_report_that_is_too_wide_lies_and_the_next_one_stands_again() -> None:
    columns = (Column("Par"), *(Column(f"Öppningskrav {number}") for number in range(12)))
    wide = a_report(
        1, tables=(ReportTable(columns=columns, rows=(Row(tuple("Åsa–Øyvind" for _each in columns)),)),)
    )
    for bound in ([a_report(2), wide, a_report(3)], [wide, a_report(2)]):
        chapters = [Chapter("Bord", report) for report in bound]
        document = bound_pdf(Booklet(title="Alla", sections=[Section("Rond 1", chapters)]))
        lies = [float(width) > 600 for width in re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ", document)]
        assert lies == [report is wide for report in bound]


def test_a_report_is_asked_for_when_the_one_before_it_is_laid_out() -> None:
    loaded: list[int] = []
    drawn: list[list[int]] = []

    def chapters() -> Iterator[Chapter]:
        for number in range(3):
            drawn.append(list(loaded))
            loaded.append(number)
            yield Chapter(f"Bord {number}", a_report(number))

    bound_pdf(Booklet(title="Alla", sections=[Section("Rond 1", chapters())]))
    assert drawn == [[], [0], [0, 1]]


def test_nothing_at_all_cannot_be_bound() -> None:
    with pytest.raises(ValueError, match="has a report in it"):
        bound_pdf(Booklet(title="Alla", sections=[Section("Rond 1", [])]))


def test_a_word_that_no_line_has_room_for_is_broken_and_not_cut_off() -> None:
    word = "Å" * 300
    text = "".join(
        text_of(
            bound_pdf(
                Booklet(title="Alla", sections=[Section("", [Chapter("", a_report(1, notes=(word,)))])])
            )
        ).split()
    )
    assert text.count("Å") == 300 + 2  # the column and the signature begin with it too


def contents_of(entries: Sequence[ContentsEntry]) -> Report:
    rows = tuple(Row((entry.label, entry.page)) for entry in entries)
    columns = (Column("Innehåll"), Column("Sida", ColumnKind.NUMBER))
    return Report(title="Innehåll", tables=(ReportTable(columns=columns, rows=rows),))


def with_contents(*, cover: Cover | None, two_sided: bool) -> bytes:
    chapters = [Chapter(f"Bord {number}", a_report(number)) for number in (1, 2)]
    booklet = Booklet(
        title="Mötet",
        cover=cover,
        contents=contents_of,
        sections=[Section("Rond 1", chapters), Section("Rond 2", [Chapter("", a_report(1))])],
        two_sided=two_sided,
    )
    into = BytesIO()
    write_booklet(booklet, into)
    return into.getvalue()


def labels_of_pages(document: bytes) -> list[str]:
    with pikepdf.open(BytesIO(document)) as pdf:
        return [str(page.label) for page in pdf.pages]


def test_the_contents_stand_behind_the_cover_with_numbers_of_their_own() -> None:
    document = with_contents(cover=Cover(organizer="Nord", title="Mötet", subtitle="Allt"), two_sided=False)
    cover, contents, *others = pages_in(document)
    assert "Nord" in cover
    assert contents.endswith("i")
    numbers = {line: others[int(page) - 2] for line, page in re.findall(r"(Rond \d|Bord \d) (\d+)", contents)}
    assert list(numbers) == ["Rond 1", "Bord 1", "Bord 2", "Rond 2"]
    assert [page.rpartition(" ")[2] for page in others] == [str(at + 2) for at in range(len(others))]
    assert labels_of_pages(document) == ["1", "i", *(str(at + 2) for at in range(len(others)))]
    assert breaches(document) == []
    assert document == with_contents(
        cover=Cover(organizer="Nord", title="Mötet", subtitle="Allt"), two_sided=False
    )


def test_contents_without_a_cover_are_the_first_sheet_and_the_next_page_is_the_front_of_another() -> None:
    document = with_contents(cover=None, two_sided=True)
    contents, back, *others = pages_in(document)
    assert contents.startswith("Innehåll")
    assert back == ""
    assert labels_of_pages(document)[:3] == ["i", "ii", "1"]
    assert others[0].endswith(" 1")
    assert breaches(document) == []


@pytest.mark.parametrize(("rows", "pages"), [(5, [0, 0, 0]), (30, [0, 1, 2])])
def test_short_tables_share_a_page_whole_and_the_outline_leads_to_each(rows: int, pages: list[int]) -> None:
    columns = (Column("Par"), Column("Poäng", ColumnKind.NUMBER))
    tables = tuple(
        ReportTable(
            columns=columns,
            rows=tuple(Row((f"Par {at}", at)) for at in range(rows)),
            caption=f"Rond {number}",
        )
        for number in (1, 2, 3)
    )
    report = a_report(1, tables=tables, signatures=(), notes=())
    document = bound_pdf(
        Booklet(title="Alla", sections=[Section("Ronder", [Chapter("", report, lists_tables=True)])])
    )
    led = pages_by_title(document)
    assert [led[f"Rond {number}"] for number in (1, 2, 3)] == pages
    assert led["Ronder"] == 0
    assert [page.count("Poäng") for page in pages_of(document)] == [pages.count(at) for at in {*pages}]
