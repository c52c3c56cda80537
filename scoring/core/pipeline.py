"""Evaluates a deal: reads it, checks it and, when it has no errors, scores it, counting its cards once."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from scoring.core.checks import find_counted_problems
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.problem import Code, Problems, blocking_errors
from scoring.core.ruleset import FindRules
from scoring.core.score import DealScore, score_counted_deal
from scoring.core.sheet_io import read_sheet


class DealResult(NamedTuple):
    """A deal that was read and checked, with its score when it has no errors."""

    sheet: DealSheet | None
    problems: Problems
    score: DealScore | None


def evaluate(data: object, find: FindRules) -> DealResult:
    """Read, check and score a deal."""
    sheet, problems = read_sheet(data, find)
    return DealResult(None, problems, None) if sheet is None else evaluate_sheet(sheet)


def evaluate_sheet(sheet: DealSheet, overridden: Collection[Code] = ()) -> DealResult:
    """Check and score a sheet; `overridden` are errors that a director has overridden."""
    deal = count_deal(sheet)
    problems = find_counted_problems(deal)
    if problems and blocking_errors(problems, overridden):
        return DealResult(sheet, problems, None)
    return DealResult(sheet, problems, score_counted_deal(deal))
