"""A contract judged: whether the bid was reached, what became of it, and which lines follow.

The test is made on the lines of the deal as they stand without the contract. Knows promises; must not know
how a card is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.deal_sheet import Contract
from scoring.core.rulesets.base import ContractRules, Group, Line


class Outcome(StrEnum):
    """What became of a bid."""

    MADE = "made"
    ROBBED = "robbed"
    VOID = "void"
    FALSE_FINISH = "false_finish"


class ContractScore(NamedTuple):
    """A judged contract. `award` goes to side `to`."""

    needed: int
    reached: int
    outcome: Outcome
    award: int
    to: int | None


AWARD: Final = "contract_award"
# What never decides a contract; and which card points count only from some level on.
_NEVER: Final = frozenset({"director", "false_finish", AWARD})
_MELDED: Final = frozenset({"melded_cards", "excess_wild"})
_HELD: Final = frozenset({"hand_cards"})


def judge(
    rules: ContractRules, contract: Contract, lines: Sequence[Sequence[Line]], out: int | None
) -> ContractScore:
    """What becomes of a contract; `out` is the side that went out, None when nobody did."""
    needed = contract.level * rules.a_level
    reached = _points_towards(rules, contract.level, lines[contract.side])
    outcome = _outcome_of(reached >= needed, contract.side, out)
    award = needed * _percentage(rules, outcome, contract.doubled) // 100
    if outcome is Outcome.VOID:
        return ContractScore(needed, reached, outcome, award, None)
    to = contract.side if outcome is Outcome.MADE else 1 - contract.side
    return ContractScore(needed, reached, outcome, award, to)


def _points_towards(rules: ContractRules, level: int, lines: Sequence[Line]) -> int:
    """Combinations and going out, less threes, penalties and hand; from some level on melded cards (30B)."""
    left_out = _NEVER | _MELDED
    if level >= rules.melds_count_from:
        left_out = _NEVER if rules.hand_counts_then else _NEVER | _HELD
    return sum([line.points for line in lines if line.code not in left_out])


def _outcome_of(is_reached: bool, bidder: int, out: int | None) -> Outcome:
    if is_reached:
        return Outcome.MADE
    if out is None:
        return Outcome.VOID
    return Outcome.FALSE_FINISH if out == bidder else Outcome.ROBBED


def _percentage(rules: ContractRules, outcome: Outcome, doubled: bool) -> int:
    """What part of the bid is paid."""
    if outcome is Outcome.VOID:
        return 0
    paid = {Outcome.MADE: rules.made, Outcome.ROBBED: rules.robbed}.get(outcome, rules.false_finish)
    return paid[doubled]


def with_contract(
    rules: ContractRules, score: ContractScore, contract: Contract, side: int, lines: list[Line]
) -> list[Line]:
    """The lines of a side once the contract has been judged; the same list where nothing is added."""
    if score.outcome is Outcome.FALSE_FINISH and side == contract.side:
        return false_finish(rules, lines)
    if score.to != side or not score.award:
        return lines
    award = Line(AWARD, Group.BASE, 1, score.award, rules.award_rules[contract.doubled])
    base = [line for line in lines if line.group is Group.BASE]
    return [*base, award, *lines[len(base) :]]


def false_finish(rules: ContractRules, lines: Sequence[Line]) -> list[Line]:
    """No points for going out, and a charge, which stands before the penalties that were entered."""
    kept = [line for line in lines if line.code != "going_out"]
    charge = rules.false_finish_penalty
    at = next((at for at, line in enumerate(kept) if line.code in rules.charged_before), len(kept))
    kept.insert(at, Line("false_finish", Group.BASE, 1, -charge.points, charge.rule))
    return kept
