"""Long work in a running installation, in every state that its page can show.

What is at work here has a pulse for an hour ahead: the installation's own worker leaves it alone.
"""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubs.books.writing import Author
from clubs.jobs import queue
from clubs.jobs.files import partial_file, store_output
from clubs.models import Job
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import EVENT_PROTOCOLS

AHEAD = timedelta(hours=1)


def jobs_of(by: Author, event: Tournament) -> dict[str, int]:
    """At work, done, cancelled and failed."""
    done = set_to(by, event, state=Job.State.DONE, file_name="alla-protokoll.pdf")
    partial_file(done).write_bytes(b"%PDF-1.4")
    store_output(done)
    return {
        "working_job": at_work(by, event).pk,
        "done_job": done.pk,
        "lost_job": set_to(by, event, state=Job.State.DONE).pk,
        "cancelled_job": set_to(by, event, state=Job.State.CANCELLED).pk,
        "failed_job": set_to(by, event, state=Job.State.FAILED, failure="died").pk,
    }


def at_work(by: Author, event: Tournament) -> Job:
    told = {"attempts": 1, "heartbeat_at": timezone.now() + AHEAD, "done": 12, "total": 40}
    return set_to(by, event, state=Job.State.WORKING, **told)


@transaction.atomic
def set_to(by: Author, event: Tournament, *, state: Job.State, **fields: object) -> Job:
    """Asked for and in this state at once, so that no worker gets it in between."""
    wanted = {"event": event.pk, "languages": "sv", "origin": "http://192.0.2.1", "mark": str(uuid.uuid4())}
    job = queue.request_job(
        by, event.book, queue.JobRequest(kind=EVENT_PROTOCOLS, parameters=wanted, key=uuid.uuid4())
    )
    ended = None if state == Job.State.WORKING else timezone.now()
    Job.objects.filter(pk=job.pk).update(state=state, ended_at=ended, **fields)
    job.refresh_from_db()
    return job
