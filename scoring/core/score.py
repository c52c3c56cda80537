"""The score of a deal: the lines of each side, their sums, the contract and how the game stands.

`score` expects a sheet without errors. `sums_of` gives the two subtotals of each side without writing a
line, from the same sources. Knows in which order things follow from each other; must not know what any game
charges or gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from scoring.core.contract import ContractScore, judge, with_contract
from scoring.core.counting import CountedDeal, SideCount, count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import GameState, next_openings, state_after
from scoring.core.rulesets.base import Group, Line, Opening, RuleSet
from scoring.core.steps import Amount, Source

# Names of a module are found sooner than those of a class.
_BASE: Final = Group.BASE
_CARDS: Final = Group.CARDS
# A line made without the constructor that a named tuple has in Python, which takes twice the time.
_new: Final = tuple.__new__


class SideScore(NamedTuple):
    """What one side scored, and where it stands."""

    lines: tuple[Line, ...]
    base: int
    cards: int
    total: int
    after: int
    opening: Opening | None
    next_opening: Opening | None


class DealScore(NamedTuple):
    """What a deal scored."""

    sides: tuple[SideScore, ...]
    contract: ContractScore | None
    game: GameState


# What a source says of a side: code, paragraph, amount.
Row = tuple[str, str, Callable[[SideCount], Amount]]
# The sources that speak of a side, those of its base points and those of its card points.
Sources = tuple[tuple[Row, ...], tuple[Row, ...]]


class SourceBook(dict[int, Sources]):
    """What a rule set has to say about a side, filed under the side's bits of `Special`."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.steps = [source for step in rules.steps for source in step(rules)]

    def __missing__(self, special: int) -> Sources:
        asked = [source for source in self.steps if not source.asks or source.asks & special]
        self[special] = found = _rows_of(asked, Group.BASE), _rows_of(asked, Group.CARDS)
        return found


def _rows_of(sources: Sequence[Source], group: Group) -> tuple[Row, ...]:
    return tuple([(one.code, one.rule, one.amount) for one in sources if one.group is group])


@cache
def sources_of(rules: RuleSet) -> SourceBook:
    return SourceBook(rules)


def score(sheet: DealSheet) -> DealScore:
    """What a deal without errors scored."""
    return score_of(count_deal(sheet))


def score_of(deal: CountedDeal) -> DealScore:
    sheet = deal.sheet
    rules = sheet.rules
    sources = sources_of(rules)
    columns: list[_Column] = []
    for side in deal.sides:
        columns.append(_column_of(sources, side))
    contract: ContractScore | None = None
    if sheet.contract is not None:
        contract, columns = _judged(deal, columns)
    totals: tuple[int, ...] = ()
    for at, before in enumerate(sheet.before):
        _lines, base, cards = columns[at]
        totals += (before + base + cards,)
    state = state_after(sheet, totals)
    following = next_openings(rules, totals, state)
    sides: tuple[SideScore, ...] = ()
    for at, (lines, base, cards) in enumerate(columns):
        said = tuple(lines), base, cards, base + cards, totals[at], deal.openings[at], following[at]
        sides += (_new(SideScore, said),)
    return _new(DealScore, (sides, contract, state))


# The lines of a side, and their sums by group.
_Column = tuple[list[Line], int, int]


def _column_of(sources: SourceBook, side: SideCount | None) -> _Column:
    """The lines of a side, in the order of the rule set's sheet, added up as they are written."""
    if side is None:
        return [], 0, 0
    combinations = side.combinations
    of_base, of_cards = sources[side.special]
    lines = [*combinations.lines]
    base, cards = combinations.points, 0
    for code, rule, amount in of_base:
        points, number = amount(side)
        if points:
            base += points
            lines.append(_new(Line, (code, _BASE, number, points, rule)))
    for code, rule, amount in of_cards:
        points, number = amount(side)
        if points:
            cards += points
            lines.append(_new(Line, (code, _CARDS, number, points, rule)))
    return lines, base, cards


def _added_up(lines: list[Line]) -> _Column:
    base = sum([line.points for line in lines if line.group is Group.BASE])
    return lines, base, sum([line.points for line in lines]) - base


def _judged(deal: CountedDeal, columns: list[_Column]) -> tuple[ContractScore | None, list[_Column]]:
    """The columns with what the contract adds to them."""
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if rules is None or contract is None:
        return None, columns
    lines = [column[0] for column in columns]
    out = deal.out[0] if deal.out else None
    result = judge(rules, contract, lines, out)
    amended = [with_contract(rules, result, contract, side, of) for side, of in enumerate(lines)]
    return result, [
        column if of is column[0] else _added_up(of) for column, of in zip(columns, amended, strict=True)
    ]


# Sums without lines.


# Base and card points of a side.
Sums = tuple[int, int]


def sums_of(deal: CountedDeal) -> list[Sums]:
    """Base and card points of each side, as its lines would add up."""
    sources = sources_of(deal.sheet.rules)
    sums: list[Sums] = []
    if deal.sheet.contract is None:
        for side in deal.sides:
            sums.append(side_sums(sources, side))
        return sums
    _contract, columns = _judged(deal, [_column_of(sources, side) for side in deal.sides])
    return [(base, cards) for _lines, base, cards in columns]


def side_sums(sources: SourceBook, side: SideCount | None) -> Sums:
    if side is None:
        return 0, 0
    of_base, of_cards = sources[side.special]
    base, cards = side.combinations.points, 0
    for _code, _rule, amount in of_base:
        base += amount(side)[0]
    for _code, _rule, amount in of_cards:
        cards += amount(side)[0]
    return base, cards
