"""Makes the copies of the day beside the server, and has long work done: `python -m config.serving.keeper`.

Runs inside the environment, with the settings of the start. It looks every few seconds what was written since
the last copy, and every second whether long work waits, with one question each. It keeps nothing in mind: one
that was killed goes on where it was. When it is asked to stop it first copies what no copy holds.
"""

import os
import signal
import sys
import threading
import time
from itertools import count
from types import FrameType

from config.serving.children import end_when_orphaned
from config.serving.worker import Worker

_FIRST = 3.0  # seconds: at a start the server has the processors first
_LOOKS = 1.0  # seconds between two looks for work
_COPIES = 3  # of which so many make one for copies
_PULSE = 0.25
_NICE = 10  # whatever else there is to do goes before
_AT_ONCE = frozenset({"round.published"})  # what people have gone to their tables by


class Stopping:
    """Whether somebody asks it to stop; a copy that is being made is finished."""

    asked = False

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True

    def within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self.asked and time.monotonic() < until:
            time.sleep(_PULSE)
        return self.asked


def keep(stopping: Stopping) -> None:
    ends = stopping.within(_FIRST)
    import django

    django.setup()
    if ends:  # and the one before it may have been killed with something uncopied
        look(for_the_last_time=True)
        return
    look()
    with Worker() as worker:
        for turn in count(1):
            if stopping.within(_LOOKS):
                break
            worker.look()
            if turn % _COPIES == 0:
                look()
        worker.ask_to_end()  # and meanwhile, for there is not much time:
        look(for_the_last_time=True)


def look(for_the_last_time: bool = False) -> None:
    """What cannot be copied is remembered for the pages, and said once in the terminal."""
    from django.db import DatabaseError, close_old_connections
    from django.utils import timezone

    from clubs.backups import state
    from clubs.backups.create import CannotCopy, make_copy

    try:
        close_old_connections()
        now = timezone.now()
        before = state.failure()
        if state.is_due(now, _AT_ONCE) or (for_the_last_time and state.uncopied(state.last_copy()).since):
            make_copy(now)
    except CannotCopy as reason:
        if before is None or (before.why, before.what) != (reason.why, reason.what):
            print(reason, file=sys.stderr, flush=True)
    except DatabaseError as refusal:  # it is looked again in a few seconds
        print(f"The keeper of the copies: {refusal}", file=sys.stderr, flush=True)


def _main() -> None:
    stopping = Stopping()
    signal.signal(signal.SIGTERM, stopping.ask)
    signal.signal(signal.SIGINT, stopping.ask)
    if sys.platform != "win32":
        os.nice(_NICE)
        threading.Thread(target=end_when_orphaned, args=[os.getppid()], daemon=True).start()
    keep(stopping)


if __name__ == "__main__":
    _main()
