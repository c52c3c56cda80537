"""The database's own consistent copy, and its restoration; never a copy of a file in use.

SQLite copies a snapshot by its backup call: it reads as any page does, and blocks no writer. PostgreSQL is
dumped and restored by its own programs. The module needs no settings: a backup is restored where there are
none yet.
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

from clubs.backups.archive import DamagedBackup

DatabaseSettings = Mapping[str, Any]

_SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
_SQLITE_TIMEOUT: Final = 20  # seconds, as for every connection
_PROGRAM_TIMEOUT: Final = 30 * 60  # seconds, for a program that hangs
# Tables whose rows are in no dump. Uploads are in the backup as files, backups and the files of jobs in none;
# what the servers of this database have agreed on concerns no other database.
LEFT_OUT: Final = ("clubs_storedfile", "clubs_filechunk", "clubs_installation")
# Options for Django, not for the server.
_DJANGO_ONLY_OPTIONS: Final = frozenset({"server_side_binding", "prepare_threshold"})


class ProgramMissing(Exception):
    """A program of PostgreSQL is not installed; the message names it."""


class ProgramFailed(Exception):
    """A program has failed; the message is its error output."""


def engine_of(database: DatabaseSettings) -> str:
    return _SQLITE if "sqlite" in database["ENGINE"] else POSTGRESQL


def copy_database(database: DatabaseSettings, target: Path) -> None:
    """Copy a snapshot of the database into a file and check it. Raises DamagedBackup and ProgramFailed."""
    if engine_of(database) == _SQLITE:
        copy_sqlite_file(Path(str(database["NAME"])), target)
    else:
        _dump_postgresql(database, target)


def copy_sqlite_file(file: Path, target: Path) -> None:
    with (
        closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_SQLITE_TIMEOUT)
        ) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)  # in one step: a concurrent write does not restart it
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a separate log
        _check_sqlite(copy)


def _check_sqlite(copy: sqlite3.Connection) -> None:
    try:
        answer = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        raise  # of the disk or of a lock, not of the contents
    except sqlite3.DatabaseError as broken:
        raise DamagedBackup(str(broken)) from broken
    if answer != "ok":
        raise DamagedBackup(str(answer))


def check_sqlite_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        _check_sqlite(copy)


def _dump_postgresql(database: DatabaseSettings, target: Path) -> None:
    options = ["--format=custom", "--no-owner", "--no-privileges", "--no-password"]
    options += [f"--exclude-table-data={table}" for table in LEFT_OUT]
    _run("pg_dump", [*options, "--file", str(target), "--dbname", connection_string(database)], database)


def restore_dump(database: DatabaseSettings, dump: Path) -> None:
    """Restore a dump in one transaction."""
    options = ["--no-owner", "--no-privileges", "--no-password", "--single-transaction", "--exit-on-error"]
    _run("pg_restore", [*options, "--dbname", connection_string(database), str(dump)], database)


def _run(name: str, arguments: list[str], database: DatabaseSettings) -> None:
    program = shutil.which(name)
    if program is None:
        raise ProgramMissing(name)
    environment = {**os.environ, "LC_ALL": "C"}
    if database.get("PASSWORD"):  # not on the command line, which every user of the machine can read
        environment["PGPASSWORD"] = str(database["PASSWORD"])
    try:
        done = subprocess.run(  # noqa: S603 (PostgreSQL's own)
            [program, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PROGRAM_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise ProgramFailed(str(late)) from late
    if os.strerror(errno.ENOSPC) in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode != 0:
        raise ProgramFailed(done.stderr.strip() or f"{name}: {done.returncode}")


def connection_string(database: DatabaseSettings) -> str:
    """Return the connection string of the database, without the password."""
    keywords = {"dbname": "NAME", "user": "USER", "host": "HOST", "port": "PORT"}
    values = {word: str(database[key]) for word, key in keywords.items() if database.get(key)}
    return make_conninfo("", **values, **_server_options(database))


def _server_options(database: DatabaseSettings) -> dict[str, str]:
    options = database.get("OPTIONS", {})
    return {name: str(value) for name, value in options.items() if name not in _DJANGO_ONLY_OPTIONS}
