"""Rulings and penalties."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import paper_of_table
from tournaments.papers.source import PaperSource
from tournaments.public import tables as event_tables


def charges_paper(source: PaperSource) -> Report | None:
    return paper_of_table(source, event_tables.charges_table(source.view, *source.charges, with_reasons=True))


PAPER: Final = PaperKind(
    code="charges",
    label=_lazy("Rulings and penalties"),
    purpose=_lazy("The jury's decisions and penalties: to go with the score sheets."),
    stage=PaperStage.AFTER,
    position=130,
    make=of_event(charges_paper),
    is_available=lambda source, _request: any(source.charges),
)
