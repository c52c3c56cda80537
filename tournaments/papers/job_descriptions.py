"""What each kind of long work of an event is called, who may ask for it, and the way back from it."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import Told
from clubs.models import Job
from tournaments.models import Round, Tournament
from tournaments.papers.large_exports import LargeFile
from tournaments.wording.labels import round_called

OF_ROUND: Final = "protocols_of_round"
OF_EVENT: Final = "protocols_of_event"
PACK: Final = "emergency_pack"
BOOK: Final = "booklet_of_event"
# Whoever may print one protocol of the desk may print them all.
WHO: Final = permissions.ANY_ROLE
# Where it is asked for.
ROUND, BOARD, PAPERS = "round", "board", "papers"


def kind_of_file(file: LargeFile, form: str) -> str:
    """Each file is another kind of work in each form."""
    return f"event_{file.code}_{form}"


def told_of_file(file: LargeFile, job: Job) -> Told:
    event = Tournament.objects.get(pk=job.wanted["event"])
    return Told(str(file.title), event.name, reverse("tournaments:event", args=[event.pk]), _("Event"))


def told(job: Job) -> Told:
    if job.kind == OF_EVENT:
        event = Tournament.objects.get(pk=job.wanted["event"])
        return Told(_("All protocols"), event.name, *_to_papers(event.pk))
    if job.kind == BOOK:
        event = Tournament.objects.get(pk=job.wanted["event"])
        return Told(_("The whole event"), event.name, *_to_papers(event.pk))
    drawn = Round.objects.select_related("tournament").get(pk=job.wanted["round"])
    said = _("Emergency pack of round %(number)s") if job.kind == PACK else _("Protocols of round %(number)s")
    return Told(said % {"number": drawn.number}, drawn.tournament.name, *_way_back(job, drawn))


def _way_back(job: Job, drawn: Round) -> tuple[str, str]:
    """Where it was asked for, and what that is called."""
    if job.wanted["to"] == PAPERS:
        return _to_papers(drawn.tournament_id)
    if job.wanted["to"] == BOARD:
        return reverse("tournaments:board", args=[drawn.tournament_id]), _("Board of the round")
    return reverse("tournaments:round", args=[drawn.pk]), round_called(drawn.number)


def _to_papers(event: int) -> tuple[str, str]:
    return reverse("tournaments:papers", args=[event]), _("Papers")
