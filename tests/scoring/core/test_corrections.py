"""Corrections by the book: worked pairs of sheets, and every kind in every state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scoring.core import rulesets
from scoring.core.corrections import Answer, Kind, Policy, State, kinds_of, may
from scoring.core.rulesets.base import RuleSet
from scoring.core.sheet import read
from scoring.core.written import DealSheet
from tests.scoring.worked import answer_of, corrections

CASES = {case["name"]: case for case in corrections()}
FLAGS = (False, True)
STATES = [
    State(*flags, policy=policy)
    for flags, policy in product(product(FLAGS, FLAGS, FLAGS, FLAGS, FLAGS), Policy)
]

each_game = pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)


def sheet(text: str) -> DealSheet:
    found, problems = read(json.loads(text))
    assert found is not None, problems
    return found


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_worked_correction(case: Mapping[str, Any]) -> None:
    assert sorted(kinds_of(sheet(case["old"]), sheet(case["new"]))) == case["kinds"]
    for told in case["answers"]:
        assert answer_of(case["ruleset"], told) == told


@each_game
def test_the_order_of_two_sheets_does_not_change_what_their_difference_is(rules: RuleSet) -> None:
    for case in corrections():
        if case["ruleset"] == rules.slug:
            old, new = sheet(case["old"]), sheet(case["new"])
            assert kinds_of(old, new) == kinds_of(new, old)


@each_game
@pytest.mark.parametrize("kind", Kind)
def test_nothing_but_the_director_changes_a_signed_or_disputed_game(rules: RuleSet, kind: Kind) -> None:
    for state in STATES:
        if state.signed or state.disputed:
            assert may(rules, kind, state).answer in {Answer.DIRECTOR_ONLY, Answer.NO}


@each_game
def test_a_ruling_is_always_the_directors(rules: RuleSet) -> None:
    assert {may(rules, Kind.RULING, state).answer for state in STATES} == {Answer.DIRECTOR_ONLY}


@each_game
def test_what_was_forgotten_is_never_allowed_by_consent(rules: RuleSet) -> None:
    answers = {may(rules, Kind.FORGOTTEN, state).answer for state in STATES}
    assert Answer.NEEDS_OTHER_SIDE not in answers


@each_game
@pytest.mark.parametrize("kind", Kind)
def test_every_answer_names_a_paragraph_or_a_ruling(rules: RuleSet, kind: Kind) -> None:
    assert all(may(rules, kind, state).rule for state in STATES)
