"""What one act costs: the dearest of its faults where the rules say so, each of them elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core import rulesets
from scoring.core.penalties import Charges, charged_for
from scoring.core.rulesets.base import RuleSet
from tests.scoring.support.simulated import game, games

ROYAL = game("royal")


def codes(charges: Charges) -> tuple[list[str], list[str]]:
    return [one.code for one in charges.charged], [one.code for one in charges.passed_over]


def test_royal_touching_the_pile_costs_nothing_beside_taking_it_wrongly() -> None:
    charges = charged_for(ROYAL, ["touched_pile", "took_pile_into_hand"])
    assert codes(charges) == (["took_pile_into_hand"], ["touched_pile"])
    assert charges.rule == "Straffpoäng & felaktigt spel"
    assert charged_for(ROYAL, ["took_pile_into_hand", "touched_pile"]) == charges


def test_royal_of_two_equally_dear_faults_the_first_of_the_table_is_charged() -> None:
    charges = charged_for(ROYAL, ["melded_out_of_turn", "drew_out_of_turn", "touched_pile"])
    assert codes(charges) == (["drew_out_of_turn"], ["touched_pile", "melded_out_of_turn"])


def test_a_single_fault_is_charged_and_no_paragraph_is_needed() -> None:
    assert codes(charged_for(ROYAL, ["touched_pile"])) == (["touched_pile"], [])
    assert charged_for(ROYAL, ["touched_pile", "touched_pile"]).rule is None
    assert charged_for(ROYAL, []) == Charges(())


@pytest.mark.parametrize(
    "rules", [one for one in rulesets.all() if one is not ROYAL], ids=lambda one: one.slug
)
def test_where_the_rules_are_silent_each_fault_is_charged(rules: RuleSet) -> None:
    assert charged_for(rules, [one.code for one in rules.penalties]) == Charges(rules.penalties)


@pytest.mark.parametrize("code", ["hinting", "director", "third_wild", ""])
def test_a_fault_that_the_game_does_not_know_is_refused(code: str) -> None:
    with pytest.raises(LookupError, match="royal has no penalty"):
        charged_for(ROYAL, ["touched_pile", code])


@given(games, st.data())
def test_every_fault_is_charged_or_passed_over_and_none_passed_over_is_dearer(
    rules: RuleSet, data: st.DataObject
) -> None:
    known = [one.code for one in rules.penalties]
    named = data.draw(st.lists(st.sampled_from(known), unique=True)) if known else []
    charged, passed_over, rule = charged_for(rules, named)
    assert sorted(one.code for one in charged + passed_over) == sorted(named)
    assert bool(charged) == bool(named)
    assert bool(passed_over) == (rule is not None) == (len(charged) < len(named))
    for one in passed_over:
        assert one.points <= min(each.points for each in charged)
