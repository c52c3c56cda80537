"""The start list: who has entered, with a box to tick at the desk."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from tournaments.models import Entry
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.names import entry_name, home_clubs
from tournaments.public.standings import entry_heading

_TO_TICK: Final = "\N{BALLOT BOX}"


def start_list_paper(source: PaperSource) -> Report | None:
    """The entries by full names, with a box to tick for those that are not checked in."""
    if not source.entries:
        return None
    table = ReportTable(
        columns=(
            Column(_("Number"), ColumnKind.NUMBER),
            Column(entry_heading(source.view)),
            Column(_("Club")),
            Column(_("State")),
            Column(_("Lot"), ColumnKind.NUMBER),
            Column(_("Stationary at table"), ColumnKind.NUMBER),
            Column(_("Present")),
        ),
        rows=tuple(Row(_start_line(entry)) for entry in source.entries.values()),
    )
    return make_paper(source.event, _("Start list"), table)


def _start_line(entry: Entry) -> tuple[Value, ...]:
    return (
        entry.number,
        entry_name(entry, full_name),
        home_clubs(entry),
        str(entry.get_state_display()),
        entry.lot,
        entry.fixed_table,
        _TO_TICK if entry.state == Entry.State.ENTERED else None,
    )


PAPER: Final = PaperKind(
    code="start-list",
    label=_lazy("Start list"),
    purpose=_lazy("All entries with full names and clubs: for ticking off at the desk."),
    stage=PaperStage.BEFORE,
    position=10,
    make=of_event(start_list_paper),
    is_available=lambda source, _request: bool(source.entries),
)
