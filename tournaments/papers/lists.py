"""The lists of an event: each function returns one of them as a report, or None where it is empty.

Lists for the wall have public names, the start list has full names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name, public_name
from clubs.reports.layouts import LEDGER
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind, Value
from clubs.reports.tables import without_empty_columns
from clubs.text.alphabet import initial
from tournaments.models import Entry, Round
from tournaments.papers.paper import (
    home_clubs,
    join_parts,
    make_paper,
    names_of_sides,
    occupied_tables,
)
from tournaments.papers.source import PaperSource
from tournaments.play.names import entry_name
from tournaments.play.queries import entry_players
from tournaments.public import (
    cross_table,
    rules_in_force,
)
from tournaments.public import (
    standings as public_standings,
)
from tournaments.public import (
    tables as event_tables,
)
from tournaments.public.rounds import TableView, build_round_view, result_state_notes
from tournaments.public.seats import alphabetical_key, family_name_first
from tournaments.public.standings import (
    entry_heading,
    numbered_side_heading,
    side_heading,
)
from tournaments.wording.labels import round_label

# The letter above players who may not be named.
_NO_LETTER: Final = "\N{HORIZONTAL ELLIPSIS}"
_TO_TICK: Final = "\N{BALLOT BOX}"


# Before the first round.


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
            Column(_("Keeps table"), ColumnKind.NUMBER),
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


def rules_paper(source: PaperSource) -> Report:
    """The rules in force, with a line for the chair of the jury to approve them."""
    report = rules_in_force.rules_as_lists(source.event)
    tables = tuple(table for table in report.tables if table.rows)
    return replace(report, tables=tables, signatures=(_("Chair of the jury"),))


# Each round.


def pairings_by_table(source: PaperSource, drawn: Round) -> Report | None:
    """Who meets whom, table by table."""
    tables = occupied_tables(source, drawn)
    if not tables:
        return None
    side_count = max(len(table.sides) for table in tables)
    rows = (
        Row((table.pairing.table, *_padded(names_of_sides(table, public_name), side_count)))
        for table in tables
    )
    table = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            *(Column(numbered_side_heading(source.view, number)) for number in range(1, side_count + 1)),
        ),
        rows=tuple(rows),
    )
    return make_paper(source.event, round_label(drawn.number), table, notes=_sitting_out(source, drawn))


def _padded(names: Sequence[str], size: int) -> list[str]:
    return [*names, *([""] * (size - len(names)))]


def _sitting_out(source: PaperSource, drawn: Round) -> Iterator[str]:
    names = [
        name
        for table in source.tables(drawn)
        if table.pairing.table is None
        for name in names_of_sides(table, public_name)
    ]
    if names:
        yield _("Sits out: %(names)s") % {"names": ", ".join(names)}


def pairings_by_name(source: PaperSource, drawn: Round, alphabet: str) -> Report | None:
    """The players in the order of an alphabet, in groups by the first letter of the family name."""
    seats = sorted(
        (
            (*alphabetical_key(player, alphabet), player, table.pairing.table)
            for table in source.tables(drawn)
            for side in table.sides
            for entry in side.entries
            for player in entry_players(entry)
        ),
        key=lambda seat: seat[:2],
    )
    if not seats:
        return None
    table = ReportTable(
        columns=(Column(_("Player")), Column(_("Table"), ColumnKind.NUMBER)),
        rows=tuple(_rows_by_letter([(player, number) for _order, _pk, player, number in seats], alphabet)),
        layout=LEDGER,
    )
    subtitle = join_parts(round_label(drawn.number), _("Where do I sit?"))
    return replace(make_paper(source.event, subtitle), tables=(table,))


def _rows_by_letter(seats: Iterable[tuple[Player, int | None]], alphabet: str) -> Iterator[Row]:
    for letter, together in groupby(seats, key=lambda seat: _group_letter(seat[0], alphabet)):
        yield Row((letter, None), RowKind.HEADING)
        for player, number in together:
            yield Row((family_name_first(player), _("sits out") if number is None else number))


def _group_letter(player: Player, alphabet: str) -> str:
    return initial(player.family_name, alphabet) if player.may_publish else _NO_LETTER


def results_paper(source: PaperSource, drawn: Round) -> Report | None:
    """The results of a round, a row for each side; None before the round is published."""
    view = source.view
    round_record = view.round(drawn.number)
    if round_record is None:
        return None
    table = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            Column(side_heading(view)),
            *(Column(title, ColumnKind.NUMBER) for title in (_("Result"), _("Points"))),
            *(Column(title) for title in (_("State"), _("Reason"), _("Remark"))),
        ),
        rows=tuple(
            row for table in build_round_view(view, round_record).tables for row in _result_rows(table)
        ),
    )
    return make_paper(source.event, join_parts(round_label(drawn.number), _("Results")), table)


def _result_rows(table: TableView) -> Iterator[Row]:
    """The rows of a table; the first has its number, state and reason."""
    of_table: tuple[Value, ...] = (table.table, event_tables.table_state(table), table.reason)
    for side in table.sides:
        number, state, reason = of_table
        yield Row((number, side.name, side.total, side.points, state, reason, side.note))
        of_table = (None, "", "")


# After each round, and at the end.


def standings_paper(source: PaperSource) -> Report | None:
    """The standings, and after which round they are; None while they are hidden."""
    view = source.view
    if view.last is None or not view.counts or view.hidden:
        return None
    report = event_tables.standings_tables(view, source.history)
    return Report(
        title=report.title,
        subtitle=report.subtitle,
        facts=report.facts,
        tables=tuple(without_empty_columns(replace(table, caption="")) for table in report.tables),
        notes=report.notes,
        language=report.language,
    )


def places_paper(source: PaperSource) -> Report | None:
    """The places of all entries round by round; None while the standings are hidden."""
    if not source.view.counts or source.view.hidden:
        return None
    view = source.view
    notes = (*result_state_notes(view), *public_standings.late_entry_notes(view))
    return _paper_of_table(source, event_tables.all_places_table(view, source.history), notes)


def cross_table_paper(source: PaperSource) -> Report | None:
    """The crosstable; None while the standings are hidden."""
    if not source.view.counts or source.view.hidden:
        return None
    cross = cross_table.build_cross_table(source.view)
    notes = (*result_state_notes(source.view), *cross.legend)
    return replace(make_paper(source.event, _("Crosstable"), notes=notes), tables=(cross.table,))


def statistics_paper(source: PaperSource) -> Report | None:
    tables = event_tables.statistics_tables(source.view, source.hands, source.contracts)
    return (
        make_paper(source.event, _("Statistics"), *tables, notes=result_state_notes(source.view))
        if tables
        else None
    )


def charges_paper(source: PaperSource) -> Report | None:
    return _paper_of_table(
        source, event_tables.charges_table(source.view, *source.charges, with_reasons=True)
    )


def _paper_of_table(
    source: PaperSource, table: ReportTable | None, notes: Iterable[str] = ()
) -> Report | None:
    """A paper of one table, with its caption as the title; None without a table."""
    if table is None:
        return None
    return make_paper(source.event, table.caption, replace(table, caption=""), notes=notes)
