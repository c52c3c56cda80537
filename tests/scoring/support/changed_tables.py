"""Changes every number, flag and word of every rule set, one at a time: does a worked deal notice?

Tools that change code leave tables alone; this is for the tables. By hand:
`python -m tests.scoring.changed_tables [rule set]`. A change that nothing notices is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fnmatch import fnmatchcase
from typing import Any
from unittest import mock

from scoring.core import rulesets
from scoring.core.rulesets.base import RuleSet
from tests.scoring.support.worked import noticed

# Changes that make no difference in a game, and why: nothing that can be dealt or agreed would show them.
NO_DIFFERENCE = {
    "[cds]*.melds.ranks.usual_naturals ? 1": "fewer than two naturals are refused here, not asked about",
    "*.melds.ranks.least_naturals - 1": "a meld without a natural card is a meld of wild cards, another kind",
    "*.melds.sequences.least_naturals ? 1": "three cards with at most one wild have two naturals",
    "royal.melds.wild.least_twos - 1": "it is 0 already",
    "royal.melds.lone_wild = *": "wild cards alone are a meld of their own kind, or too short",
    "sitoumussamba.melds.lone_wild = *": "as above",
    "sambola.melds.threes.with_* = *": "a three is never melded, with whatever other card",
    "danish.melds.ranks.excess_counts_as_held": "the game has no number of wild cards to exceed",
    "*.excess_rule = other": "cited only where wild cards beyond the most are counted as held",
    "*.concealed_opens": "read only where a finish can be concealed",
    "[cds]*.takes_threes - 1": "nothing takes threes, and neither colour has more of them than the deck",
    "royal.combinations[[]0].takes_threes - 1": "all red threes and a black one: stated, and implied",
    "royal.combinations[[]0].takes[[]B[]] - 1": "of seven threes six are red: as above",
    "royal.limits[[]1*": "three bolivias would take 21 of the 18 wild cards: stated, and implied",
    "royal.limits without 1": "as above",
    "sambola.limits[[]0*": "a thirteenth red samba would take a tenth card of some rank and suit: implied",
    "sambola.limits without 0": "as above",
    "danish.combinations[[]0].least_wild ? 1": "a red canasta takes no wild card, and its rank bounds it",
    "sambola.combinations[[][02]].least_wild ? 1": "as above",
    "danish.going_out.rule = other": "no points without the option, and the option brings its own paragraph",
}

Changed = Iterator[tuple[str, Any]]

# What a rule set is called is no number of its table, and no deal sees the rows of paper: those are held
# against the lines of deals by `tests/scoring/core/test_printed.py`.
LEFT_ALONE = frozenset({"slug", "edition", "printed"})
# All points are divisible by 5: a point more or less is no difference that a deal could show.
POINTS = (
    "points",
    "each",
    "full_set",
    "least_worth",
    "values",
    "black_three_held",
    "target",
    "opening_starts",
    "opening_needs",
    "opening_raise",
    "forfeit_credit",
    "a_level",
    "failed_bid_points",
)


def changes(part: Any, path: str) -> Changed:
    """Every value that differs from `part` in one number, flag or word, with the place of the difference."""
    if isinstance(part, bool):
        yield path, not part
    elif isinstance(part, int):
        step = 5 if any(f".{name}" in path for name in POINTS) else 1
        yield f"{path} + {step}", part + step
        yield f"{path} - {step}", part - step
    elif isinstance(part, Enum):
        yield from ((f"{path} = {other}", other) for other in type(part) if other is not part)
    elif isinstance(part, str):
        yield f"{path} = other", f"{part}_other"
    elif isinstance(part, Mapping):
        yield from changes_of_mapping(part, path)
    elif isinstance(part, tuple):
        yield from changes_of_tuple(part, path)
    elif is_dataclass(part):
        yield from changes_of_fields(part, path)


def changes_of_fields(part: Any, path: str) -> Changed:
    for one in fields(part):
        if one.name not in LEFT_ALONE:
            for where, value in changes(getattr(part, one.name), f"{path}.{one.name}"):
                yield where, replace(part, **{one.name: value})


def changes_of_mapping(part: Mapping[Any, Any], path: str) -> Changed:
    for key, inner in part.items():
        for where, value in changes(inner, f"{path}[{key}]"):
            yield where, {**part, key: value}


def changes_of_tuple(part: tuple[Any, ...], path: str) -> Changed:
    for at, inner in enumerate(part):
        for where, value in changes(inner, f"{path}[{at}]"):
            yield where, (*part[:at], value, *part[at + 1 :])
        yield f"{path} without {at}", (*part[:at], *part[at + 1 :])


@contextmanager
def played_by(rules: RuleSet) -> Iterator[None]:
    """The package of rule sets with one of them changed."""
    editions = {**rulesets.by_slug(), rules.slug: (rules,)}
    with mock.patch.object(rulesets, "by_slug", return_value=editions):
        yield


def survivors(rules: RuleSet) -> Iterator[str]:
    """The places of the changes that no worked deal notices."""
    if noticed(rules.slug):
        raise AssertionError(f"{rules.slug} disagrees with its worked deals before anything is changed")
    for where, changed in changes(rules, rules.slug):
        with played_by(changed):
            if not noticed(rules.slug) and not makes_no_difference(where):
                yield where


def makes_no_difference(where: str) -> bool:
    return any(fnmatchcase(where, pattern) for pattern in NO_DIFFERENCE)


def main(slugs: list[str]) -> int:
    found = 0
    for rules in rulesets.all():
        if not slugs or rules.slug in slugs:
            alive = list(survivors(rules))
            found += len(alive)
            total = sum(1 for _change in changes(rules, rules.slug))
            print("\n    ".join([f"{rules.slug}: {total} changes, {len(alive)} unnoticed", *alive]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
