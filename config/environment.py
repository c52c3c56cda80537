"""Reads Talon's settings from environment variables."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.terminal import gettext as _

_TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
_FALSE_WORDS = frozenset({"", "0", "false", "no", "off"})
_SHORTEST_TOKEN = 20
_TLS_PORT = 443

# Where files live.
FOLDER, DATABASE = "folder", "database"

# What no router of the internet passes on: this machine, private networks, and links without a router.
PRIVATE_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)

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
    raise ImproperlyConfigured(_("%(name)s is %(value)r: write yes or no") % {"name": name, "value": value})


def comma_list(environment: Mapping[str, str], name: str) -> list[str]:
    """Return the items of a list separated by commas."""
    return [item.strip() for item in environment.get(name, "").split(",") if item.strip()]


def networks(
    environment: Mapping[str, str], name: str, default: Sequence[str]
) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks of a list; an empty list is one without networks."""
    named = comma_list(environment, name) if name in environment else default
    try:
        return tuple(map(ip_network, named))
    except ValueError as error:
        raise ImproperlyConfigured(
            _("%(name)s is %(value)r: write networks such as 192.168.1.0/24")
            % {"name": name, "value": environment.get(name, "")}
        ) from error


def required_value(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(
            _("%(name)s is not set; docs/settings.md says what it is") % {"name": name}
        )
    return value


def token(environment: Mapping[str, str], name: str) -> str:
    """Return a secret word that opens something, or an empty one; a short one could be guessed."""
    value = environment.get(name, "").strip()
    if value and len(value) < _SHORTEST_TOKEN:
        raise ImproperlyConfigured(
            _("%(name)s is too short: make it %(count)d characters or more")
            % {"name": name, "count": _SHORTEST_TOKEN}
        )
    return value


def integer(environment: Mapping[str, str], name: str, default: int) -> int:
    value = environment.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(
            _("%(name)s is %(value)r: write a number") % {"name": name, "value": value}
        )
    return int(value)


def public_address(environment: Mapping[str, str], name: str) -> str:
    """Return the address under which everybody reaches the installation, or an empty one."""
    value = environment.get(name, "").strip().removesuffix("/")
    parts = urlsplit(value)
    is_whole = parts.scheme in {"http", "https"} and parts.hostname and not (parts.query or parts.fragment)
    if value and not is_whole:
        raise ImproperlyConfigured(
            _("%(name)s is %(value)r: write it as https://talon.example") % {"name": name, "value": value}
        )
    return value


def passkey_origin(address: str) -> str:
    """Return the origin of an address with TLS and a name, as browsers write it; empty for any other."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or _is_number(parts.hostname):
        return ""
    name = parts.hostname.encode("idna").decode()
    return f"https://{name}" if parts.port in {None, _TLS_PORT} else f"https://{name}:{parts.port}"


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def database(url: str, data_dir: Path) -> Database:
    """Return the DATABASES entry of an address; an empty one is the SQLite file of the data folder."""
    if not url:
        return sqlite(data_dir / "talon.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(url)
    raise ImproperlyConfigured(
        _("TALON_DATABASE_URL: %(scheme)r is not sqlite or postgresql") % {"scheme": parts.scheme}
    )


def sqlite(path: Path) -> Database:
    """Return the entry of an SQLite file.

    It is durable (`synchronous=FULL`), readers never wait for the writer (WAL), writers queue (IMMEDIATE).
    What is deleted is overwritten, as Debian's SQLite does anyway: the name of an erased person is not left.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # Connections stay open: the last one to close writes back and removes the WAL, which is slow.
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA secure_delete=ON;",
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


def files(kind: str, database: Database) -> str:
    """Return where files live: in the data folder, or in the database that several machines share."""
    if kind in {"", FOLDER}:
        return FOLDER
    if kind != DATABASE:
        raise ImproperlyConfigured(_("TALON_FILES is %(value)r: write folder or database") % {"value": kind})
    if "postgresql" not in str(database["ENGINE"]):
        raise ImproperlyConfigured(
            _(
                "TALON_FILES is database, which needs PostgreSQL: "
                "set TALON_DATABASE_URL, or leave TALON_FILES out"
            )
        )
    return kind


def storages(kind: str, data_dir: Path, backup_dir: Path) -> dict[str, dict[str, object]]:
    """Return the STORAGES entries of uploads, files of jobs, backups, and notices to all servers."""
    places: dict[str, dict[str, object]] = {
        "default": {"location": data_dir / "uploads"},
        "jobs": {"location": data_dir / "jobs", "allow_overwrite": True, "file_permissions_mode": 0o600},
        "copies": {"location": backup_dir, "allow_overwrite": True, "file_permissions_mode": 0o600},
        "notices": {"location": data_dir, "allow_overwrite": True, "file_permissions_mode": 0o600},
    }
    if kind == FOLDER:
        return {
            alias: {"BACKEND": "clubs.files.folder.FolderStorage", "OPTIONS": options}
            for alias, options in places.items()
        }
    return {
        alias: {
            "BACKEND": "clubs.files.database.DatabaseStorage",
            "OPTIONS": {"area": alias, "allow_overwrite": options.get("allow_overwrite", False)},
        }
        for alias, options in places.items()
    }


def process_environment() -> Mapping[str, str]:
    return os.environ
