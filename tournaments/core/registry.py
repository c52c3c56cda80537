"""Registries: the values of one kind that the modules of a package define, found by listing its modules."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final, Generic, Protocol, TypeVar


class Registered(Protocol):
    """What each value has: the code under which it is stored, and its place in lists."""

    @property
    def code(self) -> str: ...

    @property
    def position(self) -> int: ...


# Codes are stored in columns of this length.
MAX_CODE: Final = 16

Value = TypeVar("Value", bound=Registered)


class Registry(Mapping[str, Value], Generic[Value]):
    """The values of a package by their codes, in the order of their positions.

    A module of the package adds every value of this kind that it defines; nothing else has to name it. The
    modules are imported when somebody asks for the first time.
    """

    def __init__(self, package: str, kind: type[Value]) -> None:
        self.package, self.kind = package, kind
        self._values: dict[str, Value] | None = None

    def __getitem__(self, code: str) -> Value:
        values = self._load()
        if code not in values:
            raise KeyError(f"{self.package} has nothing of the code {code!r}, only {sorted(values)}")
        return values[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())

    def reload(self) -> None:
        """List the modules again, for tests that add a file."""
        self._values = None

    def _load(self) -> dict[str, Value]:
        if self._values is None:
            found = [value for module in self.modules() for value in self.values_in(module)]
            self._values = {
                value.code: value for value in sorted(found, key=lambda one: (one.position, one.code))
            }
            self._refuse_repeated(found)
        return self._values

    def _refuse_repeated(self, found: list[Value]) -> None:
        """A code stands for one value."""
        for value in found:
            if self[value.code] is not value:
                self._values = None
                raise ValueError(f"{self.package} has two values of the code {value.code!r}")

    def modules(self) -> list[str]:
        """Return the names of the package's modules."""
        path = sys.modules[self.package].__path__
        return [f"{self.package}.{module.name}" for module in pkgutil.iter_modules(path)]

    def values_in(self, module: str) -> list[Value]:
        """Return the values that a module of the package defines."""
        return [value for value in vars(import_module(module)).values() if isinstance(value, self.kind)]
