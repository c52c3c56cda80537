"""The crosstable."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, has_public_standings, of_event
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.public import cross_table
from tournaments.public.result_notes import result_state_notes


def cross_table_paper(source: PaperSource) -> Report | None:
    """The crosstable; None while the standings are hidden."""
    if not source.view.counts or source.view.hidden:
        return None
    cross = cross_table.build_cross_table(source.view, on_paper=True)
    notes = (*result_state_notes(source.view), *cross.legend)
    return replace(make_paper(source.event, _("Crosstable"), notes=notes), tables=(cross.table,))


PAPER: Final = PaperKind(
    code="cross-table",
    label=_lazy("Crosstable"),
    purpose=_lazy("Who met whom and how it went: for the club's folder."),
    stage=PaperStage.AFTER,
    position=110,
    make=of_event(cross_table_paper),
    is_available=has_public_standings,
)
