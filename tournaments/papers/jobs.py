"""Long work of an event: the protocols of a round or of all of them in one file, the emergency pack of a
round, the booklet of the whole event, and the files that are as long as the event.

Protocols are the desk's: by full names, with the signatures as they were drawn. Games are read some at a time
and forgotten once they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

from clubs.books import permissions
from clubs.jobs.kinds import Kind, Work, register
from clubs.models import Job
from clubs.web.exports import FORMS, Form
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import (
    BOOK,
    OF_EVENT,
    OF_ROUND,
    PACK,
    WHO,
    kind_of_file,
    told,
    told_of_file,
)
from tournaments.papers.large_exports import LARGE_FILES, LargeFile
from tournaments.papers.protocols import print_event, print_round
from tournaments.public.event_view import DealWritten, deals_written, event_told, number_of_deals

if TYPE_CHECKING:
    pass


def print_pack(job: Job, work: Work) -> None:
    from tournaments.papers import emergency_pack

    emergency_pack.print_pack(job, work)


def print_book(job: Job, work: Work) -> None:
    from tournaments.papers import booklet

    booklet.print_book(job, work)


# What is not paper.


def write_file(file: LargeFile, form: Form, job: Job, work: Work) -> None:
    """A file of an event, a step of the work each deal."""
    event = Tournament.objects.select_related("club", "book").get(pk=job.wanted["event"])
    work.out_of(number_of_deals(event))
    form.write(file.told(event_told(event), lambda: _step_by_step(event, work)), work.into)


def _step_by_step(event: Tournament, work: Work) -> Iterator[DealWritten]:
    for deal in deals_written(event):
        yield deal
        work.step()


# What is said of it.


_PDF: Final = "application/pdf"
register(OF_ROUND, Kind(needs=WHO, told=told, do=print_round, ending="pdf", media_type=_PDF))
register(OF_EVENT, Kind(needs=WHO, told=told, do=print_event, ending="pdf", media_type=_PDF))
# A round that is not published yet, and standings that are kept back, are the director's alone.
register(PACK, Kind(needs=permissions.DIRECTORS, told=told, do=print_pack, ending="pdf", media_type=_PDF))
register(BOOK, Kind(needs=permissions.IN_CHARGE, told=told, do=print_book, ending="pdf", media_type=_PDF))
for file, (code, form) in product(LARGE_FILES, FORMS.items()):
    register(
        kind_of_file(file, code),
        Kind(
            needs=WHO,
            told=partial(told_of_file, file),
            do=partial(write_file, file, form),
            ending=form.ending,
            media_type=form.media_type,
        ),
    )
