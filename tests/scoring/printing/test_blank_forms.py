"""Blank protocols: the rows of each game, room to write, and the page that offers them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from reportlab.lib.units import mm

from clubs.models import Role
from clubs.reports.pdf import form_pages
from clubs.reports.pdf.booklet import Booklet, Chapter, Section, write_booklet
from clubs.reports.pdf.continuation import MIN_BLANK_WIDTH, continuation_head
from clubs.reports.pdf.forms import (
    DENSE,
    FORM_FONT_SIZE,
    FORM_LEADING,
    FORM_PADDING,
    FORM_ROW_HEIGHT,
    ROOMY,
    FormStyle,
    FormTable,
    fitting_size,
)
from clubs.reports.pdf.page import CONTINUATION_GAP, FRAME_PADDING, MARGIN, PAGE_TEXT_WIDTH, PRINTER_MARGIN
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.signatures import DENSE_SIGNATURES, as_signature_lines
from clubs.reports.pdf.texts import FONT, text_width
from clubs.reports.report import Report, RowKind
from scoring import rulesets
from scoring.core import protocol_rows
from scoring.core.ruleset import RuleSet
from scoring.printing import blank_forms, rows
from scoring.printing.blank_form_views import blank_form_report
from tests.builders import a_club, a_user
from tests.conftest import LONG
from tests.documents.reading import text_of
from tests.documents.test_grids import NAME, squeezed, words_off_page

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
CLUB = "Mölnlycke & Fjärås"
# The room above a further page.
ABOVE = MARGIN + FRAME_PADDING - CONTINUATION_GAP - PRINTER_MARGIN


def labels_of(report: Report, table: int = 1) -> list[object]:
    return [row.values[0] for row in report.tables[table].rows]


@cache
def text_on_paper(report: Report, order: str = "-layout") -> str:
    """The text of a form, which is drawn once for all tests and read once in each order."""
    return text_of(on_paper(report), order)


@cache
def on_paper(report: Report) -> bytes:
    return render_report(report)


def words_of(report: Report) -> str:
    """Return the words of a PDF in the order in which they were drawn."""
    return " ".join(text_on_paper(report, "-raw").split())


@EVERY_GAME
def test_a_form_has_every_row_that_a_filled_protocol_can_have(rules: RuleSet) -> None:
    labels = labels_of(blank_form_report(["en"], rules.slug, 2, CLUB))
    assert len(labels) == len(set(labels))
    names = [rows.printed_row_name(rules.slug, row) for row in protocol_rows.rows_in_use(rules)]
    assert [label for label in labels if label in names] == names


@EVERY_GAME
def test_paper_says_every_row_of_the_form_in_every_language(rules: RuleSet) -> None:
    for languages in (["sv"], ["fi"], ["da"], ["en"], ["fi", "sv"]):
        report = blank_form_report(languages, rules.slug, 2, CLUB)
        text, at = words_of(report).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"), 0
        for table in report.tables[1:]:
            for row in table.rows:
                at = text.index(" ".join(str(value) for value in row.values if value), at)


LANGUAGES = [["sv"], ["fi"], ["da"], ["en"], ["fi", "sv"], ["da", "en"]]
# Drawing is what takes time: of one language and of two.
DRAWN_LANGUAGES = LANGUAGES if LONG else [["sv"], ["da", "en"]]


def forms_of(rules: RuleSet, languages_of_forms: list[list[str]] = LANGUAGES) -> Iterator[Report]:
    """Return the forms of a game for each number of sides, in one language and in two."""
    for languages in languages_of_forms:
        for sides in sorted({len(players) for players in rules.player_counts}):
            yield blank_form_report(languages, rules.slug, sides, CLUB)


def drawn(report: Report) -> Iterator[FormTable]:
    for table in report.tables:
        form = FormTable(table, report.language)
        form.wrap(PAGE_TEXT_WIDTH, 0)
        yield form


@EVERY_GAME
def test_a_form_is_one_sheet_that_begins_with_deals_and_is_signed_below_the_last_ones(rules: RuleSet) -> None:
    for report in forms_of(rules, DRAWN_LANGUAGES):
        first, last = (squeezed(page) for page in pages_of(report))
        *_opening, (_deal, *columns) = (table.columns for table in report.tables[:-1])
        assert squeezed(report.tables[1].columns[-1].title) in first
        signature = squeezed(as_signature_lines(report.signatures)[0].text)
        assert last.index(squeezed(columns[-1].title)) < last.index(signature)
        assert signature not in first


@pytest.mark.parametrize("style", [ROOMY, DENSE])
def test_a_dense_form_has_rows_as_high_to_write_in_and_letters_as_large_as_are_read(style: FormStyle) -> None:
    assert style.size >= 8
    for report in (
        blank_form_report(["fi", "sv"], "royal", 3, CLUB),
        blank_form_report(["da"], "danish", 2, CLUB),
    ):
        for table in report.tables[1:]:
            form = FormTable(table, report.language, style)
            form.wrap(PAGE_TEXT_WIDTH, 0)
            _head, *lines = form.lines
            for line in lines:
                assert line.height >= (7.5 * mm if line.row.kind is RowKind.PILES else 6 * mm)


def test_a_dense_form_has_its_title_and_notes_above_its_first_page_and_all_facts_of_its_head() -> None:
    report = blank_form_report(["sv"], "sitoumussamba", 2, CLUB)
    first, _last = pages_of(report)
    head = first.split(str(report.tables[0].columns[0].title))[0]
    assert [fact.label for fact in report.facts if f"{fact.label}:" not in head] == []
    assert all(note in head for note in report.notes)
    assert report.subtitle in head
    assert words_off_page(text_on_paper(report, "-bbox")) == []


def test_a_dense_form_with_long_names_in_its_head_is_still_one_sheet_also_in_a_booklet() -> None:
    blank = blank_form_report(["fi", "sv"], "sitoumussamba", 2, CLUB)
    named = replace(
        blank,
        facts=tuple(replace(fact, value=NAME if fact.label in "AB" else fact.value) for fact in blank.facts),
        subtitle=f"{blank.subtitle} · Kierros 3, pöytä 12 / Rond 3, bord 12",
    )
    into = BytesIO()
    write_booklet(Booklet(title=CLUB, sections=[Section(CLUB, [Chapter(CLUB, named)])]), into)
    for document in (on_paper(named), into.getvalue()):
        first, last = text_of(document, "-layout").split("\f")[:-1]
        assert squeezed(first).count(squeezed(NAME)) == 2
        assert signing(["fi"]) in last
        assert words_off_page(text_of(document, "-bbox")) == []


@EVERY_GAME
def test_each_side_has_a_line_to_initial_corrections_beside_the_signatures(rules: RuleSet) -> None:
    for sides in {len(players) for players in rules.player_counts} & {2, 3}:
        *_first, last = pages_of(blank_form_report(["en"], rules.slug, sides, CLUB))
        for letter in "ABC"[:sides]:
            assert last.count(f"Corrections initialled, {letter}") == 1
        assert last.index("The director") < last.index("Corrections initialled, A") or sides == 2


@EVERY_GAME
def test_nothing_that_is_printed_on_a_form_is_wider_than_its_cell_or_smaller_than_beside_it(
    rules: RuleSet,
) -> None:
    for report in forms_of(rules):
        for form in drawn(report):
            for line in form.lines:
                for width, lines in zip(form.columns, line.cells, strict=True):
                    for text in lines:
                        assert (
                            text_width(text, line.font, FORM_FONT_SIZE) <= width - 2 * FORM_PADDING + 0.01
                        ), text


@EVERY_GAME
def test_every_table_of_a_form_is_as_wide_as_its_page(rules: RuleSet) -> None:
    for report in forms_of(rules):
        assert {round(form.width, 1) for form in drawn(report)} == {round(PAGE_TEXT_WIDTH, 1)}


def test_a_label_that_is_too_long_goes_on_in_a_second_line_of_a_higher_row() -> None:
    _opening, band, *_others = drawn(blank_form_report(["da"], "royal", 3, CLUB))
    (line,) = (line for line in band.lines if line.cells[0] == ("Turneringslederens", "justering"))
    assert line.height == FORM_ROW_HEIGHT + FORM_LEADING
    others = (first for first in band.lines if first.row.kind is not RowKind.PILES)
    assert {first.height for first in others if len(first.cells[0]) == 1} == {FORM_ROW_HEIGHT}


@pytest.mark.parametrize(("digits", "size"), [(-12_345, 8), (0, 10)])
def test_a_total_that_is_carried_over_has_room_in_its_column(digits: int, size: float) -> None:
    report = blank_forms.blank_form(
        game("samba"), 2, CLUB, known=blank_forms.KnownDeal(carried=(digits, digits))
    )
    band = list(drawn(report))[1]
    (_label, first, *_others) = band.lines[1].cells
    assert fitting_size(first[0], FONT, band.columns[1] - 2 * FORM_PADDING) >= size


def game(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


@EVERY_GAME
def test_a_form_holds_as_many_deals_as_fit(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [len(pages_of(report)) for report in forms_of(rules, DRAWN_LANGUAGES)]
    # Lower lines to sign on are for a form that would take a page more without them, not for more deals.
    monkeypatch.setattr(form_pages, "DENSE_SIGNATURES", DENSE_SIGNATURES[:1])
    monkeypatch.setattr(blank_forms, "BANDS", blank_forms.BANDS + 1)
    page_counts = [len(pages_of(report)) for report in forms_of(rules, DRAWN_LANGUAGES)]
    assert all(first < second for first, second in zip(pages, page_counts, strict=True))


@pytest.mark.parametrize(("slug", "deals"), [("danish", 16), ("classic", 12), ("sambola", 12), ("samba", 8)])
def test_of_few_rows_more_deals_stand_on_a_sheet(slug: str, deals: int) -> None:
    for language in ("sv", "fi", "da", "en"):
        report = blank_form_report([language], slug, 2, CLUB)
        assert sum(len(table.columns) // 2 for table in report.tables[1:-1]) == deals
        assert len(pages_of(report)) == 2


def test_a_heading_in_two_languages_ends_no_line_before_its_stroke() -> None:
    *_deals, last = drawn(blank_form_report(["fi", "sv"], "royal", 3, CLUB))
    heads = last.lines[0].cells
    assert ("Voittaja /", "Vinnare") in heads
    assert max(map(len, heads)) == 3
    assert not any(line.startswith("/") for lines in heads for line in lines)


@EVERY_GAME
def test_who_signs_stands_under_what_the_game_comes_to(rules: RuleSet) -> None:
    heads = [
        "Penalties and awards",
        "Result",
        "Point difference",
        "Match points",
        "Winner",
    ]
    for sides in {len(players) for players in rules.player_counts}:
        report = blank_form_report(["en"], rules.slug, sides, CLUB)
        last = report.tables[-1]
        assert [column.title for column in last.columns] == ["Side", *heads]
        assert [row.values[0] for row in last.rows] == list("ABC"[:sides])
        (page,) = (page for page in pages_of(report) if heads[0] in page)
        assert page.index("Match points") < page.index("Signature, A")


@EVERY_GAME
@pytest.mark.parametrize("languages", [["sv"], ["da"], ["en"], ["fi", "sv"]])
def test_above_each_further_page_are_lines_for_event_round_table_and_sides(
    rules: RuleSet, languages: list[str]
) -> None:
    for sides in {len(players) for players in rules.player_counts} & {2, 3}:
        report = blank_form_report(languages, rules.slug, sides, CLUB)
        first, *further = pages_of(report)
        labels = [f"{fact.label}:" for line in report.continuation for fact in line]
        assert len(labels) == 3 + sides
        assert further
        for page in further:
            above = page.split(str(report.tables[1].columns[0].title), 1)[0]
            assert [label for label in labels if label not in above] == []
        assert len(re.findall(rf"^{report.continuation[0][0].label}\b(?! /)", first, re.MULTILINE)) == 1
        drawn = continuation_head(report.continuation, report.language, PAGE_TEXT_WIDTH, ABOVE)
        assert drawn.wrap(PAGE_TEXT_WIDTH, ABOVE)[1] <= ABOVE
        blanks = [blank for line in drawn.lines for blank in line.blanks]
        assert len(blanks) == len(labels)
        assert min(right - left for left, right in blanks) >= MIN_BLANK_WIDTH
        assert max(right for _left, right in blanks) <= PAGE_TEXT_WIDTH + 0.1
        assert words_off_page(text_on_paper(report, "-bbox")) == []


@pytest.mark.parametrize("spare", [True, False])
def test_long_names_above_a_further_page_go_on_in_another_line_and_reach_nothing(spare: bool) -> None:
    report = blank_form_report(["fi", "sv"], "royal", 3, CLUB)
    (event, *numbers), sides = report.continuation
    known = replace(event, value="Suomen Canastaliiton mestaruuskilpailut ja Pohjoismaiden cup 2026")
    if not spare:
        numbers = [replace(fact, value=12) for fact in numbers]
        sides = tuple(replace(fact, value=NAME) for fact in sides)
    lines = [(known, *numbers), sides]
    drawn = continuation_head(lines, report.language, PAGE_TEXT_WIDTH, ABOVE)
    assert drawn.wrap(PAGE_TEXT_WIDTH, ABOVE)[1] <= ABOVE
    blocks = [block for line in drawn.lines for block in line.blocks]
    words = " ".join(" ".join(block.lines) for block in blocks)
    assert words.count(NAME) == (0 if spare else 3)
    assert str(known.value) in words
    assert (
        max(block.left + text_width(line, FONT, block.style.size) for block in blocks for line in block.lines)
        <= PAGE_TEXT_WIDTH + 0.5
    )


def signing(languages: list[str]) -> str:
    with translation.override(languages[0]):
        return (gettext("Signature, %(side)s") % {"side": ""}).rstrip(", ")


def pages_of(report: Report) -> list[str]:
    return text_on_paper(report).split("\f")[:-1]


def test_the_rows_of_samba_stand_in_the_order_of_its_protocol() -> None:
    assert labels_of(blank_form_report(["en"], "samba", 2, CLUB)) == [
        *("Carried forward", "Dealer", "Opening requirement", "How the deal ended"),
        *("Natural canastas", "Mixed canastas", "Sambas", "Red threes", "Red threes in hand"),
        *("Going out", "Third wild card", "Penalties", "Director's adjustment", "Base points"),
        *("Melded cards", "Cards in hand", "Card points", "Deal total", "Running total"),
    ]


def test_the_contract_of_sitoumussamba_has_rows_of_its_own() -> None:
    labels = labels_of(blank_form_report(["en"], "sitoumussamba", 2, CLUB))
    assert labels[4:10] == ["Bid", "Bidder", "Doubled by", "Needed", "Reached", "Outcome"]


def test_the_opponents_approve_a_danish_count() -> None:
    labels = labels_of(blank_form_report(["en"], "danish", 2, CLUB))
    assert labels[-1] == "Approved by the opponents"
    assert "No canasta: minus" in labels


def test_a_pile_is_marked_in_a_strip_over_the_whole_cell_with_room_for_the_figure_below() -> None:
    report = blank_form_report(["en"], "royal", 2, CLUB)
    form = FormTable(report.tables[1], "en")
    form.wrap(PAGE_TEXT_WIDTH, 0)
    heights = {line.row.kind: line.height for line in form.lines}
    assert heights[RowKind.PILES] >= 7.5 * mm
    assert heights[RowKind.PLAIN] == FORM_ROW_HEIGHT
    drawn_lines: list[tuple[float, float, float]] = []

    class Lines:
        def line(self, left: float, top: float, right: float, _low: float) -> None:
            drawn_lines.append((left, top, right))

        def __getattr__(self, _name: str) -> Callable[..., None]:
            return lambda *_values: None

    form.canv = Lines()
    form.draw_tally_strips(100)
    label, *figures = form.columns
    assert [right - left for left, _top, right in drawn_lines] == pytest.approx(figures)
    assert drawn_lines[0][0] == pytest.approx(label)
    assert all(100 - top >= 3.5 * mm for _left, top, _right in drawn_lines)


def test_a_danish_count_is_two_numbers_and_the_second_has_no_sum_of_its_own() -> None:
    labels = [row.values[0] for row in blank_form_report(["en"], "danish", 2, CLUB).tables[1].rows]
    assert "All the rest" in labels
    assert "Card points" not in labels
    assert "Base points" in labels, "canastas and penalties"


def test_what_is_known_of_the_next_deal_stands_in_its_columns() -> None:
    known = blank_forms.KnownDeal(carried=(900, 1600), dealer=("", "Bo E."), openings=(50, 90))
    table = blank_forms.blank_form(game("samba"), 2, CLUB, first=3, known=known).tables[1]
    rows = {row.values[0]: row.values[1:4] for row in table.rows}
    assert rows["Carried forward"] == (900, 1600, "")
    assert rows["Dealer"] == ("", "Bo E.", "")
    assert rows["Opening requirement"] == (50, 90, "")
    assert rows["How the deal ended"] == ("", "", "")


def test_piles_are_counted_beside_card_points_and_nowhere_else() -> None:
    report = blank_form_report(["en"], "royal", 2, CLUB)
    assert [row.values[0] for row in report.tables[1].rows if row.kind is RowKind.PILES] == [
        "Melded cards",
        "Cards in hand",
    ]


def test_the_opening_table_is_that_of_the_rules() -> None:
    opening = blank_form_report(["en"], "samba", 2, CLUB).tables[0]
    assert [column.title for column in opening.columns[1:]] == ["< 0", "0–", "1,500–", "3,000–", "7,000–"]
    assert opening.rows[0].values[1:] == (15, 50, 90, 120, 150)


def test_three_sides_have_three_columns_a_deal() -> None:
    titles = [column.title for column in blank_form_report(["sv"], "samba", 3, CLUB).tables[1].columns]
    assert titles[1:5] == ["1 A", "1 B", "1 C", "2 A"]


@EVERY_GAME
def test_the_same_form_gives_the_same_bytes(rules: RuleSet) -> None:
    first, second = (render_report(blank_form_report(["fi", "sv"], rules.slug, 2, CLUB)) for _ in range(2))
    assert first == second


@pytest.mark.django_db
def test_the_page_offers_the_forms_and_gives_the_file() -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    address = reverse("scoring:blank", args=[club.pk])
    assert 'name="ruleset"' in client.get(address).content.decode()
    query = {"ruleset": "royal", "sides": "3", "languages": "fi-sv"}
    answer = client.get(address, query)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        {"ruleset": "danish", "sides": "3", "languages": "da"},
        {"ruleset": "samba", "sides": "9", "languages": "da"},
        {"ruleset": "samba", "sides": "2", "languages": "xx-yy"},
        {"ruleset": "samba"},
    ],
)
def test_what_cannot_be_is_said_at_its_field(query: dict[str, str]) -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    answer = client.get(reverse("scoring:blank", args=[club.pk]), query)
    assert answer["Content-Type"].startswith("text/html")
    assert 'aria-invalid="true"' in answer.content.decode()


@pytest.mark.django_db
def test_a_game_that_there_is_not_has_no_blank_form() -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    query = {"ruleset": "whist", "sides": "2", "languages": "da"}
    assert client.get(reverse("scoring:blank", args=[club.pk]), query).status_code == 404


def newest(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


def first_texts(rules: RuleSet) -> list[str]:
    """Return the first column's heading of each table of a form."""
    return [str(table.columns[0].title) for table in blank_forms.blank_form(rules, 2, CLUB).tables]


def test_a_game_without_an_opening_requirement_prints_none() -> None:
    rules = newest("samba")
    free = replace(rules, opening_starts=(), opening_needs=(0,))
    with translation.override("en"):
        assert first_texts(free) == first_texts(rules)[1:]


def test_one_requirement_for_every_total_is_printed_without_a_range() -> None:
    rules = replace(newest("samba"), opening_starts=(), opening_needs=(50,))
    with translation.override("en"):
        opening = blank_forms.blank_form(rules, 2, CLUB).tables[0]
    assert [column.title for column in opening.columns] == ["Running total", ""]
    assert opening.rows[0].values == ("Opening requirement", 50)
