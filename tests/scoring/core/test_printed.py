"""The rows of a printed protocol: every line in one of them, and together base and card points."""

from __future__ import annotations

import pytest
from hypothesis import given

from scoring.core import protocol_rows, rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.rulesets.base import Group, Line, RuleSet
from scoring.core.score import score
from tests.scoring.support.simulated import entries, game

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)


def with_each_house_rule(rules: RuleSet) -> list[RuleSet]:
    chosen = [((option.name, one.value),) for option in rules.options for one in option.choices]
    return [rules, *(rulesets.with_options(rules, options) for options in chosen)]


@EVERY_GAME
def test_every_line_code_stands_in_exactly_one_row(rules: RuleSet) -> None:
    codes = [code for row in rules.printed for code in row.codes]
    known = frozenset().union(*(protocol_rows.codes_of(one) for one in with_each_house_rule(rules)))
    assert len(codes) == len(set(codes))
    assert set(codes) == known


@EVERY_GAME
def test_every_row_has_a_name_of_its_own(rules: RuleSet) -> None:
    names = [row.name for row in rules.printed]
    assert len(names) == len(set(names))


@given(sheet=entries())
def test_the_rows_add_up_to_base_and_card_points(sheet: DealSheet) -> None:
    for side in score(sheet).sides:
        rows = protocol_rows.points_by_row(sheet.rules, side.lines)
        assert sum(points for row, points in rows.items() if row.group is Group.BASE) == side.base
        assert sum(points for row, points in rows.items() if row.group is Group.CARDS) == side.cards


@EVERY_GAME
def test_every_penalty_of_a_game_is_printed_in_the_base_points(rules: RuleSet) -> None:
    for penalty in rules.penalties:
        line = Line(penalty.code, Group.BASE, 1, -penalty.points, penalty.rule)
        ((row, points),) = protocol_rows.points_by_row(rules, [line]).items()
        assert (row.group, points) == (Group.BASE, -penalty.points)


def test_lines_of_one_row_are_added_up() -> None:
    lines = [
        Line("red", Group.BASE, 2, 1000, "Regler"),
        Line("black", Group.BASE, 1, 300, "Regler"),
        Line("red_threes", Group.CARDS, 1, 100, "Regler"),
        Line("melded_cards", Group.CARDS, None, 405, "Regler"),
        Line("hand_cards", Group.CARDS, None, -65, "Regler"),
    ]
    points = protocol_rows.points_by_row(game("danish"), lines)
    assert {row.name: sum_of for row, sum_of in points.items()} == {"canastas": 1300, "all_the_rest": 440}


def test_a_form_leaves_out_what_no_line_of_the_game_can_have() -> None:
    danish = game("danish")
    assert "going_out" not in {row.name for row in protocol_rows.rows_of(danish)}
    by_house_rule = rulesets.with_options(danish, (("going_out", 100),))
    assert "going_out" in {row.name for row in protocol_rows.rows_of(by_house_rule)}


def test_penalties_of_sitoumussamba_stand_by_size() -> None:
    rows = {row.name: row.codes for row in game("sitoumussamba").printed}
    assert rows["penalties_of_100"] == ("drew_out_of_turn", "took_pile_out_of_turn")
    assert rows["penalties_of_500"] == ("opening_failed",)
    assert rows["bid_without_opening"] == ("bid_without_opening",)
