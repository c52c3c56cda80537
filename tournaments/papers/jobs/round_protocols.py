"""The protocols of a round in one PDF."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import (
    MAY_PRINT,
    PDF_MEDIA_TYPE,
    ROUND_PROTOCOLS,
    describe_round_job,
    round_of_job,
)
from tournaments.papers.protocols import print_protocols, round_game_pairings


def _describe(job: Job) -> JobDescription:
    return describe_round_job(_("Score sheets of round %(number)s"), job)


def _run(job: Job, work: Progress) -> None:
    print_protocols(job, work, round_game_pairings(round_of_job(job)), _describe)


JOB: Final = JobKind(
    code=ROUND_PROTOCOLS,
    needs=MAY_PRINT,
    describe=_describe,
    run=_run,
    extension="pdf",
    media_type=PDF_MEDIA_TYPE,
)
