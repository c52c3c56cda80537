"""The entries of an event as a table for paper and files."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.report import Column, Kind, Row, Table
from clubs.reports.tables import Values
from clubs.web.tables import named
from tournaments.entries.list import Listing
from tournaments.entries.list import Row as Listed
from tournaments.play.queries import players_of
from tournaments.public.tables import player_columns


def start_list(listing: Listing, players: int) -> Table:
    """The entries as the desk knows them: by full names, who is here, and where they sit."""
    return Table(
        columns=(
            Column(_("Number"), Kind.NUMBER),
            *player_columns(players),
            *named(_("Club"), _("State")),
            *(
                Column(title, Kind.NUMBER)
                for title in (_("Table"), _("From round"), _("Lot"), _("Keeps table"))
            ),
        ),
        rows=tuple(Row(_start_line(row, players)) for row in listing.found),
        caption=_("Entries"),
    )


def _start_line(row: Listed, players: int) -> Values:
    entry = row.entry
    names = [full_name(player) for player in players_of(entry)]
    missing = [""] * (players - len(names))
    table = row.pairing.table if row.pairing else None
    state = str(entry.get_state_display())
    return (
        entry.number,
        *names,
        *missing,
        row.clubs,
        state,
        table,
        entry.from_round,
        entry.lot,
        entry.keeps_table,
    )
