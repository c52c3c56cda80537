"""Modules and functions are short enough to read, and a class name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.lint.test_layers import own_sources

MAX_MODULE, MAX_FUNCTION = 400, 40
SOURCES = {path: text for path, text in own_sources().items() if "/migrations/" not in path}


def functions_over(limit: int, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= limit:
            yield node.name


def classes(source: str) -> Iterator[str]:
    """The classes of a module; Django finds commands by one name."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name != "Command":
            yield node.name.removeprefix("_")


def test_no_module_is_longer_than_four_hundred_lines() -> None:
    assert [path for path, text in SOURCES.items() if len(text.splitlines()) > MAX_MODULE] == []


def test_no_function_is_longer_than_forty_lines() -> None:
    long = {path: found for path, text in SOURCES.items() if (found := [*functions_over(MAX_FUNCTION, text)])}
    assert long == {}


def test_no_two_classes_have_one_name() -> None:
    homes = defaultdict(list)
    for path, text in SOURCES.items():
        for name in classes(text):
            homes[name].append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_a_long_function_is_found() -> None:
    body = "    x = 1\n" * 40
    assert [*functions_over(MAX_FUNCTION, f"def short():\n{body[10:]}\ndef long():\n{body}")] == ["long"]
