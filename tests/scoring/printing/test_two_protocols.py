"""The protocols of both sides on one sheet: what each wrote, where they differ, what counts (000 §35a)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import JsonValue
from clubs.models import Role
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import Report, ReportTable, SignatureLine
from scoring import recording
from scoring.models import Game
from scoring.printing.assembly import two_protocols_report
from scoring.printing.event_lines import read_event_lines
from scoring.printing.two_protocols import DIFFERS
from scoring.store import printing_queries
from tests.builders import a_user
from tests.documents.archival import breaches
from tests.documents.reading import text_of
from tests.scoring.support.played import Evening, a_body, a_deal, a_stock_end, an_evening

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


def rows_of(table: ReportTable) -> dict[object, tuple[object, ...]]:
    return {row.values[0]: row.values[1:] for row in table.rows}


def summary_of(report: Report, number: int = 1) -> tuple[object, ...]:
    return rows_of(report.tables[0])[number]


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
    _summary, deal = report_of(evening).tables
    assert [column.title for column in deal.columns] == [
        *("", "A by A", "B by A", "A by B", "B by B", DIFFERS, "A counts", "B counts")
    ]
    assert deal.caption == "Deal 1: a side went out"
    assert rows_of(deal) == {
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
    *_handed_in, differing, counts = summary_of(report_of(evening))
    assert (differing, counts) == (2, "nothing yet: the score sheets differ")


def test_what_counts_stands_beside_and_says_whose_sheet_it_is(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    recording.take_protocol(evening.device(1), evening.game, evening.approval(1, version=1), 0)
    report = report_of(evening)
    rows = rows_of(report.tables[1])
    assert rows["Deal total"][-2:] == (2725, -85)
    assert rows["Running total"] == (None, None, None, None, None, 2725, -85)
    assert summary_of(report)[-1] == "approved, as written by A + B"


def test_a_sheet_handed_in_again_says_so_and_which_it_is(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    hand_in(evening, 1)
    first, second, *_rest = summary_of(report_of(evening))
    assert "version" not in str(first)
    assert str(second).endswith(", version 2")


def test_rows_that_one_sheet_alone_has_stand_in_their_place(evening: Evening) -> None:
    hand_in(evening, 0, a_body(combinations={"mixed": 2}))
    hand_in(evening, 1, a_body(combinations={"mixed": 2, "samba": 1}))
    assert list(rows_of(report_of(evening).tables[1])) == [
        *("Going out", "Mixed canastas", "Sambas", "Melded cards", "Cards in hand", "Deal total")
    ]


def test_a_deal_of_which_one_sheet_is_missing_has_no_row_that_differs(evening: Evening) -> None:
    hand_in(evening, 1)
    report = report_of(evening)
    missing, handed_in, differing, counts = summary_of(report)
    assert missing == "not handed in"
    assert str(handed_in).startswith(f"{evening.player(1)}, ")
    assert (differing, counts) == (None, "nothing yet: a score sheet is missing")
    assert rows_of(report.tables[1])["Melded cards"] == (None, None, 845, 0, None, None, None)


def test_a_deal_that_ended_otherwise_by_one_sheet_says_how_by_each(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, a_stock_end(10, 85))
    deal = report_of(evening).tables[1]
    assert deal.caption == "Deal 1"
    assert rows_of(deal)["How the deal ended"] == (
        *("a side went out", None, "the stock ran out", None, DIFFERS, None, None),
    )


def test_three_sides_have_a_column_for_each_side_by_each() -> None:
    evening = an_evening((1, 1, 1), protocols=Game.Protocols.BOTH)
    for side in (0, 1, 2):
        hand_in(evening, side, a_stock_end(0, 0, 5))
    deal = report_of(evening).tables[1]
    assert len(deal.columns) == 1 + 9 + 1 + 3
    assert rows_of(deal)["Deal total"] == (*(0, 0, -5) * 3, None, 0, 0, -5)


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


def test_a_long_game_is_drawn_with_all_its_deals(evening: Evening) -> None:
    for number in (1, 2, 3):
        hand_in(evening, 0, number=number)
        hand_in(evening, 1, number=number)
    words = text_of(render_report(report_of(evening)))
    assert all(f"Deal {number}: a side went out" in words for number in (1, 2, 3))
