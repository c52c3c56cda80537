"""The standings of an event that has no games itself: as the list of a past event has them, or as recorded.

No column is about games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.reports.report import Column, ColumnKind, Note, Report, ReportTable, Row
from tournaments.models import ListedResult
from tournaments.public.event_view import EventView
from tournaments.public.standings import (
    current_language,
    entry_heading,
    event_facts,
    scheme_points,
    standings_title,
)


def listed_report(view: EventView, *, on_paper: bool = False) -> Report:  # noqa: ARG001 - as of any event
    """The standings: place, entry, points, and the games won and remarks where the list has any."""
    listed = _load_listed(view)
    has_wins = any(result.wins is not None for result in listed.values())
    has_notes = any(result.note for result in listed.values())
    table = ReportTable(
        columns=tuple(_columns(view, has_wins=has_wins, has_notes=has_notes)),
        rows=tuple(
            _row(view, listed[placing.totals.entry], has_wins=has_wins, has_notes=has_notes)
            for placing in view.placings
        ),
        key="standings",
    )
    note = Note(_("These results come from a list of the club. Its games are not in Talon."), "listed")
    return _report(view, table, note)


def recorded_report(view: EventView, *, on_paper: bool = False) -> Report:  # noqa: ARG001 - as of any event
    """The result of an event in sections and finals: where each entry has played last, with its points."""
    recorded = _load_listed(view)
    table = ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
            Column(entry_heading(view), key="name"),
            Column(_("Played last in"), key="part", minor=True),
            Column(_("Points there"), ColumnKind.NUMBER, key="points"),
        ),
        rows=tuple(_recorded_row(view, recorded[placing.totals.entry]) for placing in view.placings),
        key="standings",
    )
    return _report(view, table, Note(_("The places go on from final to final."), "recorded"))


def _recorded_row(view: EventView, result: ListedResult) -> Row:
    number = result.entry.number
    # Recorded is the whole name of the section or final.
    part = result.note.removeprefix(f"{view.event.name}, ")
    return Row(
        (result.place, view.entries[number].name, part, scheme_points(view, result.points)),
        address=view.entry_address(number),
    )


def _report(view: EventView, table: ReportTable, note: Note) -> Report:
    return Report(
        title=view.event.title,
        subtitle=standings_title(view),
        facts=event_facts(view),
        tables=(table,),
        notes=(note,),
        language=current_language(),
    )


def _load_listed(view: EventView) -> Mapping[int, ListedResult]:
    results = ListedResult.objects.filter(tournament=view.event).select_related("entry")
    return {result.entry.number: result for result in results}


def _columns(view: EventView, *, has_wins: bool, has_notes: bool) -> Sequence[Column]:
    return [
        Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
        Column(entry_heading(view), key="name"),
        *([Column(_("Games won"), ColumnKind.NUMBER, key="wins")] if has_wins else []),
        Column(_("Points"), ColumnKind.NUMBER, key="points"),
        *([Column(_("Remark"), minor=True, key="remark")] if has_notes else []),
    ]


def _row(view: EventView, result: ListedResult, *, has_wins: bool, has_notes: bool) -> Row:
    number = result.entry.number
    return Row(
        (
            result.place,
            view.entries[number].name,
            *([result.wins] if has_wins else []),
            result.points,
            *([result.note] if has_notes else []),
        ),
        address=view.entry_address(number),
    )
