"""Evaluates a deal: reads it, checks it and, when it has no errors, scores it, counting its cards once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from scoring.core.checks import find_counted_problems
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import GameState, state_after
from scoring.core.problem import Code, Problems, blocking_errors, errors_of
from scoring.core.ruleset import FindRules
from scoring.core.score import DealScore, SideSums, deal_sums, score_counted_deal
from scoring.core.sheet_io import read_sheet

# Makes a named tuple without its constructor, which is written in Python and takes three times as long.
_make_tuple: Final = tuple.__new__


class DealResult(NamedTuple):
    """A deal that was read and checked, with its score when it has no errors."""

    sheet: DealSheet | None
    problems: Problems
    score: DealScore | None


def evaluate(data: object, find: FindRules) -> DealResult:
    """Read, check and score a deal."""
    sheet, problems = read_sheet(data, find)
    return DealResult(None, problems, None) if sheet is None else evaluate_sheet(sheet)


class DealTotals(NamedTuple):
    """A deal that was read and checked, with its sums and the totals after it, without lines."""

    problems: Problems
    sums: tuple[SideSums, ...] = ()
    after: tuple[int, ...] = ()
    game: GameState | None = None


def evaluate_totals(data: object, find: FindRules) -> DealTotals:
    """Read, check and sum up a deal without making lines, for recounting many deals."""
    sheet, problems = read_sheet(data, find)
    if sheet is None:
        return DealTotals(problems)
    deal = count_deal(sheet)
    problems = find_counted_problems(deal)
    if problems and errors_of(problems):
        return DealTotals(problems)
    sums, before = deal_sums(deal), sheet.before
    after: tuple[int, ...] = ()
    for side, (base, cards) in enumerate(sums):
        after += (before[side] + base + cards,)
    return _make_tuple(DealTotals, (problems, tuple(sums), after, state_after(sheet, after)))


def evaluate_sheet(sheet: DealSheet, overridden: Collection[Code] = ()) -> DealResult:
    """Check and score a sheet; `overridden` are errors that a director has overridden."""
    deal = count_deal(sheet)
    problems = find_counted_problems(deal)
    if problems and blocking_errors(problems, overridden):
        return DealResult(sheet, problems, None)
    return _make_tuple(DealResult, (sheet, problems, score_counted_deal(deal)))
