"""How the copies stand: the last one, what was written since, and what went wrong at the last attempt.

What went wrong lies in a file of the data folder, for all processes of this machine to see. Where even that
cannot be written, what was written and not copied still tells it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Min

from clubs.copies import folder, package
from clubs.models import LogEntry

EVERY: Final = timedelta(minutes=10)  # of play
LATE: Final = 2 * EVERY  # by then somebody has to look
FILE: Final = "backup-failed.json"


@dataclass(frozen=True)
class Failure:
    at: datetime
    reason: str


@dataclass(frozen=True)
class Last:
    """The newest copy that can be read."""

    made_at: datetime
    log: int


def last_copy() -> Last | None:
    for copy in folder.copies():
        with suppress(package.Damaged, OSError):
            manifest = package.manifest_of(copy.path)
            return Last(manifest.made_at, manifest.log)
    return None


def uncopied_since(last: Last | None) -> datetime | None:
    """When the first act was done that no copy holds."""
    since = LogEntry.objects.filter(pk__gt=last.log if last else 0).aggregate(first=Min("at"))
    first: datetime | None = since["first"]
    return first


def failure_file() -> Path:
    return Path(settings.DATA_DIR) / FILE


def remember_failure(now: datetime, reason: str) -> None:
    with suppress(OSError):
        draft = failure_file().with_suffix(".new")
        draft.write_text(json.dumps({"at": now.isoformat(), "reason": reason}), encoding="utf-8")
        draft.replace(failure_file())


def forget_failure() -> None:
    with suppress(OSError):
        failure_file().unlink(missing_ok=True)


def failure() -> Failure | None:
    """What went wrong last, unless a copy was made since."""
    try:
        told = json.loads(failure_file().read_text(encoding="utf-8"))
        return Failure(datetime.fromisoformat(told["at"]), str(told["reason"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
