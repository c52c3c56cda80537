"""The prize giving to be read aloud, from the last place to the first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from clubs.books import permissions
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from tournaments.papers.catalogue import PaperKind, PaperStage, is_over_and_shown, of_places
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.names import home_clubs
from tournaments.public.prizes import PrizeWinner, WinnersList, announced_lists
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import entry_heading


def announcer_page(source: PaperSource, limit: int | None = None) -> Report | None:
    """The first places in large letters, the last of them first; None while the standings are hidden.

    Each category comes before all entries, and each winner with the prize.
    """
    view = source.full_name_view
    if not view.counts or source.view.hidden:
        return None
    told = announced_lists(view, limit)
    if not told:
        return None
    paper = make_paper(source.event, _("Prize giving"), notes=result_state_notes(view))
    return replace(paper, tables=tuple(_table_of(source, one) for one in told), hangs_on_wall=True)


def _table_of(source: PaperSource, told: WinnersList) -> ReportTable:
    has_prizes = any(line.prize for line in told.lines)
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place")),
            Column(entry_heading(source.full_name_view)),
            Column(_("Club")),
            *((Column(_("Points"), ColumnKind.NUMBER),) if _knows_points(source) else ()),
            *((Column(_("Prize")),) if has_prizes else ()),
        ),
        rows=tuple(Row(_line(source, line, has_prizes=has_prizes)) for line in told.lines),
        caption=told.heading,
    )


def _knows_points(source: PaperSource) -> bool:
    """Whether the points are those of one standings, and not of several finals."""
    return source.full_name_view.source.knows_games


def _line(source: PaperSource, line: PrizeWinner, *, has_prizes: bool) -> tuple[Value, ...]:
    return (
        line.place,
        line.name,
        home_clubs(source.entries[line.award.entry]),
        *((line.points_alone,) if _knows_points(source) else ()),
        *((line.prize,) if has_prizes else ()),
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
    from_places=True,
)
