"""The entries of an event as a table for paper and files."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.report import Column, ColumnKind, ReportTable, Row
from clubs.reports.tables import Values
from clubs.web.tables import text_columns
from tournaments.entries.list import EntryList
from tournaments.entries.list import EntryListRow as Listed
from tournaments.play.queries import entry_players
from tournaments.public.standings import outside_label
from tournaments.public.tables import player_columns


def start_list_table(listing: EntryList, players: int) -> ReportTable:
    """The entries by full names, a column each, with their states and tables."""
    players = max([players, *(len(entry_players(row.entry)) for row in listing.found)])
    return ReportTable(
        columns=(
            Column(_("Number"), ColumnKind.NUMBER),
            *player_columns(players),
            *text_columns(_("Club"), _("State")),
            *(
                Column(title, ColumnKind.NUMBER)
                for title in (_("Table"), _("From round"), _("Lot"), _("Stationary at table"))
            ),
        ),
        rows=tuple(Row(_start_line(row, players)) for row in listing.found),
        caption=_("Entries"),
    )


def _start_line(row: Listed, players: int) -> Values:
    entry = row.entry
    names = [full_name(player) for player in entry_players(entry)]
    missing = [""] * (players - len(names))
    table = row.pairing.table if row.pairing else None
    state = str(entry.get_state_display())
    if entry.outside:
        state = f"{state}, {outside_label()}"
    return (
        entry.number,
        *names,
        *missing,
        row.clubs,
        state,
        table,
        entry.from_round,
        entry.lot,
        entry.fixed_table,
    )
