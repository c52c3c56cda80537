"""The score of a deal: the lines of each side, their sums, the contract and the state of the game.

`score_deal` expects a sheet without errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scoring.core.contract import ContractScore, judge_contract, lines_with_contract
from scoring.core.counted import CountedDeal, SideCount
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import GameState, next_openings, state_after
from scoring.core.ruleset import LineSource, RuleSet
from scoring.core.vocabulary import LineGroup, Opening, ScoreLine


class SideScore(NamedTuple):
    """The score of one side, with its running total and openings."""

    lines: tuple[ScoreLine, ...]
    base: int
    cards: int
    total: int
    after: int
    opening: Opening | None
    next_opening: Opening | None


class DealScore(NamedTuple):
    """The score of a deal."""

    sides: tuple[SideScore, ...]
    contract: ContractScore | None
    game: GameState


def score_deal(sheet: DealSheet) -> DealScore:
    """Return the score of a deal without errors."""
    return score_counted_deal(count_deal(sheet))


def score_counted_deal(deal: CountedDeal) -> DealScore:
    sheet, rules = deal.sheet, deal.sheet.rules
    columns: list[_SideLines] = []
    for side in deal.sides:
        columns.append(_SideLines([]) if side is None else _column_of(rules, side))
    contract: ContractScore | None = None
    if sheet.contract is not None:
        contract, columns = _with_contract(deal, columns)
    totals: tuple[int, ...] = ()
    for at, column in enumerate(columns):
        totals += (sheet.before[at] + column.base + column.cards,)
    state = state_after(sheet, totals)
    following = next_openings(rules, totals, state, sheet.away)
    sides: list[SideScore] = []
    for at, column in enumerate(columns):
        base, cards, after = column.base, column.cards, totals[at]
        opening, next_opening = deal.openings[at], following[at]
        sides.append(SideScore(tuple(column.lines), base, cards, base + cards, after, opening, next_opening))
    return DealScore(tuple(sides), contract, state)


# The lines of a side.


@cache
def line_sources(rules: RuleSet) -> tuple[LineSource, ...]:
    """Return the sources of the lines of a game besides its combinations, in the order of its steps."""
    return tuple(source for step in rules.steps for source in step(rules))


@cache
def _usual_sources(rules: RuleSet) -> tuple[LineSource, ...]:
    return tuple(source for source in line_sources(rules) if not source.is_rare)


@cache
def _grouped_sources(rules: RuleSet, is_usual: bool) -> tuple[tuple[LineSource, ...], tuple[LineSource, ...]]:
    """Return the sources of base points, and those of points for cards."""
    sources = _usual_sources(rules) if is_usual else line_sources(rules)
    base = tuple(source for source in sources if source.group is LineGroup.BASE)
    return base, tuple(source for source in sources if source.group is not LineGroup.BASE)


@dataclass(slots=True)
class _SideLines:
    """The lines of a side, base points first, and their sums."""

    lines: list[ScoreLine]
    base: int = 0
    cards: int = 0


def _column_of(rules: RuleSet, side: SideCount) -> _SideLines:
    """Return the lines of a side before a contract."""
    is_usual = not side.unusual_melds and not side.hand.penalties
    base_sources, card_sources = _grouped_sources(rules, is_usual)
    lines = [*side.combinations.lines]
    base = side.combinations.points + _add_lines(lines, base_sources, side)
    return _SideLines(lines, base, _add_lines(lines, card_sources, side))


def _add_lines(lines: list[ScoreLine], sources: tuple[LineSource, ...], side: SideCount) -> int:
    """Add the lines with points, and return their sum."""
    total = 0
    for source in sources:
        points, count = source.amount(side)
        if points:
            lines.append(ScoreLine(source.code, source.group, count, points, source.rule))
            total += points
    return total


def _column_from(lines: list[ScoreLine]) -> _SideLines:
    base = sum(line.points for line in lines if line.group is LineGroup.BASE)
    return _SideLines(lines, base, sum(line.points for line in lines) - base)


def points_of(rules: RuleSet, side: SideCount) -> int:
    """Return the points of a side before a contract."""
    column = _column_of(rules, side)
    return column.base + column.cards


def _with_contract(
    deal: CountedDeal, columns: list[_SideLines]
) -> tuple[ContractScore | None, list[_SideLines]]:
    """Return the judged contract, and the columns with the lines that it adds."""
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if rules is None or contract is None:
        return None, columns
    out = deal.sides_out[0] if deal.sides_out else None
    score = judge_contract(rules, contract, [column.lines for column in columns], out)
    return score, [
        _column_from(lines_with_contract(rules, score, contract, side, column.lines))
        for side, column in enumerate(columns)
    ]
