"""One file at a time: whoever has a file made holds the turn of this machine, others are asked to come back.

A file can take seconds of a processor. Strangers share one turn and users who are signed in another, so that
no visitor keeps a director from a file, and what is made for a stranger rests three times as long as it
works. One thread of each process waits a moment for the turn; all others are free for pages at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.db.machine_locks import MachineLock

_Row = TypeVar("_Row")

# Seconds of work for a stranger between two rests, and how many times as long a rest takes.
_WORK: Final = 0.01
_REST: Final = 3
# Seconds that one thread of a process waits, and after which a browser asks again.
_WAIT: Final = 0.5
RETRY_SECONDS: Final = 2

_waiting = threading.BoundedSemaphore(1)


class _Held(threading.local):
    """Whether this thread holds a turn, as when a file is made within another's making, and is to rest."""

    turn = False
    rests = False
    # The processor time of the thread at its last rest.
    rested_at = 0.0


_held = _Held()


@contextmanager
def file_turn(request: HttpRequest) -> Iterator[bool]:
    """Hold the turn to make a file; yield False if another is being made.

    A file for a stranger is sent after a rest for all the work that had none, such as drawing on paper.
    """
    if _held.turn:
        yield True
        return
    is_stranger = not _is_signed_in(request)
    with MachineLock("file-strangers" if is_stranger else "file-users") as lock:
        _held.turn = lock.acquire() or _wait_for(lock)
        _held.rests = _held.turn and is_stranger
        _held.rested_at = time.thread_time()
        try:
            yield _held.turn
            _rest()
        finally:
            _held.turn = _held.rests = False


def with_rests(rows: Iterable[_Row]) -> Iterator[_Row]:
    """Yield the rows of a file; for a stranger, rest after each piece of work.

    So the file takes a quarter of a processor at most, and most of the time other threads of its process run.
    """
    for row in rows:
        yield row
        _rest()


def _rest() -> None:
    worked = time.thread_time() - _held.rested_at
    if _held.rests and worked >= _WORK:
        time.sleep(_REST * worked)
        _held.rested_at = time.thread_time()


def _wait_for(lock: MachineLock) -> bool:
    if not _waiting.acquire(blocking=False):
        return False
    try:
        return lock.acquire(_WAIT)
    finally:
        _waiting.release()


def _is_signed_in(request: HttpRequest) -> bool:
    """Look at the session without a trace: what is made here does not depend on it."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    accessed = request.session.accessed
    is_signed_in = request.user.is_authenticated
    request.session.accessed = accessed
    return is_signed_in


def being_made_page(request: HttpRequest) -> HttpResponse:
    """Return the page that loads itself again until the file is there."""
    request.comes_again = True  # type: ignore[attr-defined]  # for the filter of the log
    page = render(
        request, "being_made.html", {"seconds": RETRY_SECONDS}, status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    page["Retry-After"] = str(RETRY_SECONDS)
    page["Cache-Control"] = "no-store"
    return page


class ComesAgainFilter(logging.Filter):
    """Keep out of the log that somebody was asked to come again, which is no failure."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(getattr(record, "request", None), "comes_again", False)
