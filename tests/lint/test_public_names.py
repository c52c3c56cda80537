"""What a package offers stands in its `__all__`; the rest, and whatever begins with `_`, is its own.

Reads sources as text and runs none of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.lint.test_layers import absolute, module_name, own_sources

APPS = ("clubs", "scoring", "tournaments")
NO_PACKAGES = ("migrations", "management", "templatetags")


def packages(sources: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The names that each package lists, by the package."""
    return {
        module_name(path): listed(text)
        for path, text in sources.items()
        if path.endswith("/__init__.py")
        and path.split("/")[0] in APPS
        and path.count("/") > 1
        and not any(part in NO_PACKAGES for part in path.split("/"))
    }


def listed(text: str) -> frozenset[str]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def violations(sources: Mapping[str, str]) -> list[str]:
    known, modules = packages(sources), {module_name(path) for path in sources}
    return sorted(
        complaint
        for path, text in sources.items()
        for source, name in imports(path, text)
        if (complaint := complaint_about(module_name(path), source, name, known, modules))
    )


def imports(path: str, text: str) -> Iterator[tuple[str, str]]:
    own = module_name(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            source = absolute(node, own, path.endswith("/__init__.py"))
            yield from ((source, alias.name) for alias in node.names)


def complaint_about(
    own: str, source: str, name: str, known: Mapping[str, frozenset[str]], modules: set[str]
) -> str:
    if source.split(".")[0] not in APPS:
        return ""
    if name.startswith("_"):
        return f"{own} imports {name}, which is {source}'s own"
    package, offered = (source, name) if source in known else source.rpartition(".")[::2]
    if package not in known or own == package or own.startswith(f"{package}."):
        return ""
    if f"{source}.{name}" in known:  # a package in a package
        return ""
    return "" if offered in known[package] else f"{own} imports {offered}, which {package} does not list"


def test_packages_are_left_by_their_listed_names_alone() -> None:
    assert violations(own_sources()) == []


@pytest.mark.parametrize(("package", "names"), sorted(packages(own_sources()).items()))
def test_every_package_lists_what_it_has(package: str, names: frozenset[str]) -> None:
    sources = own_sources()
    text = sources[f"{package.replace('.', '/')}/__init__.py"]
    assert "__all__" in text
    here = {
        path.split("/")[-2] if path.endswith("__init__.py") else path.split("/")[-1].removesuffix(".py")
        for path in sources
        if path.startswith(f"{package.replace('.', '/')}/")
    }
    assert names <= here | defined(text)


def defined(text: str) -> set[str]:
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


PLANTED = {
    "clubs/books/__init__.py": '__all__ = ["writing"]',
    "clubs/books/writing.py": "def _helper(): ...",
    "clubs/books/secret.py": "",
}


@pytest.mark.parametrize(
    "source",
    [
        "from clubs.books.writing import _helper",
        "from clubs.books import secret",
        "from clubs.books.secret import anything",
        "def late():\n    from clubs.books import secret",
    ],
)
def test_what_is_not_offered_is_found(source: str) -> None:
    assert len(violations({**PLANTED, "clubs/web/pages.py": source})) == 1


@pytest.mark.parametrize(
    "source", ["from clubs.books import writing", "from clubs.books.writing import of_club"]
)
def test_what_is_offered_may_be_imported(source: str) -> None:
    assert violations({**PLANTED, "clubs/web/pages.py": source}) == []
