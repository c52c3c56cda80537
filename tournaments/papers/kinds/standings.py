"""The standings as they are now."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from clubs.reports.tables import without_empty_columns
from tournaments.papers.catalogue import PaperKind, PaperStage, has_public_standings, of_event
from tournaments.papers.source import PaperSource
from tournaments.public import tables as event_tables


def standings_paper(source: PaperSource) -> Report | None:
    """The standings, and after which round they are; None while they are hidden."""
    view = source.view
    if not view.counts or view.hidden:
        return None
    report = event_tables.standings_tables(view, on_paper=True)
    return Report(
        title=report.title,
        subtitle=report.subtitle,
        facts=report.facts,
        tables=tuple(without_empty_columns(replace(table, caption="")) for table in report.tables),
        notes=report.notes,
        language=report.language,
    )


PAPER: Final = PaperKind(
    code="standings",
    label=_lazy("Standings"),
    purpose=_lazy("The current standings: to put up on the wall after each round."),
    stage=PaperStage.AFTER,
    position=90,
    make=of_event(standings_paper),
    needs_games=False,
    for_wall=True,
    is_available=has_public_standings,
)
