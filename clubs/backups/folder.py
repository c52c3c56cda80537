"""The folder of the backups, their names, and the rule of which are kept.

A name contains the mark of its installation, derived from the secret key, and the time in UTC: two
installations with the same folder never remove each other's backups, and the names sort by time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

_NAME = re.compile(r"talon-(?P<mark>[0-9a-f]{8})-(?P<time>\d{8}T\d{6}\d{3})Z\.zip")
_TIME_FORMAT = "%Y%m%dT%H%M%S"


@dataclass(frozen=True)
class Backup:
    """A backup of this installation by its name; the contents are not checked."""

    path: Path
    made_at: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def backup_folder() -> Path:
    return Path(settings.BACKUP_DIR)


def installation_mark() -> str:
    """Return a mark that identifies the installation without revealing the key."""
    return hashlib.sha256(b"talon copies\n" + settings.SECRET_KEY.encode()).hexdigest()[:8]


def file_name_at(now: datetime) -> str:
    utc = now.astimezone(UTC)
    return f"talon-{installation_mark()}-{utc.strftime(_TIME_FORMAT)}{utc.microsecond // 1000:03}Z.zip"


def list_backups() -> list[Backup]:
    """Return the backups of this installation, the newest first; none without a folder."""
    return sorted(_backups_in(backup_folder()), key=lambda backup: backup.name, reverse=True)


def _backups_in(folder: Path) -> Iterator[Backup]:
    for path in folder.glob(f"talon-{installation_mark()}-*.zip"):
        match = _NAME.fullmatch(path.name)
        if match is not None and path.is_file():
            yield Backup(path, _parse_time(match["time"]), path.stat().st_size)


def _parse_time(word: str) -> datetime:
    seconds = datetime.strptime(word[:15], _TIME_FORMAT).replace(tzinfo=UTC)
    return seconds.replace(microsecond=int(word[15:]) * 1000)


def backups_to_prune(backups: Iterable[Backup], keep: int) -> list[Backup]:
    """Return all but the newest `keep` and the last of each day, in the club's time zone."""
    ordered = sorted(backups, key=lambda backup: backup.name, reverse=True)
    days = set()
    expired = []
    for place_from_newest, backup in enumerate(ordered):
        day = timezone.localdate(backup.made_at)
        if place_from_newest >= max(1, keep) and day in days:
            expired.append(backup)
        days.add(day)
    return expired
