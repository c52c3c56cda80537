"""The kinds of jobs of an event: their descriptions, who may request them, and the page to return to."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import JobDescription
from clubs.models import Job
from tournaments.models import Round, Tournament
from tournaments.papers.large_exports import LargeFile
from tournaments.wording.labels import round_label

ROUND_PROTOCOLS: Final = "protocols_of_round"
EVENT_PROTOCOLS: Final = "protocols_of_event"
EMERGENCY_PACK: Final = "emergency_pack"
EVENT_BOOKLET: Final = "booklet_of_event"
# A user who may print one protocol may print them all.
MAY_PRINT: Final = permissions.ANY_ROLE
# The page on which a job was requested.
FROM_ROUND, FROM_BOARD, FROM_PAPERS = "round", "board", "papers"


def job_kind_of_file(file: LargeFile, format_code: str) -> str:
    """The kind of the job that makes a file in a format."""
    return f"event_{file.code}_{format_code}"


def describe_file_job(file: LargeFile, job: Job) -> JobDescription:
    event = Tournament.objects.get(pk=job.parameters["event"])
    return JobDescription(
        str(file.title), event.name, reverse("tournaments:event", args=[event.pk]), _("Event")
    )


def describe_job(job: Job) -> JobDescription:
    if job.kind == EVENT_PROTOCOLS:
        event = Tournament.objects.get(pk=job.parameters["event"])
        return JobDescription(_("All protocols"), event.name, *_papers_link(event.pk))
    if job.kind == EVENT_BOOKLET:
        event = Tournament.objects.get(pk=job.parameters["event"])
        return JobDescription(_("The whole event"), event.name, *_papers_link(event.pk))
    drawn = Round.objects.select_related("tournament").get(pk=job.parameters["round"])
    title = (
        _("Emergency pack of round %(number)s")
        if job.kind == EMERGENCY_PACK
        else _("Protocols of round %(number)s")
    )
    return JobDescription(title % {"number": drawn.number}, drawn.tournament.name, *_return_link(job, drawn))


def _return_link(job: Job, drawn: Round) -> tuple[str, str]:
    """The address and the label of the page on which the job was requested."""
    if job.parameters["to"] == FROM_PAPERS:
        return _papers_link(drawn.tournament_id)
    if job.parameters["to"] == FROM_BOARD:
        return reverse("tournaments:board", args=[drawn.tournament_id]), _("Board of the round")
    return reverse("tournaments:round", args=[drawn.pk]), round_label(drawn.number)


def _papers_link(event: int) -> tuple[str, str]:
    return reverse("tournaments:papers", args=[event]), _("Papers")
