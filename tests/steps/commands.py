"""Runs one command with a time limit, and leaves nothing of it behind."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOO_LATE = 124  # as timeout(1) says it


def run(command: Sequence[str | Path], limit: float, extra: Mapping[str, str] | None = None) -> int:
    """The command's exit code; its words go where ours go."""
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(extra or {})},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return child.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"Not finished after {limit:.0f} seconds: {command[0]}", flush=True)
        return TOO_LATE
    finally:
        end_group(child)


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
