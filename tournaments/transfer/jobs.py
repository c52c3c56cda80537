"""The job that writes an event's file."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import describe_event_job, event_of_job
from tournaments.transfer.exporting import ExportChoices, export_event, write_export

EVENT_FILE: Final = "event_file"


def _describe(job: Job) -> JobDescription:
    return describe_event_job(_("The event as a file"), job)


def _run(job: Job, work: Progress) -> None:
    choices = ExportChoices(
        photographs=job.parameters["photographs"], signatures=job.parameters["signatures"]
    )
    by = Author(user=job.requested_by, origin="")
    write_export(export_event(by, event_of_job(job), choices), work.output)


JOB: Final = JobKind(
    code=EVENT_FILE,
    needs=permissions.DIRECTORS,
    describe=_describe,
    run=_run,
    extension="zip",
    media_type="application/zip",
)
