"""The entries of an event as a table for paper and files."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.people.names import full_name, is_erased
from clubs.reports.report import Column, Reader, ReportTable, Row, RowPlayer
from clubs.reports.tables import Values
from clubs.web.tables import number_columns, text_columns
from tournaments.entries.list import EntryList
from tournaments.entries.list import EntryListRow as Listed
from tournaments.play.names import home_clubs
from tournaments.play.queries import entry_players
from tournaments.public.file_columns import licence_columns, player_columns
from tournaments.public.standings import outside_label


def start_list_table(listing: EntryList, players: int) -> ReportTable:
    """The entries by full names, a column each, with their states and tables."""
    players = max([players, *(len(entry_players(row.entry)) for row in listing.found)])
    return ReportTable(
        columns=(
            *number_columns(entry=_("Number")),
            *player_columns(players),
            *licence_columns(players),
            *text_columns(club=_("Club"), state=_("State")),
            Column("", key="state_code", reader=Reader.PROGRAMS),
            *number_columns(
                table=_("Table"),
                from_round=_("From round"),
                lot=_("Lot"),
                stationary_at=_("Stationary at table"),
            ),
        ),
        rows=tuple(
            Row(_start_line(row, players), players=(("players", _players_of(row)),)) for row in listing.found
        ),
        caption=_("Entries"),
        key="entries",
    )


def _players_of(row: Listed) -> tuple[RowPlayer, ...]:
    return tuple(
        RowPlayer(None if is_erased(player) else player.pk, full_name(player))
        for player in entry_players(row.entry)
    )


def _start_line(row: Listed, players: int) -> Values:
    entry = row.entry
    names = [full_name(player) for player in entry_players(entry)]
    licences = [player.licence for player in entry_players(entry)]
    missing = [""] * (players - len(names))
    table = row.pairing.table if row.pairing else None
    state = str(entry.get_state_display())
    if entry.outside:
        state = f"{state}, {outside_label()}"
    return (
        entry.number,
        *names,
        *missing,
        *licences,
        *missing,
        home_clubs(entry),
        state,
        str(entry.state),
        table,
        entry.from_round,
        entry.lot,
        entry.fixed_table,
    )
