"""Judges a contract: whether the bid was reached, its outcome, and the lines that it adds.

The test is made on the lines of the deal before the contract is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract, LineGroup, ScoreLine


class ContractOutcome(StrEnum):
    """The outcome of a bid."""

    MADE = "made"
    ROBBED = "robbed"
    VOID = "void"
    FALSE_FINISH = "false_finish"


class ContractScore(NamedTuple):
    """A judged contract. `award` is paid to side `paid_to`."""

    needed: int
    reached: int
    outcome: ContractOutcome
    award: int
    paid_to: int | None


CONTRACT_AWARD: Final = "contract_award"
# Lines that never count towards a bid; and card points that count only from some level on.
_NEVER: Final = frozenset({"director", "false_finish", CONTRACT_AWARD})
_MELDED: Final = frozenset({"melded_cards", "excess_wild"})
_HELD: Final = frozenset({"hand_cards"})


def judge_contract(
    rules: ContractRules, contract: Contract, lines: Sequence[Sequence[ScoreLine]], out: int | None
) -> ContractScore:
    """Judge a contract; `out` is the side that went out, None when no side did."""
    needed = contract.level * rules.points_a_level
    reached = _points_towards(rules, contract.level, lines[contract.side])
    outcome = _outcome_of(reached >= needed, contract.side, out)
    award = needed * _percentage(rules, outcome, contract.doubled) // 100
    if outcome is ContractOutcome.VOID:
        return ContractScore(needed, reached, outcome, award, None)
    paid_to = contract.side if outcome is ContractOutcome.MADE else 1 - contract.side
    return ContractScore(needed, reached, outcome, award, paid_to)


def _points_towards(rules: ContractRules, level: int, lines: Sequence[ScoreLine]) -> int:
    """Count combinations and going out, less threes, penalties and hand; at high levels also melds (30B)."""
    excluded = _NEVER | _MELDED
    if level >= rules.melds_count_from_level:
        excluded = _NEVER if rules.hand_counts_then else _NEVER | _HELD
    return sum([line.points for line in lines if line.code not in excluded])


def _outcome_of(is_reached: bool, bidder: int, out: int | None) -> ContractOutcome:
    if is_reached:
        return ContractOutcome.MADE
    if out is None:
        return ContractOutcome.VOID
    return ContractOutcome.FALSE_FINISH if out == bidder else ContractOutcome.ROBBED


def _percentage(rules: ContractRules, outcome: ContractOutcome, doubled: bool) -> int:
    """Return what part of the bid is paid."""
    if outcome is ContractOutcome.VOID:
        return 0
    percentages = {ContractOutcome.MADE: rules.made, ContractOutcome.ROBBED: rules.robbed}.get(
        outcome, rules.false_finish
    )
    return percentages[doubled]


def lines_with_contract(
    rules: ContractRules, score: ContractScore, contract: Contract, side: int, lines: list[ScoreLine]
) -> list[ScoreLine]:
    """Return the lines of a side after the contract; the same list where nothing is added."""
    if score.outcome is ContractOutcome.FALSE_FINISH and side == contract.side:
        return with_false_finish(rules, lines)
    if score.paid_to != side or not score.award:
        return lines
    award = ScoreLine(CONTRACT_AWARD, LineGroup.BASE, 1, score.award, rules.award_rules[contract.doubled])
    base = [line for line in lines if line.group is LineGroup.BASE]
    return [*base, award, *lines[len(base) :]]


def with_false_finish(rules: ContractRules, lines: Sequence[ScoreLine]) -> list[ScoreLine]:
    """Drop the points for going out and insert a charge before the penalties that were entered."""
    kept = [line for line in lines if line.code != "going_out"]
    charge = rules.false_finish_penalty
    at = next((at for at, line in enumerate(kept) if line.code in rules.lines_after_false_finish), len(kept))
    kept.insert(at, ScoreLine("false_finish", LineGroup.BASE, 1, -charge.points, charge.rule))
    return kept
