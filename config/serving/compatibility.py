"""Whether this release can read a database, by the migrations it went through."""

from collections.abc import Iterable

from config.serving.venv import ROOT

_APPS = ("clubs", "scoring", "tournaments")
# Migrations of development versions: no release had them, and from 0.1.0 on every release migrates.
_BEFORE_FIRST_RELEASE = frozenset(
    {"clubs.0002_names_found_and_ordered", "scoring.0002_the_table", "tournaments.0002_the_event"}
)


def unknown_migrations(applied: Iterable[str]) -> set[str]:
    """Those of our apps that this release does not have."""
    return {migration for migration in applied if migration.split(".")[0] in _APPS} - _known_migrations()


def is_before_first_release(applied: Iterable[str]) -> bool:
    return not _BEFORE_FIRST_RELEASE.isdisjoint(applied)


def _known_migrations() -> set[str]:
    return {f"{app}.{file.stem}" for app in _APPS for file in (ROOT / app / "migrations").glob("[0-9]*.py")}
