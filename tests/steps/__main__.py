"""`bin/test`: all checks in a row; with pytest's arguments, only those tests."""

import os
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from tests.steps import machine
from tests.steps.commands import beside, ended, repeat, run
from tests.steps.counting import Count, count
from tests.steps.servers import NoServer, own_places

USAGE = """\
bin/test                        everything, in the quick profile
bin/test --long                 everything with full counts
bin/test tests/scoring -k word  only pytest, with these arguments
"""
PYTHON = sys.executable
MINUTE = 60
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "TALON_SECRET_KEY": secrets.token_urlsafe(64),
    "TALON_HOSTS": "talon.example",
}
TESTING = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
# The first takes longest: it is waited for beside the first tests.
CHECKS: tuple[tuple[str, list[str], dict[str, str]], ...] = (
    ("types", ["-m", "mypy", "."], {}),
    ("format", ["-m", "ruff", "format", "--check", "."], {}),
    ("lint", ["-m", "ruff", "check", "."], {}),
    ("migrations", ["manage.py", "makemigrations", "--check", "--dry-run"], TESTING),
    ("deployment", ["manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
)
CHECK_LIMIT = 10 * MINUTE


@dataclass
class Run:
    """One run of `bin/test`: what has been counted, what has failed."""

    long: bool
    reports: Path
    total: Count = field(default_factory=Count)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def step(self, name: str, deed: Callable[[], bool]) -> None:
        print(f"\n== {name}", flush=True)
        started, worked = time.monotonic(), core_seconds()
        if not deed():
            self.failures.append(name)
        took, work = time.monotonic() - started, core_seconds() - worked
        print(f"== {name}: {took:.1f} s, {work:.0f} s of a core", flush=True)

    def checks(self, meanwhile: Callable[[], None]) -> None:
        """All begin at once, beside the making ready of the machine: none of them needs more than a core."""
        with ExitStack() as stack:
            going = []
            for name, arguments, extra in CHECKS:
                words = self.reports / f"{name}.txt"
                going.append((name, words, stack.enter_context(beside([PYTHON, *arguments], words, extra))))
            self.step("machine", lambda: machine.prepare(long=self.long))
            slow, *quick = (
                partial(self.step, name, partial(self.has_passed, child, words))
                for name, words, child in going
            )
            for told in quick:
                told()
            meanwhile()
            slow()

    def has_passed(self, child: subprocess.Popen[bytes], words: Path) -> bool:
        code = ended(child, CHECK_LIMIT)
        repeat(words)
        return code == 0

    def pytest(self, name: str, arguments: Sequence[str], extra: dict[str, str] | None = None) -> None:
        self.step(name, lambda: self.count_pytest(name, arguments, extra or {}))

    def count_pytest(self, name: str, arguments: Sequence[str], extra: dict[str, str]) -> bool:
        report = self.reports / f"{name.replace(' ', '-')}.xml"
        # Compiled tests are kept: each worker of each step reads fifty thousand lines of them.
        extra = {**extra, "TALON_TEST_LONG": "1" if self.long else "", "PYTHONDONTWRITEBYTECODE": ""}
        limit = (180 if self.long else 20) * MINUTE
        code = run([PYTHON, "-m", "pytest", f"--junit-xml={report}", *arguments], limit, extra)
        counted = count(report)
        self.total += counted
        if code != 0 and not counted.failed:
            print(f"pytest ended with {code}" + (": it found no test" if code == 5 else ""), flush=True)
        return code == 0

    def on_postgresql(self) -> None:
        """Only what depends on the engine: the rest has been shown on SQLite."""
        try:
            with own_places() as places:
                arguments = [*parallel(), "-m", "engine", *on_each_engine()]
                self.pytest("tests on PostgreSQL and Redis", arguments, places)
        except NoServer as reason:
            self.without("tests on PostgreSQL and Redis", str(reason))

    def without(self, name: str, reason: str) -> None:
        """What cannot be reached is a failure in CI, where it must be there, and said elsewhere."""
        self.notes.append(f"{name}: {reason}")
        if machine.in_ci():
            self.failures.append(name)

    def report(self) -> int:
        print("\n== summary")
        for reason in (*self.total.reasons, *self.notes):
            print(f"skipped: {reason}")
        for name in self.failures:
            print(f"FAILED: {name}")
        print(self.total, flush=True)
        return 1 if self.failures or self.total.failed else 0


def core_seconds() -> float:
    """The work of all that has ended by now: what else the machine does changes it little."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# Each step collects what it runs alone: every worker reads all that it is given.
TESTS, BROWSER = "tests", "tests/browser"


def parallel() -> list[str]:
    """One worker more than there are cores: many tests wait for a server, a lock, or what a page does."""
    return ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]


def on_each_engine() -> list[str]:
    """The files with a test that depends on the engine: a worker that reads all others too takes longer."""
    return sorted(str(file) for file in Path(TESTS).rglob("test_*.py") if "mark.engine" in file.read_text())


def everything(this: Run) -> None:
    this.checks(lambda: this.pytest("tests on SQLite", [*parallel(), f"--ignore={BROWSER}"]))
    this.on_postgresql()
    this.pytest("browser tests", [*parallel(), BROWSER])


def main(arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(USAGE, end="")
        return 0
    long = "--long" in arguments
    chosen = [word for word in arguments if word != "--long"]
    with tempfile.TemporaryDirectory(prefix="talon-test-", dir=machine.place()) as folder:
        os.environ.setdefault("TALON_DATA_DIR", folder)
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
        this = Run(long, Path(folder))
        if chosen:
            this.pytest("chosen tests", chosen)
        else:
            everything(this)
        return this.report()


def stop(number: int, _frame: FrameType | None) -> None:
    """Leaves through every `finally`: databases are dropped, children ended."""
    sys.exit(128 + number)


if __name__ == "__main__":
    for asked in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(asked, stop)
    sys.exit(main(sys.argv[1:]))
