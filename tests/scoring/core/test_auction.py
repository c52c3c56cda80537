"""The auction, call by call, and its walk down: the worked ones, and what holds for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core.auction import (
    STRAIN_ORDER,
    Auction,
    AuctionMistake,
    Bid,
    add_call,
    contract_of,
    read_auction,
    walk_down,
)
from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract, Strain
from tests.scoring.support.worked import worked_cases

AUCTIONS = dict(worked_cases("auction"))
BIDS = [f"{level} {strain}" for level in range(1, 9) for strain in STRAIN_ORDER]
CALLS = st.sampled_from(["pass", "pass", "pass", "double", *BIDS])


def contract_rules() -> ContractRules:
    (rules,) = [rules.contract for rules in rulesets.newest_editions() if rules.contract is not None]
    return rules


RULES = contract_rules()


@pytest.mark.parametrize("case", AUCTIONS.values(), ids=list(AUCTIONS))
def test_a_worked_auction(case: Mapping[str, Any]) -> None:
    auction = read_auction(RULES, case["dealer"], case["calls"])
    opened = (
        auction if isinstance(auction, AuctionMistake) else walk_down(auction, case.get("cannot_open", ()))
    )
    expect = case["expect"]
    if "error" in expect:
        assert str(opened) == expect["error"]
        return
    assert not isinstance(opened, AuctionMistake)
    assert (opened.contract and opened.contract._asdict()) == expect.get("contract")
    assert list(opened.failed) == expect.get("bid_without_opening", [0, 0])


@given(dealer=st.integers(0, 3), calls=st.lists(CALLS, max_size=30))
def test_bids_rise_and_every_call_comes_from_the_next_seat(dealer: int, calls: list[str]) -> None:
    auction = Auction(dealer)
    for call in calls:
        speaker = auction.next_seat
        heard = add_call(RULES, auction, call)
        if isinstance(heard, AuctionMistake):
            continue
        assert speaker == (dealer + 1 + auction.calls) % 4
        auction = heard
    heights = [bid.rank for bid in auction.bids]
    assert heights == sorted(set(heights))


@given(dealer=st.integers(0, 3), calls=st.lists(CALLS, max_size=30))
def test_an_auction_that_is_over_takes_no_call(dealer: int, calls: list[str]) -> None:
    auction = Auction(dealer)
    for call in calls:
        heard = add_call(RULES, auction, call)
        auction = auction if isinstance(heard, AuctionMistake) else heard
    if auction.is_over:
        assert auction.next_seat is None
        assert all(
            isinstance(add_call(RULES, auction, call), AuctionMistake)
            for call in ("pass", "double", "8 twos")
        )


def test_every_bid_is_higher_than_the_ones_before_it() -> None:
    heights = [Bid(int(bid[0]), STRAIN_ORDER[at % len(STRAIN_ORDER)], 0).rank for at, bid in enumerate(BIDS)]
    assert heights == sorted(set(heights))
    assert len(heights) == 48


def test_a_bid_is_a_contract_that_nobody_has_doubled() -> None:
    assert contract_of(Bid(3, Strain.HEARTS, 1)) == Contract(1, 3, Strain.HEARTS, doubled=False)


def test_the_doubler_leads_else_the_player_on_the_dealers_left() -> None:
    doubled = read_auction(RULES, 0, ["2 hearts", "double"])
    plain = read_auction(RULES, 2, ["2 hearts", "pass", "pass", "pass"])
    assert isinstance(doubled, Auction)
    assert isinstance(plain, Auction)
    assert (doubled.leader, plain.leader) == (2, 3)
