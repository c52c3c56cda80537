"""What the jobs of an event share: their codes, who may request them, and the page to return to."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import JobDescription
from clubs.models import Job
from tournaments.models import Round, Tournament
from tournaments.wording.labels import round_label

ROUND_PROTOCOLS: Final = "protocols_of_round"
EVENT_PROTOCOLS: Final = "protocols_of_event"
EMERGENCY_PACK: Final = "emergency_pack"
EVENT_BOOKLET: Final = "booklet_of_event"
SCANNED_PROTOCOLS: Final = "scanned_protocols"
# A user who may print one protocol may print them all.
MAY_PRINT: Final = permissions.ANY_ROLE
PDF_MEDIA_TYPE: Final = "application/pdf"
# The page on which a job was requested.
FROM_ROUND, FROM_PAPERS = "round", "papers"


def event_of_job(job: Job) -> Tournament:
    return Tournament.objects.get(pk=job.parameters["event"])


def round_of_job(job: Job) -> Round:
    return Round.objects.select_related("tournament__book").get(pk=job.parameters["round"])


def describe_event_job(title: str, job: Job) -> JobDescription:
    """Describe a job about an event, requested on the page of its papers."""
    event = event_of_job(job)
    return JobDescription(title, event.title, *_papers_link(event.pk))


def describe_round_job(title: str, job: Job) -> JobDescription:
    """Describe a job about a round, requested on any page that has its button."""
    drawn = round_of_job(job)
    link = _return_link(job, drawn)
    return JobDescription(title % {"number": drawn.number}, drawn.tournament.title, *link)


def _return_link(job: Job, drawn: Round) -> tuple[str, str]:
    """The address and the label of the page on which the job was requested."""
    if job.parameters["to"] == FROM_PAPERS:
        return _papers_link(drawn.tournament_id)
    return reverse("tournaments:round", args=[drawn.pk]), round_label(drawn.number)


def _papers_link(event: int) -> tuple[str, str]:
    return reverse("tournaments:papers", args=[event]), _("Papers")
