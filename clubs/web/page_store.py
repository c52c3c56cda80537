"""The last rendering of each public page, in a folder that all processes of this machine share.

A page is a file with its tag and its headers before its content, written under another name and renamed: a
reader sees a whole page or none, whoever dies meanwhile. The folder belongs to the user of the server alone.
What a process reads often is in its memory too. Where the folder cannot be used, on a full disk for instance,
that memory is all there is, and one line of the log says so.
"""

from __future__ import annotations

import json
import logging
import os
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

logger = logging.getLogger(__name__)

# Seconds, files and bytes that are kept: a championship has some hundred public pages in each language.
MAX_AGE: Final = 60 * 60
MAX_FILES: Final = 1000
MAX_BYTES: Final = 128 << 20
# In the memory of each process.
MAX_IN_MEMORY: Final = 64
MAX_BYTES_IN_MEMORY: Final = 128 << 10
# Pages that a process keeps between two looks at the size of the folder.
_SWEEP_EVERY: Final = 50
# What is older was left by a process that died.
_MAX_PART_SECONDS: Final = 60
_PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A rendering: its tag, the number of its revision, and the moment at which that was the present one."""

    tag: str
    number: int
    # By the clock that all processes of a machine share, see `time.monotonic`.
    as_of: float
    headers: dict[str, str]
    content: bytes

    @property
    def is_usable(self) -> bool:
        """Whether it is not too old, nor from before the machine was started."""
        return 0 <= time.monotonic() - self.as_of <= MAX_AGE


class PageStore:
    """The pages in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._memory: dict[str, KeptPage] = {}
        self._is_ready = self._has_failed = False
        self._kept = 0

    def find(self, key: str, tag: str = "") -> KeptPage | None:
        """Return the last rendering of a page; from the memory of this process if it has the tag."""
        page = self._memory.get(key)
        if page is not None and page.tag == tag and page.is_usable:
            return page
        stored = self._read(key)
        if stored is None or (page is not None and page.number > stored.number):
            stored = page
        if stored is None or not stored.is_usable:
            return None
        self._remember(key, stored)
        return stored

    def keep(self, key: str, page: KeptPage) -> None:
        """Keep the rendering instead of the one before."""
        self._remember(key, page)
        try:
            self._make_ready()
            self._write(key, page)
        except OSError as reason:
            if not self._has_failed:
                logger.warning("Pages are kept in the memory of each process only: %s", reason)
            self._has_failed = True
            return
        self._has_failed = False
        self._kept += 1
        if self._kept % _SWEEP_EVERY == 0:
            self._sweep()

    def clear(self) -> None:
        """Remove every page: a server starts with none, since its database may be another one."""
        self._memory.clear()
        for file in self._files():
            Path(file.path).unlink(missing_ok=True)

    # The memory.

    def _remember(self, key: str, page: KeptPage) -> None:
        self._memory.pop(key, None)
        if len(page.content) > MAX_BYTES_IN_MEMORY:
            return
        self._memory[key] = page
        while len(self._memory) > MAX_IN_MEMORY:
            with suppress(StopIteration, KeyError, RuntimeError):  # another thread was quicker
                self._memory.pop(next(iter(self._memory)))

    # The folder.

    def _make_ready(self) -> None:
        """Make the folder, and refuse one in which others could put a page."""
        if self._is_ready:
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = self.folder.lstat()
        if not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(f"{self.folder} is no folder")
        if sys.platform != "win32":
            if found.st_uid != os.geteuid():
                raise PermissionError(f"{self.folder} belongs to another user")
            self.folder.chmod(0o700)
        self._is_ready = True

    def _read(self, key: str) -> KeptPage | None:
        try:
            self._make_ready()
            head, _newline, content = (self.folder / key).read_bytes().partition(b"\n")
            tag, number, as_of, headers = json.loads(head)
        except (OSError, ValueError):  # none, or none that this release can read
            return None
        return KeptPage(tag, number, as_of, headers, content)

    def _write(self, key: str, page: KeptPage) -> None:
        head = json.dumps([page.tag, page.number, page.as_of, page.headers])
        part = self.folder / f"{key}-{os.getpid()}-{threading.get_ident()}{_PART}"
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(head.encode() + b"\n")
                file.write(page.content)
            part.replace(self.folder / key)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def _sweep(self) -> None:
        """Remove what is too old, and the oldest of what is too much."""
        now, number, size = time.time(), 0, 0
        for file in sorted(self._files(), key=_changed_at, reverse=True):
            number, size = number + 1, size + file.stat().st_size
            limit = _MAX_PART_SECONDS if file.name.endswith(_PART) else MAX_AGE
            if number > MAX_FILES or size > MAX_BYTES or now - _changed_at(file) > limit:
                Path(file.path).unlink(missing_ok=True)

    def _files(self) -> Iterator[os.DirEntry[str]]:
        with suppress(FileNotFoundError), os.scandir(self.folder) as files:
            for file in files:
                with suppress(FileNotFoundError):  # replaced meanwhile
                    file.stat()
                    yield file


def _changed_at(file: os.DirEntry[str]) -> float:
    return file.stat().st_mtime


@cache
def _store_at(folder: Path) -> PageStore:
    return PageStore(folder)


def page_store() -> PageStore | None:
    """Return the store of this installation; None where no page is kept."""
    folder = settings.KEPT_PAGES_DIR
    return None if folder is None else _store_at(folder)
