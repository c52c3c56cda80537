"""The report of an event to the federation: a paper to sign, and the same tables as files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from clubs.books import permissions
from clubs.people.names import full_name
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row
from clubs.web.tables import number_columns, text_columns
from scoring.store import sheets
from scoring.wording import labels
from tournaments.core.standings import Placing
from tournaments.models import Entry
from tournaments.papers.catalogue import PaperKind, PaperStage, is_over_and_shown, of_event
from tournaments.papers.paper import (
    chair_line,
    director_facts,
    director_line,
    event_day,
    make_paper,
)
from tournaments.papers.prizes import are_all_rounds_closed
from tournaments.papers.source import PaperSource
from tournaments.play.names import home_clubs
from tournaments.play.queries import entry_players
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import (
    entry_heading,
    outside_label,
    ranks_by_own_points,
    scheme_points,
    standings_title,
    tie_break_column,
)
from tournaments.public.tables import charges_table


def federation_report(source: PaperSource) -> Report | None:
    """The event with its entries, standings and rulings by full names; None before the results are there."""
    view = source.full_name_view
    if not view.counts or view.hidden or not are_all_rounds_closed(source):
        return None
    charges = charges_table(view, *source.charges, with_reasons=True)
    tables = (_standings(source), _entries(source), *([charges] if charges else []))
    report = make_paper(source.event, _("Report to the federation"), notes=result_state_notes(view))
    signatures = (director_line(source), chair_line(source))
    # An empty column stays: it says that a licence number is missing.
    return replace(report, facts=tuple(_facts(source)), tables=tables, signatures=signatures)


def _facts(source: PaperSource) -> Iterator[Fact]:
    event, view = source.event, source.full_name_view
    yield Fact(_("Organiser"), event.club.name, key="organiser")
    if event.club.federation is not None:
        yield Fact(_("Federation"), event.club.federation.name, key="federation")
    yield Fact(_("Date"), event_day(event), key="date", exact=event.date)
    if event.club.place:
        yield Fact(_("Place"), event.club.place, key="location")
    yield Fact(_("Game"), labels.ruleset_name(event.ruleset), key="game")
    yield Fact(_("Edition of the rules"), sheets.newest_edition(event.ruleset), key="edition")
    yield Fact(_("Rounds"), view.agreement.rounds, key="rounds")
    yield Fact(_("Entries"), len(source.entries), key="entries")
    yield from director_facts(source)


def _standings(source: PaperSource) -> ReportTable:
    view = source.full_name_view
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
            Column(_("Number"), ColumnKind.NUMBER, key="entry"),
            Column(entry_heading(view), key="name"),
            Column(_("Club"), key="club"),
            Column(_("Points"), ColumnKind.NUMBER, key="points"),
            tie_break_column(view),
        ),
        rows=tuple(_standings_row(source, placing) for placing in view.placings),
        caption=standings_title(view),
        key="standings",
    )


def _standings_row(source: PaperSource, placing: Placing) -> Row:
    view, number = source.full_name_view, placing.totals.entry
    return Row(
        (
            placing.place,
            number,
            view.entries[number].name,
            home_clubs(source.entries[number]),
            scheme_points(view, placing.totals.points),
            placing.totals.own if ranks_by_own_points(view) else placing.totals.difference,
        )
    )


def _entries(source: PaperSource) -> ReportTable:
    """Every player with his licence number and his club."""
    return ReportTable(
        columns=(
            *number_columns(entry=_("Number")),
            *text_columns(player=_("Player"), licence=_("Licence number"), club=_("Club"), state=_("State")),
        ),
        rows=tuple(
            Row((entry.number, full_name(player), player.licence, player.home_club.name, _state(entry)))
            for entry in source.entries.values()
            for player in entry_players(entry)
        ),
        caption=_("Entries"),
        key="entries",
    )


def _state(entry: Entry) -> str:
    state = str(entry.get_state_display())
    return f"{state}, {outside_label()}" if entry.outside else state


PAPER: Final = PaperKind(
    code="federation",
    label=_lazy("Report to the federation"),
    purpose=_lazy(
        "Final standings, entries with licence numbers and clubs, rulings and penalties: to sign and to send."
    ),
    stage=PaperStage.SENT,
    position=160,
    make=of_event(federation_report),
    is_available=is_over_and_shown,
    needs=permissions.IN_CHARGE,
    has_files=True,
)
