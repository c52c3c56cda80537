"""Mutation of every number, flag and word of every rule set, one at a time, against the worked deals.

Tools for mutation testing change code and not tables. Every change that no worked deal notices is printed by
`python -m tests.scoring.support.changed_tables [rule set]`.
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

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from tests.scoring.support.deal_files import load_cases
from tests.scoring.support.worked import is_noticed

# Changes that no possible deal or agreement shows in any game, and why; those of one game are in its deals.
NO_DIFFERENCE = {
    "melds.ranks.min_naturals - 1": "a meld without a natural card is a meld of wild cards, another kind",
    "melds.sequences.min_naturals ? 1": "three cards with at most one wild have two naturals",
    "excess_rule = other": "cited only where wild cards beyond the most are counted as held",
    "concealed_opens": "read only where a finish can be concealed",
}

Changed = Iterator[tuple[str, Any]]

# The names of a rule set are no numbers of its table, and no deal shows the rows of paper, which
# `tests/scoring/core/test_protocol_rows.py` compares with the lines of deals. What was measured is no rule.
LEFT_ALONE = frozenset({"slug", "edition", "printed_rows", "leads"})
# Fields in points, which are all divisible by 5.
POINTS = (
    "points",
    "each",
    "full_set",
    "min_value",
    "card_values",
    "black_three_held",
    "target",
    "opening_starts",
    "opening_needs",
    "opening_raise",
    "forfeit_credit",
    "points_a_level",
    "failed_bid_points",
)


def changes(part: Any, path: str) -> Changed:
    """Yield every value that differs from `part` in one number, flag or word, with the place."""
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
    for field in fields(part):
        if field.name not in LEFT_ALONE:
            for place, value in changes(getattr(part, field.name), f"{path}.{field.name}"):
                yield place, replace(part, **{field.name: value})


def changes_of_mapping(part: Mapping[Any, Any], path: str) -> Changed:
    for key, inner in part.items():
        for place, value in changes(inner, f"{path}[{key}]"):
            yield place, {**part, key: value}


def changes_of_tuple(part: tuple[Any, ...], path: str) -> Changed:
    for at, inner in enumerate(part):
        for place, value in changes(inner, f"{path}[{at}]"):
            yield place, (*part[:at], value, *part[at + 1 :])
        yield f"{path} without {at}", (*part[:at], *part[at + 1 :])


@contextmanager
def played_by(rules: RuleSet) -> Iterator[None]:
    """Replace a rule set in the package by a changed one."""
    editions = {**rulesets.editions_by_slug(), rules.slug: (rules,)}
    with mock.patch.object(rulesets, "editions_by_slug", return_value=editions):
        yield


def survivors(rules: RuleSet) -> Iterator[str]:
    """Yield the places of changes that no worked deal notices."""
    if is_noticed(rules.slug):
        raise AssertionError(f"{rules.slug} disagrees with its worked deals before anything is changed")
    for place, changed in changes(rules, rules.slug):
        with played_by(changed):
            if not is_noticed(rules.slug) and not makes_no_difference(rules, place):
                yield place


def makes_no_difference(rules: RuleSet, place: str) -> bool:
    patterns = {**NO_DIFFERENCE, **load_cases(rules.slug).get("changes_without_effect", {})}
    return any(fnmatchcase(place, f"{rules.slug}.{pattern}") for pattern in patterns)


def main(slugs: list[str]) -> int:
    unnoticed = 0
    for rules in rulesets.newest_editions():
        if not slugs or rules.slug in slugs:
            alive = list(survivors(rules))
            unnoticed += len(alive)
            total = sum(1 for _change in changes(rules, rules.slug))
            print("\n    ".join([f"{rules.slug}: {total} changes, {len(alive)} unnoticed", *alive]))
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
