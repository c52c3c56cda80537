"""Starts the program that reads the pages of a scanned file, and takes what it sends, page by page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

_PROGRAM: Final = Path(__file__).with_name("page_reader.py")
# For the start and for each page: a page takes about half a second.
_SECONDS: Final = 60.0
_MAX_LINE: Final = 256 * 1024
_MAX_PICTURE: Final = 16 * 1024 * 1024
# Of a page, less than a word or a signature.
_BLANK: Final = 0.0002


class UnreadableFile(Exception):
    """A file, or one of its pages, cannot be read; `why` is a code of `tournaments.papers.scans.wording`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """A page: what its codes say, whether there is another one that was not read, and its picture."""

    codes: tuple[str, ...]
    has_unreadable_code: bool
    ink: float
    picture: bytes

    @property
    def is_blank(self) -> bool:
        return not self.codes and not self.has_unreadable_code and self.ink < _BLANK


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """The number of pages of a file, and each page; a page may be unreadable by itself."""

    count: int
    pages: Iterator[ScannedPage | UnreadableFile]


@contextmanager
def open_scan(file: IO[bytes], max_pages: int) -> Iterator[ScannedFile]:
    """Read a local file in a process of its own. Raises UnreadableFile, also for a process that dies."""
    command = [sys.executable, "-I", str(_PROGRAM), str(max_pages)]
    with subprocess.Popen(  # noqa: S603 (our own)
        command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
    ) as process:
        try:
            count = _next_line(process).get("pages")
            if not isinstance(count, int):
                raise UnreadableFile("broken")
            yield ScannedFile(count, _pages(process, count))
        finally:
            process.kill()


def _environment() -> dict[str, str]:
    """Return nothing of ours, which may be secret; Windows starts no process without its own folder."""
    return {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}


def _pages(process: subprocess.Popen[bytes], count: int) -> Iterator[ScannedPage | UnreadableFile]:
    for _number in range(count):
        try:
            yield _next_page(process)
        except _BrokenPage:
            yield UnreadableFile("broken")


class _BrokenPage(Exception):
    """A page cannot be read; the next one may be."""


def _next_page(process: subprocess.Popen[bytes]) -> ScannedPage:
    with _time_limit(process) as is_late:
        line = _read_line(process)
        if line == {"failure": "broken"}:
            raise _BrokenPage
        picture = _read_picture(process, line)
    if picture is None:
        raise UnreadableFile("too_slow" if is_late.is_set() else "broken")
    return ScannedPage(tuple(map(str, line["codes"])), bool(line["unreadable"]), line["ink"], picture)


def _read_picture(process: subprocess.Popen[bytes], line: dict[str, Any]) -> bytes | None:
    """Return the picture of a page; None if the process has ended before."""
    size = line.get("size", 0)
    if not 0 < size <= _MAX_PICTURE:
        return None
    picture = _output(process).read(size)
    return picture if len(picture) == size else None


def _next_line(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    with _time_limit(process) as is_late:
        line = _read_line(process)
    if not line:
        raise UnreadableFile("too_slow" if is_late.is_set() else "broken")
    if "failure" in line:
        raise UnreadableFile(line["failure"])
    return line


def _read_line(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Return a line; nothing if the process has ended, of itself or because of a limit."""
    line = _output(process).readline(_MAX_LINE)
    found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {}
    return found


def _output(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdout is None:
        raise AssertionError("the program writes to a pipe")
    return process.stdout


@contextmanager
def _time_limit(process: subprocess.Popen[bytes]) -> Iterator[threading.Event]:
    """End a process that takes too long; the event says so."""
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        process.kill()

    timer = threading.Timer(_SECONDS, end)
    timer.daemon = True
    timer.start()
    try:
        yield is_late
    finally:
        timer.cancel()
