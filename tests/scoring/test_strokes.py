"""Under twenty strokes a deal besides the digits of its numbers, with a total on paper in each column."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from scoring.core import rulesets
from scoring.core.rulesets.base import RuleSet
from scoring.core.scored import scored_sheet
from scoring.core.sheet import read
from scoring.core.simulate import play_deal, tally_of
from scoring.core.written import DealSheet
from tests.conftest import LONG
from tests.scoring.core.test_vectors import GAMES, vectors
from tests.scoring.strokes import TOO_MANY, strokes
from tests.scoring.worked import worked

PLAYED = 2000 if LONG else 150


def needed(sheet: DealSheet) -> int:
    """The strokes of a deal, written down as on paper."""
    score = scored_sheet(sheet).score
    assert score is not None
    by_tally = tally_of(sheet) if any(hand and hand.tally is None for hand in sheet.hands) else sheet
    return strokes(by_tally, [side.total for side in score.sides])


def between_two(deals: Iterable[Any]) -> Iterator[DealSheet]:
    """Those of them that can be counted, and lie before two sides."""
    for deal in deals:
        sheet, _problems = read(deal)
        if sheet is not None and len(sheet.hands) == 2 and scored_sheet(sheet).score is not None:
            yield sheet


@pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
def test_a_deal_that_is_played_takes_under_twenty_strokes(rules: RuleSet) -> None:
    """Before two sides or three."""
    rng = Random(20)
    deals = (play_deal(rules, rng, players=rng.choice(rules.forms)).sheet for _deal in range(PLAYED))
    assert max(map(needed, deals)) < TOO_MANY


def test_a_deal_that_somebody_has_thought_of_takes_under_twenty_strokes() -> None:
    deals = [vector.values[0]["deal"] for vector in vectors(*GAMES)]
    deals += [json.loads(case["json"]) for _name, case in worked("deal")]
    assert max(map(needed, between_two(deals))) < TOO_MANY
