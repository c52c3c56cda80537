"""Rare ways through the core that no worked deal takes: what follows from an error, and what does not."""

from __future__ import annotations

import pytest

from scoring.core import problems, rulesets, score
from scoring.core.auction import Auction, held
from scoring.core.contract import false_finish
from scoring.core.corrections import Kind, kinds_of
from scoring.core.problem import Code, Problem
from scoring.core.rulesets.base import ContractRules, Group, Line
from scoring.core.scored import scored
from scoring.core.written import Contract, Strain
from tests.scoring.core.written_deals import deal, errors, finished, hand, sheet_of

LONG = "AAAKKKQQQJJJTT99"
BIDS = {"side": 0, "level": 2, "strain": "spades"}


def contract_rules() -> ContractRules:
    rules = rulesets.find("sitoumussamba")
    assert rules is not None
    assert rules.contract is not None
    return rules.contract


# What cannot be read leaves open what would follow from it.


def test_black_threes_are_not_judged_while_nobody_knows_how_the_deal_ended() -> None:
    data = deal("samba", hand("KKKK", "BBB", held=LONG), hand(held=LONG), ended="over")
    assert errors(data) == ["bad_value ended choice"]


def test_nobody_is_missed_going_out_while_something_could_not_be_read() -> None:
    assert errors(finished("samba", winner={"went_out": False}, rules=1)) == ["bad_value rules unknown_key"]


def test_a_bidder_who_could_not_be_read_is_not_asked_whether_his_side_opened() -> None:
    data = deal("sitoumussamba", hand(held=LONG), hand(held=LONG), contract=BIDS | {"side": "a"})
    assert errors(data) == ["bad_value contract.side type"]


def test_more_red_threes_than_a_field_holds_are_counted_all_the_same() -> None:
    """There are six; 512 would run over into the field of the black threes."""
    found = scored(finished("samba", winner={"red_threes": 512})).problems
    assert Problem(Code.DECK_EXCEEDED, None, "R", {"card": "R", "excess": 506}) in found


def test_a_sheet_can_be_checked_and_scored_by_itself() -> None:
    sheet = sheet_of(finished("samba"))
    assert problems(sheet) == scored(finished("samba")).problems
    assert score(sheet) == scored(finished("samba")).score


# The contract.


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        (["2 hearts", "3 spades", "pass", "pass", "pass"], Contract(0, 3, Strain.SPADES)),
        (["2 hearts", "double"], Contract(1, 2, Strain.HEARTS, doubled=True)),
        (["pass"] * 4, None),
    ],
)
def test_an_auction_ends_in_its_last_bid(calls: list[str], contract: Contract | None) -> None:
    """Player 0 deals, so that side 1 speaks first (12A)."""
    auction = held(contract_rules(), 0, calls)
    assert isinstance(auction, Auction)
    assert auction.contract == contract


def test_a_false_finish_is_charged_at_the_end_where_no_other_line_follows() -> None:
    rules = contract_rules()
    charge = rules.false_finish_penalty
    canasta = Line("samba", Group.BASE, 1, 1500, "10")
    finish = Line("going_out", Group.BASE, 1, 200, "10")
    charged = Line("false_finish", Group.BASE, 1, -charge.points, charge.rule)
    assert false_finish(rules, [canasta, finish]) == [canasta, charged]


# Corrections: an entry in the wrong column, or more than that.


def kinds(old: dict[str, object], new: dict[str, object]) -> frozenset[Kind]:
    return kinds_of(sheet_of(old), sheet_of(new)) & {Kind.WRONG_SIDE, Kind.FORGOTTEN}


def test_columns_are_not_merely_exchanged_when_the_deal_ended_otherwise_too() -> None:
    one, other = hand("KKK", held=LONG), hand(held=LONG)
    old = deal("samba", one, other)
    assert kinds(old, deal("samba", other, one)) == {Kind.WRONG_SIDE}
    assert kinds(old, deal("samba", other, one, ended="stock")) == {Kind.FORGOTTEN}


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ([0, 1], [1, 0], Kind.WRONG_SIDE),
        ([0, 1], [1, 1], Kind.FORGOTTEN),
        (None, [1, 1], Kind.FORGOTTEN),
    ],
)
def test_a_withdrawn_opening_stands_with_another_side_or_was_forgotten(
    old: list[int] | None, new: list[int], kind: Kind
) -> None:
    before = finished("samba") if old is None else finished("samba", opening_raises=old)
    assert kinds(before, finished("samba", opening_raises=new)) == {kind}


def test_a_contract_with_the_other_side_does_not_hide_a_forgotten_meld() -> None:
    old = finished("sitoumussamba", contract=BIDS)
    moved = finished("sitoumussamba", contract=BIDS | {"side": 1})
    forgotten = finished("sitoumussamba", "888", contract=BIDS | {"side": 1})
    assert kinds(old, moved) == {Kind.WRONG_SIDE}
    assert kinds(old, forgotten) == {Kind.FORGOTTEN}
