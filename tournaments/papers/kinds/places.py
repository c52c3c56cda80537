"""The places of all entries round by round."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, has_public_standings, of_event
from tournaments.papers.paper import paper_of_table
from tournaments.papers.source import PaperSource
from tournaments.public import standings as public_standings
from tournaments.public import tables as event_tables
from tournaments.public.result_notes import result_state_notes


def places_paper(source: PaperSource) -> Report | None:
    """The places of all entries round by round; None while the standings are hidden."""
    if not source.view.counts or source.view.hidden:
        return None
    view = source.view
    notes = (*result_state_notes(view), *public_standings.late_entry_notes(view))
    return paper_of_table(source, event_tables.all_places_table(view), notes)


PAPER: Final = PaperKind(
    code="places",
    label=_lazy("Places round by round"),
    purpose=_lazy("How everybody has moved from round to round."),
    stage=PaperStage.AFTER,
    position=100,
    make=of_event(places_paper),
    is_available=has_public_standings,
)
