"""What the form says while somebody types: no errors before there is anything to be wrong, and the totals."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring import recording
from tests.scoring.entry.test_entry_pages import Evening, post_entry, post_preview, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening()


def preview(evening: Evening, **typed: str) -> str:
    address = reverse("scoring:table_preview", args=[evening.table.secret])
    return post_preview(Client(), address, **{"number": "1", **typed})


def test_choosing_how_a_side_is_written_is_no_error_yet(evening: Evening) -> None:
    evening.game()
    for typed in ({"ended": "out-0"}, {"ended": "out-0", "side0-way": "melds"}):
        told = preview(evening, **typed)
        assert "Error" not in told
        assert "unlikely" not in told
        assert "problem" not in told
    begun = preview(evening, **{"ended": "out-0", "side0-way": "melds", "side0-hand": "K"})
    assert "A side that went out must have at least one meld" in begun


def test_a_side_further_down_is_not_blamed_before_it_is_reached(evening: Evening) -> None:
    evening.game()
    first = {"ended": "out-1", "side1-way": "melds", "side0-hand_points": "50"}
    assert "Error" not in preview(evening, **first)
    assert "Error" in preview(evening, **first, **{"side1-hand": "K"})


def test_the_end_of_the_deal_is_asked_for_once_something_is_typed(evening: Evening) -> None:
    evening.game()
    assert "Choose how the deal ended." not in preview(evening)
    assert "Choose how the deal ended." in preview(evening, **{"side0-meld_points": "50"})


def test_a_bidder_without_a_level_is_asked_for_it_once_the_deal_goes_on(evening: Evening) -> None:
    evening.game("sitoumussamba")
    bid = {"contract-side": "0"}
    assert "Enter the level of the bid." not in preview(evening, **bid)
    assert "Enter the level of the bid." in preview(evening, **bid, ended="stock")


def test_what_is_sent_is_judged_as_a_whole(evening: Evening) -> None:
    game = evening.game()
    recording.start_deal(evening.by, game, 1, uuid.uuid4())
    typed = {"ended": "out-0", "side0-way": "melds", "player": evening.player(game, 0)}
    status, page = post_entry(Client(), evening.at_table(), **typed)
    assert status == 200
    assert "A side that went out must have at least one meld" in text_of(page)


def test_the_totals_stay_in_sight_before_anything_is_typed_and_beside_a_problem(evening: Evening) -> None:
    evening.game(carried=[1200, 3450])
    opened = text_of(Client().get(evening.at_table()).content.decode())
    assert "Anna – Arne Before the deal: 1,200" in opened
    wrong = preview(evening, **{"ended": "out-0", "side0-combination_samba": "x"})
    assert "Anna – Arne Before the deal: 1,200" in wrong
    assert "1 problem, see below" in wrong


def test_lines_of_one_kind_are_one_row_over_all_sides(evening: Evening) -> None:
    evening.game()
    typed = {
        "ended": "out-0",
        "side0-combination_samba": "2",
        "side0-meld_points": "500",
        "side1-combination_samba": "1",
        "side1-combination_mixed": "1",
        "side1-meld_points": "300",
    }
    told = preview(evening, **typed)
    assert "Sambas (§ 15 b) 3,000 1,500" in told
    assert "1 mixed canasta, with wild cards (§ 15 b) 300" in told
    assert told.count("Melded cards") == 1
