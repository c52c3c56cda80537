"""The prize giving to be read aloud, from the last place to the first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from clubs.books import permissions
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from tournaments.core.standings import Placing
from tournaments.papers.catalogue import PaperKind, PaperStage, is_over_and_shown, of_places
from tournaments.papers.paper import make_paper
from tournaments.papers.prizes import place_in_words, prize_placings
from tournaments.papers.source import PaperSource
from tournaments.play.names import home_clubs
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import entry_heading, scheme_points


def announcer_page(source: PaperSource, limit: int | None = None) -> Report | None:
    """The first places in large letters, the last of them first; None while the standings are hidden."""
    placings = prize_placings(source, limit)
    if not placings or source.view.hidden:
        return None
    view = source.full_name_view
    table = ReportTable(
        columns=(
            Column(pgettext("rank", "Place")),
            Column(entry_heading(view)),
            Column(_("Club")),
            Column(_("Points"), ColumnKind.NUMBER),
        ),
        rows=tuple(Row(_line(source, placing)) for placing in reversed(placings)),
    )
    paper = make_paper(source.event, _("Prize giving"), notes=result_state_notes(view))
    return replace(paper, tables=(table,), hangs_on_wall=True)


def _line(source: PaperSource, placing: Placing) -> tuple[Value, ...]:
    number = placing.totals.entry
    return (
        place_in_words(placing),
        source.full_name_view.entries[number].name,
        home_clubs(source.entries[number]),
        scheme_points(source.full_name_view, placing.totals.points),
    )


PAPER: Final = PaperKind(
    code="announcer",
    label=_lazy("Prize giving, to read aloud"),
    purpose=_lazy(
        "The prize winners in large letters, from the last place to the first, with who shares a place."
    ),
    stage=PaperStage.AFTER,
    position=145,
    make=of_places(announcer_page),
    is_available=is_over_and_shown,
    needs=permissions.DIRECTORS,
)
