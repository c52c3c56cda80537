"""Whether this release can read a database, judged by the migrations applied to it."""

from collections.abc import Iterable

from config.serving.venv import ROOT

_APPS = ("clubs", "scoring", "tournaments")
# Every development version began with this migration; no release had it. From 0.1.0 on data is migrated.
_BEFORE_FIRST_RELEASE = "clubs.0001_initial"


def unknown_migrations(applied: Iterable[str]) -> set[str]:
    """Return the migrations of Talon's apps that this release does not have."""
    return {migration for migration in applied if migration.split(".")[0] in _APPS} - release_migrations()


def is_before_first_release(applied: Iterable[str]) -> bool:
    return _BEFORE_FIRST_RELEASE in applied


def release_migrations() -> set[str]:
    return {f"{app}.{file.stem}" for app in _APPS for file in (ROOT / app / "migrations").glob("[0-9]*.py")}
