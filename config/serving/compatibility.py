"""Whether this release can read a database, judged by the migrations applied to it."""

from collections.abc import Iterable

from config.serving.venv import ROOT

_APPS = ("clubs", "scoring", "tournaments")
# Migrations of development versions: no release had them. Since 0.1.0 every release can migrate older data.
_BEFORE_FIRST_RELEASE = frozenset(
    {"clubs.0002_names_found_and_ordered", "scoring.0002_the_table", "tournaments.0002_the_event"}
)


def unknown_migrations(applied: Iterable[str]) -> set[str]:
    """Return the migrations of Talon's apps that this release does not have."""
    return {migration for migration in applied if migration.split(".")[0] in _APPS} - _release_migrations()


def is_before_first_release(applied: Iterable[str]) -> bool:
    return not _BEFORE_FIRST_RELEASE.isdisjoint(applied)


def _release_migrations() -> set[str]:
    return {f"{app}.{file.stem}" for app in _APPS for file in (ROOT / app / "migrations").glob("[0-9]*.py")}
