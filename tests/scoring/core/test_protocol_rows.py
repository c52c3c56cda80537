"""The rows of a printed protocol: every line in one of them, and together base and card points."""

from __future__ import annotations

import pytest
from hypothesis import given

from scoring import rulesets
from scoring.core import house_rules, protocol_rows
from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import RuleSet
from scoring.core.score import score_deal
from scoring.core.vocabulary import LineGroup, ScoreLine
from tests.scoring.support.simulated import entries, game

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


def with_each_house_rule(rules: RuleSet) -> list[RuleSet]:
    chosen = [((option.name, one.value),) for option in rules.options for one in option.choices]
    return [rules, *(house_rules.with_options(rules, options) for options in chosen)]


@EVERY_GAME
def test_every_line_code_stands_in_exactly_one_row(rules: RuleSet) -> None:
    codes = [code for row in rules.printed_rows for code in row.codes]
    known = frozenset().union(*(protocol_rows.line_codes(one) for one in with_each_house_rule(rules)))
    assert len(codes) == len(set(codes))
    assert set(codes) == known


@EVERY_GAME
def test_every_row_has_a_name_of_its_own(rules: RuleSet) -> None:
    names = [row.name for row in rules.printed_rows]
    assert len(names) == len(set(names))


@given(sheet=entries())
def test_the_rows_add_up_to_base_and_card_points(sheet: DealSheet) -> None:
    for side in score_deal(sheet).sides:
        rows = protocol_rows.points_by_row(sheet.rules, side.lines)
        assert sum(points for row, points in rows.items() if row.group is LineGroup.BASE) == side.base
        assert sum(points for row, points in rows.items() if row.group is LineGroup.CARDS) == side.cards


@EVERY_GAME
def test_every_penalty_of_a_game_is_printed_in_the_base_points(rules: RuleSet) -> None:
    for penalty in rules.penalties:
        line = ScoreLine(penalty.code, LineGroup.BASE, 1, -penalty.points, penalty.rule)
        ((row, points),) = protocol_rows.points_by_row(rules, [line]).items()
        assert (row.group, points) == (LineGroup.BASE, -penalty.points)


def test_lines_of_one_row_are_added_up() -> None:
    lines = [
        ScoreLine("red", LineGroup.BASE, 2, 1000, "Regler"),
        ScoreLine("black", LineGroup.BASE, 1, 300, "Regler"),
        ScoreLine("red_threes", LineGroup.CARDS, 1, 100, "Regler"),
        ScoreLine("melded_cards", LineGroup.CARDS, None, 405, "Regler"),
        ScoreLine("hand_cards", LineGroup.CARDS, None, -65, "Regler"),
    ]
    points = protocol_rows.points_by_row(game("danish"), lines)
    assert {row.name: sum_of for row, sum_of in points.items()} == {"canastas": 1300, "all_the_rest": 440}


def test_a_form_leaves_out_what_no_line_of_the_game_can_have() -> None:
    danish = game("danish")
    assert "going_out" not in {row.name for row in protocol_rows.rows_in_use(danish)}
    by_house_rule = house_rules.with_options(danish, (("going_out", 100),))
    assert "going_out" in {row.name for row in protocol_rows.rows_in_use(by_house_rule)}


def test_penalties_of_sitoumussamba_stand_by_size() -> None:
    rows = {row.name: row.codes for row in game("sitoumussamba").printed_rows}
    assert rows["penalties_of_100"] == ("drew_out_of_turn", "took_pile_out_of_turn")
    assert rows["penalties_of_500"] == ("opening_failed",)
    assert rows["bid_without_opening"] == ("bid_without_opening",)
