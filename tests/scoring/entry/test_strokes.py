"""Under twenty strokes a deal besides the digits of its numbers, with a total on paper in each column.

Before three sides a few more: they have a column more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from scoring.core import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import evaluate_sheet
from scoring.core.ruleset import RuleSet
from scoring.core.sheet_io import read_sheet
from scoring.core.simulate import play_deal, tally_sheet
from tests.conftest import LONG
from tests.scoring.core.test_vectors import GAMES, vectors
from tests.scoring.support.strokes import TOO_MANY_STROKES, strokes
from tests.scoring.support.worked import worked_cases

PLAYED = 2000 if LONG else 40
# By how many sides a deal has.
BOUNDS = {2: TOO_MANY_STROKES, 3: TOO_MANY_STROKES + 2}


def needed(sheet: DealSheet) -> int:
    """The strokes of a deal, written down as on paper."""
    score = evaluate_sheet(sheet).score
    if score is None:
        return 0
    by_tally = tally_sheet(sheet) if any(hand and hand.tally is None for hand in sheet.hands) else sheet
    return strokes(by_tally, [side.total for side in score.sides])


def readable(deals: Iterable[Any]) -> Iterator[DealSheet]:
    for deal in deals:
        sheet, _problems = read_sheet(deal)
        if sheet is not None:
            yield sheet


def too_long(deals: Iterable[DealSheet]) -> list[tuple[int, int]]:
    """The sides and the strokes of those that take too many; what cannot be counted takes none."""
    taken = ((len(sheet.hands), needed(sheet)) for sheet in deals)
    return [(sides, many) for sides, many in taken if many >= BOUNDS[sides]]


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_a_deal_that_is_played_takes_under_twenty_strokes(rules: RuleSet) -> None:
    rng = Random(20)
    deals = (play_deal(rules, rng, players=rng.choice(rules.player_counts)).sheet for _deal in range(PLAYED))
    assert too_long(deals) == []


def test_a_deal_that_somebody_has_thought_of_takes_under_twenty_strokes() -> None:
    deals = [vector.values[0]["deal"] for vector in vectors(*GAMES)]
    deals += [json.loads(case["json"]) for _name, case in worked_cases("deal")]
    assert too_long(readable(deals)) == []
