"""Reads Talon's settings from environment variables."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
_FALSE_WORDS = frozenset({"", "0", "false", "no", "off"})
_SHORTEST_TOKEN = 20

Database = dict[str, object]


def read_version(project: Path) -> str:
    """Return the version that a `pyproject.toml` declares."""
    version: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    return version


def flag(environment: Mapping[str, str], name: str, default: bool = False) -> bool:
    """Return a yes-or-no variable; a misspelt value is an error, not a no."""
    value = environment.get(name)
    if value is None:
        return default
    if value.lower() in _TRUE_WORDS:
        return True
    if value.lower() in _FALSE_WORDS:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: say yes or no")


def comma_list(environment: Mapping[str, str], name: str) -> list[str]:
    """Return the items of a list separated by commas."""
    return [item.strip() for item in environment.get(name, "").split(",") if item.strip()]


def required_value(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set; docs/settings.md says what it is")
    return value


def token(environment: Mapping[str, str], name: str) -> str:
    """Return a secret word that opens something, or an empty one; a short one could be guessed."""
    value = environment.get(name, "").strip()
    if value and len(value) < _SHORTEST_TOKEN:
        raise ImproperlyConfigured(f"{name} is too short: make it {_SHORTEST_TOKEN} characters or more")
    return value


def integer(environment: Mapping[str, str], name: str, default: int) -> int:
    value = environment.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}: say a number")
    return int(value)


def database(url: str, data_dir: Path) -> Database:
    """Return the DATABASES entry of an address; an empty one is the SQLite file of the data folder."""
    if not url:
        return sqlite(data_dir / "talon.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(url)
    raise ImproperlyConfigured(f"TALON_DATABASE_URL: {parts.scheme!r} is not sqlite or postgresql")


def sqlite(path: Path) -> Database:
    """Return the entry of an SQLite file.

    It is durable (`synchronous=FULL`), readers never wait for the writer (WAL), writers queue (IMMEDIATE).
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # Connections stay open: the last one to close writes back and removes the WAL, which is slow.
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def postgresql(url: str) -> Database:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # The server caches the plans of repeated queries: planning costs more than reading the rows.
        "OPTIONS": {"server_side_binding": True, "prepare_threshold": 2, **dict(parse_qsl(parts.query))},
    }


def process_environment() -> Mapping[str, str]:
    return os.environ
