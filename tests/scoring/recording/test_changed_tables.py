"""No number, flag or word of a rule set can change without a worked deal that notices."""

import pytest

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from tests.scoring.support.changed_tables import changes, survivors

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


@pytest.mark.long
@each_game
def test_every_change_of_a_table_is_noticed(rules: RuleSet) -> None:
    assert list(survivors(rules)) == []


@each_game
def test_every_number_and_flag_of_a_table_is_changed(rules: RuleSet) -> None:
    changed = {
        where.removeprefix(f"{rules.slug}.").split(" ")[0] for where, _value in changes(rules, rules.slug)
    }
    assert {"target", "jokers", "dealt", "card_values[A]", "combinations[0].points", "extra_deal"} <= changed
