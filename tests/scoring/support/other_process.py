"""Another process with the database of this test, which carries out one command for each line that it reads.

It is started once, since starting Django takes longer than a race.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from django.db import connection

from tests import ROOT

# Limits for a process that hangs; they measure nothing.
START_LIMIT = 300.0
ANSWER_LIMIT = 300.0
# The time before several processes act together, in which all read their line.
LEAD_TIME = 0.01


class NoAnswer(AssertionError):
    """The other process is silent or gone."""


class OtherProcess:
    """One other process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, **line: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        self.send(**line)
        return self.answer()

    def send(self, **line: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def answer(self, limit: float = ANSWER_LIMIT) -> dict[str, Any]:
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], limit)[0]:
            raise NoAnswer(f"nothing for {limit:.0f} seconds")
        text = self.process.stdout.readline()
        if not text:
            raise NoAnswer(f"it ended with {self.process.wait(ANSWER_LIMIT)}")
        answer: dict[str, Any] = json.loads(text)
        return answer


@contextmanager
def other_process(
    database: str | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[OtherProcess]:
    """Start a process with this test's database or another one, and kill it at the end."""
    tests = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TALON_DATABASE_URL": database or address_of_database(),
    }
    environment = {**os.environ, **(tests if settings is None else settings), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.scoring.support.process_commands"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    other = OtherProcess(process)
    try:
        assert other.answer(START_LIMIT) == {"answer": "ready"}
        yield other
    finally:
        process.kill()
        process.communicate(timeout=ANSWER_LIMIT)


def ask_together(others: Sequence[OtherProcess], lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let each process carry out its line at the same moment of the machine's clock."""
    moment = time.monotonic() + LEAD_TIME
    for other, line in zip(others, lines, strict=True):
        other.send(**line, at=moment)
    return [other.answer() for other in others]


def address_of_database() -> str:
    """Return the database of this test as a TALON_DATABASE_URL."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{settings['NAME']}"
    login = ":".join(quote(str(settings[part]), safe="") for part in ("USER", "PASSWORD") if settings[part])
    return f"postgresql://{login}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"
