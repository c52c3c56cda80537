"""What the files of an event have besides its pages: each figure, each player and each club in a column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from clubs.people.names import full_name, is_named
from clubs.reports.numbers import MINUS
from clubs.reports.report import Column, ColumnKind, Reader, ReportTable, Row, RowPlayer, Value
from clubs.reports.tables import Values
from tournaments.core.results import ResultKind
from tournaments.core.standings import Placing
from tournaments.public.event_view import EntryView, EventView
from tournaments.public.games_of_entries import balance_columns, kinds_of
from tournaments.public.moves import places_gained
from tournaments.public.queries import ClubAndLicence

# Games that are no win, draw or loss, and how a column of their number is called.
_OTHER_KINDS: Final[dict[ResultKind, Callable[[], str]]] = {
    ResultKind.SIT_OUT: lambda: _("Sit-outs"),
    ResultKind.ADJUSTED: lambda: _("Decided by the jury"),
    ResultKind.BROKEN_OFF: lambda: _("Broken off"),
    ResultKind.VOID: lambda: _("Not counted"),
}
_SIGNS: Final = ("+", "=", MINUS)


def player_columns(size: int) -> tuple[Column, ...]:
    """A column for each player of an entry."""
    if size == 1:
        return (Column(_("Player"), key="player_1"),)
    return tuple(
        Column(_("Player %(number)s") % {"number": number}, key=f"player_{number}")
        for number in range(1, size + 1)
    )


def licence_columns(size: int) -> tuple[Column, ...]:
    """A column for the licence number of each player, which files for the staff have."""
    if size == 1:
        return (Column(_("Licence number"), key="licence_1", reader=Reader.FILES),)
    return tuple(
        Column(
            _("Licence number, player %(number)s") % {"number": number},
            key=f"licence_{number}",
            reader=Reader.FILES,
        )
        for number in range(1, size + 1)
    )


def row_players(*entries: EntryView) -> tuple[RowPlayer, ...]:
    """The players of entries, for programs: by their numbers, which stay, if the list names them."""
    return tuple(
        RowPlayer(player.pk if is_named(player, entry.name_of) else None, entry.name_of(player))
        for entry in entries
        for player in entry.players
    )


def players_of_sides(
    view: EventView, sides: Sequence[Sequence[int]]
) -> tuple[tuple[str, tuple[RowPlayer, ...]], ...]:
    """The players of each side of a table, under the name that they have in its row."""
    return tuple(
        (f"players_{index}", row_players(*(view.entries[entry] for entry in entries)))
        for index, entries in enumerate(sides, start=1)
    )


# Entries.


def with_entries(view: EventView, table: ReportTable, entries: Sequence[int]) -> ReportTable:
    """A table of entries, a row each, with their numbers, their players and the clubs of these.

    The staff of the event, who read full names, get licence numbers too.
    """
    details = view.clubs_and_licences
    size = max((len(view.entries[entry].players) for entry in entries), default=1)
    is_for_staff = any(view.entries[entry].name_of is full_name for entry in entries)
    number = Column(_("Number"), ColumnKind.NUMBER, key="entry", reader=Reader.FILES)
    columns = (
        # Of somebody who plays alone the name is there already.
        *(player_columns(size) if size > 1 else ()),
        Column(_("Club"), key="club"),
        *(licence_columns(size) if is_for_staff else ()),
    )
    rows = [
        _values_of_entry(view.entries[entry], details, size, is_for_staff=is_for_staff) for entry in entries
    ]
    named = _with_columns(table, "name", [replace(column, reader=Reader.FILES) for column in columns], rows)
    return ReportTable(
        columns=(number, *named.columns),
        rows=tuple(
            replace(
                row,
                values=(entry, *row.values),
                players=(("players", row_players(view.entries[entry])),),
            )
            for entry, row in zip(entries, named.rows, strict=True)
        ),
        caption=table.caption,
        layout=table.layout,
        key=table.key,
    )


def _values_of_entry(
    entry: EntryView, details: Mapping[int, ClubAndLicence], size: int, *, is_for_staff: bool
) -> Values:
    """The players, the clubs of those who are named, and the licence numbers."""
    missing = [""] * (size - len(entry.players))
    named = [details[player.pk].club for player in entry.players if is_named(player, entry.name_of)]
    names = [entry.name_of(player) for player in entry.players]
    licences = [details[player.pk].licence for player in entry.players]
    return (
        *([*names, *missing] if size > 1 else ()),
        ", ".join(dict.fromkeys(named)),
        *([*licences, *missing] if is_for_staff else ()),
    )


def _with_columns(
    table: ReportTable, after: str, columns: Sequence[Column], values: Sequence[Values]
) -> ReportTable:
    """The table with further columns after the one of this key."""
    at = 1 + [column.key for column in table.columns].index(after)
    return replace(
        table,
        columns=(*table.columns[:at], *columns, *table.columns[at:]),
        rows=tuple(
            replace(row, values=(*row.values[:at], *added, *row.values[at:]))
            for row, added in zip(table.rows, values, strict=True)
        ),
    )


# The standings.


def standings_for_files(view: EventView, table: ReportTable) -> ReportTable:
    """The standings with what a page has in one cell in several columns of numbers."""
    placings = view.everybody
    if not view.source.knows_games:
        return with_entries(view, table, [placing.totals.entry for placing in placings])
    moved = places_gained(view)
    if moved:
        up = Column(_("Moved"), ColumnKind.NUMBER, key="moved", reader=Reader.FILES)
        table = _with_columns(
            table, "arrow", [up], [(moved.get(placing.totals.entry),) for placing in placings]
        )
    kinds = _other_kinds(placings)
    games = [
        *balance_columns(),
        *(Column(_OTHER_KINDS[kind](), ColumnKind.NUMBER, key=kind.value) for kind in kinds),
    ]
    table = _with_columns(
        table,
        "games",
        [replace(column, reader=Reader.FILES) for column in games],
        [_games_of(placing, kinds) for placing in placings],
    )
    code = Column("", key="decided_by_code", reader=Reader.PROGRAMS)
    table = _with_columns(table, "decided_by", [code], [(_deciding_code(placing),) for placing in placings])
    return with_entries(view, table, [placing.totals.entry for placing in placings])


def _other_kinds(placings: Sequence[Placing]) -> list[ResultKind]:
    had = {score.kind for placing in placings for score in placing.totals.rounds}
    return [kind for kind in _OTHER_KINDS if kind in had]


def _games_of(placing: Placing, kinds: Sequence[ResultKind]) -> Values:
    total, of_kind = placing.totals, kinds_of(placing.totals)
    return (total.wins, total.draws, total.losses, *(of_kind[kind] for kind in kinds))


def _deciding_code(placing: Placing) -> str:
    return "shared" if placing.shared else placing.decided_by


# The crosstable.


def cross_table_for_files(table: ReportTable) -> ReportTable:
    """The crosstable with each sign after its number: a spreadsheet would calculate “+2” and “=3”."""
    if not any(_has_sign(value) for row in table.rows for value in row.values):
        return table
    signed = [column.key.startswith("round_") for column in table.columns]
    columns = [
        each
        for column, twice in zip(table.columns, signed, strict=True)
        for each in (
            (
                replace(column, key="", reader=Reader.PEOPLE),
                replace(column, kind=ColumnKind.TEXT, reader=Reader.FILES),
            )
            if twice
            else (column,)
        )
    ]
    return replace(table, columns=tuple(columns), rows=tuple(_signs_last(row, signed) for row in table.rows))


def _signs_last(row: Row, signed: Sequence[bool]) -> Row:
    values = (
        each
        for value, twice in zip(row.values, signed, strict=True)
        for each in ((value, _sign_last(value)) if twice else (value,))
    )
    return replace(row, values=tuple(values))


def _has_sign(value: Value) -> bool:
    return isinstance(value, str) and value.startswith(_SIGNS)


def _sign_last(value: Value) -> Value:
    return f"{value[1:]}{value[0]}" if isinstance(value, str) and _has_sign(value) else value
