"""`bin/test`: all checks in a row; with pytest's arguments, only those tests."""

import os
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from tests.steps import machine
from tests.steps.commands import background, run, show, wait
from tests.steps.counting import Count, count
from tests.steps.servers import NoServer, own_database

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
# The first takes longest: the first tests run while it does.
CHECKS: tuple[tuple[str, list[str], dict[str, str]], ...] = (
    ("types", [PYTHON, "-m", "mypy", "."], {}),
    ("format", [PYTHON, "-m", "ruff", "format", "--check", "."], {}),
    ("lint", [PYTHON, "-m", "ruff", "check", "."], {}),
    ("templates", [PYTHON, "-m", "djlint", "--lint", "--quiet", "templates"], {}),
    ("migrations", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], TESTING),
    ("deployment", [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
)
# These come with npm, which a machine may lack.
NODE_CHECKS: tuple[tuple[str, list[str | Path]], ...] = (
    ("scripts", [machine.NODE_PROGRAMS / "eslint", "--max-warnings", "0", "static/js"]),
    ("styles", [machine.NODE_PROGRAMS / "stylelint", "static/css/*.css"]),
)
# A limit ends what hangs; no machine is slow enough to reach one.
CHECK_LIMIT, TEST_LIMIT, LONG_TEST_LIMIT = 20 * MINUTE, 60 * MINUTE, 360 * MINUTE

# What reads sources, and what is pure: no database is made for it, and no other worker collects it.
SOURCES = ["tests/lint"]
CORES = ["tests/scoring/core", "tests/tournaments/core"]
BROWSER = "tests/browser"
# What starts whole servers and waits for them: it runs beside what computes.
PROCESSES = "tests/house"
# What begins first: a long module that began last would leave the other workers without work.
LONGEST = ["tests/pages", "tests/tournaments"]
ENGINES, RACES = "tests on PostgreSQL", "races on PostgreSQL"


@dataclass
class Run:
    """One run of `bin/test`: what has been counted, what has failed."""

    long: bool
    reports: Path
    total: Count = field(default_factory=Count)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def test_limit(self) -> int:
        return LONG_TEST_LIMIT if self.long else TEST_LIMIT

    def step(self, name: str, act: Callable[[], bool]) -> None:
        print(f"\n== {name}", flush=True)
        began, worked = time.monotonic(), core_seconds()
        if not act():
            self.failures.append(name)
        took, work = time.monotonic() - began, core_seconds() - worked
        print(f"== {name}: {took:.1f} s, {work:.0f} s of a core", flush=True)

    @contextmanager
    def checks(self) -> Iterator[None]:
        """Start all of them while the machine is made ready, and end the slow one beside the block."""
        with ExitStack() as stack:
            started = []
            for name, command, extra in CHECKS:
                output = self.reports / f"{name}.txt"
                started.append((name, output, stack.enter_context(background(command, output, extra))))
            self.step("machine", lambda: machine.prepare(long=self.long))
            slow, *quick = (
                partial(self.step, name, partial(self.has_passed, process, output))
                for name, output, process in started
            )
            for check in quick:
                check()
            self.node_checks()
            yield
            slow()

    @contextmanager
    def meanwhile(self, name: str, arguments: Sequence[str], extra: dict[str, str]) -> Iterator[None]:
        """Run tests in one process beside the block; their output is shown at its end."""
        command, extra = self.pytest_command(name, arguments, extra)
        output = self.reports / f"{name.replace(' ', '-')}.txt"
        with background(command, output, extra) as tests:
            yield
            self.step(name, partial(self.has_passed, tests, output, self.test_limit))
        self.counted(name)

    def node_checks(self) -> None:
        for name, command in NODE_CHECKS:
            if machine.has_node_packages():
                self.step(name, partial(_succeeds, command))
            else:
                self.without(name, "npm, or what it installs, is missing")

    def has_passed(self, process: subprocess.Popen[bytes], output: Path, limit: float = CHECK_LIMIT) -> bool:
        code = wait(process, limit)
        show(output)
        return code == 0

    def pytest(self, name: str, arguments: Sequence[str], extra: dict[str, str] | None = None) -> None:
        self.step(name, lambda: self.count_pytest(name, arguments, extra or {}))

    def count_pytest(self, name: str, arguments: Sequence[str], extra: dict[str, str]) -> bool:
        command, extra = self.pytest_command(name, arguments, extra)
        code = run(command, self.test_limit, extra)
        if not self.counted(name).failed and code != 0:
            print(f"pytest ended with {code}" + (": it found no test" if code == 5 else ""), flush=True)
        return code == 0

    def pytest_command(
        self, name: str, arguments: Sequence[str], extra: dict[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        """Return the command and its environment."""
        extra = {**extra, "TALON_TEST_LONG": "1" if self.long else ""}
        return [PYTHON, "-m", "pytest", f"--junit-xml={self.report_of(name)}", *arguments], extra

    def report_of(self, name: str) -> Path:
        return self.reports / f"{name.replace(' ', '-')}.xml"

    def counted(self, name: str) -> Count:
        """Return what pytest ran, and add it to the total."""
        counted = count(self.report_of(name))
        self.total += counted
        return counted

    def on_servers(self) -> None:
        """Run in a process each, beside the browsers, what depends on the engine, the cores and the sources.

        Browsers and a database server often wait, for a page and for a disk.
        """
        with ExitStack() as stack:
            for name, chosen in (("cores", CORES), ("sources", SOURCES)):
                stack.enter_context(self.meanwhile(name, chosen, {}))
            races, others = races_apart(on_each_engine())
            for name, chosen in ((ENGINES, others), (RACES, races)):
                try:
                    url = stack.enter_context(own_database())
                except NoServer as reason:
                    self.without(name, str(reason))
                else:
                    extra = {"TALON_DATABASE_URL": url}
                    stack.enter_context(self.meanwhile(name, ["-m", "engine", *chosen], extra))
            self.in_browsers()

    @contextmanager
    def processes(self) -> Iterator[None]:
        """Run beside the block what starts servers, with locks in a folder of its own."""
        folder = self.reports / "processes"
        folder.mkdir()
        extra = {"TALON_DATA_DIR": str(folder)}
        with self.meanwhile("tests of processes", [*half_the_cores(), PROCESSES], extra):
            yield

    def in_browsers(self) -> None:
        """Run everything in one browser, and a few tests in the full one, before the same server."""
        self.pytest("browser tests", [*parallel("worksteal"), BROWSER])

    def without(self, name: str, reason: str) -> None:
        """What cannot be reached is a failure in CI, where it must be there, and a note elsewhere."""
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


def _succeeds(command: Sequence[str | Path]) -> bool:
    return run(command, CHECK_LIMIT) == 0


def core_seconds() -> float:
    """Processor time of all child processes that have ended: other work on the machine changes it little."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def parallel(spread: str = "loadscope") -> list[str]:
    """As many workers as there are cores.

    The tests of a module stay on one worker, since they share what is costly to make. Browser tests are
    spread one by one: what they share is made once for a worker, and their modules differ too much in length.
    It is a server with its demo, a world and a browser, which keep a core busy.
    """
    return ["-n", str(os.cpu_count() or 1), "--dist", spread]


def half_the_cores() -> list[str]:
    """For tests that often wait for a server. On two cores one process needs no worker to collect again."""
    workers = (os.cpu_count() or 1) // 2
    return ["-n", str(workers), "--dist", "loadscope"] if workers > 1 else []


def on_each_engine() -> list[str]:
    """The files with a test that depends on the engine: a worker that reads all others too takes longer."""
    return sorted(str(file) for file in Path("tests").rglob("test_*.py") if "mark.engine" in file.read_text())


def races_apart(files: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the races and the other tests: each half takes about as long, in a database of its own."""
    found = list(files)
    races = [file for file in found if file.endswith("races.py")]
    return races, [file for file in found if file not in races]


def on_sqlite() -> list[str]:
    """All that is run in no other step, in the order in which it begins."""
    found = sorted(str(file.parent) for file in Path("tests").glob("*/__init__.py"))
    others = [folder for folder in found if folder not in (*SOURCES, *LONGEST, PROCESSES, BROWSER)]
    return [*(f"--ignore={path}" for path in CORES), *LONGEST, *others]


def everything(this: Run) -> None:
    """No core is idle while the last server of a test starts: the next tests have begun."""
    with this.processes():
        with this.checks():
            this.pytest("tests on SQLite", [*parallel(), "--no-loadscope-reorder", *on_sqlite()])
        this.on_servers()


def main(arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(USAGE, end="")
        return 0
    long = "--long" in arguments
    chosen = [word for word in arguments if word != "--long"]
    with tempfile.TemporaryDirectory(prefix="talon-test-", dir=machine.place()) as folder:
        os.environ.setdefault("TALON_DATA_DIR", folder)
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
        # What is compiled is kept: each worker reads the packages and fifty thousand lines of tests.
        os.environ["PYTHONDONTWRITEBYTECODE"] = ""
        this = Run(long, Path(folder))
        if chosen:
            this.pytest("chosen tests", chosen)
        else:
            everything(this)
        return this.report()


def stop(number: int, _frame: FrameType | None) -> None:
    """Leave through every `finally`: databases are dropped, child processes ended."""
    sys.exit(128 + number)


if __name__ == "__main__":
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, stop)
    sys.exit(main(sys.argv[1:]))
