"""The facts of a problem besides its code and place: its side, and the parameters that a sentence quotes."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import rulesets
from scoring.core.pipeline import evaluate
from scoring.core.problem import Code, Params, Problem
from scoring.core.schema import MAX_NUMBER
from tests.scoring.core.written_deals import deal, finished, hand, tally

LONG = "AAAKKKQQQJJJTT99"
BIDS = {"side": 0, "level": 2, "strain": "spades", "doubled": False}
Fact = tuple[object, Code, int | None, str | None, Params]


def bid(**fields: object) -> object:
    return finished("sitoumussamba", contract={**BIDS, **fields})


FACTS: list[Fact] = [
    (finished("samba") | {"ruleset": "bridge"}, Code.UNKNOWN_RULESET, None, "ruleset", {"ruleset": "bridge"}),
    (
        finished("samba", options={"jokers": 9}),
        Code.UNKNOWN_OPTION,
        None,
        "options.jokers",
        {"option": "jokers"},
    ),
    (
        finished("samba", options={"cards_dealt": 14}),
        Code.BAD_OPTION,
        None,
        "options.cards_dealt",
        {"option": "cards_dealt", "value": "14"},
    ),
    (finished("samba", before=[0, 0, 0]), Code.WRONG_SIDES, None, "before", {"count": 3}),
    (finished("samba", players=[1, 1, 1]), Code.WRONG_SIDES, None, "hands", {"count": 2}),
    (finished("samba", players=[2, 3]), Code.BAD_PLAYERS, None, "players", {"players": "2-3"}),
    (finished("samba", winner={"went_out": False}), Code.NO_SIDE_OUT, None, None, {}),
    (finished("samba", loser={"went_out": True}), Code.TWO_SIDES_OUT, None, None, {}),
    (finished("samba") | {"ended": "stock"}, Code.OUT_ON_STOCK_END, 0, "hands[0]", {"ended": "stock"}),
    (finished("samba", winner={"melds": []}), Code.OUT_WITHOUT_MELD, 0, "hands[0]", {}),
    (
        finished("samba", "QQX"),
        Code.UNKNOWN_CARD,
        0,
        "hands[0].melds[2]",
        {"card": "X", "position": 3, "text": "QQX"},
    ),
    (
        finished("samba", "s45X"),
        Code.UNKNOWN_CARD,
        0,
        "hands[0].melds[2]",
        {"card": "X", "position": 4, "text": "s45X"},
    ),
    (
        finished("samba", loser={"hand": "A×K×"}),
        Code.UNKNOWN_CARD,
        1,
        "hands[1].hand",
        {"card": "×", "position": 2, "text": "A×K×"},
    ),
    (finished("samba", "QQ"), Code.BAD_MELD, 0, "hands[0].melds[2]", {"reason": "too_short", "meld": "QQ"}),
    (
        finished("royal", "QQQ", "QQ2"),
        Code.SECOND_INCOMPLETE_MELD,
        0,
        "hands[0].melds[3]",
        {"meld": "QQ2", "kind": "Q"},
    ),
    (
        finished("samba", loser={"melds": ["TTTTT", "BBB"]}),
        Code.BLACK_THREES_NOT_OUT,
        1,
        "hands[1].melds[1]",
        {"meld": "BBB"},
    ),
    (
        finished("royal", loser={"concealed": True}),
        Code.CONCEALED_WITHOUT_GOING_OUT,
        1,
        "hands[1].concealed",
        {},
    ),
    (finished("samba", players=[1, 1]), Code.CARDS_LEFT_AFTER_GOING_OUT, 0, "hands[0]", {"held": 1}),
    (
        deal("samba", tally(200, 5, natural=2, went_out=True), tally(0, 40), players=[1, 1], ended="out"),
        Code.CARDS_LEFT_AFTER_GOING_OUT,
        0,
        "hands[0]",
        {"held": 0},
    ),
    (
        finished("samba", winner={"melds": ["KKKKKKK", "QQQQ"]}),
        Code.NOT_ENTITLED_TO_GO_OUT,
        0,
        "hands[0]",
        {},
    ),
    (
        finished("royal", "RB", winner={"red_threes": 1}),
        Code.RED_THREES_BELONG_TO_ROYAL,
        0,
        "hands[0].red_threes",
        {},
    ),
    (
        deal("bolivia", hand(held=LONG), hand(held="AAKKRR")),
        Code.RED_THREE_NOT_LAID,
        1,
        "hands[1]",
        {"count": 2},
    ),
    # A joker lies in the mixed canasta, and there are six.
    (
        finished("samba", loser={"hand": "*******998877"}),
        Code.DECK_EXCEEDED,
        None,
        "*",
        {"card": "*", "excess": 2},
    ),
    (
        finished("samba", winner={"penalties": {"hinting": 1}}),
        Code.UNKNOWN_PENALTY,
        0,
        "hands[0].penalties.hinting",
        {"penalty": "hinting"},
    ),
    (
        finished("samba", winner={"penalties": {"third_wild": 1}}),
        Code.AUTOMATIC_PENALTY,
        0,
        "hands[0].penalties.third_wild",
        {"penalty": "third_wild"},
    ),
    (bid(level=9), Code.BAD_CONTRACT, None, "contract.level", {"value": 9}),
    (bid(side=2), Code.BAD_CONTRACT, None, "contract.side", {"value": 2}),
    (bid(strain="notrump"), Code.BAD_CONTRACT, None, "contract.strain", {"value": "notrump"}),
    (
        finished("sitoumussamba", contract=BIDS | {"side": 1}, loser={"melds": []}),
        Code.BIDDER_NOT_OPENED,
        1,
        "hands[1]",
        {},
    ),
    (deal("samba", tally(90) | {"hand": "K"}, tally(0, 40)), Code.TALLY_AND_CARDS, 0, "hands[0]", {}),
    (
        deal("samba", tally(90, red=1), tally(0, 40)),
        Code.UNKNOWN_COMBINATION,
        0,
        "hands[0].tally.combinations.red",
        {"combination": "red"},
    ),
    (
        deal("samba", tally(92), tally(0, 40)),
        Code.NOT_MULTIPLE_OF_5,
        0,
        "hands[0].tally.meld_points",
        {"value": 92},
    ),
    (
        deal("samba", tally(90), tally(0, 41)),
        Code.NOT_MULTIPLE_OF_5,
        1,
        "hands[1].tally.hand_points",
        {"value": 41},
    ),
    (finished("samba", before=[0, 7]), Code.NOT_MULTIPLE_OF_5, 1, "before[1]", {"value": 7}),
    (
        finished("samba", winner={"penalties": {"director": -3}}),
        Code.NOT_MULTIPLE_OF_5,
        0,
        "hands[0].penalties.director",
        {"value": -3},
    ),
    (
        deal("samba", tally(50, forfeits_card_points=True), tally(0, 40)),
        Code.BAD_VALUE,
        0,
        "hands[0].tally.meld_points",
        {"value": 50},
    ),
    (
        deal("samba", tally(45, samba=1), tally(0, 40)),
        Code.MELD_POINTS_TOO_LOW,
        0,
        "hands[0].tally.meld_points",
        {"value": 45, "least": 50},
    ),
    # All cards of Samba are worth 3 × 490 + 6 × 50 = 1770 (§ 12).
    (
        deal("samba", tally(1000, 100), tally(600, 75)),
        Code.POINTS_EXCEED_DECK,
        None,
        None,
        {"excess": 5},
    ),
    (finished("samba", contract=BIDS), Code.NOT_IN_THIS_GAME, None, "contract", {"key": "contract"}),
    (
        finished("samba", winner={"concealed": True}),
        Code.NOT_IN_THIS_GAME,
        0,
        "hands[0].concealed",
        {"key": "concealed"},
    ),
    (
        finished("royal", loser={"forfeits_card_points": True}),
        Code.NOT_IN_THIS_GAME,
        1,
        "hands[1].forfeits_card_points",
        {"key": "forfeits_card_points"},
    ),
    (
        finished("royal", opening_raises=[0, 1]),
        Code.NOT_IN_THIS_GAME,
        None,
        "opening_raises",
        {"key": "opening_raises"},
    ),
    (
        finished("samba", extra_deal=True),
        Code.NOT_IN_THIS_GAME,
        None,
        "extra_deal",
        {"key": "extra_deal"},
    ),
    (
        deal("samba", hand(held=LONG), hand(held=LONG), None, players=[1, 1, 1]),
        Code.NOT_IN_THIS_GAME,
        2,
        "hands[2]",
        {"key": "hands"},
    ),
    (finished("samba", loser={"claimed": "99"}), Code.BAD_VALUE, 1, "hands[1].claimed", {"value": "99"}),
    (finished("samba", "QQ22*"), Code.THIRD_WILD, 0, "hands[0].melds[2]", {"meld": "QQ22*"}),
    (
        finished("sitoumussamba", "h4568"),
        Code.GAP_IN_SEQUENCE,
        0,
        "hands[0].melds[3]",
        {"meld": "h4568"},
    ),
    (finished("royal", "A2*"), Code.SINGLE_NATURAL, 0, "hands[0].melds[2]", {"meld": "A2*"}),
    # Five cards melded and eight in hand; two players were dealt fifteen each.
    (finished("samba"), Code.FEWER_CARDS_THAN_DEALT, 1, "hands[1]", {"seen": 13, "dealt": 30}),
    (
        finished("samba", loser={"melds": ["444"]}),
        Code.OPENING_TOO_LOW,
        1,
        "hands[1]",
        {"needed": 50, "points": 15},
    ),
    (
        finished("danish", loser={"melds": ["KKKKKK", "AAAA"]}, before=[0, 6000]),
        Code.OPENING_TOO_LOW,
        1,
        "hands[1]",
        {"needed": "canasta", "points": 120},
    ),
    (finished("samba", winner={"hand": ""}), Code.EMPTY_HAND, 0, "hands[0]", {"held": 0}),
    # 60 cards were dealt, and 51 are half of the other 102.
    (
        deal("samba", hand(held=LONG), hand(held=LONG), ended="stock"),
        Code.FEW_CARDS_ON_STOCK_END,
        None,
        None,
        {"seen": 32, "least": 111},
    ),
    (finished("samba", before=[10_000, 0]), Code.GAME_ALREADY_OVER, None, None, {"target": 10_000}),
    (
        finished("danish", winner={"melds": ["KKKKKK", "QQQQ", "JJJJ"]}),
        Code.OUT_WITHOUT_COMBINATION,
        0,
        "hands[0]",
        {},
    ),
    (
        finished("sambola", loser={"hand": "AA998877R"}),
        Code.RED_THREE_IN_HAND,
        1,
        "hands[1]",
        {"count": 1},
    ),
    (
        deal("royal", *[hand(held=LONG)] * 3, players=[1, 1, 1], before=[18_000, 18_000, 0]),
        Code.NOT_THE_TIED_SIDES,
        2,
        "hands[2]",
        {},
    ),
]


@pytest.mark.parametrize(
    ("data", "code", "side", "where", "params"),
    FACTS,
    ids=[f"{code.value} {where}" for _data, code, _side, where, _params in FACTS],
)
def test_a_problem_names_its_side_and_quotes_what_is_wrong(
    data: object, code: Code, side: int | None, where: str | None, params: Params
) -> None:
    found = [problem._replace(facts={}) for problem in evaluate(data, rulesets.find).problems]
    assert Problem(code, side, where, params) in found


# What cannot be read: the change of an ordinary deal, the side, the place, the reason and what is quoted.

TALLY = {"combinations": {}, "meld_points": 0, "hand_points": 0, "hand_red_threes": 0, "hand_black_threes": 0}


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def loser(**fields: object) -> object:
    return finished("samba", loser=fields)


def tallied(**fields: object) -> object:
    return finished("samba", loser={"melds": [], "hand": "", "tally": {**TALLY, **fields}})


UNREADABLE: list[tuple[object, int | None, str, str, str | None]] = [
    (without(finished("samba"), "ruleset"), None, "ruleset", "missing", None),
    (finished("samba") | {"ruleset": 5}, None, "ruleset", "type", "5"),
    (finished("samba", rules=1), None, "rules", "unknown_key", None),
    (finished("samba", options=[1]), None, "options", "type", "[…]"),
    (without(finished("samba"), "hands"), None, "hands", "missing", None),
    (finished("samba") | {"hands": "AA"}, None, "hands", "type", "AA"),
    (without(finished("samba"), "ended"), None, "ended", "missing", None),
    (finished("samba") | {"ended": "over"}, None, "ended", "choice", "over"),
    (finished("samba") | {"ended": {}}, None, "ended", "choice", "{…}"),
    (finished("samba", players="22"), None, "players", "type", "22"),
    (finished("samba", players=[0, 2]), None, "players[0]", "too_small", "0"),
    (finished("samba", before=[0, 10**12]), None, "before[1]", "too_large", "±10^9…"),
    (finished("samba", before=[True, 0]), None, "before[0]", "type", "True"),
    (finished("samba", opening_raises=[0, -1]), None, "opening_raises[1]", "too_small", "-1"),
    (finished("samba", extra_deal="yes"), None, "extra_deal", "type", "yes"),
    (finished("samba", contract=[1]), None, "contract", "type", "[…]"),
    (bid(seat=1), None, "contract.seat", "unknown_key", None),
    (bid(side="a"), None, "contract.side", "type", "a"),
    (bid(level=-1), None, "contract.level", "too_small", "-1"),
    (bid(doubled=1), None, "contract.doubled", "type", "1"),
    (bid(strain=1), None, "contract.strain", "type", "1"),
    (finished("sitoumussamba", contract=without(BIDS, "side")), None, "contract.side", "missing", None),
    (finished("sitoumussamba", contract=without(BIDS, "level")), None, "contract.level", "missing", None),
    (finished("sitoumussamba", contract=without(BIDS, "strain")), None, "contract.strain", "missing", None),
    (deal("samba", hand(held=LONG), 7), 1, "hands[1]", "type", "7"),  # type: ignore[arg-type] # no hand
    (loser(red_three=1), 1, "hands[1].red_three", "unknown_key", None),
    (loser(melds="TTT"), 1, "hands[1].melds", "type", "TTT"),
    (loser(melds=["TTT"] * 201), 1, "hands[1].melds", "too_large", "201"),
    (loser(melds=["TTT", 5]), 1, "hands[1].melds[1]", "type", "5"),
    (loser(hand=5), 1, "hands[1].hand", "type", "5"),
    (loser(red_threes=-1), 1, "hands[1].red_threes", "too_small", "-1"),
    (loser(red_threes=-MAX_NUMBER), 1, "hands[1].red_threes", "too_small", "-1000000000"),
    (loser(red_threes=-MAX_NUMBER - 1), 1, "hands[1].red_threes", "too_large", "±10^9…"),
    (loser(went_out=1), 1, "hands[1].went_out", "type", "1"),
    (loser(concealed=1), 1, "hands[1].concealed", "type", "1"),
    (loser(forfeits_card_points=1), 1, "hands[1].forfeits_card_points", "type", "1"),
    (loser(claimed=1), 1, "hands[1].claimed", "type", "1"),
    (loser(penalties=[1]), 1, "hands[1].penalties", "type", "[…]"),
    (loser(penalties={"cannot_go_out": -1}), 1, "hands[1].penalties.cannot_go_out", "too_small", "-1"),
    (loser(penalties={"director": 0.5}), 1, "hands[1].penalties.director", "type", "0.5"),
    (loser(melds=[], hand="", tally=1), 1, "hands[1].tally", "type", "1"),
    (tallied(claimed=5), 1, "hands[1].claimed", "type", "5"),
    (tallied(points=1), 1, "hands[1].tally.points", "unknown_key", None),
    (tallied(combinations=1), 1, "hands[1].tally.combinations", "type", "1"),
    (tallied(combinations={"samba": "a"}), 1, "hands[1].tally.combinations.samba", "type", "a"),
    (tallied(meld_points=-5), 1, "hands[1].tally.meld_points", "too_small", "-5"),
    (
        finished("samba", loser={"melds": [], "hand": "", "tally": without(TALLY, "combinations")}),
        1,
        "hands[1].tally.combinations",
        "missing",
        None,
    ),
    (
        finished("samba", loser={"melds": [], "hand": "", "tally": without(TALLY, "hand_points")}),
        1,
        "hands[1].tally.hand_points",
        "missing",
        None,
    ),
]


@pytest.mark.parametrize(
    ("data", "side", "where", "reason", "value"),
    UNREADABLE,
    ids=[f"{where} {reason}" for _data, _side, where, reason, _value in UNREADABLE],
)
def test_what_cannot_be_read_is_named_with_its_place_its_reason_and_its_text(
    data: object, side: int | None, where: str, reason: str, value: str | None
) -> None:
    params = {"reason": reason} if value is None else {"reason": reason, "value": value}
    errors = [problem for problem in evaluate(data, rulesets.find).problems if not problem.warning]
    assert errors == [Problem(Code.BAD_VALUE, side, where, params)]
