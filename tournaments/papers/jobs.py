"""The jobs of an event: protocols of a round or of all rounds, emergency packs, booklets, large files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import Final

from clubs.books import permissions
from clubs.jobs.kinds import JobKind, Progress
from clubs.models import Job
from clubs.web.exports import FILE_FORMATS, FileFormat
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import (
    EMERGENCY_PACK,
    EVENT_BOOKLET,
    EVENT_PROTOCOLS,
    MAY_PRINT,
    ROUND_PROTOCOLS,
    describe_file_job,
    describe_job,
    job_kind_of_file,
)
from tournaments.papers.large_exports import LARGE_FILES, LargeFile
from tournaments.papers.protocols import print_event_protocols, print_round_protocols
from tournaments.public.event_view import load_event_view
from tournaments.public.queries import EventDeal, all_event_deals, count_event_deals


def run_pack_job(job: Job, work: Progress) -> None:
    from tournaments.papers import emergency_pack

    emergency_pack.print_pack(job, work)


def run_booklet_job(job: Job, work: Progress) -> None:
    from tournaments.papers import booklet

    booklet.print_booklet(job, work)


def write_file(file: LargeFile, file_format: FileFormat, job: Job, work: Progress) -> None:
    """Write a large file of an event, a step of the work for each deal."""
    event = Tournament.objects.select_related("club", "book").get(pk=job.parameters["event"])
    work.set_total(count_event_deals(event))
    file_format.write(file.build(load_event_view(event), lambda: _advancing_deals(event, work)), work.output)


def _advancing_deals(event: Tournament, work: Progress) -> Iterator[EventDeal]:
    for deal in all_event_deals(event):
        yield deal
        work.advance()


_PDF: Final = "application/pdf"
JOB_KINDS: Final[Mapping[str, JobKind]] = {
    ROUND_PROTOCOLS: JobKind(
        needs=MAY_PRINT, describe=describe_job, run=print_round_protocols, extension="pdf", media_type=_PDF
    ),
    EVENT_PROTOCOLS: JobKind(
        needs=MAY_PRINT, describe=describe_job, run=print_event_protocols, extension="pdf", media_type=_PDF
    ),
    # Unpublished rounds and hidden standings are for directors only.
    EMERGENCY_PACK: JobKind(
        needs=permissions.DIRECTORS, describe=describe_job, run=run_pack_job, extension="pdf", media_type=_PDF
    ),
    EVENT_BOOKLET: JobKind(
        needs=permissions.IN_CHARGE,
        describe=describe_job,
        run=run_booklet_job,
        extension="pdf",
        media_type=_PDF,
    ),
    **{
        job_kind_of_file(file, code): JobKind(
            needs=MAY_PRINT,
            describe=partial(describe_file_job, file),
            run=partial(write_file, file, file_format),
            extension=file_format.extension,
            media_type=file_format.media_type,
        )
        for file, (code, file_format) in product(LARGE_FILES, FILE_FORMATS.items())
    },
}
