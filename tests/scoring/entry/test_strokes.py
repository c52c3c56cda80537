"""Under twenty strokes a deal besides the digits of its numbers, with a total on paper in each column.

Before three sides a few more: they have a column more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from scoring import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import evaluate_sheet
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore
from scoring.core.sheet_io import read_sheet
from scoring.core.simulate import play_deal, tally_sheet
from tests.conftest import LONG
from tests.scoring.core.test_vectors import GAMES, vectors
from tests.scoring.support.strokes import TOO_MANY_STROKES, strokes
from tests.scoring.support.worked import worked_cases

PLAYED = 2000 if LONG else 20
# By how many sides a deal has.
BOUNDS = {2: TOO_MANY_STROKES, 3: TOO_MANY_STROKES + 2}


def needed(sheet: DealSheet, score: DealScore) -> int:
    """The strokes of a deal, written down as on paper."""
    by_tally = tally_sheet(sheet) if any(hand and hand.tally is None for hand in sheet.hands) else sheet
    return strokes(by_tally, [side.total for side in score.sides])


Counted = tuple[DealSheet, DealScore]


def counted(sheet: DealSheet) -> Counted:
    score = evaluate_sheet(sheet).score
    assert score is not None
    return sheet, score


def countable(deals: Iterable[Any]) -> Iterator[Counted]:
    for deal in deals:
        sheet, _problems = read_sheet(deal, rulesets.find)
        if sheet is not None and (score := evaluate_sheet(sheet).score) is not None:
            yield sheet, score


def too_long(deals: Iterable[Counted]) -> list[tuple[int, int]]:
    """The sides and the strokes of those that take too many."""
    taken = ((len(sheet.hands), needed(sheet, score)) for sheet, score in deals)
    return [(sides, many) for sides, many in taken if many >= BOUNDS[sides]]


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_a_deal_that_is_played_takes_under_twenty_strokes(rules: RuleSet) -> None:
    rng = Random(20)
    deals = (play_deal(rules, rng, players=rng.choice(rules.player_counts)).sheet for _deal in range(PLAYED))
    assert too_long(map(counted, deals)) == []


def test_a_deal_that_somebody_has_thought_of_takes_under_twenty_strokes() -> None:
    deals = [vector.values[0]["deal"] for vector in vectors(*GAMES)]
    deals += [json.loads(case["json"]) for _name, case in worked_cases("deal")]
    assert too_long(countable(deals)) == []
