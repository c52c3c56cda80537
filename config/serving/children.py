"""The processes that `bin/run` keeps: all started together, all ended together.

Each has a process group of its own. So Ctrl-C reaches us alone and each child is asked to end exactly once (a
second signal can make Granian's workers deaf to both), and what a child itself started ends with it. A child
ends by itself when we are gone. Must not know what they do.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

END_LIMIT = 20.0  # seconds for what is under way to be finished; the server allows itself half of it
_PULSE = 0.25
REST = 5.0  # seconds before one that may end is started again


class Ended(Exception):
    """A child ended by itself, which none should."""


@dataclass
class Child:
    name: str
    process: subprocess.Popen[bytes]
    again: Callable[[], subprocess.Popen[bytes]] | None = None  # where the others can go on without it
    ended: float | None = None


@contextmanager
def started(
    commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], may_end: Collection[str] = ()
) -> Iterator[list[Child]]:
    """Those that `may_end` are started again when they do; all others end together."""
    children: list[Child] = []
    try:
        for name, command in commands.items():
            again = partial(start, command, environment)
            children.append(Child(name, again(), again if name in may_end else None))
        yield children
    finally:
        _end(children)


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    group = None if sys.platform == "win32" else 0
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, process_group=group)  # noqa: S603 (our own)


def _end(children: Sequence[Child]) -> None:
    """Asks all, then waits; what does not listen is ended by force."""
    for child in children:
        child.process.terminate()
    deadline = time.monotonic() + END_LIMIT
    for child in children:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"The {child.name} does not stop by itself and is ended.", file=sys.stderr, flush=True)
        end_by_force(child.process)


def end_by_force(process: subprocess.Popen[bytes]) -> None:
    """The child if it still runs, and whatever is left of its group."""
    process.kill()
    process.wait()
    while sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        time.sleep(0.01)


def watch(children: Sequence[Child]) -> NoReturn:
    """A child that ends is an error, and a signal leaves through the caller."""
    while True:
        check(children)
        time.sleep(_PULSE)


def check(children: Sequence[Child]) -> None:
    for child in children:
        code = child.process.poll()
        if code is None:
            continue
        if child.again is None:
            raise Ended(f"The {child.name} stopped by itself (exit code {code}); its last words are above.")
        _revive(child, child.again, code)


def _revive(child: Child, again: Callable[[], subprocess.Popen[bytes]], code: int) -> None:
    """After a rest, so that one that cannot live takes nothing from the others."""
    now = time.monotonic()
    if child.ended is None:
        print(
            f"The {child.name} stopped (exit code {code}) and is started again.", file=sys.stderr, flush=True
        )
        end_by_force(child.process)
        child.ended = now
    elif now - child.ended >= REST:
        child.process, child.ended = again(), None


def end_when_orphaned(parent: int) -> None:
    """For a child, in a thread of its own: ends with its parent, however that was ended."""
    while os.getppid() == parent:
        time.sleep(_PULSE)
    os.kill(os.getpid(), signal.SIGTERM)
