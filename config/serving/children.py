"""The child processes of `bin/run`, which start and stop together.

Each has a process group of its own. So Ctrl-C reaches the launcher alone, each child gets exactly one signal
(with a second one Granian's workers can miss both), and processes that a child has started stop with it. A
child stops by itself when the launcher is gone.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import NoReturn

from config.terminal import gettext as _

STOP_TIMEOUT = 20.0  # seconds for finishing what is under way; the server takes at most half of it
_POLL_SECONDS = 0.25
RESTART_DELAY = 5.0  # seconds between two starts of a child that exits again and again


class ChildExited(Exception):
    """A child exited that must not."""


@dataclass
class Child:
    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    may_exit: bool  # it is started again then; otherwise its exit is an error
    process: subprocess.Popen[bytes] = field(init=False)
    started_at: float = field(init=False)
    exit_was_told: bool = False

    def __post_init__(self) -> None:
        self.restart()

    @property
    def shown_name(self) -> str:
        names = {"server": _("The server"), "keeper": _("The keeper of the backups")}
        return names.get(self.name, self.name)

    def restart(self) -> None:
        self.process, self.started_at, self.exit_was_told = self.start(), time.monotonic(), False


@contextmanager
def running_children(
    commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], may_exit: Collection[str] = ()
) -> Iterator[list[Child]]:
    """Run the commands; a child that `may_exit` is restarted, the exit of another one is an error."""
    children: list[Child] = []
    try:
        for name, command in commands.items():
            children.append(Child(name, partial(start_child, command, environment), name in may_exit))
        yield children
    finally:
        _stop_children(children)


def start_child(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    group = None if sys.platform == "win32" else 0
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, process_group=group)  # noqa: S603 (our own)


def _stop_children(children: Sequence[Child]) -> None:
    """Terminate all children and wait for them; kill those that do not stop."""
    for child in children:
        child.process.terminate()
    deadline = time.monotonic() + STOP_TIMEOUT
    for child in children:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _print_error(
                _("%(process)s does not stop by itself and is ended.") % {"process": child.shown_name}
            )
        kill_group(child.process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and all processes of its group."""
    process.kill()
    process.wait()
    while sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        time.sleep(0.01)


def watch_children(children: Sequence[Child]) -> NoReturn:
    """Check the children for ever, now that all have started: one that exits is started again.

    A signal leaves through the caller.
    """
    for child in children:
        child.may_exit = True
    while True:
        check_children(children)
        time.sleep(_POLL_SECONDS)


def check_children(children: Sequence[Child]) -> None:
    for child in children:
        code = child.process.poll()
        if code is None:
            continue
        if not child.may_exit:
            raise ChildExited(
                _("%(process)s stopped by itself (exit code %(code)d); the lines above say why.")
                % {"process": child.shown_name, "code": code}
            )
        _restart(child, code)


def _restart(child: Child, code: int) -> None:
    """Restart a child, at once or, if it had only just started, later: others need the processors too."""
    if not child.exit_was_told:
        _print_error(
            _("%(process)s stopped (exit code %(code)d) and is started again.")
            % {"process": child.shown_name, "code": code}
        )
        kill_group(child.process)
        child.exit_was_told = True
    if time.monotonic() - child.started_at >= RESTART_DELAY:
        child.restart()


def _print_error(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def stop_when_orphaned(parent: int) -> None:
    """Stop this process when its parent is gone; a child runs this in a thread of its own."""
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
