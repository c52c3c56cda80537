"""The rows of a deal on a printed protocol: the lines of a side put together as paper has them.

Every line stands in exactly one row, and the rows add up to base and card points. Knows the rows that a rule
set lists; must not know what a row is called, nor how a protocol looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from scoring.core.rulesets.base import Line, PrintedRow, RuleSet

# What a contract adds to the lines of the steps.
_OF_A_CONTRACT: Final = frozenset({"false_finish", "contract_award"})


def codes_of(rules: RuleSet) -> frozenset[str]:
    """Every code that a line of this game can have, by its house rules."""
    combinations = {one.code for one in rules.combinations}
    steps = {source.code for step in rules.steps for source in step(rules)}
    return frozenset(combinations | steps | (_OF_A_CONTRACT if rules.contract else frozenset()))


def rows_of(rules: RuleSet) -> tuple[PrintedRow, ...]:
    """The rows that can have points by the house rules of a game."""
    known = codes_of(rules)
    return tuple(row for row in rules.printed if known.intersection(row.codes))


@cache
def _row_by_code(rules: RuleSet) -> dict[str, PrintedRow]:
    return {code: row for row in rules.printed for code in row.codes}


def points_by_row(rules: RuleSet, lines: Sequence[Line]) -> dict[PrintedRow, int]:
    """The points of each row that has a line of this side."""
    rows = _row_by_code(rules)
    points: dict[PrintedRow, int] = {}
    for line in lines:
        row = rows[line.code]
        points[row] = points.get(row, 0) + line.points
    return points
