"""The score of a deal: the lines of each side, their sums, the contract and how the game stands.

`score` expects a sheet without errors. Knows in which order things follow from each other; must not know
what any game charges or gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.core.contract import ContractScore, judge, with_contract
from scoring.core.counting import CountedDeal, SideCount, count_deal
from scoring.core.rulesets.base import Group, Line, Opening, RuleSet
from scoring.core.standing import GameState, next_openings, opening_needed, state_after
from scoring.core.written import DealSheet


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


NO_LINES: Final[tuple[Line, ...]] = ()


def score(sheet: DealSheet) -> DealScore:
    """What a deal without errors scored."""
    return score_of(count_deal(sheet))


def score_of(deal: CountedDeal) -> DealScore:
    sheet = deal.sheet
    lines = [lines_of(sheet.rules, side) for side in deal.sides]
    contract, lines = judged(deal, lines)
    sums = [(subtotal(of, Group.BASE), subtotal(of, Group.CARDS)) for of in lines]
    totals = tuple(before + base + cards for before, (base, cards) in zip(sheet.before, sums, strict=True))
    state = state_after(sheet, totals)
    following = next_openings(sheet.rules, totals, state)
    sides = tuple(
        SideScore(
            tuple(lines[side]),
            base,
            cards,
            base + cards,
            totals[side],
            opening_needed(sheet, side),
            following[side],
        )
        for side, (base, cards) in enumerate(sums)
    )
    return DealScore(sides, contract, state)


def lines_of(rules: RuleSet, side: SideCount | None) -> Sequence[Line]:
    """The lines of a side, each step of the rule set in its turn."""
    if side is None:
        return NO_LINES
    lines = [*side.combinations.lines]
    for step in rules.steps:
        lines += step(rules, side)
    return lines


def subtotal(lines: Sequence[Line], group: Group) -> int:
    return sum([line.points for line in lines if line.group is group])


def judged(
    deal: CountedDeal, lines: list[Sequence[Line]]
) -> tuple[ContractScore | None, list[Sequence[Line]]]:
    """The lines with what the contract adds to them."""
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if rules is None or contract is None:
        return None, lines
    out = next((side.side for side in deal.playing if side.hand.went_out), None)
    result = judge(rules, contract, lines, out)
    return result, [with_contract(rules, result, contract.side, side, of) for side, of in enumerate(lines)]
