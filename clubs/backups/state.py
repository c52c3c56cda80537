"""How the copies stand: the last one, what was written since, and what went wrong at the last attempt.

What went wrong lies in a file of the data folder, for all processes of this machine to see. Where even that
cannot be written, what was written and not copied still tells it.
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
from clubs.backups.wording import sentence
from clubs.models import LogEntry

_EVERY: Final = timedelta(minutes=10)  # of play
_AGAIN: Final = timedelta(minutes=1)  # after one that failed
_FILE: Final = "backup-failed.json"


@dataclass(frozen=True)
class Failure:
    at: datetime
    why: str
    what: str

    @property
    def reason(self) -> str:
        return sentence(self.why, self.what)


@dataclass(frozen=True)
class Last:
    """The newest copy that can be read."""

    made_at: datetime
    log: int


@dataclass(frozen=True)
class Uncopied:
    """What no copy holds: since when, and how many acts of those after which one is made at once."""

    since: datetime | None
    urgent: int


def last_copy() -> Last | None:
    return next(filter(None, (_told_by(copy.path, copy.size) for copy in folder.copies())), None)


@lru_cache(maxsize=8)
def _told_by(path: Path, _size: int) -> Last | None:
    """It is asked every few seconds, and no copy changes once it has its name."""
    try:
        manifest = archive.manifest_of(path)
    except (archive.Damaged, archive.Newer, OSError):
        return None
    return Last(manifest.made_at, manifest.log)


def uncopied(last: Last | None, urgent: Collection[str] = ()) -> Uncopied:
    told = LogEntry.objects.filter(pk__gt=last.log if last else 0).aggregate(
        since=Min("at"), urgent=Count("pk", filter=Q(act__in=urgent))
    )
    return Uncopied(told["since"], told["urgent"])


def is_due(now: datetime, urgent: Collection[str]) -> bool:
    """A copy after ten minutes in which something was written, and at once after an urgent act."""
    failed = failure()
    if failed is not None and failed.at <= now < failed.at + _AGAIN:
        return False
    last = last_copy()
    written = uncopied(last, urgent)
    if written.since is None:
        return False
    return last is None or written.urgent > 0 or not last.made_at <= now < last.made_at + _EVERY


def failure_file() -> Path:
    return Path(settings.DATA_DIR) / _FILE


def remember_failure(now: datetime, why: str, what: str) -> None:
    with suppress(OSError):
        draft = failure_file().with_suffix(".new")
        draft.write_text(json.dumps({"at": now.isoformat(), "why": why, "what": what}), encoding="utf-8")
        draft.replace(failure_file())


def forget_failure() -> None:
    with suppress(OSError):
        failure_file().unlink(missing_ok=True)


def failure() -> Failure | None:
    """What went wrong last, unless a copy was made since."""
    try:
        told = json.loads(failure_file().read_text(encoding="utf-8"))
        return Failure(datetime.fromisoformat(told["at"]), str(told["why"]), str(told["what"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
