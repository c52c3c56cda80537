"""The emergency pack of a round."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import EMERGENCY_PACK, PDF_MEDIA_TYPE, describe_round_job


def _describe(job: Job) -> JobDescription:
    return describe_round_job(_("Emergency pack of round %(number)s"), job)


def _run(job: Job, work: Progress) -> None:
    from tournaments.papers import emergency_pack

    emergency_pack.print_pack(job, work)


JOB: Final = JobKind(
    code=EMERGENCY_PACK,
    needs=permissions.DIRECTORS,  # unpublished rounds and hidden standings are for directors only
    describe=_describe,
    run=_run,
    extension="pdf",
    media_type=PDF_MEDIA_TYPE,
)
