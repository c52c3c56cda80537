"""Another process with the database of this test: it stays, and does one thing for each line it is given.

Starting Django takes longer than a race. Both ends know what a line says; nothing here knows pytest.
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

# They end what hangs, and measure nothing.
START_LIMIT = 300.0
ANSWER_LIMIT = 300.0
# So long before the moment at which several do something together, so that all have read their line.
NOTICE = 0.01


class NoAnswer(AssertionError):
    """The other process is silent or gone."""


class Other:
    """One other process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, **line: Any) -> dict[str, Any]:
        """One thing done, and what came of it."""
        self.tell(**line)
        return self.answer()

    def tell(self, **line: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def answer(self, limit: float = ANSWER_LIMIT) -> dict[str, Any]:
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], limit)[0]:
            raise NoAnswer(f"nothing for {limit:.0f} seconds")
        said = self.process.stdout.readline()
        if not said:
            raise NoAnswer(f"it ended with {self.process.wait(ANSWER_LIMIT)}")
        answer: dict[str, Any] = json.loads(said)
        return answer


@contextmanager
def other_process(database: str | None = None, settings: Mapping[str, str] | None = None) -> Iterator[Other]:
    """Started and ready, with this test's database unless another is said; ended by force in any case."""
    tests = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TALON_DATABASE_URL": database or address_of_database(),
    }
    environment = {**os.environ, **(tests if settings is None else settings), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.scoring.support.doing"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    other = Other(process)
    try:
        assert other.answer(START_LIMIT) == {"answer": "ready"}
        yield other
    finally:
        process.kill()
        process.communicate(timeout=ANSWER_LIMIT)


def at_once(others: Sequence[Other], lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each does its line at the same moment of the clock that all processes of the machine share."""
    moment = time.monotonic() + NOTICE
    for other, line in zip(others, lines, strict=True):
        other.tell(**line, at=moment)
    return [other.answer() for other in others]


def address_of_database() -> str:
    """The database of this test, as TALON_DATABASE_URL says it."""
    said = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{said['NAME']}"
    login = ":".join(quote(str(said[part]), safe="") for part in ("USER", "PASSWORD") if said[part])
    return f"postgresql://{login}@{said['HOST']}:{said['PORT']}/{said['NAME']}"
