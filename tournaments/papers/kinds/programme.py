"""The programme of the day, to hang on the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.public.calendar import announcement_of, status_in_words
from tournaments.public.programme import planned_programme, programme_tables


def programme_paper(source: PaperSource) -> Report | None:
    """The lines of each day as they stand now, and that the event is postponed or cancelled where it is."""
    programme = planned_programme(source.event)
    if programme is None:
        return None
    announcement = announcement_of(source.event)
    said = "" if announcement is None else status_in_words(announcement)
    tables = programme_tables(programme)
    return make_paper(source.event, _("Programme"), *tables, notes=[said] if said else [])


PAPER: Final = PaperKind(
    code="programme",
    label=_lazy("Programme"),
    purpose=_lazy("What comes when, as planned now: to put up on the wall."),
    stage=PaperStage.BEFORE,
    position=15,
    make=of_event(programme_paper),
    is_available=lambda source, _request: bool(source.event.programme),
    for_wall=True,
)
