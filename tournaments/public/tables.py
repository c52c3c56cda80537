"""An event as tables for files: standings, rounds, places, cross table, entries, penalties, deals.

While the standings are hidden, no table that sums up results is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Reader, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport, LongTable, Values
from clubs.web.tables import local_time, number_columns, text_columns
from scoring.core.vocabulary import LineGroup
from scoring.models import Adjustment, Deal, Ruling
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import UNCITED
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play.event_record import RoundRecord
from tournaments.play.played_pairings import PlayedPairing
from tournaments.play.standings_sources import source_of
from tournaments.public import cross_table, file_columns, places, result_notes
from tournaments.public import rounds as public_rounds
from tournaments.public import standings as public_standings
from tournaments.public.event_view import EventView
from tournaments.public.file_columns import player_columns, players_of_sides, row_players
from tournaments.public.queries import EventDeal
from tournaments.public.rounds import TableView
from tournaments.public.rulings import is_in_removed_round
from tournaments.public.standings import (
    current_language,
    numbered_side_heading,
    outside_label,
    points_by_agreement,
)
from tournaments.public.standings_report import standings_report
from tournaments.public.statistics import names_at_side


def event_file(
    view: EventView, subtitle: str, *tables: ReportTable | None, long: Sequence[LongTable] = ()
) -> ExportReport:
    """Put tables of an event under one heading; None is left out."""
    return ExportReport(
        title=view.event.title,
        subtitle=subtitle,
        club=view.event.club.name,
        about=about_event(view.event, view.last),
        facts=public_standings.event_facts(view),
        tables=tuple(table for table in tables if table is not None),
        long=tuple(long),
        language=current_language(),
    )


def as_event_file(report: Report, view: EventView) -> ExportReport:
    """A paper of an event as a file, with what programs read of it."""
    own = {field.name: getattr(report, field.name) for field in fields(Report)}
    return ExportReport(**own, club=view.event.club.name, about=about_event(view.event, view.last))


def about_event(event: Tournament, last: Round | None = None) -> Mapping[str, Value]:
    """What programs read of an event beside every list of it."""
    return {
        "event": event.pk,
        "event_title": event.title,
        "ruleset": event.ruleset,
        "date": event.date,
        "state": str(event.state),
        "revision": event.revision,
        "round": last.number if last else None,
        "rounds": event.agreement.rounds if source_of(event).knows_games else 0,
    }


def standings_tables(view: EventView, *, on_paper: bool = False) -> ExportReport:
    """The standings, after which round they are, and whether they can still change."""
    report = standings_report(view, on_paper=on_paper)
    file = event_file(
        view,
        report.subtitle,
        *(
            file_columns.standings_for_files(view, with_caption(table, report.subtitle))
            for table in report.tables
        ),
    )
    after = (
        (Fact(_("Round"), f"{view.last.number} / {view.agreement.rounds}", key="round"),) if view.last else ()
    )
    return replace(
        file, facts=(*file.facts, *after), notes=(*result_notes.result_state_notes(view), *report.notes)
    )


def all_places_table(view: EventView) -> ReportTable | None:
    """The places of all entries round by round; None before there are any."""
    until_now = places.places_so_far(view)
    if not until_now:
        return None
    everybody = [placing.totals.entry for placing in view.placings]
    table = with_caption(places.places_table(view, until_now, everybody), _("Places round by round"))
    return file_columns.with_entries(view, table, everybody)


def cross_tables(view: EventView) -> tuple[ReportTable, ...]:
    """The crosstable, and a table of what its signs mean."""
    cross = cross_table.build_cross_table(view)
    meanings = ReportTable(
        columns=(Column(_("Key to the signs"), key="sentence"),),
        rows=tuple(Row((sentence,)) for sentence in cross.legend),
        caption=_("Key to the crosstable"),
        key="cross_key",
    )
    return file_columns.cross_table_for_files(with_caption(cross.table, _("Crosstable"))), meanings


def with_caption(table: ReportTable, caption: str) -> ReportTable:
    return replace(table, caption=caption)


# Rounds: who meets whom, and the results.


def results_table(view: EventView, rounds: Sequence[RoundRecord]) -> ReportTable:
    """The tables of rounds, one a row, with the total of each side and what it is worth."""
    tables = [
        (round_record.round.number, meeting, table)
        for round_record in rounds
        for meeting, table in zip(
            round_record.pairings, public_rounds.build_round_view(view, round_record).tables, strict=True
        )
    ]
    side_count = max((len(table.sides) for _number, _meeting, table in tables), default=0)
    sides = (column for index in range(1, side_count + 1) for column in _side_columns(view, index))
    return ReportTable(
        columns=(
            public_standings.round_number_column(),
            *number_columns(table=_("Table")),
            *sides,
            *text_columns(state=_("State"), reason=_("Reason")),
            *(
                Column("", kind, key=key, reader=Reader.PROGRAMS)
                for key, kind in (("kind", ColumnKind.TEXT), ("game_id", ColumnKind.NUMBER))
            ),
        ),
        rows=tuple(
            Row(
                _result_line(number, meeting, table, side_count),
                players=players_of_sides(view, meeting.sides),
            )
            for number, meeting, table in tables
        ),
        caption=_("Results by round"),
        key="results",
    )


# What `_side_columns` has for each side.
_SIDE_COLUMNS: Final = 5


def _side_columns(view: EventView, index: int) -> tuple[Column, ...]:
    heading = {"side": numbered_side_heading(view, index)}
    return (
        Column("", key=f"entries_{index}", reader=Reader.PROGRAMS),
        Column(heading["side"], key=f"side_{index}"),
        Column(_("Result, %(side)s") % heading, ColumnKind.NUMBER, key=f"result_{index}"),
        Column(_("Points, %(side)s") % heading, ColumnKind.NUMBER, key=f"points_{index}"),
        Column(_("Remark, %(side)s") % heading, key=f"remark_{index}"),
    )


def _result_line(number: int, meeting: PlayedPairing, table: TableView, side_count: int) -> Values:
    parts = [
        part
        for entries, side in zip(meeting.sides, table.sides, strict=True)
        for part in ("/".join(map(str, entries)), side.name, side.total, side.points, side.note)
    ]
    missing = [None] * (_SIDE_COLUMNS * (side_count - len(table.sides)))
    outcome = (table_state(table), table.reason, str(meeting.kind), table.game)
    return (number, table.table, *parts, *missing, *outcome)


def table_state(table: TableView) -> str:
    """The state of a game, or that an entry sits out."""
    if table.badge is not None:
        return table.badge.label
    return _("sits out") if table.table is None else ""


# Entries.


def entries_table(view: EventView) -> ReportTable:
    """The entries, with the names of their players."""
    size = max((len(entry.players) for entry in view.entries.values()), default=1)
    return ReportTable(
        columns=(
            *number_columns(entry=_("Number")),
            *player_columns(size),
            *text_columns(state=_("State")),
            Column("", key="state_code", reader=Reader.PROGRAMS),
        ),
        rows=tuple(_entry_row(view, number, size) for number in view.entries),
        caption=_("Players"),
        key="entries",
    )


def _entry_row(view: EventView, number: int, size: int) -> Row:
    named = view.entries[number]
    names = [named.name_of(player) for player in named.players]
    missing = [""] * (size - len(names))
    entry = view.record.entries[number]
    state = str(Entry.State(entry.state).label)
    shown = f"{state}, {outside_label()}" if entry.outside else state
    values: Values = (number, *names, *missing, shown, str(entry.state))
    return Row(values, players=(("players", row_players(named)),))


# Rulings, penalties and awards.


def charges_table(
    view: EventView,
    rulings: Iterable[Ruling],
    adjustments: Iterable[Adjustment],
    of_event: Iterable[EventAdjustment],
    *,
    with_reasons: bool = False,
) -> ReportTable | None:
    """Decisions of the jury, penalties and awards; None where there are none.

    The reason of a penalty in the standings is printed for the club's folder alone.
    """
    rows = [
        *(_ruling_line(ruling) for ruling in rulings),
        *_charge_lines(view, adjustments),
        *(
            _event_charge_line(view, charge, with_reason=with_reasons)
            for charge in (() if view.hidden else of_event)
        ),
    ]
    if not rows:
        return None
    return ReportTable(
        columns=_charge_columns(),
        rows=tuple(Row(row) for row in rows),
        caption=_("Rulings and penalties"),
        key="charges",
    )


def _charge_columns() -> tuple[Column, ...]:
    return (
        public_standings.round_number_column(),
        *number_columns(table=_("Table"), deal=_("Deal")),
        *text_columns(side=_("Side"), kind=_("Kind")),
        *number_columns(amount=_("Amount")),
        *text_columns(
            counts_towards=_("Counts towards"),
            decision=_("Decision"),
            paragraph=_("Paragraph"),
            at=_("When"),
        ),
    )


def _charge_lines(view: EventView, adjustments: Iterable[Adjustment]) -> Iterator[Values]:
    """Penalties and awards in the games of the event."""
    seats = {
        meeting.game_id: (round_record.round.number, meeting)
        for round_record in view.record.rounds
        for meeting in round_record.pairings
    }
    for charge in adjustments:
        if charge.game_id in seats:
            yield _charge_line(view, *seats[charge.game_id], charge)


def _ruling_line(ruling: Ruling) -> Values:
    pairing, deal = ruling.game.pairing, ruling.deal.number if ruling.deal else None
    return (
        *(pairing.round.number, pairing.table, deal),
        *("", _("Ruling"), None),
        _("nothing: the round was removed") if is_in_removed_round(pairing) else "",
        ruling.text,
        cited_paragraph(ruling.rule),
        local_time(ruling.at),
    )


def _charge_line(view: EventView, number: int, meeting: PlayedPairing, charge: Adjustment) -> Values:
    return (
        number,
        meeting.table,
        charge.deal.number if charge.deal else None,
        names_at_side(view, meeting, charge.side),
        _charge_kind(charge.points),
        charge.points,
        _("points of the game"),
        charge.reason,
        cited_paragraph(charge.rule),
        local_time(charge.at),
    )


def _event_charge_line(view: EventView, charge: EventAdjustment, *, with_reason: bool) -> Values:
    in_points = charge.unit == EventAdjustment.Unit.POINTS
    amount = points_by_agreement(view.agreement, charge.amount) if in_points else charge.amount
    return (
        *(None, None, None),
        view.entries[charge.entry.number].name,
        event_charge_kind(charge),
        amount,
        str(charge.get_unit_display()),
        *((charge.reason, cited_paragraph(charge.rule)) if with_reason else ("", "")),
        local_time(charge.at),
    )


def event_charge_kind(charge: EventAdjustment) -> str:
    """What a charge in the standings is: a penalty, an award, or what was carried over to a final."""
    is_carried = charge.kind == EventAdjustment.Kind.CARRIED
    return str(charge.get_kind_display()) if is_carried else _charge_kind(charge.amount)


def _charge_kind(points: int) -> str:
    return _("Penalty") if points < 0 else _("Award")


def cited_paragraph(rule: str) -> str:
    return "" if rule in UNCITED else labels.paragraph_label(rule)


# Every line of every deal.

_GROUP_NAMES: Final = {LineGroup.BASE: lambda: _("Base points"), LineGroup.CARDS: lambda: _("Card points")}


def deals_table(view: EventView, read_deals: Callable[[], Iterable[EventDeal]]) -> LongTable:
    """Each line of each deal as it was scored; the rows are generated one by one, never all at once."""
    return LongTable(
        columns=(
            public_standings.round_number_column(),
            *number_columns(table=_("Table"), deal=_("Deal")),
            *text_columns(state=_("State"), side=_("Side"), part=_("Part"), line=_("Line")),
            *number_columns(count=_("How many"), points=_("Points")),
            *text_columns(paragraph=_("Paragraph")),
            *(Column("", key=key, reader=Reader.PROGRAMS) for key in ("line_code", "rule")),
        ),
        lines=lambda: _deal_lines(view, read_deals()),
        caption=_("Deals"),
        key="deals",
    )


def _deal_lines(view: EventView, deals: Iterable[EventDeal]) -> Iterator[Values]:
    meetings = {
        meeting.pk: meeting for round_record in view.record.rounds for meeting in round_record.pairings
    }
    for deal in deals:
        place = (deal.round, deal.table, deal.deal_number, str(Deal.State(deal.deal_state).label))
        for index, side in enumerate(sheets.sides_of(deal.result)):
            names = names_at_side(view, meetings[deal.pairing], index)
            for line in side.lines:
                label = labels.line_name(view.event.ruleset, line.code)
                values = (
                    _GROUP_NAMES[line.group](),
                    label,
                    line.count,
                    line.points,
                    cited_paragraph(line.rule),
                    str(line.code),
                    line.rule,
                )
                yield (*place, names, *values)
