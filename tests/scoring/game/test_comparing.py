"""Comparison of two protocols of a deal: only the rows that differ, by their names on the protocol."""

from __future__ import annotations

from typing import Any

from scoring import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.sheet_io import read_sheet
from scoring.game.differences import ProtocolDifference, compare_protocols
from tests.scoring.support.played import a_column


def make_sheet(ruleset: str = "samba", **fields: Any) -> DealSheet:
    """A deal of two sides of two that ended with the stock."""
    data = {
        "ruleset": ruleset,
        "ended": "stock",
        "players": [2, 2],
        "before": [0, 0],
        "hands": [a_column(hand_points=20), a_column(hand_points=85)],
    }
    sheet, problems = read_sheet(data | fields, rulesets.find)
    assert sheet is not None, problems
    return sheet


def hands(**first: Any) -> dict[str, Any]:
    return {"hands": [a_column(**{"hand_points": 20} | first), a_column(hand_points=85)]}


def test_protocols_that_say_the_same_do_not_differ() -> None:
    assert compare_protocols([make_sheet(), make_sheet()]) == []


def test_how_the_deal_ended_belongs_to_no_side() -> None:
    assert compare_protocols([make_sheet(), make_sheet(ended="clock")]) == [
        ProtocolDifference("How the deal ended", None, ("the stock ran out", "time ran out"))
    ]


def test_a_row_that_only_one_has_is_empty_in_the_other() -> None:
    first = make_sheet(**hands(combinations={"samba": 1}, meld_points=845))
    second = make_sheet(**hands(meld_points=845, penalties={"drew_out_of_turn": 1}))
    assert compare_protocols([first, second]) == [
        ProtocolDifference("Sambas", 0, ("1", "–")),
        ProtocolDifference("Drew out of turn", 0, ("–", "1")),
    ]


def test_of_three_protocols_each_says_its_own() -> None:
    sheets = [make_sheet(**hands(red_threes=threes)) for threes in (1, 2, 1)]
    assert compare_protocols(sheets) == [ProtocolDifference("Red threes", 0, ("1", "2", "1"))]


def test_going_out_is_yes_or_no_in_each_column() -> None:
    went = {"combinations": {"samba": 1, "mixed": 1}, "meld_points": 845, "went_out": True}
    out = make_sheet(ended="out", **hands(**went))
    stock = make_sheet(**hands(**went | {"went_out": False}))
    assert [first.values for first in compare_protocols([out, stock]) if first.label == "Going out"] == [
        ("yes", "no")
    ]


def test_a_contract_stands_in_the_column_of_its_bidder() -> None:
    bid = {"side": 0, "level": 3, "strain": "hearts", "doubled": False}
    sheets = [
        make_sheet("sitoumussamba", contract=bid | changed)
        for changed in ({}, {"doubled": True}, {"side": 1})
    ]
    assert [(first.label, first.side, first.values) for first in compare_protocols(sheets)] == [
        ("Contract", 0, ("3 hearts ♥", "3 hearts ♥, doubled", "–")),
        ("Contract", 1, ("–", "–", "3 hearts ♥")),
    ]


def test_melds_are_held_against_melds_as_they_are_written() -> None:
    first = {"melds": ["KKKK"], "red_threes": 0, "hand": "AA", "went_out": False}
    sheets = [make_sheet(hands=[first | {"melds": melds}, a_column()]) for melds in (["KKKK"], ["KKK2"])]
    assert compare_protocols(sheets) == [ProtocolDifference("Melds", 0, ("KKKK", "KKK2"))]


def test_what_is_rare_is_compared_as_well() -> None:
    first = make_sheet(opening_raises=[1, 0])
    second = make_sheet(opening_raises=[0, 0])
    assert [(row.label, row.side) for row in compare_protocols([first, second])] == [
        ("Openings withdrawn", 0)
    ]
