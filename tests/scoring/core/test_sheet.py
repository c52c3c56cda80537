"""Reading a deal: every key with every kind of nonsense, and the defaults of missing keys."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import rulesets
from scoring.core.checks import find_problems
from scoring.core.deal_sheet import DealSheet
from scoring.core.problem import Code
from scoring.core.schema import MAX_MELDS, MAX_NUMBER
from scoring.core.score import score_deal
from scoring.core.sheet_io import read_sheet, sheet_as_data
from scoring.core.vocabulary import EMPTY_HAND, DealEnding, Strain
from tests.scoring.core.written_deals import deal, errors, finished, hand, lines, sheet_of, tally
from tests.scoring.support.simulated import game

BIDS = {"side": 0, "level": 2, "strain": "spades"}
NOT_A_NUMBER: tuple[Any, ...] = (None, "5", 1.0, True, [], {}, float("nan"))
NOT_A_FLAG: tuple[Any, ...] = (None, 0, 1, "true", [], {})
NOT_A_LIST: tuple[Any, ...] = (None, "KK", 5, {}, True)
NOT_AN_OBJECT: tuple[Any, ...] = (None, [], "x", 5, True)
NOT_A_TEXT: tuple[Any, ...] = (None, 5, [], {}, True)


def with_hand(**fields: Any) -> dict[str, Any]:
    return finished("sitoumussamba", loser=fields)


def with_tally(**fields: Any) -> dict[str, Any]:
    written = tally(100, 40, samba=1)
    written["tally"] |= fields
    return deal("sitoumussamba", written, hand(held="KK"))


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


# The place of a wrong value, the value, and the place of the error.
WRONG: list[tuple[dict[str, Any], str]] = [
    *((finished("samba") | {"ruleset": value}, "ruleset") for value in NOT_A_TEXT),
    *((finished("samba") | {"ended": value}, "ended") for value in (*NOT_A_TEXT, "late", "OUT")),
    *((finished("samba") | {"hands": value}, "hands") for value in NOT_A_LIST),
    *((finished("samba") | {"options": value}, "options") for value in NOT_AN_OBJECT),
    *((finished("samba") | {"players": value}, "players") for value in NOT_A_LIST),
    *((finished("samba") | {"players": [2, value]}, "players[1]") for value in (*NOT_A_NUMBER, 0, -1)),
    *((finished("samba") | {"before": value}, "before") for value in NOT_A_LIST),
    *((finished("samba") | {"before": [value, 0]}, "before[0]") for value in (*NOT_A_NUMBER, 10**10)),
    *((finished("samba") | {"opening_raises": value}, "opening_raises") for value in NOT_A_LIST),
    *((finished("samba") | {"opening_raises": [0, v]}, "opening_raises[1]") for v in (*NOT_A_NUMBER, -1)),
    *((finished("royal") | {"extra_deal": value}, "extra_deal") for value in NOT_A_FLAG),
    *((finished("samba") | {key: 1}, key) for key in ("rulesets", "contracts")),
    *(
        (finished("sitoumussamba", contract=value), "contract")
        for value in NOT_AN_OBJECT
        if value is not None
    ),
    *((finished("sitoumussamba", contract=BIDS | {"side": v}), "contract.side") for v in (*NOT_A_NUMBER, -1)),
    *((finished("sitoumussamba", contract=BIDS | {"level": v}), "contract.level") for v in NOT_A_NUMBER),
    *((finished("sitoumussamba", contract=BIDS | {"strain": v}), "contract.strain") for v in NOT_A_TEXT),
    *((finished("sitoumussamba", contract=BIDS | {"doubled": v}), "contract.doubled") for v in NOT_A_FLAG),
    *((finished("sitoumussamba", contract=without(BIDS, key)), f"contract.{key}") for key in BIDS),
    (finished("sitoumussamba", contract=BIDS | {"seat": 1}), "contract.seat"),
    *((deal("samba", hand(), value), "hands[1]") for value in NOT_AN_OBJECT if value is not None),
    *((with_hand(melds=value), "hands[1].melds") for value in NOT_A_LIST),
    *((with_hand(melds=["TTTTT", value]), "hands[1].melds[1]") for value in NOT_A_TEXT),
    (with_hand(melds=["KKK"] * (MAX_MELDS + 1)), "hands[1].melds"),
    *((with_hand(hand=value), "hands[1].hand") for value in NOT_A_TEXT),
    *((with_hand(red_threes=value), "hands[1].red_threes") for value in (*NOT_A_NUMBER, -1, 10**10)),
    *(
        (with_hand(**{flag: value}), f"hands[1].{flag}")
        for flag in ("went_out", "concealed", "forfeits_card_points")
        for value in NOT_A_FLAG
    ),
    *((with_hand(penalties=value), "hands[1].penalties") for value in NOT_AN_OBJECT),
    *(
        (with_hand(penalties={"drew_out_of_turn": value}), "hands[1].penalties.drew_out_of_turn")
        for value in (*NOT_A_NUMBER, -1, 10**10)
    ),
    *(
        (with_hand(penalties={"director": value}), "hands[1].penalties.director")
        for value in (*NOT_A_NUMBER, 10**10, -(10**10))
    ),
    *((with_hand(claimed=value), "hands[1].claimed") for value in (*NOT_A_TEXT, "40E", "40D", "")),
    (with_hand(wentout=True), "hands[1].wentout"),
    *((deal("samba", hand(), {"tally": value}), "hands[1].tally") for value in NOT_AN_OBJECT),
    *((with_tally(combinations=value), "hands[0].tally.combinations") for value in NOT_AN_OBJECT),
    *(
        (with_tally(combinations={"samba": value}), "hands[0].tally.combinations.samba")
        for value in (*NOT_A_NUMBER, -1, 10**10)
    ),
    *(
        (with_tally(**{key: value}), f"hands[0].tally.{key}")
        for key in ("meld_points", "hand_points", "hand_red_threes", "hand_black_threes")
        for value in (*NOT_A_NUMBER, -5)
    ),
    (with_tally(points=5), "hands[0].tally.points"),
    (with_tally(claimed="34d"), "hands[0].claimed"),
]
MISSING = [
    *((without(finished("samba"), key), key) for key in ("ruleset", "ended", "hands")),
    *(
        (deal("samba", {"tally": without(tally(90)["tally"], key)}, hand()), f"hands[0].tally.{key}")
        for key in tally()["tally"]
    ),
]


@pytest.mark.parametrize(("data", "where"), WRONG + MISSING)
def test_what_cannot_stand_in_its_place_is_found_there_and_once(data: dict[str, Any], where: str) -> None:
    result = [error.split()[:2] for error in errors(data)]
    assert result == [["bad_value", where]]


@pytest.mark.parametrize("value", [MAX_NUMBER, -MAX_NUMBER])
def test_numbers_up_to_a_thousand_millions_are_read(value: int) -> None:
    data = finished("samba", before=[value, 0], winner={"penalties": {"director": -value}})
    score = score_of(data)
    assert score[0] == 2 * value + score_of(finished("samba"))[0]


@pytest.mark.parametrize("total", [MAX_NUMBER, -MAX_NUMBER])
def test_a_total_beyond_a_thousand_millions_is_refused(total: int) -> None:
    assert errors(finished("samba", before=[total, 0])) == []
    beyond = finished("samba", before=[total + (5 if total > 0 else -5), 0])
    assert errors(beyond) == ["bad_value before[0] too_large"]


def score_of(data: dict[str, Any]) -> list[int]:
    return [side.after for side in score_deal(sheet_of(data)).sides]


def test_a_penalty_may_be_charged_a_thousand_million_times() -> None:
    data = finished("samba", winner={"penalties": {"drew_out_of_turn": MAX_NUMBER}})
    assert lines(data)["drew_out_of_turn"] == (MAX_NUMBER, -100 * MAX_NUMBER)


def test_a_deal_that_says_little_means_the_rest_as_usual() -> None:
    sheet = sheet_of({"ruleset": "samba", "ended": "clock", "hands": [{}, {}]})
    assert sheet == DealSheet(game("samba"), DealEnding.CLOCK, (EMPTY_HAND, EMPTY_HAND), (2, 2), (0, 0))


def test_three_hands_are_three_sides_of_two() -> None:
    assert sheet_of(deal("samba", hand(), hand(), hand())).players == (2, 2, 2)
    assert errors(deal("classic", hand(), hand(), hand())) == ["bad_players players"]
    assert sheet_of(deal("classic", hand(), hand(), hand(), players=[1, 1, 1])).players == (1, 1, 1)


def test_a_key_that_is_no_text_is_named_all_the_same() -> None:
    """JSON has none; what a program passes on may."""
    data = finished("samba")
    data["hands"][1] |= {7: 1}
    assert errors(data) == ["bad_value hands[1].7 unknown_key"]


def test_nothing_is_nothing_where_a_deal_may_be_without_it() -> None:
    assert sheet_of(finished("samba", contract=None)).contract is None
    assert sheet_of(deal("royal", hand(), hand(), None, players=[1, 1, 1])).hands[2] is None


def test_what_is_stored_and_not_read_says_nothing() -> None:
    plain = finished("sitoumussamba")
    assert sheet_of(plain | {"auction": {"calls": [1e400]}, "director_reasons": None}) == sheet_of(plain)


def test_a_contract_is_read_and_not_doubled_unless_it_says_so() -> None:
    contract = sheet_of(finished("sitoumussamba", contract=BIDS)).contract
    assert contract is not None
    assert (contract.strain, contract.doubled) == (Strain.SPADES, False)


def test_what_is_claimed_may_be_said_of_the_tally_or_of_the_hand() -> None:
    of_hand = sheet_of(deal("samba", tally(100, 40, claimed="34d"), hand()))
    written = tally(100, 40)
    written["tally"]["claimed"] = "34d"
    assert sheet_of(deal("samba", written, hand())) == of_hand


def test_what_is_claimed_of_the_hand_goes_before_what_is_claimed_of_its_tally() -> None:
    written = tally(100, 40, claimed="34d")
    written["tally"]["claimed"] = "40E"
    assert sheet_of(deal("samba", written, hand())) == sheet_of(
        deal("samba", tally(100, 40, claimed="34d"), hand())
    )


# Valid deals, with absent keys and the largest and smallest values.
VALID: list[dict[str, Any]] = [
    {"ruleset": "samba", "ended": "clock", "hands": [{}, {}]},
    {"ruleset": "samba", "ended": "stock", "hands": [{}, {}, {}]},
    deal("samba", hand(), hand(), players=[1, 1]),
    deal("samba", hand(), hand(), players=[3, 3], before=[0, -5]),
    deal("samba", hand(), hand(), contract=None),
    deal("sitoumussamba", hand(), hand(), contract=BIDS),
    deal("sitoumussamba", hand(), hand(), contract=BIDS | {"side": 1, "doubled": True}),
    deal("sitoumussamba", hand(), hand(), contract=BIDS | {"side": MAX_NUMBER, "level": 0}),
    deal("sitoumussamba", hand(), hand(), contract=BIDS | {"level": MAX_NUMBER}),
    deal("royal", hand("KKK", held="AA", red_threes=2, concealed=True), hand(penalties={})),
    deal("royal", hand(penalties={"director": -MAX_NUMBER, "touched_pile": 0}), hand()),
    deal(
        "royal",
        hand(penalties={"director": MAX_NUMBER, "touched_pile": MAX_NUMBER}),
        hand(red_threes=MAX_NUMBER),
    ),
    deal("samba", hand(*["KKK"] * MAX_MELDS), hand()),
]


@pytest.mark.parametrize("data", VALID)
def test_valid_data_is_read_and_says_the_same_when_it_is_written_and_read_again(data: dict[str, Any]) -> None:
    assert read_sheet(sheet_as_data(sheet_of(data)), rulesets.find) == (sheet_of(data), ())


@pytest.mark.parametrize(
    ("fields", "result"),
    [
        ({"players": [2, 2, None]}, ["bad_value players[2] type", "wrong_sides hands"]),
        ({"before": [0, 0, None]}, ["wrong_sides before"]),
    ],
)
def test_numbers_for_two_sides_and_something_else_are_not_numbers_for_two_sides(
    fields: dict[str, Any], result: list[str]
) -> None:
    assert errors(finished("samba") | fields) == result


@pytest.mark.parametrize(
    "fields",
    [
        tally(100, 40, claimed="34d", red_threes=2),
        tally(0, 40, natural=2, forfeits_card_points=True, penalties={"director": -5}),
        hand("KKK", held="AA", concealed=True, went_out=True),
    ],
)
def test_all_that_a_hand_may_say_is_written_and_read_again(fields: dict[str, Any]) -> None:
    sheet = sheet_of(deal("samba", fields, hand(), opening_raises=[0, 1]))
    assert read_sheet(sheet_as_data(sheet), rulesets.find) == (sheet, ())
    assert sheet_as_data(sheet)["hands"] != sheet_as_data(sheet_of(deal("samba", hand(), hand())))["hands"]


def test_a_side_that_does_not_play_is_written_as_nothing_and_read_again() -> None:
    sheet = sheet_of(deal("royal", hand(held="KK"), None, hand(), players=[1, 1, 1], extra_deal=True))
    data = sheet_as_data(sheet)
    assert isinstance(data["hands"], list)
    assert data["hands"][1] is None
    assert read_sheet(data, rulesets.find) == (sheet, ())


def test_frozen_openings_hold_whatever_the_totals_are_now() -> None:
    data = finished("samba", before=[5000, 0], opening_raises=[1, 0])
    fresh, _none = read_sheet(data, rulesets.find)
    frozen, _none = read_sheet(data, rulesets.find, openings=(50, 15))
    assert fresh is not None
    assert frozen is not None
    assert [side.opening for side in score_deal(fresh).sides] == [130, 50]
    assert [side.opening for side in score_deal(frozen).sides] == [60, 15]
    assert [side.after for side in score_deal(frozen).sides] == [
        side.after for side in score_deal(fresh).sides
    ]


def test_where_nothing_was_asked_of_a_side_it_opens_with_whatever_it_melds() -> None:
    """A deal that was dealt when the game was over, as it seemed then."""
    data = finished("samba", loser={"melds": ["444"]})
    requested, _none = read_sheet(data, rulesets.find)
    free, _none = read_sheet(data, rulesets.find, openings=(None, None))
    assert requested is not None
    assert free is not None
    assert Code.OPENING_TOO_LOW in {problem.code for problem in find_problems(requested)}
    assert Code.OPENING_TOO_LOW not in {problem.code for problem in find_problems(free)}


def test_a_game_is_read_by_the_edition_it_was_started_with() -> None:
    sheet, _none = read_sheet(finished("samba"), rulesets.find, edition=game("samba").edition)
    assert sheet == sheet_of(finished("samba"))
    nothing, problems = read_sheet(finished("samba"), rulesets.find, edition="1904-1")
    assert nothing is None
    assert [problem.code.value for problem in problems] == ["unknown_ruleset"]
