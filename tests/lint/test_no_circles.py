"""Modules import each other without circles, also within a package, in functions and under TYPE_CHECKING.

Reads sources as text and runs none of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

import pytest

from tests.lint.test_layers import absolute, module_name, own_sources

Graph = Mapping[str, frozenset[str]]


def import_graph(sources: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the modules that each module imports, of modules given by their paths from the root."""
    modules = {module_name(path) for path in sources}
    return {
        module_name(path): frozenset(imported_modules(path, text, modules)) - {module_name(path)}
        for path, text in sources.items()
    }


def imported_modules(path: str, text: str, modules: set[str]) -> Iterator[str]:
    """Yield the module behind each import; a name that is not a module belongs to its package."""
    own = module_name(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (module for alias in node.names if (module := file_of(alias.name, modules)))
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, own, path.endswith("__init__.py"))
            names = (f"{source}.{alias.name}" for alias in node.names)
            yield from (module for name in names if (module := file_of(name, modules)))


def file_of(name: str, modules: set[str]) -> str:
    """Return the module of a dotted name, or of the name in front of its last dot; "" for others' modules."""
    if name in modules:
        return name
    parent = name.rpartition(".")[0]
    return parent if parent in modules else ""


def circles(graph: Graph) -> list[list[str]]:
    """Return every group of modules that import each other, directly or through others (Tarjan)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = lowest[module] = len(index)
        stack.append(module)
        for imported in sorted(graph[module]):
            if imported not in index:
                visit(imported)
                lowest[module] = min(lowest[module], lowest[imported])
            elif imported in stack:
                lowest[module] = min(lowest[module], index[imported])
        if lowest[module] == index[module]:
            at = stack.index(module)
            groups.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return sorted(group for group in groups if len(group) > 1)


def inner_imports(graph: Graph, group: Iterable[str]) -> list[str]:
    """Return the imports within a circle, as a reader needs them to untie it."""
    members = set(group)
    return [f"{module} -> {name}" for module in sorted(members) for name in sorted(graph[module] & members)]


@pytest.fixture(scope="module")
def graph() -> Graph:
    """The imports of the product, read once."""
    return import_graph(own_sources())


def test_no_modules_import_each_other_in_a_circle(graph: Graph) -> None:
    assert [inner_imports(graph, group) for group in circles(graph)] == []


def test_the_imports_of_the_product_are_read_at_all(graph: Graph) -> None:
    assert "scoring.core.counting" in graph["scoring.core.score"]
    assert "clubs.books.writing" in graph["clubs.books"]


@pytest.mark.parametrize(
    "sources",
    [
        {"clubs/a.py": "import clubs.b", "clubs/b.py": "import clubs.a"},
        {"clubs/a.py": "from clubs import b", "clubs/b.py": "from clubs.a import name"},
        {"clubs/a.py": "from . import b", "clubs/b.py": "from .a import name"},
        {"clubs/a.py": "def late():\n    from clubs.b import name", "clubs/b.py": "import clubs.a"},
        {"clubs/a.py": "if TYPE_CHECKING:\n    from clubs.b import Name", "clubs/b.py": "import clubs.a"},
        {
            "scoring/a.py": "from scoring.b import name",
            "scoring/b.py": "from scoring.c import name",
            "scoring/c.py": "from scoring.a import name",
        },
        {
            "clubs/web/__init__.py": "from clubs.web.a import name",
            "clubs/web/a.py": "from clubs.web import name",
        },
        {"clubs/a.py": "from tournaments.b import name", "tournaments/b.py": "from clubs.a import name"},
    ],
)
def test_a_planted_circle_is_found(sources: Mapping[str, str]) -> None:
    assert circles(import_graph(sources)) == [sorted(module_name(path) for path in sources)]


@pytest.mark.parametrize(
    "sources",
    [
        {"clubs/a.py": "import clubs.b", "clubs/b.py": "import json"},
        {
            "clubs/web/__init__.py": "from clubs.web.a import name",
            "clubs/web/a.py": "from clubs.web import b",
            "clubs/web/b.py": "",
        },
        {
            "clubs/a.py": "from clubs.b import x\nfrom clubs.c import y",
            "clubs/b.py": "from clubs.c import y",
            "clubs/c.py": "",
        },
    ],
)
def test_imports_in_one_direction_are_no_circle(sources: Mapping[str, str]) -> None:
    assert circles(import_graph(sources)) == []
