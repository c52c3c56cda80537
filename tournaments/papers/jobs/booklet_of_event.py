"""The booklet of a whole event."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import EVENT_BOOKLET, PDF_MEDIA_TYPE, describe_event_job


def _describe(job: Job) -> JobDescription:
    return describe_event_job(_("The whole event"), job)


def _run(job: Job, work: Progress) -> None:
    from tournaments.papers import booklet

    booklet.print_booklet(job, work)


JOB: Final = JobKind(
    code=EVENT_BOOKLET,
    needs=permissions.IN_CHARGE,
    describe=_describe,
    run=_run,
    extension="pdf",
    media_type=PDF_MEDIA_TYPE,
)
