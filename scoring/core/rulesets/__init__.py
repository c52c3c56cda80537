"""The rule sets, found by listing this package: a new game is a new module with `EDITIONS`, newest first.

Each module states only what its game has; nothing here names a game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scoring.core.rulesets.base import RuleSet, Setting

Options = tuple[tuple[str, Setting], ...]
# More than any side can have: where a game has no target, no total ends it.
NO_TARGET: Final = 2**62


@cache
def all() -> tuple[RuleSet, ...]:  # noqa: A001 - `rulesets.all()` is what it is called everywhere
    """The newest edition of every game, by slug."""
    return tuple(editions[0] for _slug, editions in sorted(by_slug().items()))


@cache
def by_slug() -> dict[str, tuple[RuleSet, ...]]:
    found: dict[str, tuple[RuleSet, ...]] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        editions: tuple[RuleSet, ...] = getattr(import_module(module.name), "EDITIONS", ())
        if editions:
            found[editions[0].slug] = editions
    return found


def find(slug: str, edition: str | None = None) -> RuleSet | None:
    """A game by its slug, in the newest edition or the one that a game was started with."""
    editions = by_slug().get(slug, ())
    if edition is None:
        return editions[0] if editions else None
    return next((rules for rules in editions if rules.edition == edition), None)


@cache
def with_options(rules: RuleSet, chosen: Options) -> RuleSet:
    """A rule set with house rules. The same house rules give the same object."""
    for name, value in chosen:
        option = rules.option(name)
        choice = None if option is None else option.choice(value)
        if choice is None:
            raise ValueError(f"{rules.slug} has no option {name}={value!r}")
        rules = choice.applied(rules)
    return rules


@cache
def without_target(rules: RuleSet) -> RuleSet:
    """The same rules for a game of so many deals: no total ends it, and a shared top is not played out."""
    return replace(rules, target=NO_TARGET, extra_deal=False)


__all__ = ["base"]
