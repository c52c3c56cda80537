"""Errands: short work that nobody requests and nobody waits for on a page, such as mail that is to be sent.

An app registers them; the worker runs each in a thread of its own beside the jobs, so that neither a job
that prints for minutes nor a mail server that does not answer keeps the others back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Final

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from clubs.plugins.hooks import HookTable

_POLL_SECONDS: Final = 0.5  # between two looks for errands
_PAUSE_AFTER_FAILURE: Final = 5.0  # seconds
_STOP_TIMEOUT: Final = 6.0  # seconds; what is being sent then is sent again by the next worker

_journal = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Errand:
    """Whether there is something to do, which costs a query or two, and how it is done."""

    name: str
    is_due: Callable[[datetime], bool]
    # It stops soon after the event is set.
    run: Callable[[threading.Event], None]


# By their names.
errands: HookTable[Errand] = HookTable()


def register_errands(named: Iterable[Errand]) -> None:
    """Register errands, each under its name."""
    for errand in named:
        errands.register({errand.name: errand})


def has_due_errands(now: datetime) -> bool:
    return any(errand.is_due(now) for errand in errands.values())


class ErrandRunner:
    """Starts what is due, each at most once at a time, until it is stopped."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.busy_at = time.monotonic()
        self.threads: dict[str, threading.Thread] = {}
        self.paused_until: dict[str, float] = {}
        self.looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> ErrandRunner:
        self.looking.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: object, _traceback: TracebackType | None
    ) -> None:
        self.stopping.set()
        for thread in (self.looking, *self.threads.values()):
            thread.join(_STOP_TIMEOUT)

    def _look(self) -> None:
        try:
            while not self.stopping.is_set():
                if self._start_due():
                    self.busy_at = time.monotonic()
                self.stopping.wait(_POLL_SECONDS)
        finally:
            connection.close()

    def _start_due(self) -> bool:
        """Start the errands that are due; return whether any runs."""
        for errand in errands.values():
            if not self._is_running(errand) and self._is_due(errand):
                thread = threading.Thread(target=self._run, args=[errand], daemon=True)
                self.threads[errand.name] = thread
                thread.start()
        return any(map(self._is_running, errands.values()))

    def _is_running(self, errand: Errand) -> bool:
        thread = self.threads.get(errand.name)
        return thread is not None and thread.is_alive()

    def _is_due(self, errand: Errand) -> bool:
        if time.monotonic() < self.paused_until.get(errand.name, 0.0):
            return False
        try:
            close_old_connections()
            return errand.is_due(timezone.now())
        except DatabaseError:
            _journal.exception("the database did not say whether there are errands")
            return False

    def _run(self, errand: Errand) -> None:
        """Run an errand; whatever it raises, the others and the jobs go on."""
        try:
            errand.run(self.stopping)
        except Exception:
            _journal.exception("the errand %s failed", errand.name)
            self.paused_until[errand.name] = time.monotonic() + _PAUSE_AFTER_FAILURE
        finally:
            connection.close()
