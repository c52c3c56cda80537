"""Which penalties one act costs: in some games only the dearest of its faults, in the others each of them.

Knows the rule set's table of penalties and its paragraph on one act; must not know who has done what, nor
that a deal may hold several acts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.core.rulesets.base import Penalty, RuleSet


class Charges(NamedTuple):
    """The penalties of one act: those charged, and those passed over by a paragraph."""

    charged: tuple[Penalty, ...]
    passed_over: tuple[Penalty, ...] = ()
    # The paragraph by which others are passed over; None where all are charged.
    rule: str | None = None


def charged_for(rules: RuleSet, codes: Iterable[str]) -> Charges:
    """What one act with these faults costs; of two equally dear the first in the rule set's table is charged.

    A code that the game does not know is refused with LookupError. A fault is named once or not at all: that
    it was committed twice are two acts.
    """
    named = set(codes)
    faults = tuple(penalty for penalty in rules.penalties if penalty.code in named)
    if unknown := named.difference(penalty.code for penalty in faults):
        raise LookupError(f"{rules.slug} has no penalty {', '.join(sorted(unknown))}")
    if rules.dearest_of_one_act_rule is None or len(faults) < 2:
        return Charges(faults)
    dearest = max(faults, key=lambda penalty: penalty.points)
    others = tuple(penalty for penalty in faults if penalty is not dearest)
    return Charges((dearest,), others, rules.dearest_of_one_act_rule)
