"""Commands with a time limit, which leave nothing running behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tests import ROOT

TOO_LATE = 124  # as timeout(1) says it

Environment = Mapping[str, str]


def run(command: Sequence[str | Path], limit: float, extra: Environment | None = None) -> int:
    """Return the command's exit code; its output goes where ours goes."""
    with started(command, extra) as child:
        return wait(child, limit)


@contextmanager
def background(
    command: Sequence[str | Path], output: Path, extra: Environment | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in the background, with its output in a file, until the block ends."""
    with output.open("wb") as out, started(command, extra, out) as child:
        yield child


@contextmanager
def started(
    command: Sequence[str | Path], extra: Environment | None = None, out: BinaryIO | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(extra or {})},
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=out and subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield child
    finally:
        end_group(child)


def wait(child: subprocess.Popen[bytes], limit: float) -> int:
    try:
        return child.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"Not finished after {limit:.0f} seconds: {child.args!s}", flush=True)
        return TOO_LATE


def show(output: Path) -> None:
    """Print what a background command has written."""
    sys.stdout.write(output.read_text(encoding="utf-8", errors="replace"))


def end_group(child: subprocess.Popen[bytes]) -> None:
    """End the command and whatever it started; its process group has its own number."""
    for ending, patience in ((signal.SIGTERM, 10.0), (signal.SIGKILL, 10.0)):
        try:
            os.killpg(child.pid, ending)
        except ProcessLookupError:
            break
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            continue
    child.wait()
