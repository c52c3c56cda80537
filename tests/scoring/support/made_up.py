"""Made-up games in a folder of their own, which the registry lists beside those of the product."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from scoring import rulesets
from scoring.wording.citations import paragraph_texts
from tests import ROOT

# A complete game.
PARLOUR = ROOT / "tests" / "scoring" / "support" / "parlour"


def make_folder(place: Path, slug: str, files: Mapping[str, str]) -> Path:
    """Make the folder of a game with these files."""
    folder = place / slug
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def copy_parlour(place: Path) -> Path:
    """Put the folder of Parlour canasta into a place."""
    return shutil.copytree(PARLOUR, place / "parlour", ignore=shutil.ignore_patterns("__pycache__"))


@contextmanager
def also_listed(place: Path) -> Iterator[None]:
    """Let the registry find the games of a folder too; afterwards nothing of them is left."""
    known = set(sys.modules)
    rulesets.__path__.append(str(place))
    _forget()
    try:
        yield
    finally:
        rulesets.__path__.remove(str(place))
        for name in set(sys.modules) - known:
            if name.startswith(f"{rulesets.__name__}."):
                del sys.modules[name]
                vars(rulesets).pop(name.split(".")[2], None)
        _forget()


def _forget() -> None:
    """Empty what remembers the games."""
    invalidate_caches()
    for remembered in (rulesets.editions_by_slug, rulesets.newest_editions, rulesets.labels_by_slug):
        remembered.cache_clear()
    paragraph_texts.cache_clear()
