"""Blank protocols: the rows of each game, room to write, and the page that offers them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from clubs.models import Role
from clubs.reports.forms import LEADING, PADDING, ROW, SIZE, Form, fitting
from clubs.reports.further import LEAST, further
from clubs.reports.pdf import ABOVE_PAGE, FRAME_PADDING, MARGIN, WHITE, WIDTH, pdf
from clubs.reports.report import Report
from clubs.reports.texts import TEXT, width_of
from scoring.core import protocol_rows, rulesets
from scoring.core.rulesets.base import RuleSet
from scoring.printing import blank_forms, rows
from scoring.printing.blank_form_views import form_in
from tests.builders import a_club, a_user
from tests.documents.reading import text_of
from tests.documents.test_grids import NAME, outside

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
CLUB = "Mölnlycke & Fjärås"
# The room above a further page.
ABOVE = MARGIN + FRAME_PADDING - ABOVE_PAGE - WHITE


def labels_of(report: Report, table: int = 1) -> list[object]:
    return [row.values[0] for row in report.tables[table].rows]


def words_of(report: Report) -> str:
    """In the order in which they were drawn."""
    return " ".join(text_of(pdf(report), "-raw").split())


@EVERY_GAME
def test_a_form_has_every_row_that_a_filled_protocol_can_have(rules: RuleSet) -> None:
    labels = labels_of(form_in(["en"], rules.slug, 2, CLUB))
    assert len(labels) == len(set(labels))
    names = [rows.row_name(rules.slug, row) for row in protocol_rows.rows_of(rules)]
    assert [label for label in labels if label in names] == names


@EVERY_GAME
def test_paper_says_every_row_of_the_form_in_every_language(rules: RuleSet) -> None:
    for languages in (["sv"], ["fi"], ["da"], ["en"], ["fi", "sv"]):
        report = form_in(languages, rules.slug, 2, CLUB)
        text, at = words_of(report), 0
        for table in report.tables[1:]:
            for row in table.rows:
                at = text.index(" ".join(str(value) for value in row.values if value), at)


@EVERY_GAME
def test_a_form_takes_two_sheets_of_paper_and_is_signed_beside_something(rules: RuleSet) -> None:
    for languages in (["sv"], ["fi", "sv"], ["da", "en"]):
        report = form_in(languages, rules.slug, 2, CLUB)
        pages = pages_of(report)
        assert len(pages) <= 3
        (signed,) = (page for page in pages if page.count(signing(languages)) == 4)
        # A row of the opening table, and of every deal.
        assert str(report.tables[0].rows[0].values[0]) in signed


def forms_of(rules: RuleSet) -> Iterator[Report]:
    """The forms of a game for as many sides as play it, in one language and in two."""
    for languages in (["sv"], ["fi"], ["da"], ["en"], ["fi", "sv"], ["da", "en"]):
        for sides in sorted({len(players) for players in rules.forms}):
            yield form_in(languages, rules.slug, sides, CLUB)


def drawn(report: Report) -> Iterator[Form]:
    for table in report.tables:
        form = Form(table, report.language)
        form.wrap(WIDTH, 0)
        yield form


@EVERY_GAME
def test_nothing_that_is_printed_on_a_form_is_wider_than_its_cell_or_smaller_than_beside_it(
    rules: RuleSet,
) -> None:
    for report in forms_of(rules):
        for form in drawn(report):
            for line in form.lines:
                for width, lines in zip(form.columns, line.cells, strict=True):
                    for text in lines:
                        assert width_of(text, line.font, SIZE) <= width - 2 * PADDING + 0.01, text


@EVERY_GAME
def test_every_table_of_a_form_is_as_wide_as_its_page(rules: RuleSet) -> None:
    for report in forms_of(rules):
        assert {round(form.width, 1) for form in drawn(report)} == {round(WIDTH, 1)}


def test_a_label_that_is_too_long_goes_on_in_a_second_line_of_a_higher_row() -> None:
    _opening, band, *_others = drawn(form_in(["da"], "royal", 3, CLUB))
    (line,) = (line for line in band.lines if line.cells[0] == ("Turneringslederens", "justering"))
    assert line.height == ROW + LEADING
    assert {one.height for one in band.lines if len(one.cells[0]) == 1} == {ROW}


@pytest.mark.parametrize(("digits", "size"), [(-12_345, 8), (0, 10)])
def test_a_total_that_is_carried_over_has_room_in_its_column(digits: int, size: float) -> None:
    report = blank_forms.form(game("samba"), 2, CLUB, carried=(digits, digits))
    band = list(drawn(report))[1]
    (_label, first, *_others) = band.lines[1].cells
    assert fitting(first[0], TEXT, band.columns[1] - 2 * PADDING) >= size


def game(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


@EVERY_GAME
def test_a_form_holds_as_many_deals_as_fit(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [len(pages_of(report)) for report in forms_of(rules)]
    monkeypatch.setattr(blank_forms, "BANDS", blank_forms.BANDS + 1)
    more = [len(pages_of(report)) for report in forms_of(rules)]
    assert all(one < other for one, other in zip(pages, more, strict=True))


@pytest.mark.parametrize(("slug", "deals"), [("danish", 12), ("classic", 12), ("sambola", 12), ("samba", 8)])
def test_of_few_rows_twelve_deals_stand_on_a_sheet(slug: str, deals: int) -> None:
    for language in ("sv", "fi", "da", "en"):
        report = form_in([language], slug, 2, CLUB)
        assert sum(len(table.columns) // 2 for table in report.tables[1:-1]) == deals
        assert len(pages_of(report)) == 2


def test_a_heading_in_two_languages_ends_no_line_before_its_stroke() -> None:
    *_deals, last = drawn(form_in(["fi", "sv"], "royal", 3, CLUB))
    heads = last.lines[0].cells
    assert ("Voittaja /", "Vinnare") in heads
    assert max(map(len, heads)) == 3
    assert not any(line.startswith("/") for lines in heads for line in lines)


@EVERY_GAME
def test_who_signs_stands_under_what_the_game_comes_to(rules: RuleSet) -> None:
    heads = ["Penalties and awards", "Result", "Point difference", "Match points", "Winner"]
    for sides in {len(players) for players in rules.forms}:
        report = form_in(["en"], rules.slug, sides, CLUB)
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
    for sides in {len(players) for players in rules.forms} & {2, 3}:
        report = form_in(languages, rules.slug, sides, CLUB)
        first, *others = pages_of(report)
        labels = [f"{fact.label}:" for line in report.further for fact in line]
        assert len(labels) == 3 + sides
        assert others
        for page in others:
            above = page.split(str(report.tables[1].columns[0].title), 1)[0]
            assert [label for label in labels if label not in above] == []
        assert labels[0] not in first
        drawn = further(report.further, report.language, WIDTH, ABOVE)
        assert drawn.wrap(WIDTH, ABOVE)[1] <= ABOVE
        blanks = [blank for line in drawn.lines for blank in line.blanks]
        assert len(blanks) == len(labels)
        assert min(right - left for left, right in blanks) >= LEAST
        assert max(right for _left, right in blanks) <= WIDTH + 0.1
        assert outside(text_of(pdf(report), "-bbox")) == []


@pytest.mark.parametrize("spare", [True, False])
def test_long_names_above_a_further_page_go_on_in_another_line_and_reach_nothing(spare: bool) -> None:
    report = form_in(["fi", "sv"], "royal", 3, CLUB)
    (event, *numbers), sides = report.further
    known = replace(event, value="Suomen Canastaliiton mestaruuskilpailut ja Pohjoismaiden cup 2026")
    if not spare:
        numbers = [replace(fact, value=12) for fact in numbers]
        sides = tuple(replace(fact, value=NAME) for fact in sides)
    lines = [(known, *numbers), sides]
    drawn = further(lines, report.language, WIDTH, ABOVE)
    assert drawn.wrap(WIDTH, ABOVE)[1] <= ABOVE
    said = [said for line in drawn.lines for said in line.said]
    words = " ".join(" ".join(one.lines) for one in said)
    assert words.count(NAME) == (0 if spare else 3)
    assert str(known.value) in words
    assert (
        max(one.at + width_of(each, TEXT, one.hand.size) for one in said for each in one.lines) <= WIDTH + 0.5
    )


def signing(languages: list[str]) -> str:
    with translation.override(languages[0]):
        return (gettext("Signature, %(side)s") % {"side": ""}).rstrip(", ")


def pages_of(report: Report) -> list[str]:
    return text_of(pdf(report)).split("\f")[:-1]


def test_the_rows_of_samba_stand_in_the_order_of_its_protocol() -> None:
    assert labels_of(form_in(["en"], "samba", 2, CLUB)) == [
        *("Carried over", "Dealer", "Opening requirement", "How the deal ended"),
        *("Natural canastas", "Mixed canastas", "Sambas", "Red threes", "Red threes in hand"),
        *("Going out", "Third wild card", "Penalties", "Director's adjustment", "Base points"),
        *("Melded cards", "Cards in hand", "Card points", "Deal total", "Running total"),
    ]


def test_the_contract_of_sitoumussamba_has_rows_of_its_own() -> None:
    labels = labels_of(form_in(["en"], "sitoumussamba", 2, CLUB))
    assert labels[4:10] == ["Bid", "Bidder", "Doubled by", "Needed", "Reached", "Outcome"]


def test_the_opponents_approve_a_danish_count() -> None:
    labels = labels_of(form_in(["en"], "danish", 2, CLUB))
    assert labels[-1] == "Approved by the opponents"
    assert "No canasta: minus" in labels


def test_piles_are_counted_beside_card_points_and_nowhere_else() -> None:
    report = form_in(["en"], "royal", 2, CLUB)
    assert [row.values[0] for row in report.tables[1].rows if row.tally] == ["Melded cards", "Cards in hand"]


def test_the_opening_table_is_that_of_the_rules() -> None:
    opening = form_in(["en"], "samba", 2, CLUB).tables[0]
    assert [column.title for column in opening.columns[1:]] == ["< 0", "0–", "1,500–", "3,000–", "7,000–"]
    assert opening.rows[0].values[1:] == (15, 50, 90, 120, 150)


def test_three_sides_have_three_columns_a_deal() -> None:
    titles = [column.title for column in form_in(["sv"], "samba", 3, CLUB).tables[1].columns]
    assert titles[1:5] == ["1 A", "1 B", "1 C", "2 A"]


@EVERY_GAME
def test_the_same_form_gives_the_same_bytes(rules: RuleSet) -> None:
    one, other = (pdf(form_in(["fi", "sv"], rules.slug, 2, CLUB)) for _ in range(2))
    assert one == other


@pytest.mark.django_db
def test_the_page_offers_the_forms_and_gives_the_file() -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    address = reverse("scoring:blank", args=[club.pk])
    assert 'name="ruleset"' in client.get(address).content.decode()
    asked = {"ruleset": "royal", "sides": "3", "languages": "fi-sv"}
    answer = client.get(address, asked)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        {"ruleset": "danish", "sides": "3", "languages": "da"},
        {"ruleset": "whist", "sides": "2", "languages": "da"},
        {"ruleset": "samba", "sides": "9", "languages": "da"},
        {"ruleset": "samba", "sides": "2", "languages": "xx-yy"},
        {"ruleset": "samba"},
    ],
)
def test_what_cannot_be_is_said_at_its_field(asked: dict[str, str]) -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    answer = client.get(reverse("scoring:blank", args=[club.pk]), asked)
    assert answer["Content-Type"].startswith("text/html")
    assert 'aria-invalid="true"' in answer.content.decode()
