"""The kinds of job of an event: those in the folder `jobs`, and one for each large file in each format."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from clubs.plugins.catalogue import Catalogue
from clubs.web.exports import FILE_FORMATS, FileFormat, with_state
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import MAY_PRINT, event_of_job
from tournaments.papers.large_exports import LARGE_FILES, LargeFile
from tournaments.public.event_view import load_event_view
from tournaments.public.queries import EventDeal, all_event_deals, count_event_deals

# One a module, in the folder `jobs`.
EVENT_JOBS: Final = Catalogue("tournaments.papers.jobs", "JOB", JobKind)


def event_job_kinds() -> Iterator[JobKind]:
    yield from EVENT_JOBS
    for file in LARGE_FILES:
        yield from file_job_kinds(file)


@cache
def file_job_kinds(file: LargeFile) -> tuple[JobKind, ...]:
    """Return the kinds of job that make a large file, the same ones each time."""
    return tuple(
        JobKind(
            code=job_kind_of_file(file, format_code),
            needs=MAY_PRINT,
            describe=partial(_describe_file_job, file),
            run=partial(write_file, file, file_format),
            extension=file_format.extension,
            media_type=file_format.media_type,
            suffix=file_format.suffix,
        )
        for format_code, file_format in FILE_FORMATS.items()
    )


def job_kind_of_file(file: LargeFile, format_code: str) -> str:
    """Return the code of the job that makes a file in a format."""
    return f"event_{file.code}_{format_code}"


def _describe_file_job(file: LargeFile, job: Job) -> JobDescription:
    event = event_of_job(job)
    address = reverse("tournaments:event", args=[event.pk])
    return JobDescription(str(file.title), event.title, address, _("Event"))


def write_file(file: LargeFile, file_format: FileFormat, job: Job, work: Progress) -> None:
    """Write a large file of an event, a step of the work for each deal."""
    event = Tournament.objects.select_related("club", "book").get(pk=job.parameters["event"])
    work.set_total(count_event_deals(event))
    report = file.build(load_event_view(event, file.name_of), lambda: _advancing_deals(event, work))
    file_format.write(with_state(report, event.book), work.output)


def _advancing_deals(event: Tournament, work: Progress) -> Iterator[EventDeal]:
    for deal in all_event_deals(event):
        yield deal
        work.advance()
