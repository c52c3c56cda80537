"""The state of the backups: the last one, the changes since, and the failure of the last attempt.

The failure is a small file where files live, for all processes and, in the database, for all servers. If that
cannot be written, the age of the last backup still shows the problem.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from django.db import DatabaseError
from django.db.models import Count, Min, Q

from clubs.backups import archive, folder
from clubs.backups.wording import reason_sentence
from clubs.files.areas import area
from clubs.models import LogEntry

_INTERVAL: Final = timedelta(minutes=10)  # of play
_RETRY_AFTER: Final = timedelta(minutes=1)  # after a failed backup
_FILE_NAME: Final = "backup-failed.json"


@dataclass(frozen=True)
class BackupFailure:
    at: datetime
    code: str
    detail: str

    @property
    def reason(self) -> str:
        return reason_sentence(self.code, self.detail)


@dataclass(frozen=True)
class LastBackup:
    """The newest backup that can be read."""

    made_at: datetime
    log: int


@dataclass(frozen=True)
class UnsavedChanges:
    """The changes that no backup contains: the time of the first, and the number of urgent acts."""

    since: datetime | None
    urgent: int


def last_backup() -> LastBackup | None:
    return next(filter(None, map(read_backup, folder.list_backups())), None)


@lru_cache(maxsize=8)
def read_backup(backup: folder.Backup) -> LastBackup | None:
    """Read a backup's manifest; None if it cannot be read.

    It is cached: this is called every few seconds, and backups do not change.
    """
    try:
        with backup.open() as file:
            manifest = archive.read_manifest(file)
    except (archive.DamagedBackup, archive.NewerFormat, OSError):
        return None
    return LastBackup(manifest.made_at, manifest.log)


def changes_since(last: LastBackup | None, urgent: Collection[str] = ()) -> UnsavedChanges:
    totals = LogEntry.objects.filter(pk__gt=last.log if last else 0).aggregate(
        since=Min("at"), urgent=Count("pk", filter=Q(act__in=urgent))
    )
    return UnsavedChanges(totals["since"], totals["urgent"])


def is_due(now: datetime, urgent: Collection[str]) -> bool:
    """Return whether a backup is due: ten minutes after the last one with changes since, or after an urgent
    act."""
    failure = last_failure()
    if failure is not None and failure.at <= now < failure.at + _RETRY_AFTER:
        return False
    last = last_backup()
    changes = changes_since(last, urgent)
    if changes.since is None:
        return False
    return last is None or changes.urgent > 0 or not last.made_at <= now < last.made_at + _INTERVAL


def record_failure(now: datetime, code: str, detail: str) -> None:
    with suppress(OSError, DatabaseError):
        fields = {"at": now.isoformat(), "why": code, "what": detail}
        area("notices").replace(_FILE_NAME, json.dumps(fields).encode())


def clear_failure() -> None:
    with suppress(OSError, DatabaseError):
        area("notices").delete(_FILE_NAME)


def last_failure() -> BackupFailure | None:
    """Return the failure of the last attempt; None after a successful one."""
    try:
        with area("notices").open(_FILE_NAME) as file:
            fields = json.load(file)
        return BackupFailure(datetime.fromisoformat(fields["at"]), str(fields["why"]), str(fields["what"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
