"""The kinds of job: their descriptions, the roles that may request them, and the functions that run them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Final, Protocol

from clubs.models import Job, Role
from clubs.plugins.hooks import HookTable

_CODE: Final = re.compile(r"[a-z0-9_-]{1,40}")


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
    """One kind of job."""

    code: str
    # The roles that may request it.
    needs: frozenset[Role.Kind]
    describe: Callable[[Job], JobDescription]
    run: Callable[[Job, Progress], None]
    # Of the file that it makes.
    extension: str
    media_type: str
    position: int = 0
    # Its file is for the page to go back to, which shows what came of it: nobody downloads it.
    is_shown_on_page: bool = False
    # What its name ends with, before the extension.
    suffix: str = ""

    def problems(self) -> Iterator[str]:
        """Yield what the kind lacks."""
        if not _CODE.fullmatch(self.code):
            yield f"the code {self.code!r} is not made of small letters, digits, - and _"
        if not self.needs:
            yield "needs is empty: nobody may request the job"
        for name in ("extension", "media_type"):
            if not getattr(self, name):
                yield f"{name} is empty"


# By their codes.
job_kinds: HookTable[JobKind] = HookTable()


def register_kinds(kinds: Iterable[JobKind]) -> None:
    """Register kinds of job, each under its code."""
    for kind in kinds:
        job_kinds.register({kind.code: kind})


def languages_of_job(job: Job) -> list[str]:
    """Return the languages of the file of a job: those that were chosen for it, or that of the request."""
    chosen: str = job.parameters.get("languages", job.language)
    return chosen.split("-")


def kind_of_job(job: Job) -> JobKind | None:
    """Return the kind of a job; None if its app is no longer installed."""
    return job_kinds.get(job.kind)
