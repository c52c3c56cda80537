"""A contract judged: whether the bid was reached, what became of it, and which lines follow.

The test is made on the lines of the deal as they stand without the contract. Knows promises; must not know
how a card is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.rulesets.base import ContractRules, Group, Line
from scoring.core.written import Contract


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


NEVER_DECIDES: Final = frozenset({"director", "false_finish", "contract_award"})


def judge(
    rules: ContractRules, contract: Contract, lines: Sequence[Sequence[Line]], out: int | None
) -> ContractScore:
    """What becomes of a contract.

    `out` is the side that went out, None when the stock or the time ran out.
    """
    needed = contract.level * rules.a_level
    reached = points_towards(rules, contract, lines[contract.side])
    outcome = outcome_of(reached >= needed, contract.side, out)
    award = needed * percentage(rules, outcome, contract.doubled) // 100
    others = next(side for side in range(len(lines)) if side != contract.side)
    to = {Outcome.MADE: contract.side, Outcome.VOID: None}.get(outcome, others)
    return ContractScore(needed, reached, outcome, award, to)


def points_towards(rules: ContractRules, contract: Contract, lines: Sequence[Line]) -> int:
    """Combinations and going out, less threes, penalties and the hand; melded cards from some level on (27,
    30).

    """
    return sum(line.points for line in lines if counts(rules, contract.level, line))


def counts(rules: ContractRules, level: int, line: Line) -> bool:
    high = level >= rules.melds_count_from
    if line.code == "hand_cards":
        return rules.hand_counts_then or not high
    return high if line.group == Group.CARDS else line.code not in NEVER_DECIDES


def outcome_of(is_reached: bool, bidder: int, out: int | None) -> Outcome:
    if is_reached:
        return Outcome.MADE
    if out is None:
        return Outcome.VOID
    return Outcome.FALSE_FINISH if out == bidder else Outcome.ROBBED


def percentage(rules: ContractRules, outcome: Outcome, doubled: bool) -> int:
    table = {
        Outcome.MADE: rules.made,
        Outcome.ROBBED: rules.robbed,
        Outcome.FALSE_FINISH: rules.false_finish,
        Outcome.VOID: (0, 0),
    }
    return table[outcome][doubled]


def with_contract(
    rules: ContractRules, score: ContractScore, bidder: int, side: int, lines: Sequence[Line]
) -> list[Line]:
    """The lines of a side once the contract has been judged."""
    judged = list(lines)
    if score.outcome is Outcome.FALSE_FINISH and side == bidder:
        judged = false_finish(rules, judged)
    if score.to == side and score.award:
        line = Line("contract_award", Group.BASE, 1, score.award, rules.award_rule)
        base = sum(1 for line in judged if line.group == Group.BASE)
        judged.insert(base, line)
    return judged


def false_finish(rules: ContractRules, lines: Sequence[Line]) -> list[Line]:
    """No points for going out, and a charge, which stands before the penalties that were entered."""
    kept = [line for line in lines if line.code != "going_out"]
    charge = rules.false_finish_penalty
    at = next((at for at, line in enumerate(kept) if line.code in rules.charged_before), len(kept))
    kept.insert(at, Line("false_finish", Group.BASE, 1, -charge.points, charge.rule))
    return kept
