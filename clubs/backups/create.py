"""Writing a backup, completely or not at all: under another name, flushed to the disk, and then renamed.

After an error the earlier backups are untouched and no partial one is left. The next backup removes what a
killed process has left.
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
from clubs.backups.wording import reason_sentence
from clubs.models import LogEntry

if sys.platform != "win32":
    import fcntl

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
    try:
        with _as_backup_error(), _exclusive_lock():
            _require_installation()
            backup = _write_backup(_ensure_folder(), now)
            _prune(backup)
    except BackupError as error:
        state.record_failure(now, error.code, error.detail)
        raise
    state.clear_failure()
    return backup


def _require_installation() -> None:
    """Refuse a data folder without an installation: it was named wrongly."""
    if not MigrationRecorder(connection).has_table():
        raise BackupError("nothing", settings.DATA_DIR)


def _prune(newest: folder.Backup) -> None:
    """Remove expired backups, but never the newest, even if the clock was set back."""
    for old in folder.backups_to_prune(folder.list_backups(), settings.BACKUP_KEEP):
        if old.name != newest.name:
            old.path.unlink(missing_ok=True)


def _write_backup(place: Path, now: datetime) -> folder.Backup:
    _remove_drafts(place)
    target = place / folder.file_name_at(now)
    draft, snapshot = (place / f".{target.stem}.{ending}" for ending in ("part", "database"))
    try:
        for file in (draft, snapshot):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, archive.OWNER_ONLY))
        _pack(draft, snapshot, now)
        draft.replace(target)
        archive.flush_folder(place)
    finally:
        _remove_drafts(place)
    return folder.Backup(target, now, target.stat().st_size)


def _pack(draft: Path, snapshot: Path, now: datetime) -> None:
    log = _newest_log_entry()  # read first: the backup contains at least this entry
    engines.copy_database(connection.settings_dict, snapshot)
    with draft.open("wb") as file:
        with archive.open_writer(file) as writer:
            writer.add_file(archive.DATABASE, snapshot, compress=True)
            writer.add_text(archive.KEY, settings.SECRET_KEY + "\n")
            for name, upload in _uploads():
                with suppress(FileNotFoundError):  # removed since it was listed
                    writer.add_file(name, upload, compress=False)
            writer.finish(_manifest(now, log, writer.sums))
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


def _uploads() -> Iterator[tuple[str, Path]]:
    """Yield the uploads. They are read after the database: a file is older than the row that names it."""
    root = Path(default_storage.path(""))
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"{archive.UPLOADS}/{path.relative_to(root).as_posix()}", path


def _ensure_folder() -> Path:
    """Create the folder, but not its parent: if that is missing, a USB stick has been removed."""
    place = folder.backup_folder()
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def _remove_drafts(place: Path) -> None:
    """Remove the unfinished backups of this installation; the caller holds the lock."""
    for left in place.glob(f".talon-{folder.installation_mark()}-*"):
        left.unlink(missing_ok=True)


@contextmanager
def _exclusive_lock() -> Iterator[None]:
    """Allow one backup at a time; the system releases the lock when the process dies."""
    with (Path(settings.DATA_DIR) / "backup.lock").open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _as_backup_error() -> Iterator[None]:
    """Turn errors of the disk, the database and its programs into a BackupError for the keeper."""
    try:
        yield
    except FileNotFoundError as missing:
        raise BackupError("no_folder", missing.filename or folder.backup_folder()) from missing
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
        return BackupError("no_room", folder.backup_folder())
    return BackupError("not_written", refusal)


def _sqlite_error(refusal: sqlite3.Error) -> BackupError:
    """Return the error; one of the disk concerns the backup, since the database in use is only read."""
    if getattr(refusal, "sqlite_errorcode", 0) & _LOW_BYTE in (_SQLITE_FULL, _SQLITE_IOERR):
        return BackupError("no_room", folder.backup_folder())
    return BackupError("no_database", refusal)
