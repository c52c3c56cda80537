"""Slips of the pen by themselves: the amount of each, and the paragraph of the line that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import slip_patterns
from scoring.core.score import line_sources
from scoring.core.slip_patterns import CODE_SEPARATOR, ComputedFigure, PenSlip, SlipPattern
from tests.scoring.core.written_deals import deal, finished, good, tally
from tests.scoring.support.simulated import game

SAMBA = deal(
    "samba",
    tally(745, 60, samba=1, natural=2, red_threes=4, went_out=True),
    tally(235, 115, mixed=1, red_threes=1, penalties={"drew_out_of_turn": 1}),
    ended="out",
)


def figure_of(data: dict[str, Any], side: int = 0) -> ComputedFigure:
    """Return the total of a side as a figure on paper has it."""
    score = good(data).score
    assert score is not None
    result = score.sides[side]
    return slip_patterns.deal_figure(game(data["ruleset"]), result, result.total, None)


def amounts(slips: list[PenSlip], code: str) -> list[int]:
    return [slip.difference for slip in slips if slip.code == code]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "pattern",
    [
        slip_patterns.hand_forgotten,
        slip_patterns.line_missing,
        slip_patterns.two_lines_missing,
        slip_patterns.line_twice,
        slip_patterns.wrong_class,
        slip_patterns.extra_entry,
        slip_patterns.missing_entry,
    ],
)
def test_a_slip_cites_the_paragraph_of_its_first_line(pattern: SlipPattern, side: int) -> None:
    figure = figure_of(SAMBA, side)
    paragraphs = {combination.code: combination.rule for combination in figure.rules.combinations}
    paragraphs |= {source.code: source.rule for source in line_sources(figure.rules)}
    slips = list(pattern(figure))
    assert slips
    for slip in slips:
        assert slip.rule == paragraphs[slip.code.split(CODE_SEPARATOR)[0]]


def test_a_charge_counted_for_the_side_cites_its_paragraph() -> None:
    (threes, charge) = slip_patterns.wrong_line_sign(figure_of(SAMBA, 1))
    assert (threes, charge) == (PenSlip(200, "red_threes", "21f"), PenSlip(200, "drew_out_of_turn", "25c3"))


def test_what_happened_once_can_be_left_out() -> None:
    slips = list(slip_patterns.missing_entry(figure_of(finished("royal", winner={"concealed": True}))))
    assert amounts(slips, "concealed") == [-500]
    assert amounts(slips, "going_out") == [-200]


def test_other_digits_of_a_nought_are_more_than_nothing() -> None:
    nothing = ComputedFigure(game("samba"), 0, 0)
    assert [slip.difference for slip in slip_patterns.wrong_digit(nothing)] == list(range(1, 10))
