"""The penalties of one act: the dearest of its faults where the rules have it so, all of them elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core.penalties import ActCharges, charges_for_act
from scoring.core.ruleset import RuleSet
from tests.scoring.support.simulated import game, games

ROYAL = game("royal")


def codes(charges: ActCharges) -> tuple[list[str], list[str]]:
    return [one.code for one in charges.charged], [one.code for one in charges.waived]


def test_royal_touching_the_pile_costs_nothing_beside_taking_it_wrongly() -> None:
    charges = charges_for_act(ROYAL, ["touched_pile", "took_pile_into_hand"])
    assert codes(charges) == (["took_pile_into_hand"], ["touched_pile"])
    assert charges.rule == "Straffpoäng & felaktigt spel"
    assert charges_for_act(ROYAL, ["took_pile_into_hand", "touched_pile"]) == charges


def test_royal_of_two_equally_dear_faults_the_first_of_the_table_is_charged() -> None:
    charges = charges_for_act(ROYAL, ["melded_out_of_turn", "drew_out_of_turn", "touched_pile"])
    assert codes(charges) == (["drew_out_of_turn"], ["touched_pile", "melded_out_of_turn"])


def test_a_single_fault_is_charged_and_no_paragraph_is_needed() -> None:
    assert codes(charges_for_act(ROYAL, ["touched_pile"])) == (["touched_pile"], [])
    assert charges_for_act(ROYAL, ["touched_pile", "touched_pile"]).rule is None
    assert charges_for_act(ROYAL, []) == ActCharges(())


@pytest.mark.parametrize(
    "rules", [one for one in rulesets.newest_editions() if one is not ROYAL], ids=lambda one: one.slug
)
def test_where_the_rules_are_silent_each_fault_is_charged(rules: RuleSet) -> None:
    assert charges_for_act(rules, [penalty.code for penalty in rules.penalties]) == ActCharges(
        rules.penalties
    )


@pytest.mark.parametrize("code", ["hinting", "director", "third_wild", ""])
def test_a_fault_that_the_game_does_not_know_is_refused(code: str) -> None:
    with pytest.raises(LookupError, match="royal has no penalty"):
        charges_for_act(ROYAL, ["touched_pile", code])


@given(games, st.data())
def test_every_fault_is_charged_or_passed_over_and_none_passed_over_is_dearer(
    rules: RuleSet, data: st.DataObject
) -> None:
    known = [penalty.code for penalty in rules.penalties]
    named = data.draw(st.lists(st.sampled_from(known), unique=True)) if known else []
    charged, passed_over, rule = charges_for_act(rules, named)
    assert sorted(one.code for one in charged + passed_over) == sorted(named)
    assert bool(charged) == bool(named)
    assert bool(passed_over) == (rule is not None) == (len(charged) < len(named))
    for one in passed_over:
        assert one.points <= min(each.points for each in charged)
