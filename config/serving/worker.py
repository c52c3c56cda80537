"""Starts `manage.py work` when there are jobs, and lets it exit when there are none.

Most evenings have no jobs: a process that waits for them would take 50 MB of the laptop all evening, and
running them in the keeper would keep its memory high and could stop the backups by a failure.
"""

from __future__ import annotations

import subprocess
import sys
import time
from types import TracebackType

from config.serving.complaints import complain
from config.serving.venv import ROOT
from config.terminal import gettext as _

_IDLE_SECONDS = 60  # that a worker waits for another job after its last one
RESTART_PAUSE = 5.0  # seconds until a worker that failed is started again
WORKER_STOP_TIMEOUT = 8.0  # seconds; a job is interrupted at its next step and resumed later


class WorkerProcess:
    """At most one worker at a time; it stops with its owner."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.paused_until = 0.0

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: object, _traceback: TracebackType | None
    ) -> None:
        self.stop()

    def start_if_needed(self) -> None:
        if not self.is_running() and time.monotonic() >= self.paused_until and has_work():
            self.process = start_worker()

    def is_running(self) -> bool:
        if self.process is None:
            return False
        code = self.process.poll()
        if code is None:
            return True
        if code:
            print(_("The worker stopped (exit code %(code)d).") % {"code": code}, file=sys.stderr, flush=True)
            self.paused_until = time.monotonic() + RESTART_PAUSE
        self.process = None
        return False

    def request_stop(self) -> None:
        """Ask the worker to stop, without waiting for it."""
        if self.process is not None:
            self.process.terminate()

    def stop(self) -> None:
        if self.process is None:
            return
        self.request_stop()
        try:
            self.process.wait(WORKER_STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_worker() -> subprocess.Popen[bytes]:
    command = [sys.executable, str(ROOT / "manage.py"), "work", "--rest", str(_IDLE_SECONDS)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 (our own)


def has_work() -> bool:
    """Return whether jobs wait; False if the database does not answer, which is asked again in a second."""
    from django.db import Error, close_old_connections
    from django.utils import timezone

    from clubs.jobs import worker

    try:
        close_old_connections()
        return worker.has_due_jobs(timezone.now())
    except Error as refusal:
        complain(_("The keeper, looking for work"), refusal)
        return False
