"""Starts `manage.py work` when there is long work, and lets it end when there is none.

Most evenings print nothing: a process that waits for it would take 50 MB of the laptop all evening, and one
that draws in the keeper would keep its memory and could take the copies with it when it fails.
"""

from __future__ import annotations

import subprocess
import sys
import time
from types import TracebackType

from config.serving.venv import ROOT

_REST = 60  # seconds that a worker stays after its last job, for the next one
PAUSE = 5.0  # seconds until one that could not live is started again
END_LIMIT = 8.0  # seconds: what it does is left for later at its next step


class Worker:
    """At most one at a time; it ends with whoever started it."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.paused_until = 0.0

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _what: object, _where: TracebackType | None
    ) -> None:
        self.end()

    def look(self) -> None:
        if not self.is_at_work() and time.monotonic() >= self.paused_until and is_needed():
            self.process = start()

    def is_at_work(self) -> bool:
        if self.process is None:
            return False
        code = self.process.poll()
        if code is None:
            return True
        if code:
            print(f"The worker stopped (exit code {code}).", file=sys.stderr, flush=True)
            self.paused_until = time.monotonic() + PAUSE
        self.process = None
        return False

    def ask_to_end(self) -> None:
        """Nobody waits for it: what it does is left for later meanwhile."""
        if self.process is not None:
            self.process.terminate()

    def end(self) -> None:
        if self.process is None:
            return
        self.ask_to_end()
        try:
            self.process.wait(END_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start() -> subprocess.Popen[bytes]:
    command = [sys.executable, str(ROOT / "manage.py"), "work", "--rest", str(_REST)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 (our own)


def is_needed() -> bool:
    """A database that does not answer is asked again in a second."""
    from django.db import DatabaseError, close_old_connections
    from django.utils import timezone

    from clubs.jobs import worker

    try:
        close_old_connections()
        return worker.is_needed(timezone.now())
    except DatabaseError as refusal:
        print(f"The keeper, looking for work: {refusal}", file=sys.stderr, flush=True)
        return False
