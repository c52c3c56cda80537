"""The database's own consistent copy, and the way back. Never a copy of a file that somebody writes in.

SQLite copies one moment through its backup call: it reads as any page does, and no table waits for it.
PostgreSQL is dumped and restored by its own programs. Nothing here needs settings that are loaded: a copy is
brought back where there are none yet.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from psycopg.conninfo import make_conninfo

from clubs.backups.archive import Damaged

Database = Mapping[str, Any]

_SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
_PATIENCE: Final = 20  # seconds, as everybody who opens the file
_LIMIT: Final = 30 * 60  # seconds: it ends a program that waits for what never comes
_OURS_ALONE: Final = frozenset(
    {"server_side_binding", "prepare_threshold"}
)  # Django's wishes, not the server's


class NoProgram(Exception):
    """A program of PostgreSQL's that this machine does not have; it is named."""


class ProgramFailed(Exception):
    """What the program said."""


def kind_of(database: Database) -> str:
    return _SQLITE if "sqlite" in database["ENGINE"] else POSTGRESQL


def copied(database: Database, target: Path) -> None:
    """One moment of the database in a file of its own, whole as far as the database itself can tell."""
    if kind_of(database) == _SQLITE:
        copied_file(Path(str(database["NAME"])), target)
    else:
        _dumped(database, target)


def copied_file(file: Path, target: Path) -> None:
    with (
        closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE)
        ) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)  # in one step: one moment, and a writer meanwhile does not make it begin again
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
        _look_through(copy)


def _look_through(copy: sqlite3.Connection) -> None:
    try:
        answer = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        raise  # of the disk or of a lock, not of what is in the file
    except sqlite3.DatabaseError as broken:
        raise Damaged(str(broken)) from broken
    if answer != "ok":
        raise Damaged(str(answer))


def look_through_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        _look_through(copy)


def _dumped(database: Database, target: Path) -> None:
    options = ["--format=custom", "--no-owner", "--no-privileges", "--no-password"]
    _run("pg_dump", [*options, "--file", str(target), "--dbname", address(database)], database)


def brought_back(database: Database, dump: Path) -> None:
    """All of it or nothing: one transaction."""
    options = ["--no-owner", "--no-privileges", "--no-password", "--single-transaction", "--exit-on-error"]
    _run("pg_restore", [*options, "--dbname", address(database), str(dump)], database)


def _run(name: str, arguments: list[str], database: Database) -> None:
    program = shutil.which(name)
    if program is None:
        raise NoProgram(name)
    environment = {**os.environ, "LC_ALL": "C"}
    if database.get("PASSWORD"):  # never on a command line, which everybody on the machine can read
        environment["PGPASSWORD"] = str(database["PASSWORD"])
    try:
        done = subprocess.run(  # noqa: S603 (PostgreSQL's own)
            [program, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise ProgramFailed(str(late)) from late
    if os.strerror(errno.ENOSPC) in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode != 0:
        raise ProgramFailed(done.stderr.strip() or f"{name}: {done.returncode}")


def address(database: Database) -> str:
    """Where the server is, without the password."""
    named = {"dbname": "NAME", "user": "USER", "host": "HOST", "port": "PORT"}
    known = {word: str(database[key]) for word, key in named.items() if database.get(key)}
    return make_conninfo("", **known, **_wishes(database))


def _wishes(database: Database) -> dict[str, str]:
    asked = database.get("OPTIONS", {})
    return {name: str(value) for name, value in asked.items() if name not in _OURS_ALONE}
