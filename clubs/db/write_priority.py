"""Priority of writes over the rendering of pages while a hall is busy.

A player who sends a deal waits for the answer at the table; a phone that only follows the play can wait a
tenth of a second. So a page is rendered when no act is in its transaction, and on all processors but one at
most; after `MAX_WAIT_SECONDS` it is rendered in any case. Only the transaction counts: a slow upload or a
refused form delays no page. All processes of this machine coordinate by locks on files of the data folder,
which the system releases when a process dies.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

# A system without such locks runs one process, and all requests proceed at once.
if sys.platform != "win32":
    import fcntl

logger = logging.getLogger(__name__)

MAX_WAIT_SECONDS: Final = 0.2
POLL_SECONDS: Final = 0.002
# Each page that is being rendered holds one of them.
RENDER_SLOTS: Final = tuple(f"page-{slot}" for slot in range(max(1, (os.cpu_count() or 2) - 1)))


class LockFile:
    """A file that one thread has opened to lock it; it is closed when the thread ends."""

    def __init__(self, path: Path) -> None:
        self.number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def fileno(self) -> int:
        return self.number

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        close(self.number)  # bound as a default, since `os` is gone at the very end of a process


class ThreadLocks(threading.local):
    """The lock files of a thread, by name and by the role in which the thread opened them."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, str], LockFile] = {}
        self.writes = False

    def file(self, name: str, role: str) -> LockFile:
        """Return the file, opened; raise OSError where this user may not open it, or the disk is full."""
        file = self.files.get((name, role))
        if file is None:
            folder = settings.DATA_DIR / "turns"
            folder.mkdir(parents=True, exist_ok=True)
            file = self.files[name, role] = LockFile(folder / name)
        return file

    def can_be_opened(self, names: Iterable[str], role: str) -> bool:
        """Whether this user may order writes and pages: another user's command may have made the files."""
        try:
            return all(self.file(name, role) for name in names)
        except OSError as reason:
            logger.warning("Writes and pages are not put in order: %s", reason)
            return False


thread_locks = ThreadLocks()


@contextmanager
def mark_writing() -> Iterator[None]:
    """Hold the shared lock of writers, once for an act inside another."""
    if (
        sys.platform == "win32"
        or thread_locks.writes
        or not thread_locks.can_be_opened(["writers"], "writer")
    ):
        yield
        return
    file = thread_locks.file("writers", "writer")
    fcntl.flock(file, fcntl.LOCK_SH)
    thread_locks.writes = True
    try:
        yield
    finally:
        thread_locks.writes = False
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def yield_to_writers(*, may_wait: bool = True) -> Iterator[bool]:
    """Wait until no write is under way and a slot is free, but not longer than `MAX_WAIT_SECONDS`.

    Yields whether the page delays nobody; always true where nothing is put in order.
    """
    names = ("writers", *RENDER_SLOTS)
    if sys.platform == "win32" or thread_locks.writes or not thread_locks.can_be_opened(names, "page"):
        yield True
        return
    slot = _wait_for_slot(MAX_WAIT_SECONDS if may_wait else 0)
    try:
        yield slot is not None
    finally:
        if slot is not None:
            fcntl.flock(slot, fcntl.LOCK_UN)


def _wait_for_slot(seconds: float) -> LockFile | None:
    """Return the slot that this thread now holds; None if there is none within these seconds."""
    until = time.monotonic() + seconds
    while True:
        slot = free_slot()
        if slot is not None:
            if no_writer_active():
                return slot
            fcntl.flock(slot, fcntl.LOCK_UN)
        if time.monotonic() >= until:
            return None
        time.sleep(POLL_SECONDS)


def free_slot() -> LockFile | None:
    files = (thread_locks.file(name, "page") for name in RENDER_SLOTS)
    return next((file for file in files if _try_lock(file)), None)


def no_writer_active() -> bool:
    file = thread_locks.file("writers", "page")
    if not _try_lock(file):
        return False
    fcntl.flock(file, fcntl.LOCK_UN)
    return True


def _try_lock(file: LockFile) -> bool:
    """Take the exclusive lock of a file if it is free."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
