"""The state of the backups: the last one, the changes since, and the failure of the last attempt.

The failure is stored in a file of the data folder, for all processes of this machine. If that cannot be
written, the age of the last backup still shows the problem.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Count, Min, Q

from clubs.backups import archive, folder
from clubs.backups.wording import reason_sentence
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
    return next(filter(None, (_read_backup(copy.path, copy.size) for copy in folder.list_backups())), None)


@lru_cache(maxsize=8)
def _read_backup(path: Path, _size: int) -> LastBackup | None:
    """Read a backup's manifest. It is cached: this is called every few seconds, and backups do not change."""
    try:
        manifest = archive.read_manifest(path)
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


def failure_file() -> Path:
    return Path(settings.DATA_DIR) / _FILE_NAME


def record_failure(now: datetime, code: str, detail: str) -> None:
    with suppress(OSError):
        draft = failure_file().with_suffix(".new")
        draft.write_text(json.dumps({"at": now.isoformat(), "why": code, "what": detail}), encoding="utf-8")
        draft.replace(failure_file())


def clear_failure() -> None:
    with suppress(OSError):
        failure_file().unlink(missing_ok=True)


def last_failure() -> BackupFailure | None:
    """Return the failure of the last attempt; None after a successful one."""
    try:
        fields = json.loads(failure_file().read_text(encoding="utf-8"))
        return BackupFailure(datetime.fromisoformat(fields["at"]), str(fields["why"]), str(fields["what"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
