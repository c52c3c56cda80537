"""Writing a backup, completely or not at all: under another name, flushed to the disk, and then renamed.

After an error the earlier backups are untouched and no partial one is left. The next backup removes what a
killed process has left.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from clubs.backups import archive, engines, folder, state
from clubs.backups.wording import reason_sentence
from clubs.books.heads import present_heads
from clubs.db import locks
from clubs.files.areas import area
from clubs.files.local import LocalFile
from clubs.models import LogEntry

_LOCK: Final = "backup"
_NO_SPACE_ERRNOS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_SQLITE_FULL: Final = 13
_SQLITE_IOERR: Final = 10
_LOW_BYTE: Final = 0xFF  # the primary result code; the higher bytes extend it


class BackupError(Exception):
    """The code of the reason and what it is about; as a string a sentence in the reader's language."""

    def __init__(self, code: str, detail: object) -> None:
        super().__init__(code, str(detail))
        self.code, self.detail = code, str(detail)

    def __str__(self) -> str:
        return reason_sentence(self.code, self.detail)


def create_backup(now: datetime) -> folder.Backup:
    """Write a backup and remove the expired ones. Raises BackupError, and records the failure."""
    with _recorded(now), locks.exclusive(_LOCK):
        return _create(now)


def create_due_backup(now: datetime, is_due: Callable[[], bool], *, wait: bool) -> folder.Backup | None:
    """Write a backup unless another process, of this machine or another one, has made it meanwhile.

    Return None in that case and, without `wait`, while another process is making one. Raises BackupError.
    """
    with _recorded(now), locks.exclusive(_LOCK, wait=wait) as is_ours:
        return _create(now) if is_ours and is_due() else None


def _create(now: datetime) -> folder.Backup:
    _require_installation()
    backup = _write_backup(now)
    _prune(backup, now)
    state.clear_failure()
    return backup


@contextmanager
def _recorded(now: datetime) -> Iterator[None]:
    """Record a failure for the pages."""
    try:
        with _as_backup_error():
            yield
    except BackupError as error:
        state.record_failure(now, error.code, error.detail)
        raise


def _require_installation() -> None:
    """Refuse a data folder without an installation: it was named wrongly."""
    if not MigrationRecorder(connection).has_table():
        raise BackupError("nothing", settings.DATA_DIR)


def prune_backups(now: datetime) -> None:
    """Remove what has expired although no new backup is made: nobody has written anything for long."""
    with locks.exclusive(_LOCK, wait=False) as is_ours:
        backups = folder.list_backups() if is_ours else []
        if backups:
            _prune(backups[0], now)


def _prune(newest: folder.Backup, now: datetime) -> None:
    """Remove expired backups, but never the newest, even if the clock was set back."""
    for old in folder.backups_to_prune(
        folder.list_backups(), settings.BACKUP_KEEP, settings.BACKUP_DAYS, now
    ):
        if old.name != newest.name:
            old.remove()


def _write_backup(now: datetime) -> folder.Backup:
    copies = area("copies")
    place = copies.draft_folder()
    _remove_drafts(place)
    name = folder.file_name_at(now)
    draft, snapshot = (place / f".{name.removesuffix('.zip')}.{ending}" for ending in ("part", "database"))
    try:
        for file in (draft, snapshot):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, archive.OWNER_ONLY))
        _pack(draft, snapshot, now)
        size = draft.stat().st_size
        with LocalFile(draft) as finished:
            copies.save(name, finished)
    finally:
        _remove_drafts(place)
    return folder.Backup(name, now, size)


def _pack(draft: Path, snapshot: Path, now: datetime) -> None:
    # Read first: the backup contains at least these entries.
    log, heads = _newest_log_entry(), present_heads()
    engines.copy_database(connection.settings_dict, snapshot)
    with draft.open("wb") as file:
        with archive.open_writer(file) as writer:
            writer.add_file(archive.DATABASE, snapshot, compress=True)
            writer.add_text(archive.KEY, settings.SECRET_KEY + "\n")
            _pack_uploads(writer)
            writer.finish(replace(_manifest(now, log, writer.sums), heads=heads))
        archive.flush_file(file)


def _manifest(now: datetime, log: int, sums: dict[str, str]) -> archive.Manifest:
    applied = MigrationRecorder(connection).applied_migrations()
    return archive.Manifest(
        release=settings.RELEASE,
        engine=engines.engine_of(connection.settings_dict),
        migrations=tuple(sorted(f"{app}.{name}" for app, name in applied)),
        made_at=now,
        log=log,
        sums=sums,
    )


def _newest_log_entry() -> int:
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _pack_uploads(writer: archive.BackupWriter) -> None:
    """Add the uploads. They are read after the database: a file is older than the row that names it."""
    uploads = area("default")
    for listed in uploads.files(deep=True):
        with suppress(FileNotFoundError), uploads.open(listed.name) as upload:  # removed since it was listed
            writer.add_stream(f"{archive.UPLOADS}/{listed.name}", upload, compress=False)


def _remove_drafts(place: Path) -> None:
    """Remove the unfinished backups of this installation; the caller holds the lock."""
    for left in place.glob(f".talon-{folder.installation_mark()}-*"):
        left.unlink(missing_ok=True)


@contextmanager
def _as_backup_error() -> Iterator[None]:
    """Turn errors of the disk, the database and its programs into a BackupError for the keeper."""
    try:
        yield
    except FileNotFoundError as missing:
        raise BackupError("no_folder", missing.filename or settings.BACKUP_DIR) from missing
    except OSError as refusal:
        raise _disk_error(refusal) from refusal
    except sqlite3.Error as refusal:
        raise _sqlite_error(refusal) from refusal
    except DatabaseError as refusal:
        raise BackupError("no_database", refusal) from refusal
    except archive.DamagedBackup as broken:
        raise BackupError("damaged", broken) from broken
    except engines.ProgramMissing as missing:
        raise BackupError("no_program", missing) from missing
    except engines.ProgramFailed as failed:
        raise BackupError("no_database", failed) from failed


def _disk_error(refusal: OSError) -> BackupError:
    if refusal.errno in _NO_SPACE_ERRNOS:
        return BackupError("no_room", area("copies").drafts)
    return BackupError("not_written", refusal)


def _sqlite_error(refusal: sqlite3.Error) -> BackupError:
    """Return the error; one of the disk concerns the backup, since the database in use is only read."""
    if getattr(refusal, "sqlite_errorcode", 0) & _LOW_BYTE in (_SQLITE_FULL, _SQLITE_IOERR):
        return BackupError("no_room", area("copies").drafts)
    return BackupError("no_database", refusal)
