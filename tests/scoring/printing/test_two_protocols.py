"""The protocols of both sides on one sheet: what each wrote, where they differ, what counts (000 §35a)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import JsonValue
from clubs.models import Role
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import Report, SignatureLine
from scoring import recording
from scoring.models import Game
from scoring.printing.assembly import two_protocols_report
from scoring.printing.event_lines import read_event_lines
from scoring.printing.two_protocols import DIFFERS
from scoring.store import printing_queries
from tests.builders import a_user
from tests.documents.archival import breaches
from tests.documents.reading import letter_sizes, pages_in, text_of
from tests.scoring.support.played import FEW_CARDS, Evening, a_body, a_deal, a_stock_end, an_evening

pytestmark = pytest.mark.django_db
DIFFERENT = a_body(meld_points=905)


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening(protocols=Game.Protocols.BOTH)


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def hand_in(
    evening: Evening, side: int, body: Mapping[str, JsonValue] | None = None, number: int = 1
) -> None:
    recording.hand_in_protocol(evening.device(side), evening.game, a_deal(number, body))


def report_of(evening: Evening, *languages: str) -> Report:
    game = printing_queries.games_for_paper().get(pk=evening.game.pk)
    (paper,) = printing_queries.build_game_papers([game], with_directors=True)
    handed_in = printing_queries.own_protocols_of(game)
    address = "http://192.0.2.1/games/1/"
    return two_protocols_report(languages or ["en"], paper, handed_in, read_event_lines([game]), address)


def rows_of(report: Report, number: int = 1) -> dict[object, tuple[object, ...]]:
    """The rows of a deal without its heading."""
    (table,) = report.tables
    block = next(rows for rows in table.blocks if rows[0].values[0] == f"Deal {number}")
    return {row.values[0]: row.values[1:] for row in block[1:]}


def remark_on(report: Report, number: int = 1) -> str:
    """What stands beside the number of a deal, with a sign for each time."""
    (remark,) = (row.values[1] for row in report.tables[0].rows if row.values[0] == f"Deal {number}")
    return re.sub(r"\d{2}:\d{2}", "·", str(remark))


def file_of(evening: Evening) -> str:
    return reverse("scoring:two_protocols", args=[evening.game.pk])


def director_of(evening: Evening) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=evening.game.book.club))
    return client


def test_each_side_s_figures_stand_as_written_and_rows_that_differ_have_a_sign(
    evening: Evening,
) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    report = report_of(evening)
    assert [column.title for column in report.tables[0].columns] == [
        *("", "A by A", "B by A", "A by B", "B by B", DIFFERS, "A counts", "B counts")
    ]
    assert rows_of(report) == {
        "Going out": ("×", "–", "×", "–", None, None, None),
        "Mixed canastas": (1, "–", 1, "–", None, None, None),
        "Sambas": (1, "–", 1, "–", None, None, None),
        "Melded cards": (845, 0, 905, 0, DIFFERS, None, None),
        "Cards in hand": (120, 85, 120, 85, None, None, None),
        "Deal total": (2725, -85, 2785, -85, DIFFERS, None, None),
    }


def test_what_differs_does_not_count_and_the_sheet_says_so(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    assert remark_on(report_of(evening)) == (
        "a side went out, A ·, B ·, Rows that differ: 2, nothing yet: the score sheets differ"
    )


def test_what_counts_stands_beside_and_says_whose_sheet_it_is(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    recording.take_protocol(evening.device(1), evening.game, evening.approval(1, version=1), 0)
    report = report_of(evening)
    assert rows_of(report)["Deal total"][-2:] == (2725, -85)
    assert rows_of(report)["Running total"] == (None, None, None, None, None, 2725, -85)
    assert remark_on(report).endswith(", approved, as written by A + B")


def test_the_newest_sheet_stands_there_and_a_note_says_what_its_side_had_written_before(
    evening: Evening,
) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    hand_in(evening, 1)
    report = report_of(evening)
    assert rows_of(report)["Melded cards"][:5] == (845, 0, 845, 0, None)
    assert remark_on(report).startswith("a side went out, A ·, B ·, version 2, ")
    assert report.notes[-1] == "Deal 1, changed by B in version 2: Melded cards, A 905 → 845"


def test_who_has_handed_in_all_sheets_of_a_side_is_named_once_and_two_are_named_at_their_deals(
    evening: Evening,
) -> None:
    for number in (1, 2):
        hand_in(evening, 0, number=number)
        other = evening.device(1, player=evening.player(1, number - 1).pk)
        recording.hand_in_protocol(other, evening.game, a_deal(number))
    report = report_of(evening, "fi", "sv")
    named = [str(fact.value) for fact in report.facts if str(fact.label).startswith("Jättänyt")]
    assert named == [str(evening.player(0))]
    remarks = [str(row.values[2]) for row in report.tables[0].rows if row.is_heading]
    for remark, position in zip(remarks, (0, 1), strict=True):
        assert remark.count(str(evening.player(1, position))) == 1
        assert str(evening.player(0)) not in remark


def test_rows_that_one_sheet_alone_has_stand_in_their_place(evening: Evening) -> None:
    hand_in(evening, 0, a_body(combinations={"mixed": 2}))
    hand_in(evening, 1, a_body(combinations={"mixed": 2, "samba": 1}))
    assert list(rows_of(report_of(evening))) == [
        *("Going out", "Mixed canastas", "Sambas", "Melded cards", "Cards in hand", "Deal total")
    ]


def test_a_deal_of_which_one_sheet_is_missing_has_no_row_that_differs(evening: Evening) -> None:
    hand_in(evening, 1)
    report = report_of(evening)
    assert remark_on(report) == (
        "a side went out, A not handed in, B ·, nothing yet: a score sheet is missing"
    )
    assert rows_of(report)["Melded cards"] == (None, None, 845, 0, None, None, None)


def test_a_deal_that_ended_otherwise_by_one_sheet_says_how_by_each(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, a_stock_end(10, 85))
    report = report_of(evening)
    assert remark_on(report).startswith("A ·, B ·, ")
    assert rows_of(report)["How the deal ended, A"][0] == f"{DIFFERS} a side went out"
    assert rows_of(report)["How the deal ended, B"][0] == "the stock ran out"


def test_three_sides_have_a_column_for_each_side_by_each_in_a_grid_that_says_what_a_deal_came_to() -> None:
    evening = an_evening((1, 1, 1), protocols=Game.Protocols.BOTH)
    for side in (0, 1, 2):
        hand_in(evening, side, a_stock_end(0, 0, 5))
    report = report_of(evening, "fi", "sv")
    assert len(report.tables[0].columns) == 2 + 9 + 1 + 3
    assert rows_of(report_of(evening))["Deal total"] == (*(0, 0, -5) * 3, None, 0, 0, -5)
    words = " ".join(text_of(render_report(report)).split())
    assert "Erä 1 / Giv 1: umpipakka loppui / " in words


def test_the_sign_is_explained_and_each_side_and_the_director_sign(evening: Evening) -> None:
    hand_in(evening, 0)
    report = report_of(evening)
    assert f"{DIFFERS} marks a row on which the score sheets differ." in report.notes
    lines = [line.text for line in report.signatures if isinstance(line, SignatureLine)]
    assert [line.split(":")[0] for line in lines] == ["Signature, A", "Signature, B", "The director"]


def test_the_desk_reads_it_as_a_file_for_archives(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    response = director_of(evening).get(file_of(evening), {"languages": "fi-sv"})
    assert response["Content-Type"] == "application/pdf"
    assert breaches(response.content) == []
    words = text_of(response.content)
    assert DIFFERS in words
    assert "905" in words


def test_a_game_without_such_sheets_has_no_such_paper_and_no_link_to_it(evening: Evening) -> None:
    director, desk = director_of(evening), reverse("scoring:game_desk", args=[evening.game.pk])
    assert director.get(file_of(evening)).status_code == 404
    assert file_of(evening) not in director.get(desk).content.decode()
    hand_in(evening, 0)
    assert director.get(file_of(evening)).status_code == 200
    assert file_of(evening) in director.get(desk).content.decode()


def test_more_deals_ask_no_more_questions(
    evening: Evening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def play(number: int) -> None:
        hand_in(evening, 0, number=number)
        hand_in(evening, 1, number=number)

    play(1)
    report_of(evening)
    with django_assert_max_num_queries(100) as before:
        report_of(evening)
    play(2)
    play(3)
    with django_assert_max_num_queries(len(before)):
        report_of(evening)


def test_melds_have_a_row_over_all_columns_once_if_the_sides_agree(evening: Evening) -> None:
    hand_in(evening, 0, FEW_CARDS)
    hand_in(evening, 1, FEW_CARDS)
    report = report_of(evening)
    assert rows_of(report)["Melds, A"][0] == "KKKKKKK, QQQQQ2*"
    assert text_of(render_report(report)).count("KKKKKKK, QQQQQ2*") == 1


def test_melds_that_differ_stand_below_each_other_with_the_sign(evening: Evening) -> None:
    hand_in(evening, 0, FEW_CARDS)
    other: dict[str, Any] = deepcopy(FEW_CARDS)
    other["hands"][0]["melds"] = ["KKKKKKK", "QQQQQ22"]
    hand_in(evening, 1, other)
    rows = rows_of(report_of(evening))
    assert rows["Melds, A by A"][0] == f"{DIFFERS} KKKKKKK, QQQQQ2*"
    assert rows["Melds, A by B"][0] == "KKKKKKK, QQQQQ22"


@pytest.mark.parametrize("languages", ["sv", "fi-sv"])
def test_a_whole_game_is_one_page_in_letters_of_eight_points_at_least(
    evening: Evening, languages: str
) -> None:
    for number in (1, 2, 3, 4):
        hand_in(evening, 0, number=number)
        hand_in(evening, 1, number=number)
    document = render_report(report_of(evening, *languages.split("-")))
    (page,) = pages_in(document)
    assert all(f"Giv {number}" in page for number in (1, 2, 3, 4))
    assert page.count(str(evening.player(0))) == 3, "at the side, of who handed in, where it signs"
    assert min(letter_sizes(document)) >= 8
