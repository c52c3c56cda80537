"""Every attack that was once made on a running installation has a test that makes it again: `attacks.txt`."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests import ROOT

TABLE = (ROOT / "tests/lint/attacks.txt").read_text(encoding="utf-8")
LINES = [line.rsplit(maxsplit=1) for line in TABLE.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(("attack", "test"), LINES, ids=[attack.strip() for attack, _test in LINES])
def test_every_attack_is_made_by_a_test(attack: str, test: str) -> None:
    file, _colons, name = test.partition("::")
    assert name in names_in(file), f"{attack.strip()}: {test}"


@cache
def names_in(file: str) -> frozenset[str]:
    module = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return frozenset(each.name for each in ast.walk(module) if isinstance(each, ast.FunctionDef))


def test_no_attack_is_named_twice() -> None:
    attacks = [attack for attack, _test in LINES]
    assert sorted(set(attacks)) == sorted(attacks)
