"""Where the copies lie, what they are called, and which of them are kept.

A name carries the mark of its installation, which follows from the secret key, and its time in UTC: two
installations that were given the same folder never remove each other's copies, and the order of names is the
order of time.
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
_SPELLED = "%Y%m%dT%H%M%S"


@dataclass(frozen=True)
class Copy:
    """A copy of this installation as its name tells it; what is inside nobody has looked at."""

    path: Path
    made_at: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def place() -> Path:
    return Path(settings.BACKUP_DIR)


def mark() -> str:
    """Tells installations apart and nothing of the key."""
    return hashlib.sha256(b"talon copies\n" + settings.SECRET_KEY.encode()).hexdigest()[:8]


def name_at(now: datetime) -> str:
    utc = now.astimezone(UTC)
    return f"talon-{mark()}-{utc.strftime(_SPELLED)}{utc.microsecond // 1000:03}Z.zip"


def copies() -> list[Copy]:
    """Of this installation, the newest first; none where there is no folder."""
    return sorted(_listed(place()), key=lambda copy: copy.name, reverse=True)


def _listed(folder: Path) -> Iterator[Copy]:
    for path in folder.glob(f"talon-{mark()}-*.zip"):
        found = _NAME.fullmatch(path.name)
        if found is not None and path.is_file():
            yield Copy(path, _time_of(found["time"]), path.stat().st_size)


def _time_of(word: str) -> datetime:
    whole = datetime.strptime(word[:15], _SPELLED).replace(tzinfo=UTC)
    return whole.replace(microsecond=int(word[15:]) * 1000)


def superfluous(found: Iterable[Copy], keep: int) -> list[Copy]:
    """All but the last ones and the last of each day, by the days of the club's own time."""
    ordered = sorted(found, key=lambda copy: copy.name, reverse=True)
    days = set()
    old = []
    for place_from_newest, copy in enumerate(ordered):
        day = timezone.localdate(copy.made_at)
        if place_from_newest >= max(1, keep) and day in days:
            old.append(copy)
        days.add(day)
    return old
