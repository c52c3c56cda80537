"""What was asked for of late in a book, for the way back to it of whoever has left its page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from clubs.jobs.folder import file_of
from clubs.jobs.kinds import Told, kinds
from clubs.models import Book, Job, Role

MOST: Final = 5


@dataclass(frozen=True, slots=True)
class Asked:
    job: Job
    told: Told


def asked_lately(book: Book, roles: Collection[Role.Kind]) -> list[Asked]:
    """What waits, is being made or can be fetched, the latest first; what these roles may see of it."""
    seen = [code for code, kind in kinds.items() if not kind.needs.isdisjoint(roles)]
    states = {*Job.UNFINISHED, Job.State.DONE}
    jobs = Job.objects.filter(book=book, kind__in=seen, state__in=states).order_by("-pk")[: 2 * MOST]
    return list(islice(_those_there(jobs), MOST))


def _those_there(jobs: Iterable[Job]) -> Iterator[Asked]:
    for job in jobs:
        if not job.is_over or file_of(job).is_file():  # in a copy taken elsewhere no file is there
            yield Asked(job, kinds[job.kind].told(job))
