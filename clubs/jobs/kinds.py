"""The kinds of job: their descriptions, the roles that may request them, and the functions that run them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Protocol

from clubs.models import Job, Role
from clubs.plugins.hooks import HookTable


class Progress(Protocol):
    """The output of a running job, and the report of its progress."""

    output: IO[bytes]

    def set_total(self, total: int) -> None:
        """Set the number of steps."""

    def advance(self) -> None:
        """Report that a step is done; raise when the job is to stop."""


@dataclass(frozen=True, slots=True)
class JobDescription:
    """A job in the reader's language: its title, its subject, and the page to go back to."""

    title: str
    about: str
    back: str
    back_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    needs: frozenset[Role.Kind]
    describe: Callable[[Job], JobDescription]
    run: Callable[[Job, Progress], None]
    extension: str
    media_type: str


job_kinds: HookTable[JobKind] = HookTable()


def kind_of_job(job: Job) -> JobKind | None:
    """Return the kind of a job; None if its app is no longer installed."""
    return job_kinds.get(job.kind)
