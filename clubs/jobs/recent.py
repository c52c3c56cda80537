"""The recent jobs of a book, with links back to their pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.conf import settings

from clubs.jobs.files import has_output
from clubs.jobs.kinds import JobDescription, JobKind, job_kinds, languages_of_job
from clubs.models import Book, Job, Role

MAX_RECENT: Final = 5
_LANGUAGE_NAMES: Final = dict(settings.LANGUAGES)


@dataclass(frozen=True, slots=True)
class RecentJob:
    job: Job
    description: JobDescription

    @property
    def languages(self) -> str:
        """The language of its file, or the two languages."""
        return " / ".join(str(_LANGUAGE_NAMES[code]) for code in languages_of_job(self.job))


def recent_jobs(book: Book, roles: Collection[Role.Kind]) -> list[RecentJob]:
    """Return the jobs that wait, run or can be downloaded and that these roles may see, the latest first."""
    codes = [code for code, kind in job_kinds.items() if _is_for(kind, roles)]
    states = {*Job.UNFINISHED, Job.State.DONE}
    jobs = Job.objects.filter(book=book, kind__in=codes, state__in=states).order_by("-pk")[: 2 * MAX_RECENT]
    return list(islice(_available_jobs(jobs), MAX_RECENT))


def _is_for(kind: JobKind, roles: Collection[Role.Kind]) -> bool:
    return not kind.needs.isdisjoint(roles) and not kind.is_shown_on_page


def _available_jobs(jobs: Iterable[Job]) -> Iterator[RecentJob]:
    for job in jobs:
        if not job.is_over or has_output(job):
            yield RecentJob(job, job_kinds[job.kind].describe(job))
