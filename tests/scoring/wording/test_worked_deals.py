"""The worked deals: every rule set against what was worked out by hand from the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.scoring.support.deal_files import load_cases
from tests.scoring.support.worked import (
    RULESETS,
    as_lines,
    evaluated_deal,
    evaluated_game,
    expected,
    expected_game,
    facts_of,
    worked_cases,
)

DEALS = dict(worked_cases("deal"))
GAMES = dict(worked_cases("game"))


@pytest.mark.parametrize("case", DEALS.values(), ids=list(DEALS))
def test_a_worked_deal(case: Mapping[str, Any]) -> None:
    found = dict(evaluated_deal(case["json"]))
    if "sides" in found:
        found["sides"] = as_lines(found["sides"])
    assert found == expected(case)


@pytest.mark.parametrize("case", GAMES.values(), ids=list(GAMES))
def test_a_worked_game(case: Mapping[str, Any]) -> None:
    assert evaluated_game(case["json"]) == expected_game(case)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_game_has_worked_deals_and_each_its_own_name(ruleset: str) -> None:
    names = [case["name"] for case in load_cases(ruleset)["deal"]]
    assert names
    assert len(names) == len(set(names))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_no_deal_shows_is_as_the_rules_have_it(ruleset: str) -> None:
    assert facts_of(ruleset) == load_cases(ruleset)["facts"]
