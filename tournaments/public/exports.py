"""The files of the public pages of an event, with what each of them is read from.

Knows queries and tables; must not know what a page shows, nor how a file looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.reports.report import Column, Kind, Row, Table
from clubs.reports.tables import Tables
from tournaments.play.event_record import Played
from tournaments.public import event_view, rounds, rules_in_force, standings
from tournaments.public import tables as event_tables
from tournaments.public.event_view import DealWritten, Told, history_of
from tournaments.wording.labels import round_called

# What is written down of every deal, read anew each time, one after the other.
Written = Callable[[], Iterable[DealWritten]]


def standings_file(told: Told) -> Tables:
    """What the page shows: the standings, before them the round that is on, before that the entries."""
    if told.counts and not told.hidden:
        return event_tables.standings(told, history_of(told.event))
    if told.story.rounds:
        return round_file(told, told.story.rounds[-1])
    return event_tables.file_of(told, _("Entries"), event_tables.entries(told))


def round_file(told: Told, played: Played) -> Tables:
    number = round_called(played.round.number)
    table = event_tables.called(event_tables.results(told, [played]), number)
    return event_tables.file_of(told, number, table)


def seats_file(told: Told, played: Played) -> Tables:
    """The round by name: where everybody sits."""
    number = round_called(played.round.number)
    columns = (Column(_("Name")), Column(_("Table"), Kind.NUMBER), Column(_("Remark")))
    seats = rounds.by_name(told, played)
    rows = tuple(Row((seat.name, seat.table, "" if seat.table else seat.where)) for seat in seats)
    return event_tables.file_of(
        told, number, Table(columns=columns, rows=rows, caption=_("Pairings by name"))
    )


def places_file(told: Told) -> Tables | None:
    """Everybody's places; nothing while they are kept back."""
    return None if told.hidden else _alone(told, event_tables.places(told, history_of(told.event)))


def _cross_of(told: Told) -> tuple[Table, ...]:
    return event_tables.cross(told) if told.story.rounds and not told.hidden else ()


def cross_file(told: Told) -> Tables | None:
    """The crosstable alone, and what its signs mean."""
    tables = _cross_of(told)
    return _summed(told, event_tables.file_of(told, tables[0].caption, *tables)) if tables else None


def _summed(told: Told, report: Tables, *notes: str) -> Tables:
    """What sums up results says whether they can still change."""
    return replace(report, notes=(*rounds.state_told(told), *notes))


def _alone(told: Told, table: Table | None) -> Tables | None:
    """A table alone; nothing where the page has none to show."""
    if table is None:
        return None
    return _summed(told, event_tables.file_of(told, table.caption, table), *standings.late_told(told))


def statistics_file(told: Told, tables: Sequence[Table]) -> Tables | None:
    return _summed(told, event_tables.file_of(told, _("Statistics"), *tables)) if tables else None


def rules_file(told: Told) -> Tables:
    """The rules in force, and what was ruled and charged."""
    report = rules_in_force.rules_in_force(told.event)
    told_in_file = event_tables.file_of(told, report.subtitle, *report.tables, _charges_of(told))
    return replace(told_in_file, facts=report.facts, notes=report.notes)


def _charges_of(told: Told) -> Table | None:
    event = told.event
    return event_tables.charges(
        told,
        event_view.rulings_of(event),
        event_view.adjustments_of(event),
        event_view.charges_of(event),
    )


def whole_file(told: Told, written: Written) -> Tables:
    """All that is told of an event, a table each."""
    event = told.event
    hands, contracts = event_view.hands_of(event), event_view.contracts_of(event)
    history = history_of(event)
    is_summed = told.counts and not told.hidden
    file = event_tables.file_of(
        told,
        _("The whole event"),
        *(event_tables.standings(told, history).tables if is_summed else ()),
        event_tables.results(told, told.story.rounds),
        event_tables.places(told, history) if is_summed else None,
        *_cross_of(told),
        event_tables.entries(told),
        _charges_of(told),
        *event_tables.statistics(told, hands, contracts),
        long=[event_tables.deals(told, written)],
    )
    return _summed(told, file) if told.counts else file


def deals_file(told: Told, written: Written) -> Tables:
    """Every line of every deal."""
    return event_tables.file_of(told, _("Deals"), long=[event_tables.deals(told, written)])
