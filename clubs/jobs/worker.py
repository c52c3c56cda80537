"""The worker that runs jobs, one at a time, and shows by a heartbeat that it is alive.

The progress of a job is written by a thread of its own, in statements of one row. A worker without a
heartbeat is dead, and its job is claimed again: a claim is a compare-and-set on the job's row, so that of two
workers one gets the job, in either database. Every write names the attempt, so that a worker that was given
up by mistake changes nothing.
"""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import Enum
from typing import IO, Final

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from clubs.jobs import files
from clubs.jobs.errands import ErrandRunner, has_due_errands
from clubs.jobs.kinds import kind_of_job, languages_of_job
from clubs.models import Job
from clubs.text.alphabet import file_name

_State = Job.State
_POLL_SECONDS: Final = 0.5  # between two queries for a job
CANCEL_POLL_SECONDS: Final = 0.3  # between two queries for a cancellation
_PROGRESS_SECONDS: Final = 1.0  # between two writes of the progress
HEARTBEAT_SECONDS: Final = 5.0  # between two heartbeats without progress
DEAD_AFTER: Final = timedelta(seconds=30)
KEEP_FOR: Final = timedelta(days=1)
# A job whose workers have died so often would kill the next one too.
MAX_ATTEMPTS: Final = 3
_MAX_NAME_LENGTH: Final = 100

_journal = logging.getLogger(__name__)


class StopReason(Enum):
    """The reason for stopping a job before it is done."""

    CANCELLED = "cancelled"
    ENDING = "ending"  # the worker ends: another one claims the job
    LOST = "lost"  # another worker has claimed the job


class JobStopped(Exception):
    """Raised inside the job at its next step."""

    def __init__(self, why: StopReason) -> None:
        super().__init__(why.value)
        self.why = why


# The queries for work.


def _claimable_jobs(now: datetime) -> QuerySet[Job]:
    abandoned = Q(state=_State.WORKING, heartbeat_at__lt=now - DEAD_AFTER)
    return Job.objects.filter(Q(state=_State.WAITING) | abandoned)


def _expired_jobs(now: datetime) -> QuerySet[Job]:
    return Job.objects.filter(ended_at__lt=now - KEEP_FOR)


def has_due_jobs(now: datetime) -> bool:
    """Return whether a worker would find something to do: one query, and those of the errands."""
    return (_claimable_jobs(now) | _expired_jobs(now)).exists() or has_due_errands(now)


# The loop.


def run_worker(ending: threading.Event, rest: float | None = None) -> None:
    """Run jobs and errands until the event is set or, with `rest`, until there was nothing to do for so many
    seconds."""
    last = time.monotonic()
    with ErrandRunner() as errands:
        while not ending.is_set():
            if run_next_job(ending):
                last = time.monotonic()
            elif rest is not None and time.monotonic() - max(last, errands.busy_at) >= rest:
                return
            else:
                ending.wait(_POLL_SECONDS)


def run_next_job(ending: threading.Event) -> bool:
    """Run a job if there is one; return whether there was. A database error is logged: the loop tries
    again."""
    try:
        close_old_connections()
        now = timezone.now()
        remove_old_jobs(now)
        job = claim_next_job(now)
        if job is not None:
            _process_job(job, ending)
    except DatabaseError:
        _journal.exception("the database did not answer the worker")
        return False
    return job is not None


def claim_next_job(now: datetime) -> Job | None:
    """Claim the first job that waits or that a dead worker has left."""
    for job in _claimable_jobs(now):
        if job.cancel_requested:
            end_job(job, _State.CANCELLED, now)
        elif job.state == _State.WORKING and job.attempts >= MAX_ATTEMPTS:
            end_job(job, _State.FAILED, now, failure="died")
        elif _current_attempt(job).update(
            state=_State.WORKING, attempts=F("attempts") + 1, heartbeat_at=now, done=0, total=0
        ):
            job.refresh_from_db()
            return job
    return None


def _current_attempt(job: Job) -> QuerySet[Job]:
    """Return the job of this attempt; no row once another worker has claimed it, or it has ended."""
    return Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)


def end_job(job: Job, state: Job.State, now: datetime, **fields: str | int) -> bool:
    """End the job; return False if this attempt is no longer the current one."""
    return _current_attempt(job).update(state=state, ended_at=now, **fields) == 1


# One job.


def _process_job(job: Job, ending: threading.Event) -> None:
    """Run a job and store its result. An exception becomes a failure on its page and an entry in the
    journal."""
    part = files.partial_file(job)
    try:
        with (
            part.open("wb") as output,
            _track_progress(job, ending, output) as progress,
            translation.override(job.language),
        ):
            run_job(job, progress)
    except JobStopped as stopped:
        _stop_job(job, stopped.why)
    except Exception as error:  # whatever an app's job raises, the next job still runs
        _journal.exception("job %s (%s) failed", job.pk, job.kind)
        end_job(job, _State.FAILED, timezone.now(), failure=_failure_code(error))
    else:
        _finish_job(job)
    finally:
        part.unlink(missing_ok=True)


def run_job(job: Job, progress: JobProgress) -> None:
    """Run a job and set its file name, media type and steps. Raises LookupError for an unknown kind."""
    kind = kind_of_job(job)
    if kind is None:
        raise LookupError(f"no app knows the work {job.kind}")
    kind.run(job, progress)
    progress.check()
    with translation.override(languages_of_job(job)[0]):
        description = kind.describe(job)
    name = file_name(f"{description.title} {description.about}")[:_MAX_NAME_LENGTH].strip("-")
    job.file_name = f"{name or 'talon'}{kind.suffix}.{kind.extension}"
    job.media_type = kind.media_type
    job.done, job.total = progress.done, progress.total


def _finish_job(job: Job) -> None:
    try:
        files.store_output(job)
    except FileNotFoundError:  # given up by mistake: another worker has claimed the job and removed the file
        return
    fields = {"file_name": job.file_name, "media_type": job.media_type}
    if not end_job(job, _State.DONE, timezone.now(), done=job.done, total=job.total, **fields):
        files.remove_output(job)


def _stop_job(job: Job, why: StopReason) -> None:
    if why is StopReason.CANCELLED:
        end_job(job, _State.CANCELLED, timezone.now())
    elif why is StopReason.ENDING:
        _current_attempt(job).update(state=_State.WAITING, heartbeat_at=None)


def _failure_code(error: Exception) -> str:
    return "no_room" if isinstance(error, OSError) and error.errno == errno.ENOSPC else "error"


class JobProgress:
    """The progress of a running job; a thread of its own writes it and polls for a cancellation."""

    def __init__(self, job: Job, ending: threading.Event, output: IO[bytes]) -> None:
        self.job, self.ending, self.output = job, ending, output
        self.done, self.total = 0, 0
        self.why: StopReason | None = None
        self.over = threading.Event()
        self.written, self.written_at = (0, 0), time.monotonic()

    # For the job.

    def set_total(self, total: int) -> None:
        self.total = total

    def advance(self) -> None:
        self.done += 1
        self.check()

    def check(self) -> None:
        if self.ending.is_set():
            raise JobStopped(StopReason.ENDING)
        if self.why is not None:
            raise JobStopped(self.why)

    # For the thread.

    def run_heartbeat(self) -> None:
        try:
            while not self.over.wait(CANCEL_POLL_SECONDS):
                self.poll()
        finally:
            connection.close()

    def poll(self) -> None:
        """Poll and write once; a database error is logged, and the job goes on."""
        try:
            self.read_cancellation()
            self.write_progress()
        except DatabaseError:
            _journal.exception("the pulse of job %s was not heard", self.job.pk)
            connection.close()

    def read_cancellation(self) -> None:
        cancelled = _current_attempt(self.job).values_list("cancel_requested", flat=True).first()
        if cancelled is None:
            self.why = StopReason.LOST
        elif cancelled:
            self.why = StopReason.CANCELLED

    def write_progress(self) -> None:
        steps, since = (self.done, self.total), time.monotonic() - self.written_at
        if since < (_PROGRESS_SECONDS if steps != self.written else HEARTBEAT_SECONDS):
            return
        done, total = steps
        _current_attempt(self.job).update(done=done, total=total, heartbeat_at=timezone.now())
        self.written, self.written_at = steps, time.monotonic()


@contextmanager
def _track_progress(job: Job, ending: threading.Event, output: IO[bytes]) -> Iterator[JobProgress]:
    progress = JobProgress(job, ending, output)
    thread = threading.Thread(target=progress.run_heartbeat, daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        progress.over.set()
        thread.join()


# Clearing up.


def remove_old_jobs(now: datetime) -> None:
    """Remove expired jobs with their files, and the files that killed workers have left."""
    for job in _expired_jobs(now):
        files.remove_output(job)
        job.delete()
    _remove_leftovers()


def _remove_leftovers() -> None:
    """Remove the files that belong to no job that is done or running.

    A file with another name may be a temporary one of a running job: it stays until no job is running.
    """
    # Listed before the jobs are read: the file of a job that begins in between is not among them.
    drafts, outputs = list(files.work_folder().iterdir()), files.output_names()
    if not drafts and not outputs:
        return
    jobs = list(Job.objects.filter(state__in=(_State.WORKING, _State.DONE)).only("pk", "attempts", "state"))
    needed = {files.output_name(job) for job in jobs}
    working = {files.partial_file(job).name for job in jobs if job.state == _State.WORKING}
    files.remove_outputs(outputs - needed)
    for path in drafts:
        is_kept = path.name in needed | working or (working and not files.is_of_attempt(path.name))
        if not is_kept:
            path.unlink(missing_ok=True)
