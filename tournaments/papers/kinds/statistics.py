"""The statistics of an event."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.public import statistics_tables
from tournaments.public.result_notes import result_state_notes


def statistics_paper(source: PaperSource) -> Report | None:
    tables = statistics_tables.statistics_tables(source.view, source.hands, source.contracts)
    return (
        make_paper(source.event, _("Statistics"), *tables, notes=result_state_notes(source.view))
        if tables
        else None
    )


PAPER: Final = PaperKind(
    code="statistics",
    label=_lazy("Statistics"),
    purpose=_lazy("Records and totals: to read aloud, or for the club's website."),
    stage=PaperStage.AFTER,
    position=120,
    make=of_event(statistics_paper),
    is_available=lambda source, _request: bool(source.hands),
)
