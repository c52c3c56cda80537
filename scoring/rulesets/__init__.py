"""The games. Each is a folder of this package, and is found by listing it.

A folder has the rules of its game as a table (`rules.py`), its texts (`labels.py`), the paragraphs in each
language (`rules.<language>.md`) and worked deals (`deals.toml`). Nothing outside it knows the game by name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from scoring.core.ruleset import RuleSet
from scoring.rulesets.texts import GameLabels

__all__ = ["editions_by_slug", "find", "folders", "labels_by_slug", "newest_editions", "texts"]


def folders() -> dict[str, Path]:
    """Return the folder of every game by its slug, sorted, whether the folder is complete or not."""
    found = {folder.name: folder for parent in __path__ for folder in Path(parent).iterdir()}
    return {slug: found[slug] for slug in sorted(found) if slug[0].isalpha() and found[slug].is_dir()}


@cache
def editions_by_slug() -> dict[str, tuple[RuleSet, ...]]:
    """Return the editions of every game, newest first; a folder without rules is not a game yet."""
    return {
        slug: import_module(f"{__name__}.{slug}.rules").EDITIONS
        for slug, folder in folders().items()
        if (folder / "rules.py").is_file()
    }


@cache
def labels_by_slug() -> dict[str, GameLabels]:
    """Return the texts of every game that has any."""
    return {
        slug: import_module(f"{__name__}.{slug}.labels").LABELS
        for slug, folder in folders().items()
        if (folder / "labels.py").is_file()
    }


@cache
def newest_editions() -> tuple[RuleSet, ...]:
    """Return the newest edition of every game, sorted by slug."""
    return tuple(editions[0] for editions in editions_by_slug().values())


def find(slug: str, edition: str | None = None) -> RuleSet | None:
    """Return a game by its slug, in the given edition or the newest; None when there is none."""
    editions = editions_by_slug().get(slug, ())
    if edition is None:
        return editions[0] if editions else None
    return next((rules for rules in editions if rules.edition == edition), None)
