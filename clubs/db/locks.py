"""Locks that one process holds at a time, over all machines that serve one database.

On PostgreSQL a lock belongs to a connection of its own: the database releases it when the process dies, and
within `DEAD_AFTER_SECONDS` when its machine does, which no longer answers. SQLite serves one machine, where
the system releases the lock of a file.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper

if sys.platform != "win32":
    import fcntl

# PostgreSQL asks a silent machine after so many seconds whether it is there, and so often before it gives up.
_IDLE_SECONDS: Final = 10
_PROBE_SECONDS: Final = 5
_PROBES: Final = 3
DEAD_AFTER_SECONDS: Final = _IDLE_SECONDS + _PROBES * _PROBE_SECONDS


@contextmanager
def exclusive(name: str, *, wait: bool = True) -> Iterator[bool]:
    """Hold a lock; without `wait`, yield False at once if another process holds it."""
    held = _advisory_lock if connection.vendor == "postgresql" else _file_lock
    with held(name, wait) as is_ours:
        yield is_ours


@contextmanager
def _advisory_lock(name: str, wait: bool) -> Iterator[bool]:
    with lock_session() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_number_of(name)])
            yield True
        else:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_number_of(name)])
            yield cursor.fetchone()[0]


@contextmanager
def lock_session() -> Iterator[CursorWrapper]:
    """Open a connection of its own, which ends with this process or soon after its machine."""
    with closing(connection.copy()) as session, session.cursor() as cursor:
        cursor.execute(f"SET tcp_keepalives_idle = {_IDLE_SECONDS}")
        cursor.execute(f"SET tcp_keepalives_interval = {_PROBE_SECONDS}")
        cursor.execute(f"SET tcp_keepalives_count = {_PROBES}")
        yield cursor


def _number_of(name: str) -> int:
    """Return the number by which PostgreSQL knows a lock."""
    digest = hashlib.sha256(f"talon {name}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)


@contextmanager
def _file_lock(name: str, wait: bool) -> Iterator[bool]:
    with (Path(settings.DATA_DIR) / f"{name}.lock").open("w") as file:
        yield sys.platform == "win32" or _lock_file(file.fileno(), wait)


def _lock_file(number: int, wait: bool) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
