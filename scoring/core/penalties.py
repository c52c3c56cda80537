"""The penalties of one act: in some games only the dearest of its faults is charged, in others all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import Penalty


class ActCharges(NamedTuple):
    """The penalties of one act: those charged, and those waived by a paragraph."""

    charged: tuple[Penalty, ...]
    waived: tuple[Penalty, ...] = ()
    # The paragraph by which others are waived; None where all are charged.
    rule: str | None = None


def charges_for_act(rules: RuleSet, codes: Iterable[str]) -> ActCharges:
    """Return the penalties of one act with these faults.

    Of two that cost the same the first in the rule set's table is charged. A code counts once: committing a
    fault twice is two acts. Raises LookupError for a code that the game does not have.
    """
    unique_codes = set(codes)
    faults = tuple(penalty for penalty in rules.penalties if penalty.code in unique_codes)
    if unknown := unique_codes.difference(penalty.code for penalty in faults):
        raise LookupError(f"{rules.slug} has no penalty {', '.join(sorted(unknown))}")
    if rules.dearest_of_one_act_rule is None or len(faults) < 2:
        return ActCharges(faults)
    dearest = max(faults, key=lambda penalty: penalty.points)
    others = tuple(penalty for penalty in faults if penalty is not dearest)
    return ActCharges((dearest,), others, rules.dearest_of_one_act_rule)
