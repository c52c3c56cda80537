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
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from clubs.copies import engines, folder, package, state
from clubs.models import LogEntry

if sys.platform != "win32":
    import fcntl

NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
SQLITE_FULL: Final = 13
SQLITE_IOERR: Final = 10  # the low byte of every error of the disk


class CannotCopy(Exception):
    """The words say why, and that is what a page shows."""


def make_copy(now: datetime) -> folder.Copy:
    """A new copy in its folder; the oldest that are no longer kept are gone. What fails is remembered."""
    try:
        with explained(), alone():
            made = made_in(ready_folder(), now)
            let_go(made)
    except CannotCopy as reason:
        state.remember_failure(now, str(reason))
        raise
    state.forget_failure()
    return made


def let_go(made: folder.Copy) -> None:
    """Of the old ones; the one just made stays, also where a clock was set back."""
    for old in folder.superfluous(folder.copies(), settings.BACKUP_KEEP):
        if old.name != made.name:
            old.path.unlink(missing_ok=True)


def made_in(place: Path, now: datetime) -> folder.Copy:
    sweep(place)
    target = place / folder.name_at(now)
    draft, snapshot = (place / f".{target.stem}.{ending}" for ending in ("part", "database"))
    try:
        for file in (draft, snapshot):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, package.OWNERS_ALONE))
        pack(draft, snapshot, now)
        draft.replace(target)
        package.flushed_folder(place)
    finally:
        sweep(place)
    return folder.Copy(target, now, target.stat().st_size)


def pack(draft: Path, snapshot: Path, now: datetime) -> None:
    log = newest_log_entry()  # before the copy: it holds at least this
    engines.copied(connection.settings_dict, snapshot)
    with draft.open("wb") as file:
        with package.packing(file) as packed:
            packed.file(package.DATABASE, snapshot, squeezed=True)
            packed.text(package.KEY, settings.SECRET_KEY + "\n")
            for name, upload in uploads():
                with suppress(FileNotFoundError):  # taken away since it was listed
                    packed.file(name, upload, squeezed=False)
            packed.finish(manifest(now, log, packed.sums))
        package.flushed(file)


def manifest(now: datetime, log: int, sums: dict[str, str]) -> package.Manifest:
    applied = MigrationRecorder(connection).applied_migrations()
    return package.Manifest(
        release=settings.RELEASE,
        engine=engines.kind_of(connection.settings_dict),
        migrations=tuple(sorted(f"{app}.{name}" for app, name in applied)),
        made_at=now,
        log=log,
        sums=sums,
    )


def newest_log_entry() -> int:
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def uploads() -> Iterator[tuple[str, Path]]:
    """After the database: a file that a row names lay there before the row did."""
    root = Path(default_storage.path(""))
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"{package.UPLOADS}/{path.relative_to(root).as_posix()}", path


def ready_folder() -> Path:
    """Made if only it is missing: where the folder around it is gone, a stick has been pulled out."""
    place = folder.place()
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def sweep(place: Path) -> None:
    """What this installation's unfinished copies left; whoever makes one holds the lock."""
    for left in place.glob(f".talon-{folder.mark()}-*"):
        left.unlink(missing_ok=True)


@contextmanager
def alone() -> Iterator[None]:
    """One copy at a time; the system takes the lock back from whoever dies."""
    with (Path(settings.DATA_DIR) / "backup.lock").open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def explained() -> Iterator[None]:
    """What the disk, the database or its programs say, as a sentence for whoever keeps the installation."""
    try:
        yield
    except FileNotFoundError as missing:
        told = _("%(folder)s is not there. Is the stick in?") % {"folder": missing.filename or folder.place()}
        raise CannotCopy(told) from missing
    except OSError as refusal:
        raise CannotCopy(said_by_disk(refusal)) from refusal
    except sqlite3.Error as refusal:
        raise CannotCopy(said_by_sqlite(refusal)) from refusal
    except package.Damaged as broken:
        raise CannotCopy(_("The database itself is damaged: %(what)s") % {"what": broken}) from broken
    except engines.NoProgram as missing:
        told = _("%(program)s is missing on this machine: install PostgreSQL's client programs.")
        raise CannotCopy(told % {"program": missing}) from missing
    except engines.ProgramFailed as failed:
        raise CannotCopy(_("PostgreSQL gave no copy: %(what)s") % {"what": failed}) from failed


def said_by_disk(refusal: OSError) -> str:
    if refusal.errno in NO_ROOM:
        return no_room()
    return _("The copy cannot be written to %(folder)s: %(what)s") % {
        "folder": folder.place(),
        "what": refusal.strerror or refusal,
    }


def said_by_sqlite(refusal: sqlite3.Error) -> str:
    """It was the copy that could not be written: the database in use says so itself to those who play."""
    if getattr(refusal, "sqlite_errorcode", 0) & 0xFF in (SQLITE_FULL, SQLITE_IOERR):
        return no_room()
    return _("The database gave no copy: %(what)s") % {"what": refusal}


def no_room() -> str:
    return _("There is no room for a copy in %(folder)s. The earlier copies are all there.") % {
        "folder": folder.place()
    }
