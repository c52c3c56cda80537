"""The combinations of a side: their bonus lines, and the right to go out that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import AtLeast, GoingOutRequirements, LineGroup, MadeCombinations, ScoreLine


@lru_cache(1 << 14)
def made_combinations(rules: RuleSet, counts: tuple[int, ...]) -> MadeCombinations:
    """Return what follows from combinations, given by their numbers in the order of the rule set."""
    lines = tuple(
        ScoreLine(combination.code, LineGroup.BASE, count, count * combination.points, combination.rule)
        for combination, count in zip(rules.combinations, counts, strict=True)
        if count
    )
    by_code = {line.code: line.count or 0 for line in lines}
    alone = (
        rules.going_out_requirements
        if rules.going_out_requirements_alone is None
        else rules.going_out_requirements_alone
    )
    return MadeCombinations(
        counts=counts,
        number=sum(counts),
        points=sum(line.points for line in lines),
        lines=lines,
        may_go_out=meets_requirements(rules.going_out_requirements, by_code),
        may_go_out_alone=meets_requirements(alone, by_code),
    )


def meets_requirements(requirements: GoingOutRequirements, counts: Mapping[str, int]) -> bool:
    return not requirements or any(
        all(_has_at_least(counts, minimum) for minimum in alternative) for alternative in requirements
    )


def _has_at_least(counts: Mapping[str, int], minimum: AtLeast) -> bool:
    return sum(counts.get(code, 0) for code in minimum.codes) >= minimum.number
