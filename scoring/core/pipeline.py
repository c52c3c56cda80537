"""A deal taken all the way: read, checked and, when nothing is wrong with it, scored.

Knows the order of these steps and counts the cards once for all of them; must not know what one does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from scoring.core.checks import problems_of
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import GameState, state_after
from scoring.core.problem import Code, Problems, errors_of, standing_errors
from scoring.core.score import DealScore, Sums, score_of, sums_of
from scoring.core.sheet_io import read

# A named tuple made without the constructor that it has in Python, which takes three times as long.
_new: Final = tuple.__new__


class Scored(NamedTuple):
    """A deal read, checked and, when nothing is wrong with it, scored."""

    sheet: DealSheet | None
    problems: Problems
    score: DealScore | None


def scored(data: object) -> Scored:
    """Read, check and score a deal, its cards counted once."""
    sheet, problems = read(data)
    return Scored(None, problems, None) if sheet is None else scored_sheet(sheet)


class Totals(NamedTuple):
    """A deal read and checked, of which only base and card points and the totals after it are wanted."""

    problems: Problems
    sums: tuple[Sums, ...] = ()
    after: tuple[int, ...] = ()
    game: GameState | None = None


def totals(data: object) -> Totals:
    """What `scored` gives, without a line: for recounting many deals."""
    sheet, problems = read(data)
    if sheet is None:
        return Totals(problems)
    deal = count_deal(sheet)
    problems = problems_of(deal)
    if problems and errors_of(problems):
        return Totals(problems)
    sums, before = sums_of(deal), sheet.before
    after: tuple[int, ...] = ()
    for side, (base, cards) in enumerate(sums):
        after += (before[side] + base + cards,)
    return _new(Totals, (problems, tuple(sums), after, state_after(sheet, after)))


def scored_sheet(sheet: DealSheet, overridden: Collection[Code] = ()) -> Scored:
    """A sheet checked and scored; `overridden` are errors that a director has passed over."""
    deal = count_deal(sheet)
    problems = problems_of(deal)
    if problems and standing_errors(problems, overridden):
        return Scored(sheet, problems, None)
    return _new(Scored, (sheet, problems, score_of(deal)))
