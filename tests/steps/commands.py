"""Runs commands with a time limit, and leaves nothing of them behind."""

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
    """The command's exit code; its words go where ours go."""
    with begun(command, extra) as child:
        return ended(child, limit)


@contextmanager
def beside(
    command: Sequence[str | Path], words: Path, extra: Environment | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Lets a command go on beside us; its words are kept until somebody waits for its end."""
    with words.open("wb") as out, begun(command, extra, out) as child:
        yield child


@contextmanager
def begun(
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


def ended(child: subprocess.Popen[bytes], limit: float) -> int:
    try:
        return child.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"Not finished after {limit:.0f} seconds: {child.args!s}", flush=True)
        return TOO_LATE


def repeat(words: Path) -> None:
    """What a command beside us has said, now."""
    sys.stdout.write(words.read_text(encoding="utf-8", errors="replace"))


def end_group(child: subprocess.Popen[bytes]) -> None:
    """Ends the command and whatever it started; its group carries its own number."""
    for way, patience in ((signal.SIGTERM, 10.0), (signal.SIGKILL, 10.0)):
        try:
            os.killpg(child.pid, way)
        except ProcessLookupError:
            break
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            continue
    child.wait()
