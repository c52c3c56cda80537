"""Rule sets as agreed for one game: with house rules, or with a number of deals instead of the target."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import OptionValue

__all__ = ["NO_TARGET", "ChosenOptions", "with_options", "without_target"]

ChosenOptions = tuple[tuple[str, OptionValue], ...]
# The target of a game without one: more than any total.
NO_TARGET: Final = 2**62


@cache
def with_options(rules: RuleSet, chosen: ChosenOptions) -> RuleSet:
    """Return a rule set with house rules: the same object for the same house rules.

    Raises ValueError for an option or a value that the game does not have.
    """
    for name, value in chosen:
        option = rules.option(name)
        choice = None if option is None else option.choice(value)
        if choice is None:
            raise ValueError(f"{rules.slug} has no option {name}={value!r}")
        rules = choice.apply(rules)
    return rules


@cache
def without_target(rules: RuleSet) -> RuleSet:
    """Return the rules for a game with an agreed number of deals: no target, and no extra deal."""
    return replace(rules, target=NO_TARGET, extra_deal=False)
