"""Locks by name between all threads and processes of this machine.

They are files of the data folder that the system locks, and unlocks when their process dies. On Windows,
where one process serves, and where the files cannot be opened, they hold between the threads of this process.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections import defaultdict
from types import TracebackType
from typing import Final, Protocol, Self

from django.conf import settings

if sys.platform != "win32":
    import fcntl

logger = logging.getLogger(__name__)

_POLL_SECONDS: Final = 0.005


class _Lock(Protocol):
    def try_acquire(self) -> bool: ...

    def close(self) -> None:
        """Release the lock if it is held."""


class _FileLock:
    """The lock of an open file: two openings exclude each other also within a process."""

    def __init__(self, name: str) -> None:
        folder = settings.DATA_DIR / "turns"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._number = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)

    def try_acquire(self) -> bool:
        try:
            fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        os.close(self._number)


class _ThreadLock:
    """The lock of a name within this process."""

    _by_name: Final[defaultdict[str, threading.Lock]] = defaultdict(threading.Lock)

    def __init__(self, name: str) -> None:
        self._lock, self._is_mine = self._by_name[name], False

    def try_acquire(self) -> bool:
        self._is_mine = self._lock.acquire(blocking=False)
        return self._is_mine

    def close(self) -> None:
        if self._is_mine:
            self._lock.release()


class MachineLock:
    """A lock to be taken with `acquire` inside a `with` block, whose end releases it."""

    def __init__(self, name: str) -> None:
        self._lock = _open_lock(name)

    def acquire(self, wait: float = 0.0) -> bool:
        """Take the lock; return False if it is not free within `wait` seconds."""
        until = time.monotonic() + wait
        while not self._lock.try_acquire():
            if time.monotonic() >= until:
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._lock.close()


def _open_lock(name: str) -> _Lock:
    if sys.platform != "win32":
        try:
            return _FileLock(name)
        except OSError as reason:
            _log_once(reason)
    return _ThreadLock(name)


_told = threading.Event()


def _log_once(reason: OSError) -> None:
    if not _told.is_set():
        _told.set()
        logger.warning("Locks hold within each process only: %s", reason)
