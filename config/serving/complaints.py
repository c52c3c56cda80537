"""What a process of `bin/run` cannot do, on standard error."""

import sys
import time
from typing import Final

_SILENT_SECONDS: Final = 60.0
_told_at: dict[str, float] = {}


def complain(about: str, reason: object) -> None:
    """Print what fails in one line, once a minute: a database may be away for an hour."""
    now = time.monotonic()
    if now - _told_at.get(about, float("-inf")) >= _SILENT_SECONDS:
        _told_at[about] = now
        print(f"{about}: {' '.join(str(reason).split())}", file=sys.stderr, flush=True)
