"""The files of the public pages of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.reports.report import Note, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.play.event_record import RoundRecord
from tournaments.public import in_brief, result_notes, rules_in_force, standings, statistics_tables
from tournaments.public import tables as event_tables
from tournaments.public.bracket import BracketView, bracket_table
from tournaments.public.entry_rounds import rounds_with_entry, standing_facts
from tournaments.public.event_view import EventView
from tournaments.public.handicaps import handicaps_table
from tournaments.public.queries import (
    EventDeal,
    event_rulings,
    game_charges,
    judged_contracts,
    scored_hands,
    standings_charges,
)
from tournaments.public.seats import seats_by_name
from tournaments.wording.labels import round_label

# Reads the deals of an event from the database, again at each call.
DealReader = Callable[[], Iterable[EventDeal]]


def standings_file(view: EventView) -> ExportReport:
    """The standings; before there are any the current round, and before that the entries."""
    if view.counts and not view.hidden:
        return in_brief.with_standings_in_brief(view, event_tables.standings_tables(view))
    if view.record.rounds:
        return round_file(view, view.record.rounds[-1])
    return event_tables.event_file(view, _("Entries"), event_tables.entries_table(view))


def round_file(view: EventView, round_record: RoundRecord) -> ExportReport:
    number = round_label(round_record.round.number)
    table = event_tables.with_caption(event_tables.results_table(view, [round_record]), number)
    file = event_tables.event_file(view, number, table, handicaps_table(view, [round_record]))
    return in_brief.with_round_in_brief(view, _with_round_note(file, round_record), round_record)


def _with_round_note(file: ExportReport, round_record: RoundRecord) -> ExportReport:
    """Note how many tables of the round have finished."""
    if sentence := result_notes.finished_sentence(round_record):
        return replace(file, notes=(Note(sentence, "tables_finished", is_above=True),))
    return file


def entry_file(view: EventView, entry: int) -> ExportReport:
    """The rounds of an entry, with its place."""
    rounds, name = rounds_with_entry(view, entry), view.entries[entry].name
    results = event_tables.with_caption(event_tables.results_table(view, rounds), name)
    file = event_tables.event_file(view, name, results, handicaps_table(view, rounds))
    return _with_state_notes(view, replace(file, facts=(*file.facts, *standing_facts(view, entry))))


def seats_file(view: EventView, round_record: RoundRecord) -> ExportReport:
    """The players of a round in alphabetical order, with their tables."""
    number = round_label(round_record.round.number)
    columns = (
        *text_columns(name=_("Name")),
        *number_columns(table=_("Table")),
        *text_columns(remark=_("Remark")),
    )
    seats = seats_by_name(view, round_record)
    rows = tuple(Row((seat.name, seat.table, "" if seat.table else seat.where)) for seat in seats)
    return event_tables.event_file(
        view, number, ReportTable(columns=columns, rows=rows, caption=_("Pairings by name"), key="seats")
    )


def places_file(view: EventView) -> ExportReport | None:
    """The places of all entries; None while the standings are hidden."""
    if view.hidden:
        return None
    return _file_of_table(view, event_tables.all_places_table(view))


def _cross_tables(view: EventView) -> tuple[ReportTable, ...]:
    return event_tables.cross_tables(view) if view.record.rounds and not view.hidden else ()


def cross_file(view: EventView) -> ExportReport | None:
    """The crosstable with its signs; None while the standings are hidden."""
    tables = _cross_tables(view)
    return (
        _with_state_notes(view, event_tables.event_file(view, tables[0].caption, *tables)) if tables else None
    )


def bracket_file(view: EventView) -> ExportReport | None:
    """The duels of a knock-out; None while the standings are hidden, or before its first round."""
    bracket = None if view.hidden else BracketView.of(view)
    if bracket is None:
        return None
    table = bracket_table(bracket.shown())
    return _with_state_notes(view, event_tables.event_file(view, table.caption, table))


def _with_state_notes(view: EventView, report: ExportReport, *notes: str) -> ExportReport:
    """Note whether the results of a report can still change."""
    return replace(report, notes=(*result_notes.result_state_notes(view), *notes))


def _file_of_table(view: EventView, table: ReportTable | None) -> ExportReport | None:
    """A file of one table; None without a table."""
    if table is None:
        return None
    return _with_state_notes(
        view, event_tables.event_file(view, table.caption, table), *standings.late_entry_notes(view)
    )


def statistics_file(view: EventView, tables: Sequence[ReportTable]) -> ExportReport | None:
    return (
        _with_state_notes(view, event_tables.event_file(view, _("Statistics"), *tables)) if tables else None
    )


def rules_file(view: EventView) -> ExportReport:
    """The rules in force, with rulings, penalties and awards."""
    report = rules_in_force.rules_report(view.event, view.field)
    file = event_tables.event_file(view, report.subtitle, *report.tables, _charges_table(view))
    return replace(file, facts=report.facts, notes=report.notes)


def _charges_table(view: EventView) -> ReportTable | None:
    event = view.event
    return event_tables.charges_table(
        view,
        event_rulings(event),
        game_charges(event),
        standings_charges(event),
    )


def whole_event_file(view: EventView, read_deals: DealReader) -> ExportReport:
    """All that is public of an event, a table each."""
    event = view.event
    hands, contracts = scored_hands(event), judged_contracts(event)
    is_summed = view.counts and not view.hidden
    file = event_tables.event_file(
        view,
        _("The whole event"),
        *(event_tables.standings_tables(view).tables if is_summed else ()),
        event_tables.results_table(view, view.record.rounds),
        handicaps_table(view, view.record.rounds),
        event_tables.all_places_table(view) if is_summed else None,
        *_cross_tables(view),
        event_tables.entries_table(view),
        _charges_table(view),
        *statistics_tables.statistics_tables(view, hands, contracts),
        long=[event_tables.deals_table(view, read_deals)],
    )
    return _with_state_notes(view, file) if view.counts else file


def all_deals_file(view: EventView, read_deals: DealReader) -> ExportReport:
    """Every line of every deal."""
    return event_tables.event_file(view, _("Deals"), long=[event_tables.deals_table(view, read_deals)])
