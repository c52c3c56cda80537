"""Starts the product as a person does, with `bin/run`, on a free port and with its own data folder."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests import ROOT

THIS_VENV = {"TALON_VENV": sys.prefix}
STOP_LIMIT = 120  # seconds; like all limits here it ends a hanging test, and measures nothing
POLL_SECONDS = 0.02
ADDRESS = re.compile(r"^Talon .*(https?://\S+)/$[\s\S]*^Ctrl-C .*\.$", re.MULTILINE)
CREDENTIALS = re.compile(
    r"(?P<email>[\w.+-]+@[\w.-]+\w)[\s\S]*?password:?\s+(?P<password>\S+)", re.IGNORECASE
)


class DidNotStart(AssertionError):
    """Talon did not start; the message has what it printed."""


@dataclass
class Talon:
    """A running installation."""

    process: subprocess.Popen[bytes]
    printed: Path
    data: Path
    root: Path = ROOT
    address: str = ""
    extra: dict[str, str] = field(default_factory=dict)
    # What the first start printed, if this is not the first one.
    first_words: str = ""

    @property
    def words(self) -> str:
        return self.printed.read_text(encoding="utf-8")

    @property
    def email(self) -> str:
        return self.credentials()[0]

    @property
    def password(self) -> str:
        return self.credentials()[1]

    def credentials(self) -> tuple[str, str]:
        return credentials(self.first_words or self.words)

    def stop(self, stop_signal: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(stop_signal)
        return self.process.wait(STOP_LIMIT)

    def session(self) -> list[str]:
        """Return the command line of every process in the session of this start."""
        command = ["ps", "-o", "args=", "-s", str(self.process.pid)]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=STOP_LIMIT, check=False
        ).stdout.splitlines()


def credentials(words: str) -> tuple[str, str]:
    """Return the email and the password that the first start prints."""
    match = CREDENTIALS.search(words)
    if match is None:
        raise DidNotStart(f"no password was printed:\n{words[-4000:]}")
    return match["email"], match["password"]


@contextmanager
def running_talon(
    data: Path,
    *arguments: str,
    root: Path = ROOT,
    extra: dict[str, str] | None = None,
    limit: float = 300,
) -> Iterator[Talon]:
    """Start Talon and wait for its address; it is stopped if the test has not done so."""
    talon = launch(data, ["--port", "0", *arguments], root, THIS_VENV if extra is None else extra)
    try:
        wait_for_address(talon, limit)
        yield talon
    finally:
        stop_talon(talon)


def launch(data: Path, arguments: Sequence[str], root: Path, extra: dict[str, str]) -> Talon:
    data.parent.mkdir(parents=True, exist_ok=True)
    printed = data.with_name(f"{data.name}.log")
    with printed.open("w") as out:
        process = subprocess.Popen(
            [root / "bin/run", "--data", data, *arguments],
            cwd=data.parent,
            env={**clean_environment(), **extra},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Talon(process, printed, data, root, extra=extra)


def clean_environment() -> dict[str, str]:
    """Return the environment without the settings of this test run, and in English."""
    ours = ("TALON_", "DJANGO_", "PYTHON", "PYTEST_", "LANG", "LC_")
    others = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return others | {"LC_ALL": "C.UTF-8"}


def wait_for_address(talon: Talon, limit: float) -> None:
    deadline = time.monotonic() + limit
    while not (match := ADDRESS.search(talon.words)):
        if talon.process.poll() is not None or time.monotonic() > deadline:
            raise DidNotStart(talon.words[-4000:])
        time.sleep(POLL_SECONDS)
    talon.address = match[1]


def stop_talon(talon: Talon) -> None:
    if talon.process.poll() is None:
        talon.process.terminate()
    try:
        talon.process.wait(STOP_LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(talon.process.pid, signal.SIGKILL)
        talon.process.wait(STOP_LIMIT)
