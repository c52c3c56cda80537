"""The rule sets, found by listing this package: a new game is a new module with `EDITIONS`, newest first."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import OptionValue

__all__ = [
    "NO_TARGET",
    "ChosenOptions",
    "editions_by_slug",
    "find",
    "newest_editions",
    "with_options",
    "without_target",
]

ChosenOptions = tuple[tuple[str, OptionValue], ...]
# The target of a game without one: more than any total.
NO_TARGET: Final = 2**62


@cache
def newest_editions() -> tuple[RuleSet, ...]:
    """Return the newest edition of every game, sorted by slug."""
    return tuple(editions[0] for _slug, editions in sorted(editions_by_slug().items()))


@cache
def editions_by_slug() -> dict[str, tuple[RuleSet, ...]]:
    by_slug: dict[str, tuple[RuleSet, ...]] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        editions: tuple[RuleSet, ...] = getattr(import_module(module.name), "EDITIONS", ())
        if editions:
            by_slug[editions[0].slug] = editions
    return by_slug


def find(slug: str, edition: str | None = None) -> RuleSet | None:
    """Return a game by its slug, in the given edition or the newest; None when there is none."""
    editions = editions_by_slug().get(slug, ())
    if edition is None:
        return editions[0] if editions else None
    return next((rules for rules in editions if rules.edition == edition), None)


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
