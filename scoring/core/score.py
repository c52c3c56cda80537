"""The score of a deal: the lines of each side, their sums, the contract and the state of the game.

`score_deal` expects a sheet without errors. `deal_sums` returns the two subtotals of each side without making
lines, from the same sources.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from scoring.core.contract import ContractScore, judge_contract, lines_with_contract
from scoring.core.counting import CountedDeal, SideCount, count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import GameState, next_openings, state_after
from scoring.core.ruleset import Amount, LineSource, RuleSet
from scoring.core.vocabulary import LineGroup, Opening, ScoreLine

# Looking up a global is faster than looking up a class attribute.
_BASE: Final = LineGroup.BASE
_CARDS: Final = LineGroup.CARDS
# Makes a named tuple without its constructor, which is written in Python and takes twice the time.
_make_tuple: Final = tuple.__new__


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


# Code, paragraph and amount of a line source.
SourceRow = tuple[str, str, Callable[[SideCount], Amount]]
# The sources that apply to a side: those of its base points, and those of its card points.
SourceRows = tuple[tuple[SourceRow, ...], tuple[SourceRow, ...]]


class SourceBook(dict[int, SourceRows]):
    """The line sources that apply to a side, by the bits of its traits."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.steps = [source for step in rules.steps for source in step(rules)]

    def __missing__(self, traits: int) -> SourceRows:
        sources = [source for source in self.steps if not source.requires or source.requires & traits]
        self[traits] = rows = _rows_of(sources, LineGroup.BASE), _rows_of(sources, LineGroup.CARDS)
        return rows


def _rows_of(sources: Sequence[LineSource], group: LineGroup) -> tuple[SourceRow, ...]:
    return tuple([(source.code, source.rule, source.amount) for source in sources if source.group is group])


@cache
def source_book(rules: RuleSet) -> SourceBook:
    return SourceBook(rules)


def score_deal(sheet: DealSheet) -> DealScore:
    """Return the score of a deal without errors."""
    return score_counted_deal(count_deal(sheet))


def score_counted_deal(deal: CountedDeal) -> DealScore:
    sheet = deal.sheet
    rules = sheet.rules
    sources = source_book(rules)
    columns: list[_Column] = []
    for side in deal.sides:
        columns.append(_column_of(sources, side))
    contract: ContractScore | None = None
    if sheet.contract is not None:
        contract, columns = _with_contract(deal, columns)
    totals: tuple[int, ...] = ()
    for side_number, before in enumerate(sheet.before):
        _lines, base, cards = columns[side_number]
        totals += (before + base + cards,)
    state = state_after(sheet, totals)
    following = next_openings(rules, totals, state)
    sides: tuple[SideScore, ...] = ()
    for number, (lines, base, cards) in enumerate(columns):
        opening, next_opening = deal.openings[number], following[number]
        values = tuple(lines), base, cards, base + cards, totals[number], opening, next_opening
        sides += (_make_tuple(SideScore, values),)
    return _make_tuple(DealScore, (sides, contract, state))


# The lines of a side, and their sums by group.
_Column = tuple[list[ScoreLine], int, int]


def _column_of(sources: SourceBook, side: SideCount | None) -> _Column:
    """Make the lines of a side in the order of the rule set's sheet, and add them up."""
    if side is None:
        return [], 0, 0
    combinations = side.combinations
    base_rows, card_rows = sources[side.traits]
    lines = [*combinations.lines]
    base, cards = combinations.points, 0
    for code, rule, amount in base_rows:
        points, number = amount(side)
        if points:
            base += points
            lines.append(_make_tuple(ScoreLine, (code, _BASE, number, points, rule)))
    for code, rule, amount in card_rows:
        points, number = amount(side)
        if points:
            cards += points
            lines.append(_make_tuple(ScoreLine, (code, _CARDS, number, points, rule)))
    return lines, base, cards


def _column_from(lines: list[ScoreLine]) -> _Column:
    base = sum([line.points for line in lines if line.group is LineGroup.BASE])
    return lines, base, sum([line.points for line in lines]) - base


def _with_contract(deal: CountedDeal, columns: list[_Column]) -> tuple[ContractScore | None, list[_Column]]:
    """Return the judged contract, and the columns with the lines that it adds."""
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if rules is None or contract is None:
        return None, columns
    lines = [column[0] for column in columns]
    out = deal.sides_out[0] if deal.sides_out else None
    result = judge_contract(rules, contract, lines, out)
    amended = [
        lines_with_contract(rules, result, contract, side, side_lines)
        for side, side_lines in enumerate(lines)
    ]
    return result, [
        column if new_lines is column[0] else _column_from(new_lines)
        for column, new_lines in zip(columns, amended, strict=True)
    ]


# Sums without lines.


# Base and card points of a side.
SideSums = tuple[int, int]


def deal_sums(deal: CountedDeal) -> list[SideSums]:
    """Return base and card points of each side, as its lines would add up."""
    sources = source_book(deal.sheet.rules)
    sums: list[SideSums] = []
    if deal.sheet.contract is None:
        for side in deal.sides:
            sums.append(side_sums(sources, side))
        return sums
    _contract, columns = _with_contract(deal, [_column_of(sources, side) for side in deal.sides])
    return [(base, cards) for _lines, base, cards in columns]


def side_sums(sources: SourceBook, side: SideCount | None) -> SideSums:
    if side is None:
        return 0, 0
    base_rows, card_rows = sources[side.traits]
    base, cards = side.combinations.points, 0
    for _code, _rule, amount in base_rows:
        base += amount(side)[0]
    for _code, _rule, amount in card_rows:
        cards += amount(side)[0]
    return base, cards
