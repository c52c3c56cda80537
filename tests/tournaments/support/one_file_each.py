"""Made-up movements, schemes and criteria in folders that the registries list beside those of the product."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final

from tests import ROOT
from tournaments.core.criteria import CRITERIA
from tournaments.core.movements import MOVEMENTS
from tournaments.core.registry import Registry
from tournaments.core.schemes import SCHEMES

# A folder with a complete movement, a complete scheme and a complete criterion.
MADE_UP: Final = ROOT / "tests" / "tournaments" / "support" / "made_up"
REGISTRIES: Final[dict[str, Registry[Any]]] = {
    "movements": MOVEMENTS,
    "schemes": SCHEMES,
    "criteria": CRITERIA,
}


@contextmanager
def also_listed(place: Path) -> Iterator[None]:
    """Let the registries list the files of a folder too; afterwards nothing of them is left."""
    known = set(sys.modules)
    packages = {name: import_module(registry.package) for name, registry in REGISTRIES.items()}
    for name, package in packages.items():
        package.__path__.append(str(place / name))
    _reload()
    try:
        yield
    finally:
        for name, package in packages.items():
            package.__path__.remove(str(place / name))
            for module in set(sys.modules) - known:
                if module.startswith(f"{package.__name__}."):
                    del sys.modules[module]
                    vars(package).pop(module.rpartition(".")[2], None)
        _reload()


def _reload() -> None:
    invalidate_caches()
    for registry in REGISTRIES.values():
        registry.reload()
