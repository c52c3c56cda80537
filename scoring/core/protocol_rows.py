"""The rows of a deal on a printed protocol.

Every line of a side belongs to exactly one row, and the rows add up to base and card points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from scoring.core.ruleset import PrintedRow, RuleSet
from scoring.core.vocabulary import ScoreLine

# The lines that a contract adds to those of the steps.
_CONTRACT_LINES: Final = frozenset({"false_finish", "contract_award"})


def line_codes(rules: RuleSet) -> frozenset[str]:
    """Return every code that a line of this game can have, by its house rules."""
    combinations = {combination.code for combination in rules.combinations}
    steps = {source.code for step in rules.steps for source in step(rules)}
    return frozenset(combinations | steps | (_CONTRACT_LINES if rules.contract else frozenset()))


def rows_in_use(rules: RuleSet) -> tuple[PrintedRow, ...]:
    """Return the rows that can have points by the house rules of a game."""
    codes = line_codes(rules)
    return tuple(row for row in rules.printed_rows if codes.intersection(row.codes))


@cache
def _row_by_code(rules: RuleSet) -> dict[str, PrintedRow]:
    return {code: row for row in rules.printed_rows for code in row.codes}


def points_by_row(rules: RuleSet, lines: Sequence[ScoreLine]) -> dict[PrintedRow, int]:
    """Return the points of each row that has a line of this side."""
    rows = _row_by_code(rules)
    points: dict[PrintedRow, int] = {}
    for line in lines:
        row = rows[line.code]
        points[row] = points.get(row, 0) + line.points
    return points
