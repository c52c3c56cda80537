"""Corrections by the book: worked pairs of sheets, and every kind in every state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scoring import rulesets
from scoring.core.corrections import (
    Answer,
    CorrectionKind,
    CorrectionPolicy,
    CorrectionState,
    correction_kinds,
    may_correct,
)
from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import RuleSet
from scoring.core.sheet_io import read_sheet
from tests.scoring.support.worked import answer_of, corrections

CASES = {case["name"]: case for case in corrections()}
FLAGS = (False, True)
STATES = [
    CorrectionState(*flags, policy=policy)
    for flags, policy in product(product(FLAGS, FLAGS, FLAGS, FLAGS, FLAGS), CorrectionPolicy)
]

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


def sheet(text: str) -> DealSheet:
    found, problems = read_sheet(json.loads(text), rulesets.find)
    assert found is not None, problems
    return found


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_worked_correction(case: Mapping[str, Any]) -> None:
    assert sorted(correction_kinds(sheet(case["old"]), sheet(case["new"]))) == case["kinds"]
    for expected in case["answers"]:
        assert answer_of(case["ruleset"], expected) == expected


@each_game
def test_the_order_of_two_sheets_does_not_change_what_their_difference_is(rules: RuleSet) -> None:
    for case in corrections():
        if case["ruleset"] == rules.slug:
            old, new = sheet(case["old"]), sheet(case["new"])
            assert correction_kinds(old, new) == correction_kinds(new, old)


def as_a_database_keeps_it(text: str) -> str:
    """PostgreSQL gives the names of a stored object back by their length, then by the alphabet."""

    def kept(value: Any) -> Any:
        if isinstance(value, list):
            return [kept(each) for each in value]
        if isinstance(value, dict):
            return {name: kept(value[name]) for name in sorted(value, key=lambda name: (len(name), name))}
        return value

    return json.dumps(kept(json.loads(text)))


@each_game
def test_in_which_order_names_are_kept_makes_no_difference(rules: RuleSet) -> None:
    for case in corrections():
        if case["ruleset"] == rules.slug:
            kept = sheet(as_a_database_keeps_it(case["old"]))
            assert correction_kinds(sheet(case["old"]), kept) == frozenset()
            assert sorted(correction_kinds(kept, sheet(case["new"]))) == case["kinds"]


def test_two_combinations_in_another_order_are_the_same_tally() -> None:
    written = a_tally({"samba": 1, "mixed": 1}, 845)
    assert correction_kinds(written, a_tally({"mixed": 1, "samba": 1}, 845)) == frozenset()
    assert CorrectionKind.ARITHMETIC in correction_kinds(written, a_tally({"mixed": 1, "samba": 1}, 945))


def a_tally(combinations: Mapping[str, int], meld_points: int) -> DealSheet:
    held: dict[str, Any] = {"hand_points": 120, "hand_red_threes": 0, "hand_black_threes": 0}
    sides = [
        {"tally": {"combinations": combinations, "meld_points": meld_points, **held}, "red_threes": 0},
        {"tally": {"combinations": {}, "meld_points": 0, **held}, "red_threes": 0},
    ]
    return sheet(json.dumps({"ruleset": "samba", "ended": "stock", "hands": sides}))


@each_game
@pytest.mark.parametrize("kind", CorrectionKind)
def test_nothing_but_the_director_changes_a_signed_or_disputed_game(
    rules: RuleSet, kind: CorrectionKind
) -> None:
    for state in STATES:
        if state.signed or state.disputed:
            assert may_correct(rules, kind, state).answer in {Answer.DIRECTOR_ONLY, Answer.NO}


@each_game
def test_a_ruling_is_always_the_directors(rules: RuleSet) -> None:
    assert {may_correct(rules, CorrectionKind.RULING, state).answer for state in STATES} == {
        Answer.DIRECTOR_ONLY
    }


@each_game
def test_what_was_forgotten_is_never_allowed_by_consent(rules: RuleSet) -> None:
    answers = {may_correct(rules, CorrectionKind.FORGOTTEN, state).answer for state in STATES}
    assert Answer.NEEDS_OTHER_SIDE not in answers


@each_game
@pytest.mark.parametrize("kind", CorrectionKind)
def test_every_answer_names_a_paragraph_or_a_ruling(rules: RuleSet, kind: CorrectionKind) -> None:
    assert all(may_correct(rules, kind, state).rule for state in STATES)
