"""Where the backups are kept, their names, and the rule of which are kept.

A name contains the mark of its installation, derived from the secret key, and the time in UTC: two
installations with the same folder never remove each other's backups, and the names sort by time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.core.files.base import File
from django.utils import timezone

from clubs.files.areas import area

_NAME = re.compile(r"talon-(?P<mark>[0-9a-f]{8})-(?P<time>\d{8}T\d{6}\d{3})Z\.zip")
_TIME_FORMAT = "%Y%m%dT%H%M%S"


@dataclass(frozen=True)
class Backup:
    """A backup of this installation by its name; the contents are not checked."""

    name: str
    made_at: datetime
    size: int

    @property
    def place(self) -> str:
        """Where a person finds it."""
        return area("copies").place(self.name)

    def open(self) -> File[bytes]:
        return area("copies").open(self.name)

    def remove(self) -> None:
        area("copies").delete(self.name)


def installation_mark() -> str:
    """Return a mark that identifies the installation without revealing the key."""
    return hashlib.sha256(b"talon copies\n" + settings.SECRET_KEY.encode()).hexdigest()[:8]


def file_name_at(now: datetime) -> str:
    utc = now.astimezone(UTC)
    return f"talon-{installation_mark()}-{utc.strftime(_TIME_FORMAT)}{utc.microsecond // 1000:03}Z.zip"


def list_backups() -> list[Backup]:
    """Return the backups of this installation, the newest first; none without a folder."""
    return sorted(_stored_backups(), key=lambda backup: backup.name, reverse=True)


def _stored_backups() -> Iterator[Backup]:
    mark = installation_mark()
    for file in area("copies").files():
        match = _NAME.fullmatch(file.name)
        if match is not None and match["mark"] == mark:
            yield Backup(file.name, _parse_time(match["time"]), file.size)


def _parse_time(word: str) -> datetime:
    seconds = datetime.strptime(word[:15], _TIME_FORMAT).replace(tzinfo=UTC)
    return seconds.replace(microsecond=int(word[15:]) * 1000)


def backups_to_prune(backups: Iterable[Backup], keep: int, days: int, now: datetime) -> list[Backup]:
    """Return all but the newest `keep` and the last of each day, in the club's time zone; and all that are
    older than `days`, but for the newest: what was erased since is still in them."""
    ordered = sorted(backups, key=lambda backup: backup.name, reverse=True)
    seen = set[date]()
    expired = []
    for place_from_newest, backup in enumerate(ordered):
        day = timezone.localdate(backup.made_at)
        is_old = backup.made_at < now - timedelta(days=days)
        is_one_of_many = place_from_newest >= max(1, keep) and day in seen
        if place_from_newest > 0 and (is_old or is_one_of_many):
            expired.append(backup)
        seen.add(day)
    return expired
