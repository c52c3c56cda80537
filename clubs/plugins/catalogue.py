"""Catalogues: the values that the modules of a folder define, one each. A new value is a new module there.

A value that lacks something is left out and reported by a check (`catalogue_errors`), which `manage.py check`
and `bin/run` run: the product does not start with a value that is half there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Generic, Protocol, TypeVar

from django.core import checks


class CatalogueValue(Protocol):
    """What a catalogue asks of its values."""

    @property
    def code(self) -> str: ...

    @property
    def position(self) -> int:
        """Where the value stands in a list of all of them."""

    def problems(self) -> Iterable[str]:
        """Yield what the value lacks, each as `purpose is empty`."""


Value = TypeVar("Value", bound=CatalogueValue)


class Catalogue(Generic[Value]):
    """The values of a kind, found by listing a package when the first one is needed.

    Each module of the package defines one of them under the same name, such as `PAPER`.
    """

    def __init__(self, package: str, name: str, kind: type[Value]) -> None:
        self._package, self._name, self._kind = package, name, kind
        self._values: dict[str, Value] | None = None
        self._problems: list[str] = []

    def __iter__(self) -> Iterator[Value]:
        """Yield the values in their order."""
        return iter(self._loaded().values())

    def __len__(self) -> int:
        return len(self._loaded())

    def __getitem__(self, code: str) -> Value:
        return self._loaded()[code]

    def get(self, code: str) -> Value | None:
        return self._loaded().get(code)

    def problems(self) -> list[str]:
        """Return what is missing, each with the file that lacks it."""
        self._loaded()
        return list(self._problems)

    def reload(self) -> None:
        """Forget the values, so that the package is listed again."""
        self._values = None

    def _loaded(self) -> dict[str, Value]:
        if self._values is None:
            self._problems = []
            found: dict[str, Value] = {}
            for module in iter_modules(import_module(self._package).__path__):
                self._add(f"{self._package}.{module.name}", found)
            self._values = dict(sorted(found.items(), key=lambda item: (item[1].position, item[0])))
        return self._values

    def _add(self, module: str, found: dict[str, Value]) -> None:
        """Add the value of a module, or the reason why it cannot be used."""
        try:
            value = getattr(import_module(module), self._name, None)
        except TypeError as error:  # a field without a value, named in the error
            self._report(module, str(error))
            return
        if not isinstance(value, self._kind):
            self._report(module, f"it has no {self._kind.__name__} with the name {self._name}")
            return
        problems = list(value.problems())
        if value.code in found:
            problems.append(f"the code {value.code!r} belongs to another one")
        for problem in problems:
            self._report(module, problem)
        if not problems:
            found[value.code] = value

    def _report(self, module: str, problem: str) -> None:
        self._problems.append(f"{module.replace('.', '/')}.py: {problem}")


def catalogue_errors(catalogue: Catalogue[Value], check_id: str) -> list[checks.Error]:
    """Return the problems of a catalogue for Django's system checks."""
    return [checks.Error(problem, id=check_id) for problem in catalogue.problems()]
