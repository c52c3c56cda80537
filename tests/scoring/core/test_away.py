"""One of three sides is away: the two others play deals without it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import rulesets
from scoring.core.game_state import EarlyEnd, GameEnd, GameState, end_early
from scoring.core.pipeline import DealResult, evaluate
from scoring.core.problem import Code
from scoring.core.sheet_io import read_sheet, sheet_as_data
from tests.scoring.support.played import a_column


def evaluated(ruleset: str = "samba", **fields: Any) -> DealResult:
    """A deal without the side 1, in which side 0 melds 200 and side 2 melds 100."""
    data = {
        "ruleset": ruleset,
        "players": [1, 1, 1],
        "before": [0, 0, 0],
        "ended": "stock",
        "hands": [a_column(meld_points=200), None, a_column(meld_points=100)],
        "away": 1,
    }
    return evaluate(data | fields, rulesets.find)


@pytest.mark.parametrize("ruleset", ["samba", "royal"])
def test_a_deal_of_two_counts_for_them_and_is_no_extra_deal(ruleset: str) -> None:
    score = evaluated(ruleset, before=[9000, 8000, 7000]).score
    assert score is not None
    assert [side.after for side in score.sides] == [9200, 8000, 7100]
    assert score.game == GameState()
    assert [side.next_opening is None for side in score.sides] == [False, True, False]


def test_a_game_that_one_has_left_is_won_by_the_best_of_two_and_not_settled() -> None:
    score = evaluated(before=[9900, 9950, 9000]).score
    assert score is not None
    assert score.game == GameState(over=True, winner=0)
    rules = rulesets.find("samba", None)
    assert rules is not None
    ended = end_early(rules, (300, 900, 300), EarlyEnd(GameEnd.TIME), away=1)
    assert ended == GameState(over=True, draw=True)


def test_a_sheet_of_two_is_written_and_read_back() -> None:
    sheet = evaluated().sheet
    assert sheet is not None
    assert sheet.away == 1
    again, problems = read_sheet(sheet_as_data(sheet), rulesets.find)
    assert (again, problems) == (sheet, ())


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"away": 3}, Code.BAD_VALUE, "away"),
        ({"away": -1}, Code.BAD_VALUE, "away"),
        ({"away": "1"}, Code.BAD_VALUE, "away"),
        # Only one of three can be away.
        ({"players": [1, 1], "before": [0, 0], "hands": [a_column(), None]}, Code.BAD_VALUE, "away"),
        # It has no hand, and the others have theirs.
        ({"hands": [a_column()] * 3}, Code.NOT_IN_THIS_GAME, "hands"),
        ({"hands": [None, None, a_column()]}, Code.NOT_IN_THIS_GAME, "hands"),
        ({"away": 0}, Code.NOT_IN_THIS_GAME, "hands"),
    ],
)
def test_what_a_deal_of_two_cannot_be(fields: dict[str, Any], code: Code, where: str) -> None:
    problems = evaluated(**fields).problems
    assert code in [problem.code for problem in problems]
    assert where in str([problem for problem in problems if problem.code is code])
