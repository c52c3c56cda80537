"""A deal that is just in order has no problem; each single change that spoils it is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.core.written_deals import deal, hand, problems

Fields = dict[str, Any]
FOUR_CANASTAS = ["KKKKKKK", "555552*", "QQQQQQQ", "JJJJJJJ"]


def in_order(winner: Fields | None = None, loser: Fields | None = None, **fields: Any) -> Fields:
    """A deal that is just in order: two players a side were dealt thirty cards, and 50 points open."""
    first = hand(*FOUR_CANASTAS, held="99", went_out=True)
    second = hand("TTTTT", held="AAAAAAKKKKKQQQQQJJJJJ9988")
    return deal("samba", first | (winner or {}), second | (loser or {}), **{"ended": "out", **fields})


@pytest.mark.parametrize(
    "data",
    [
        in_order(),
        in_order(contract=None, before=[9995, 0]),
        in_order({"went_out": False}, ended="clock"),
        in_order(loser={"melds": ["TTTTT", "AAAAAA", "99999", "88888", "777777"], "hand": "666"}),
        in_order(loser={"melds": ["TTTTT", "AAAAAA", "99999", "888888", "777777"], "hand": "66"}),
    ],
)
def test_a_deal_in_order_has_no_problem(data: Fields) -> None:
    assert problems(data) == []


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (
            in_order({"melds": ["KKKKKKK", "55555", "QQQQQQ", "JJJJJJ", "8888"]}),
            "not_entitled_to_go_out hands[0]",
        ),
        (in_order(players=[1, 1]), "cards_left_after_going_out hands[0]"),
        (in_order({"went_out": False}), "no_side_out"),
        (in_order(loser={"went_out": True}), "two_sides_out"),
        (in_order(ended="clock"), "out_on_stock_end hands[0]"),
        (in_order({"went_out": False}, ended="stock"), "few_cards_on_stock_end"),
        (in_order(loser={"hand": "AAAAAAKKKKKQQQQQJJJJJ998"}), "fewer_cards_than_dealt hands[1]"),
        (
            in_order(loser={"melds": ["TTTT"], "hand": "TAAAAAAKKKKKQQQQQJJJJJ9988"}),
            "opening_too_low hands[1]",
        ),
        (in_order(opening_raises=[0, 1]), "opening_too_low hands[1]"),
        (
            in_order(loser={"melds": ["TTTTT", "AAAAAA", "999999", "888888", "777777"], "hand": "6"}),
            "empty_hand hands[1]",
        ),
        (in_order(before=[10_000, 0]), "game_already_over"),
        (in_order(extra_deal=True), "not_in_this_game extra_deal"),
        (
            in_order(contract={"side": 0, "level": 1, "strain": "clubs"}),
            "not_in_this_game contract",
        ),
        (in_order({"melds": [*FOUR_CANASTAS[:3], "JJJJ22*"]}), "third_wild hands[0].melds[3]"),
        (in_order(loser={"hand": "AAAAAAKKKKKQQQQQJJJJJ998×"}), "unknown_card hands[1].hand"),
        (in_order(loser={"penalties": {"hinting": 1}}), "unknown_penalty hands[1].penalties.hinting"),
        (in_order(loser={"hand": "KKKKKKKKKKKQQQQQJJJJJ9988"}), "deck_exceeded K"),
    ],
)
def test_one_thing_that_is_not_in_order_is_found(data: Fields, problem: str) -> None:
    assert problems(data) == [problem]


def test_a_side_that_does_not_play_is_not_in_order_where_all_do() -> None:
    data = in_order(players=[2, 2, 2])
    data["hands"] += [None]
    assert problems(data) == ["not_in_this_game hands[2]"]
