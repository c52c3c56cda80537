"""The protocols of all rounds in one PDF."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import (
    EVENT_PROTOCOLS,
    MAY_PRINT,
    PDF_MEDIA_TYPE,
    describe_event_job,
    event_of_job,
)
from tournaments.papers.protocols import event_game_pairings, print_protocols


def _describe(job: Job) -> JobDescription:
    return describe_event_job(_("All score sheets"), job)


def _run(job: Job, work: Progress) -> None:
    print_protocols(job, work, event_game_pairings(event_of_job(job)), _describe)


JOB: Final = JobKind(
    code=EVENT_PROTOCOLS,
    needs=MAY_PRINT,
    describe=_describe,
    run=_run,
    extension="pdf",
    media_type=PDF_MEDIA_TYPE,
)
