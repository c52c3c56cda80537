"""Reads Talon's settings from environment variables.

Knows how a value is spelt in the environment; must not know what it is used for.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
_FALSE_WORDS = frozenset({"", "0", "false", "no", "off"})

Database = dict[str, object]


def flag(environment: Mapping[str, str], name: str, default: bool = False) -> bool:
    """A yes-or-no variable; a misspelt value is an error, not a no."""
    word = environment.get(name)
    if word is None:
        return default
    if word.lower() in _TRUE_WORDS:
        return True
    if word.lower() in _FALSE_WORDS:
        return False
    raise ImproperlyConfigured(f"{name} is {word!r}: say yes or no")


def words(environment: Mapping[str, str], name: str) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in environment.get(name, "").split(",") if word.strip()]


def required(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set; docs/settings.md says what it is")
    return value


def number(environment: Mapping[str, str], name: str, default: int) -> int:
    word = environment.get(name, "").strip()
    if not word:
        return default
    if not word.isdecimal():
        raise ImproperlyConfigured(f"{name} is {word!r}: say a number")
    return int(word)


def database(url: str, data_dir: Path) -> Database:
    """The DATABASES entry of an address: empty is the SQLite file of the data folder."""
    if not url:
        return sqlite(data_dir / "talon.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(url)
    raise ImproperlyConfigured(f"TALON_DATABASE_URL: {parts.scheme!r} is not sqlite or postgresql")


def sqlite(path: Path) -> Database:
    """Durable (`synchronous=FULL`), readers never wait for the writer (WAL), writers queue (IMMEDIATE)."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # Kept open: the last one to close empties the log and removes it, and no request shall wait for it.
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
        "ENGINE": "config.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # The server keeps the plan of what it is asked again and again: making it costs more than the rows.
        "OPTIONS": {"server_side_binding": True, "prepare_threshold": 2, **dict(parse_qsl(parts.query))},
    }


def cache(url: str) -> dict[str, object]:
    """The CACHES entry of an address: empty keeps everything in the process's own memory."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if urlsplit(url).scheme in {"redis", "rediss"}:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
    raise ImproperlyConfigured(f"TALON_CACHE_URL: {url!r} is not a redis address")


def process_environment() -> Mapping[str, str]:
    return os.environ
