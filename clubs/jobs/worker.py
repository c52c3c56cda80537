"""Working at jobs: one after the other, each by one worker, with a pulse that tells that it lives.

The work itself waits for nobody: how far it is is written beside it, by a thread, in statements of one row.
A worker whose pulse has stopped is dead, and its job is taken again; a take is a compare-and-set on the
job's row, so that of two workers one gets it, on either engine. What a worker writes names its take: one that
was believed dead and goes on changes nothing.
"""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import IO, Final

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from clubs.jobs.folder import file_of, folder, is_of_a_take, unfinished
from clubs.jobs.kinds import kind_of
from clubs.models import Job
from clubs.text.alphabet import file_name

_State = Job.State
_LOOKS: Final = 0.5  # seconds between two looks for work
PULSE: Final = 0.3  # seconds until a wish to cancel is heard
_WRITES: Final = 1.0  # seconds between two notes of how far it is
BEATS: Final = 5.0  # seconds between two signs of life where nothing is new
DEAD: Final = timedelta(seconds=30)
KEPT: Final = timedelta(days=1)
# A job whose workers have died so often will kill the next one too.
MOST_TAKES: Final = 3
_LONGEST_NAME: Final = 100

_journal = logging.getLogger(__name__)


class Why(Enum):
    """Why work ends before it is done."""

    CANCELLED = "cancelled"
    ENDING = "ending"  # of the worker: somebody else takes it
    LOST = "lost"  # somebody else has taken it already


class Stopped(Exception):
    """Raised where the work is, at its next step."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


# Whether there is anything to do.


def _to_take(now: datetime) -> QuerySet[Job]:
    lost = Q(state=_State.WORKING, beat_at__lt=now - DEAD)
    return Job.objects.filter(Q(state=_State.WAITING) | lost)


def _to_remove(now: datetime) -> QuerySet[Job]:
    return Job.objects.filter(ended_at__lt=now - KEPT)


def is_needed(now: datetime) -> bool:
    """Whether a worker would find something to do: one question."""
    return (_to_take(now) | _to_remove(now)).exists()


# The loop.


def work(ending: threading.Event, rest: float | None = None) -> None:
    """Do what there is to do until the end is asked for; with a `rest`, until there was nothing so long."""
    last = time.monotonic()
    while not ending.is_set():
        if work_once(ending):
            last = time.monotonic()
        elif rest is not None and time.monotonic() - last >= rest:
            return
        else:
            ending.wait(_LOOKS)


def work_once(ending: threading.Event) -> bool:
    """Whether there was a job. A database that does not answer is asked again."""
    try:
        close_old_connections()
        now = timezone.now()
        tidy(now)
        job = take(now)
        if job is not None:
            _work_at(job, ending)
    except DatabaseError:
        _journal.exception("the database did not answer the worker")
        return False
    return job is not None


def take(now: datetime) -> Job | None:
    """The first job that waits, or that a dead worker has left; it is ours alone."""
    for job in _to_take(now):
        if job.cancel_wished:
            end(job, _State.CANCELLED, now)
        elif job.state == _State.WORKING and job.takes >= MOST_TAKES:
            end(job, _State.FAILED, now, failure="died")
        elif _of_take(job).update(state=_State.WORKING, takes=F("takes") + 1, beat_at=now, done=0, whole=0):
            job.refresh_from_db()
            return job
    return None


def _of_take(job: Job) -> QuerySet[Job]:
    """The job as this take knows it; nothing once somebody else has taken it, or it has ended."""
    return Job.objects.filter(pk=job.pk, state=job.state, takes=job.takes)


def end(job: Job, state: Job.State, now: datetime, **told: str | int) -> bool:
    """Whether it was still ours to end."""
    return _of_take(job).update(state=state, ended_at=now, **told) == 1


# One job.


def _work_at(job: Job, ending: threading.Event) -> None:
    """Do a job, and write down what came of it. What it raises is told on its page, and in the journal."""
    part = unfinished(job)
    try:
        with part.open("wb") as into, _pulsing(job, ending, into) as work, translation.override(job.language):
            do(job, work)
    except Stopped as stopped:
        _give_up(job, stopped.why)
    except Exception as error:  # whatever an app's work raises, the next job is not to suffer for it
        _journal.exception("job %s (%s) failed", job.pk, job.kind)
        end(job, _State.FAILED, timezone.now(), failure=_failure_of(error))
    else:
        _finish(job)
    finally:
        part.unlink(missing_ok=True)


def do(job: Job, work: Pulse) -> None:
    kind = kind_of(job)
    if kind is None:
        raise LookupError(f"no app knows the work {job.kind}")
    kind.do(job, work)
    work.check()
    told = kind.told(job)
    name = file_name(f"{told.title} {told.about}")[:_LONGEST_NAME].strip("-")
    job.file_name, job.media_type = f"{name or 'talon'}.{kind.ending}", kind.media_type
    job.done, job.whole = work.done, work.whole


def _finish(job: Job) -> None:
    made = file_of(job)
    try:
        unfinished(job).rename(made)
    except FileNotFoundError:  # believed dead: somebody else has taken the job, and this was cleared away
        return
    told = {"file_name": job.file_name, "media_type": job.media_type}
    if not end(job, _State.DONE, timezone.now(), done=job.done, whole=job.whole, **told):
        made.unlink(missing_ok=True)


def _give_up(job: Job, why: Why) -> None:
    if why is Why.CANCELLED:
        end(job, _State.CANCELLED, timezone.now())
    elif why is Why.ENDING:
        _of_take(job).update(state=_State.WAITING, beat_at=None)


def _failure_of(error: Exception) -> str:
    return "no_room" if isinstance(error, OSError) and error.errno == errno.ENOSPC else "error"


class Pulse:
    """How far a job is, and whether it is still wanted: asked and told by a thread beside the work."""

    def __init__(self, job: Job, ending: threading.Event, into: IO[bytes]) -> None:
        self.job, self.ending, self.into = job, ending, into
        self.done, self.whole = 0, 0
        self.why: Why | None = None
        self.over = threading.Event()
        self.noted, self.noted_at = (0, 0), time.monotonic()

    # For the work.

    def out_of(self, whole: int) -> None:
        self.whole = whole

    def step(self) -> None:
        self.done += 1
        self.check()

    def check(self) -> None:
        if self.ending.is_set():
            raise Stopped(Why.ENDING)
        if self.why is not None:
            raise Stopped(self.why)

    # Beside it.

    def beat(self) -> None:
        try:
            while not self.over.wait(PULSE):
                self.look()
        finally:
            connection.close()

    def look(self) -> None:
        """A database that does not answer for a moment is asked again: the work goes on meanwhile."""
        try:
            self.listen()
            self.note()
        except DatabaseError:
            _journal.exception("the pulse of job %s was not heard", self.job.pk)
            connection.close()

    def listen(self) -> None:
        wished = _of_take(self.job).values_list("cancel_wished", flat=True).first()
        if wished is None:
            self.why = Why.LOST
        elif wished:
            self.why = Why.CANCELLED

    def note(self) -> None:
        stands, since = (self.done, self.whole), time.monotonic() - self.noted_at
        if since < (_WRITES if stands != self.noted else BEATS):
            return
        done, whole = stands
        _of_take(self.job).update(done=done, whole=whole, beat_at=timezone.now())
        self.noted, self.noted_at = stands, time.monotonic()


@contextmanager
def _pulsing(job: Job, ending: threading.Event, into: IO[bytes]) -> Iterator[Pulse]:
    pulse = Pulse(job, ending, into)
    beats = threading.Thread(target=pulse.beat, daemon=True)
    beats.start()
    try:
        yield pulse
    finally:
        pulse.over.set()
        beats.join()


# What is no longer wanted.


def tidy(now: datetime) -> None:
    """Remove the jobs of yesterday with their files, and what killed workers left."""
    for job in _to_remove(now):
        file_of(job).unlink(missing_ok=True)
        job.delete()
    # Looked at before the jobs are: whatever is begun in between is not among them.
    lying = list(folder().iterdir())
    if lying:
        _clear(lying)


def _clear(lying: Sequence[Path]) -> None:
    """Remove of these what is no file of a job that is done or worked at. What has another name may be what
    somebody at work has put aside: it is left until nobody is."""
    jobs = list(Job.objects.filter(state__in=(_State.WORKING, _State.DONE)).only("pk", "takes", "state"))
    wanted = {path for job in jobs for path in (file_of(job), unfinished(job))}
    working = any(job.state == _State.WORKING for job in jobs)
    for path in lying:
        if path not in wanted and not (working and not is_of_a_take(path)):
            path.unlink(missing_ok=True)
