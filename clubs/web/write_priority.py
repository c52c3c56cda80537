"""Whose turn it is while a hall is busy: what is sent goes before pages that are made anew.

Whoever sends a deal stands at a table and waits for the answer; a phone that follows the play does not mind a
tenth of a second. So a page is begun when nothing is being written, and on all processors but one at most;
after `PATIENCE` it is begun all the same. All processes of this machine keep to it by locks on files of the
data folder, which the system takes back from whoever dies. Knows nothing of what is written or shown.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Where the system has no such locks there is one process, and everybody goes at once.
if sys.platform != "win32":
    import fcntl

PATIENCE: Final = 0.2  # seconds
PULSE: Final = 0.002
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# Of which each page being made holds one.
PLACES: Final = tuple(f"page-{place}" for place in range(max(1, (os.cpu_count() or 2) - 1)))


class Opened:
    """A file as one thread has opened it, to which a lock belongs; it is closed with the thread."""

    def __init__(self, path: Path) -> None:
        self.number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def fileno(self) -> int:
        return self.number

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        close(self.number)  # given above, since at the very end of a process `os` is gone before us


class Held(threading.local):
    """What a thread holds: its files, each by the role in which it was opened."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, str], Opened] = {}
        self.writes = False

    def file(self, name: str, role: str) -> Opened:
        known = self.files.get((name, role))
        if known is None:
            folder = settings.DATA_DIR / "turns"
            folder.mkdir(parents=True, exist_ok=True)
            known = self.files[name, role] = Opened(folder / name)
        return known


held = Held()


def writers_first(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: as long as something sent is under way, no page that follows the play is begun."""

    def in_order(request: HttpRequest) -> HttpResponse:
        if request.method in _SAFE:
            return answer(request)
        with writing():
            return answer(request)

    return in_order


@contextmanager
def writing() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    file = held.file("writers", "writer")
    fcntl.flock(file, fcntl.LOCK_SH)
    held.writes = True
    try:
        yield
    finally:
        held.writes = False
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def in_turn() -> Iterator[None]:
    """Make a page now, or when nobody writes and a place is free; but not later than our patience."""
    if sys.platform == "win32" or held.writes:
        yield
        return
    place = _waited_for_place()
    try:
        yield
    finally:
        if place is not None:
            fcntl.flock(place, fcntl.LOCK_UN)


def _waited_for_place() -> Opened | None:
    """The place that is now ours; none when it has taken too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        place = free_place()
        if place is not None:
            if nobody_writes():
                return place
            fcntl.flock(place, fcntl.LOCK_UN)
        time.sleep(PULSE)
    return None


def free_place() -> Opened | None:
    return next((file for file in (held.file(name, "page") for name in PLACES) if _taken(file)), None)


def nobody_writes() -> bool:
    file = held.file("writers", "page")
    if not _taken(file):
        return False
    fcntl.flock(file, fcntl.LOCK_UN)
    return True


def _taken(file: Opened) -> bool:
    """The lock of a file, if nobody else has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
