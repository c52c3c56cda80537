"""Contracts: what counts towards a bid, what becomes of it, and who is paid."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.contract import ContractOutcome, ContractScore
from scoring.core.score import score_deal
from scoring.rulesets import find
from tests.scoring.core.written_deals import deal, errors, good, hand, lines, sheet_of, tally

MINE = ("s456789T", "KKKKKKK", "QQQQQ2*")  # 1500 + 500 + 300; cards 50 + 70 + 120 = 240
THEIRS = ("h456789T", "JJJJJJJ", "99999**")
# Not doubled and doubled.
PAID = {
    ContractOutcome.MADE: (500, 1000),
    ContractOutcome.ROBBED: (1000, 2000),
    ContractOutcome.VOID: (0, 0),
    ContractOutcome.FALSE_FINISH: (1000, 1000),
}


def bid(level: int = 1, *, side: int = 0, doubled: bool = False) -> dict[str, Any]:
    return {"side": side, "level": level, "strain": "canasta", "doubled": doubled}


def contract_of(data: dict[str, Any]) -> ContractScore:
    score = good(data).score
    assert score is not None
    assert score.contract is not None
    return score.contract


def contract_at_level(level: int, mine: dict[str, Any], ended: str = "clock", **fields: Any) -> ContractScore:
    """A contract of side 0, with the other side out when a side has to be."""
    theirs = hand(*THEIRS, held="4", went_out=ended == "out" and not mine.get("went_out"))
    return contract_of(deal("sitoumussamba", mine, theirs, ended=ended, contract=bid(level), **fields))


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize(
    ("outcome", "level", "out", "paid"),
    [
        (ContractOutcome.MADE, 1, 0, 0),
        (ContractOutcome.MADE, 1, 1, 0),
        (ContractOutcome.MADE, 1, None, 0),
        (ContractOutcome.ROBBED, 6, 1, 1),
        (ContractOutcome.VOID, 6, None, None),
        (ContractOutcome.FALSE_FINISH, 6, 0, 1),
    ],
)
def test_what_becomes_of_a_bid(
    outcome: ContractOutcome, level: int, out: int | None, paid: int | None, doubled: bool
) -> None:
    hands = [hand(*MINE, held="4"), hand(*THEIRS, held="4")]
    if out is not None:
        hands[out]["went_out"] = True
    ended = "clock" if out is None else "out"
    data = deal("sitoumussamba", *hands, ended=ended, contract=bid(level, doubled=doubled))
    score = contract_of(data)
    assert (score.outcome, score.needed, score.paid_to) == (outcome, 1000 * level, paid)
    assert score.award == PAID[outcome][doubled] * level
    awards = [lines(data, side).get("contract_award") for side in range(2)]
    assert awards == [(1, score.award) if side == paid and score.award else None for side in range(2)]
    assert lines(data).get("false_finish") == (
        (1, -1000) if outcome is ContractOutcome.FALSE_FINISH else None
    )
    assert ("going_out" in lines(data)) is (out == 0 and outcome is not ContractOutcome.FALSE_FINISH)


@pytest.mark.parametrize(
    ("changes", "reached"),
    [
        ({}, 2300 - 5),
        ({"hand": "4A"}, 2300 - 25),
        ({"hand": ""}, 2300),
        ({"hand": "4R"}, 2300 - 505),
        ({"hand": "4B"}, 2300 - 105),
        ({"red_threes": 2}, 2300 - 605),
        ({"penalties": {"improper_finish": 1, "drew_out_of_turn": 2}}, 2300 - 505),
        ({"penalties": {"bid_without_opening": 1}}, 2300 - 1005),
        ({"penalties": {"director": 500}}, 2300 - 5),
        ({"penalties": {"director": -500}}, 2300 - 5),
        ({"forfeits_card_points": True}, 2300 - 5),
        ({"melds": []}, -1000 - 5),
    ],
)
def test_what_counts_towards_a_low_bid(changes: dict[str, Any], reached: int) -> None:
    """Combinations, less hand, threes and penalties; melded cards do not count (30A)."""
    mine = hand(*MINE, held="4") | changes
    data = deal("sitoumussamba", mine, hand(*THEIRS, held="4"), contract=bid(2, doubled=True))
    assert contract_of(data).reached == reached


@pytest.mark.parametrize(
    ("level", "options", "reached"),
    [
        (4, {}, 2300 - 5),
        (5, {}, 2300 + 240 - 5),
        (8, {}, 2300 + 240 - 5),
        (4, {"hand_counts_from_level_5": False}, 2300 - 5),
        (5, {"hand_counts_from_level_5": False}, 2300 + 240),
        (5, {"hand_counts_from_level_5": True}, 2300 + 240 - 5),
    ],
)
def test_from_level_5_on_melded_cards_count_too(level: int, options: dict[str, Any], reached: int) -> None:
    assert contract_at_level(level, hand(*MINE, held="4"), options=options).reached == reached


def test_threes_in_hand_count_at_every_level_whatever_the_option() -> None:
    options = {"hand_counts_from_level_5": False}
    assert contract_at_level(5, hand(*MINE, held="4RB"), options=options).reached == 2300 + 240 - 600


def test_forfeited_cards_do_not_count_towards_a_high_bid() -> None:
    assert contract_at_level(5, hand(*MINE, held="4", forfeits_card_points=True)).reached == 2300 - 5


def test_going_out_counts_towards_the_bid() -> None:
    assert contract_at_level(2, hand(*MINE, held="4", went_out=True), ended="out").reached == 2300 + 300 - 5


def test_exactly_the_bid_is_enough() -> None:
    """1500 + 500 in combinations and an empty hand: 2000."""
    mine = hand("s456789T", "KKKKKKK")
    assert contract_at_level(2, mine).outcome is ContractOutcome.MADE
    assert contract_at_level(2, mine | {"hand": "4"}).outcome is ContractOutcome.VOID


def test_with_the_option_a_doubled_false_finish_pays_twice() -> None:
    for doubled, award in ((False, 6000), (True, 12_000)):
        hands = hand(*MINE, held="4", went_out=True), hand(*THEIRS, held="4")
        data = deal("sitoumussamba", *hands, ended="out", contract=bid(6, doubled=doubled))
        assert contract_of(data | {"options": {"false_finish_doubled": 200}}).award == award
        assert contract_of(data | {"options": {"false_finish_doubled": 100}}).award == 6000


def test_the_bidder_goes_out_at_his_own_risk_and_the_robber_by_the_rules() -> None:
    poor = hand("s456789T", held="4", went_out=True)
    other = hand("JJJ", held="4")
    assert errors(deal("sitoumussamba", poor, other, ended="out", contract=bid(8))) == []
    robbed = deal("sitoumussamba", poor, other, ended="out", contract=bid(8, side=1))
    assert errors(robbed) == ["not_entitled_to_go_out hands[0]"]
    assert errors(deal("sitoumussamba", poor, other, ended="out")) == ["not_entitled_to_go_out hands[0]"]


def test_a_contract_is_judged_by_tallies_as_by_cards() -> None:
    mine = tally(240, 5, samba=1, red=1, black=1, went_out=True)
    other = tally(90, 40)
    data = deal("sitoumussamba", mine, other, ended="out", contract=bid(2))
    assert contract_of(data) == ContractScore(2000, 2595, ContractOutcome.MADE, 1000, 0)


def test_the_lines_of_a_false_finish_stand_in_their_order() -> None:
    mine = hand(*MINE, held="4", went_out=True, red_threes=1, penalties={"improper_finish": 1, "director": 5})
    data = deal("sitoumussamba", mine, hand("JJJ", held="4"), ended="out", contract=bid(6))
    assert list(lines(data)) == [
        "samba",
        "red",
        "black",
        "red_threes",
        "false_finish",
        "improper_finish",
        "director",
        "melded_cards",
        "hand_cards",
    ]
    assert list(lines(data, 1)) == ["contract_award", "melded_cards", "hand_cards"]


def test_a_bid_recorded_in_a_game_without_bids_scores_nothing() -> None:
    """What has been recorded is scored again without being checked again."""
    data = deal("samba", hand(*MINE[:2], held="4"), hand("JJJ", held="4"))
    assert score_deal(sheet_of(data | {"contract": bid(2)})) == score_deal(sheet_of(data))


def test_only_one_game_has_contracts() -> None:
    rules = find("sitoumussamba")
    assert rules is not None
    assert rules.contract is not None
    assert (rules.contract.levels, rules.contract.points_a_level) == (8, 1000)
