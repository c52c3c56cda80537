"""Scanned protocols that were uploaded, read and filed at their games."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.models import Job
from tournaments.papers.job_descriptions import SCANNED_PROTOCOLS, event_of_job


def _describe(job: Job) -> JobDescription:
    event = event_of_job(job)
    back = reverse("tournaments:scans", args=[event.pk])
    return JobDescription(_("Filing of scanned score sheets"), event.title, back, _("Scanned score sheets"))


def _run(job: Job, work: Progress) -> None:
    from tournaments.papers.scans import filing

    filing.file_scans(job, work)


JOB: Final = JobKind(
    code=SCANNED_PROTOCOLS,
    needs=permissions.DIRECTORS,
    describe=_describe,
    run=_run,
    extension="json",
    media_type="application/json",
    is_shown_on_page=True,
)
