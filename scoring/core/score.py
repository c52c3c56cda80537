"""The score of a deal: the lines of each side, their sums, the contract and how the game stands.

`score` expects a sheet without errors. `sums_of` gives the two subtotals of each side without writing a
line, from the same sources. Knows in which order things follow from each other; must not know what any game
charges or gives.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from scoring.core.contract import ContractScore, judge, with_contract
from scoring.core.counting import CountedDeal, SideCount, count_deal
from scoring.core.rulesets.base import Group, Line, Opening, RuleSet
from scoring.core.standing import GameState, next_openings, state_after
from scoring.core.steps import Points, Source
from scoring.core.written import DealSheet

# A line made without the constructor that a named tuple has in Python, which takes twice the time.
new: Final = tuple.__new__


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


class Sources(NamedTuple):
    """The sources of lines that speak of a side, and those of its two subtotals."""

    all: tuple[Source, ...]
    base: tuple[Points, ...]
    cards: tuple[Points, ...]


class SourceBook(dict[int, Sources]):
    """What a rule set has to say about a side, filed under the side's bits of `Special`."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.steps = [source for step in rules.steps for source in step(rules)]

    def __missing__(self, special: int) -> Sources:
        asked = [source for source in self.steps if not source.asks or source.asks & special]
        self[special] = sources = Sources(
            tuple(asked),
            tuple(source.points for source in asked if source.group is Group.BASE),
            tuple(source.points for source in asked if source.group is Group.CARDS),
        )
        return sources


@cache
def sources_of(rules: RuleSet) -> SourceBook:
    return SourceBook(rules)


def score(sheet: DealSheet) -> DealScore:
    """What a deal without errors scored."""
    return score_of(count_deal(sheet))


def score_of(deal: CountedDeal) -> DealScore:
    sheet = deal.sheet
    sources = sources_of(sheet.rules)
    columns = [column_of(sources, side) for side in deal.sides]
    contract: ContractScore | None = None
    if sheet.contract is not None:
        contract, columns = judged(deal, columns)
    totals = tuple(
        [before + base + cards for before, (_, base, cards) in zip(sheet.before, columns, strict=True)]
    )
    state = state_after(sheet, totals)
    following = next_openings(sheet.rules, totals, state)
    sides = [
        new(
            SideScore, (tuple(lines), base, cards, base + cards, totals[at], deal.openings[at], following[at])
        )
        for at, (lines, base, cards) in enumerate(columns)
    ]
    return new(DealScore, (tuple(sides), contract, state))


class Column(NamedTuple):
    """The lines of a side, and their sums by group."""

    lines: list[Line]
    base: int
    cards: int


def column_of(sources: SourceBook, side: SideCount | None) -> Column:
    """The lines of a side, in the order of the rule set's sheet, added up as they are written."""
    if side is None:
        return Column([], 0, 0)
    lines = [*side.combinations.lines]
    base, cards = side.combinations.points, 0
    for code, group, rule, points_of, number_of, _asks in sources[side.special].all:
        points = points_of(side)
        if points:
            lines.append(new(Line, (code, group, number_of(side), points, rule)))
            if group is Group.BASE:
                base += points
            else:
                cards += points
    return new(Column, (lines, base, cards))


def added_up(lines: list[Line]) -> Column:
    base = sum([line.points for line in lines if line.group is Group.BASE])
    return Column(lines, base, sum([line.points for line in lines]) - base)


def judged(deal: CountedDeal, columns: list[Column]) -> tuple[ContractScore | None, list[Column]]:
    """The columns with what the contract adds to them."""
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if rules is None or contract is None:
        return None, columns
    lines = [column.lines for column in columns]
    out = deal.out[0] if deal.out else None
    result = judge(rules, contract, lines, out)
    amended = [with_contract(rules, result, contract.side, side, of) for side, of in enumerate(lines)]
    return result, [
        column if of is column.lines else added_up(of) for column, of in zip(columns, amended, strict=True)
    ]


# Sums without lines.


class Sums(NamedTuple):
    """Base and card points of a side."""

    base: int
    cards: int


def sums_of(deal: CountedDeal) -> list[Sums]:
    """Base and card points of each side, as its lines would add up."""
    sources = sources_of(deal.sheet.rules)
    if deal.sheet.contract is None:
        return [side_sums(sources, side) for side in deal.sides]
    _contract, columns = judged(deal, [column_of(sources, side) for side in deal.sides])
    return [Sums(column.base, column.cards) for column in columns]


def side_sums(sources: SourceBook, side: SideCount | None) -> Sums:
    if side is None:
        return Sums(0, 0)
    _all, of_base, of_cards = sources[side.special]
    base, cards = side.combinations.points, 0
    for points in of_base:
        base += points(side)
    for points in of_cards:
        cards += points(side)
    return new(Sums, (base, cards))
