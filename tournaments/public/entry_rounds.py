"""The rounds of one entry with their tables, and its row in the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Fact
from tournaments.play.event_record import RoundRecord, RoundTables
from tournaments.public.charge_notes import carried_amounts
from tournaments.public.event_view import EventView, NameLink
from tournaments.public.rounds import TableView, build_round_view
from tournaments.public.search import find_entries
from tournaments.public.standings import (
    current_language,
    entry_heading,
    entry_label,
    scheme_points,
)
from tournaments.public.standings_report import standings_report


@dataclass(frozen=True, slots=True)
class EntryRounds:
    """An entry with its tables round by round, and its place."""

    label: str
    link: NameLink
    standing: str
    tables: Sequence[TableView]


def entry_rounds(view: EventView, query: str) -> list[EntryRounds]:
    """The rounds of the entries that the search finds."""
    return [_rounds_of_entry(view, entry) for entry in sorted(find_entries(view, query))]


def _rounds_of_entry(view: EventView, entry: int) -> EntryRounds:
    return EntryRounds(
        entry_label(view, entry),
        view.entry_link(entry),
        _standing_sentence(view, entry),
        tables_of_entry(view, entry),
    )


def tables_of_entry(view: EventView, entry: int) -> list[TableView]:
    """The tables of an entry, round by round."""
    return [
        table._replace(round=played.round.number)
        for played in rounds_with_entry(view, entry)
        for table in build_round_view(view, played).tables
    ]


def rounds_with_entry(view: EventView, entry: int) -> list[RoundRecord]:
    """The rounds with the tables of one entry alone."""
    return [RoundRecord(played.round, _tables_with(entry, played)) for played in view.record.rounds]


def _tables_with(entry: int, played: RoundRecord) -> RoundTables:
    return RoundTables(
        tuple([meeting for meeting in played.pairings if any(entry in side for side in meeting.sides)])
    )


def _standing_sentence(view: EventView, entry: int) -> str:
    """The current place and points of an entry; empty where it is struck out."""
    placing = next((placing for placing in view.everybody if placing.totals.entry == entry), None)
    if placing is None:
        return ""
    if not placing.place:
        return _("Outside the competition, %(points)s points, difference %(difference)s") % {
            "points": format_value(scheme_points(view, placing.totals.points), current_language()),
            "difference": format_value(placing.totals.difference, current_language()),
        }
    return _("Place %(place)s, %(points)s points, difference %(difference)s") % {
        "place": placing.place,
        "points": format_value(scheme_points(view, placing.totals.points), current_language()),
        "difference": format_value(placing.totals.difference, current_language()),
    }


def standing_facts(view: EventView, entry: int) -> list[Fact]:
    """The row of an entry in the standings, line by line; empty where it has none or they are hidden."""
    if view.hidden or not view.counts:
        return []
    (table,) = standings_report(view).tables
    address, heading = view.entry_address(entry), entry_heading(view)
    facts = [
        Fact(column.title, value, key=column.key)
        for row in table.rows
        if row.address == address
        for column, value in zip(table.columns, row.values, strict=True)
        if value not in ("", None) and column.title != heading
    ]
    carried = carried_amounts(view, entry)
    return [*facts, Fact(_("Carried over"), carried, key="carried")] if facts and carried else facts
