"""The answers about a deal or a game as data: every key, every group, every place."""

from __future__ import annotations

from typing import Any

from scoring import rulesets
from scoring.core.game import evaluate_game
from scoring.core.game_state import EarlyEnd, GameEnd, end_early
from scoring.core.pipeline import evaluate
from scoring.core.problem import Problem
from scoring.core.serialize import deal_result_as_data, game_result_as_data
from tests.scoring.core.written_deals import deal, good, hand
from tests.scoring.support.simulated import game

HELD = "AAKKJJTT9877665"
TWO_PLAYERS = {"players": [1, 1]}
# Three wild cards: the joker counts as in hand, and an excess wild card costs 100 (28b, 34b2).
THIRD_WILD = deal("samba", hand("QQ22*", held="9988776655"), hand(held=HELD), **TWO_PLAYERS)
TOO_SHORT = deal("samba", hand("QQ22*", held="9988776655"), hand("QQ", held=HELD), **TWO_PLAYERS)


def message(problem: Problem) -> str:
    return f"About {problem.code.value}."


def problem(code: str, side: int | None, where: str, **more: str) -> dict[str, Any]:
    return {"code": code, "side": side, "where": where, "message": f"About {code}.", **more}


def line(code: str, group: str, count: int, points: int, rule: str) -> dict[str, Any]:
    return {"code": code, "group": group, "count": count, "points": points, "rule": rule}


def test_a_deal_is_answered_with_its_lines_and_its_warnings() -> None:
    """Melded 10 + 10 + 20 + 20, in hand 4 × 10 + 6 × 5; the other side has 145 in hand."""
    assert deal_result_as_data(evaluate(THIRD_WILD, rulesets.find), message) == {
        "ok": True,
        "errors": [],
        "warnings": [problem("third_wild", 0, "hands[0].melds[0]")],
        "sides": [
            {
                "lines": [
                    line("third_wild", "base", 1, -100, "34b2"),
                    line("melded_cards", "cards", 4, 60, "12"),
                    line("excess_wild", "cards", 1, -50, "28b"),
                    line("hand_cards", "cards", 10, -70, "12"),
                ],
                "base": -100,
                "cards": -60,
                "total": -160,
                "after": -160,
                "opening": 50,
                "next_opening": 15,
            },
            {
                "lines": [line("hand_cards", "cards", 15, -145, "12")],
                "base": 0,
                "cards": -145,
                "total": -145,
                "after": -145,
                "opening": 50,
                "next_opening": 15,
            },
        ],
        "contract": None,
        "game": {"over": False, "winner": None, "draw": False, "extra_deal": []},
    }


def test_a_deal_with_errors_is_answered_with_them_and_its_warnings_alone() -> None:
    assert deal_result_as_data(evaluate(TOO_SHORT, rulesets.find), message) == {
        "ok": False,
        "errors": [problem("bad_meld", 1, "hands[1].melds[0]", reason="too_short")],
        "warnings": [problem("third_wild", 0, "hands[0].melds[0]")],
    }


def test_a_game_that_cannot_begin_is_answered_with_its_errors() -> None:
    assert game_result_as_data(evaluate_game({"ruleset": "samba"}, rulesets.find), message) == {
        "ok": False,
        "errors": [problem("bad_value", None, "deals", reason="missing")],
        "deals": [],
        "game": None,
    }


def test_a_side_that_sits_out_an_extra_deal_scores_nothing() -> None:
    """Sixteen cards in hand cost 190 and fifteen 180."""
    sixteen, fifteen = hand(held="AAAKKKQQQJJJTT99"), hand(held="AAAKKKQQQJJJTT9")
    data = deal("royal", sixteen, None, fifteen, players=[1, 1, 1], before=[18_000, 0, 18_000])
    score = good(data).score
    assert score is not None
    assert [(side.base, side.cards) for side in score.sides] == [(0, -190), (0, 0), (0, -180)]
    assert [side.after for side in score.sides] == [17_810, 0, 17_820]


def test_three_sides_settle_a_game_that_time_has_ended() -> None:
    """Each wins from each other the difference: 3 × 3000, 3 × 5000 and 3 × 4000, less 12,000."""
    state = end_early(game("samba"), (3000, 5000, 4000), EarlyEnd(GameEnd.TIME))
    assert state.settlement == (-3000, 3000, 0)
