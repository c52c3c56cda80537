"""A copy made whole or not at all: written under another name, put on the disk, and only then called a copy.

Whatever goes wrong in the middle, the copies that were there stay, and no half one lies beside them. What a
killed process left is taken away by the next one.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from clubs.backups import archive, engines, folder, state
from clubs.backups.wording import sentence
from clubs.models import LogEntry

if sys.platform != "win32":
    import fcntl

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_SQLITE_FULL: Final = 13
_SQLITE_IOERR: Final = 10
_LOW_BYTE: Final = 0xFF  # the kind of an error; above it stands which one


class CannotCopy(Exception):
    """Why, as a code, and what it is about; as a string it is a sentence in the reader's language."""

    def __init__(self, why: str, what: object) -> None:
        super().__init__(why, str(what))
        self.why, self.what = why, str(what)

    def __str__(self) -> str:
        return sentence(self.why, self.what)


def make_copy(now: datetime) -> folder.Copy:
    """A new copy in its folder; the oldest that are no longer kept are gone. What fails is remembered."""
    try:
        with _explained(), _alone():
            _refuse_nothing()
            made = _made_in(_ready_folder(), now)
            _let_go(made)
    except CannotCopy as reason:
        state.remember_failure(now, reason.why, reason.what)
        raise
    state.forget_failure()
    return made


def _refuse_nothing() -> None:
    """A folder that was named wrongly holds no installation: a copy of it would be found out too late."""
    if not MigrationRecorder(connection).has_table():
        raise CannotCopy("nothing", settings.DATA_DIR)


def _let_go(made: folder.Copy) -> None:
    """Of the old ones; the one just made stays, also where a clock was set back."""
    for old in folder.superfluous(folder.copies(), settings.BACKUP_KEEP):
        if old.name != made.name:
            old.path.unlink(missing_ok=True)


def _made_in(place: Path, now: datetime) -> folder.Copy:
    _sweep(place)
    target = place / folder.name_at(now)
    draft, snapshot = (place / f".{target.stem}.{ending}" for ending in ("part", "database"))
    try:
        for file in (draft, snapshot):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, archive.OWNERS_ALONE))
        _pack(draft, snapshot, now)
        draft.replace(target)
        archive.flushed_folder(place)
    finally:
        _sweep(place)
    return folder.Copy(target, now, target.stat().st_size)


def _pack(draft: Path, snapshot: Path, now: datetime) -> None:
    log = _newest_log_entry()  # before the copy: it holds at least this
    engines.copied(connection.settings_dict, snapshot)
    with draft.open("wb") as file:
        with archive.packing(file) as packed:
            packed.file(archive.DATABASE, snapshot, squeezed=True)
            packed.text(archive.KEY, settings.SECRET_KEY + "\n")
            for name, upload in _uploads():
                with suppress(FileNotFoundError):  # taken away since it was listed
                    packed.file(name, upload, squeezed=False)
            packed.finish(_manifest(now, log, packed.sums))
        archive.flushed(file)


def _manifest(now: datetime, log: int, sums: dict[str, str]) -> archive.Manifest:
    applied = MigrationRecorder(connection).applied_migrations()
    return archive.Manifest(
        release=settings.RELEASE,
        engine=engines.kind_of(connection.settings_dict),
        migrations=tuple(sorted(f"{app}.{name}" for app, name in applied)),
        made_at=now,
        log=log,
        sums=sums,
    )


def _newest_log_entry() -> int:
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _uploads() -> Iterator[tuple[str, Path]]:
    """After the database: a file that a row names lay there before the row did."""
    root = Path(default_storage.path(""))
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"{archive.UPLOADS}/{path.relative_to(root).as_posix()}", path


def _ready_folder() -> Path:
    """Made if only it is missing: where the folder around it is gone, a stick has been pulled out."""
    place = folder.place()
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def _sweep(place: Path) -> None:
    """What this installation's unfinished copies left; whoever makes one holds the lock."""
    for left in place.glob(f".talon-{folder.mark()}-*"):
        left.unlink(missing_ok=True)


@contextmanager
def _alone() -> Iterator[None]:
    """One copy at a time; the system takes the lock back from whoever dies."""
    with (Path(settings.DATA_DIR) / "backup.lock").open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _explained() -> Iterator[None]:
    """What the disk, the database or its programs say, for whoever keeps the installation."""
    try:
        yield
    except FileNotFoundError as missing:
        raise CannotCopy("no_folder", missing.filename or folder.place()) from missing
    except OSError as refusal:
        raise _said_by_disk(refusal) from refusal
    except sqlite3.Error as refusal:
        raise _said_by_sqlite(refusal) from refusal
    except DatabaseError as refusal:
        raise CannotCopy("no_database", refusal) from refusal
    except archive.Damaged as broken:
        raise CannotCopy("damaged", broken) from broken
    except engines.NoProgram as missing:
        raise CannotCopy("no_program", missing) from missing
    except engines.ProgramFailed as failed:
        raise CannotCopy("no_database", failed) from failed


def _said_by_disk(refusal: OSError) -> CannotCopy:
    if refusal.errno in _NO_ROOM:
        return CannotCopy("no_room", folder.place())
    return CannotCopy("not_written", refusal)


def _said_by_sqlite(refusal: sqlite3.Error) -> CannotCopy:
    """An error of the disk is the copy's, which alone is written: what is in use is only read."""
    if getattr(refusal, "sqlite_errorcode", 0) & _LOW_BYTE in (_SQLITE_FULL, _SQLITE_IOERR):
        return CannotCopy("no_room", folder.place())
    return CannotCopy("no_database", refusal)
