"""An event as tables for files: standings, rounds, places, cross table, entries, penalties, deals.

Knows what is told of an event; queries nothing, and must not know how a file looks. While the standings are
kept back, nothing that sums up results is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from clubs.people.names import public_name
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table
from clubs.reports.tables import LongTable, Tables, Values
from clubs.web.tables import clock_of, named
from scoring.core.rulesets.base import Group
from scoring.models import Adjustment, Deal, Ruling
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import UNCITED
from tournaments.models import EventAdjustment
from tournaments.play.event_record import Met, Played
from tournaments.public import (
    cross_table,
)
from tournaments.public import (
    rounds as public_rounds,
)
from tournaments.public import (
    standings as public_standings,
)
from tournaments.public import (
    statistics as event_statistics,
)
from tournaments.public.event_view import ContractPlayed, DealWritten, HandPlayed, History, Told
from tournaments.public.rounds import TableShown
from tournaments.public.rulings import is_removed
from tournaments.public.standings import language, points_in, side_called
from tournaments.public.statistics import Record, side_name


def file_of(told: Told, subtitle: str, *tables: Table | None, long: Sequence[LongTable] = ()) -> Tables:
    """What is told of an event under one heading; what is not there yet is left out."""
    return Tables(
        title=told.event.name,
        subtitle=subtitle,
        club=told.event.club.name,
        facts=public_standings.facts_of(told),
        tables=tuple(table for table in tables if table is not None),
        long=tuple(long),
        language=language(),
    )


def standings(told: Told, history: History) -> Tables:
    """The standings after which round, and whether they can still change."""
    report: Report = public_standings.standings(told, history)
    made = file_of(told, report.subtitle, *(called(table, report.subtitle) for table in report.tables))
    after = (Fact(_("Round"), f"{told.last.number} / {told.agreed.rounds}"),) if told.last else ()
    return replace(made, facts=(*made.facts, *after), notes=(*public_rounds.state_told(told), *report.notes))


def places(told: Told, history: History) -> Table | None:
    """Everybody's places from round to round."""
    until_now = public_standings.places_until_now(told, history)
    if not until_now:
        return None
    everybody = [placing.sum.entry for placing in told.placings]
    return called(public_standings.ways_table(told, until_now, everybody), _("Places round by round"))


def cross(told: Told) -> tuple[Table, ...]:
    """The crosstable, and what its signs mean, which a spreadsheet says nowhere else."""
    crossed = cross_table.cross_of(told)
    meanings = Table(
        columns=(Column(_("What the signs mean")),),
        rows=tuple(Row((sentence,)) for sentence in crossed.legend),
        caption=_("Signs of the crosstable"),
    )
    return called(crossed.table, _("Crosstable")), meanings


def called(table: Table, caption: str) -> Table:
    return replace(table, caption=caption)


# Rounds: who meets whom, and what came of it.


def results(told: Told, rounds: Sequence[Played]) -> Table:
    """The tables of rounds, one a line, with what each side has and what that is worth."""
    tables = [
        (played.round.number, table)
        for played in rounds
        for table in public_rounds.round_shown(told, played).tables
    ]
    most = max((len(table.sides) for _number, table in tables), default=0)
    sides = (column for at in range(1, most + 1) for column in _side_columns(told, at))
    return Table(
        columns=(
            public_standings.column_of_rounds(),
            Column(_("Table"), Kind.NUMBER),
            *sides,
            *named(_("State"), _("Reason")),
        ),
        rows=tuple(Row(_result_line(number, table, most)) for number, table in tables),
        caption=_("Results by round"),
    )


def _side_columns(told: Told, at: int) -> tuple[Column, ...]:
    said = {"side": side_called(told, at)}
    return (
        Column(said["side"]),
        Column(_("Result, %(side)s") % said, Kind.NUMBER),
        Column(_("Points, %(side)s") % said, Kind.NUMBER),
        Column(_("Remark, %(side)s") % said),
    )


def _result_line(number: int, table: TableShown, most: int) -> Values:
    parts = [part for side in table.sides for part in (side.name, side.total, side.points, side.note)]
    missing = [None] * (4 * (most - len(table.sides)))
    return (number, table.table, *parts, *missing, how_it_stands(table), table.reason)


def how_it_stands(table: TableShown) -> str:
    """How far a game has got, or that somebody sits out."""
    if table.badge is not None:
        return table.badge.label
    return _("sits out") if table.table is None else ""


# Entries.


def entries(told: Told) -> Table:
    """Who plays, each by the name that may be shown."""
    most = max((len(entry.players) for entry in told.entries.values()), default=1)
    return Table(
        columns=(Column(_("Number"), Kind.NUMBER), *player_columns(most), *named(_("State"))),
        rows=tuple(Row(_entry_line(told, number, most)) for number in told.entries),
        caption=_("Players"),
    )


def _entry_line(told: Told, number: int, most: int) -> Values:
    names = [public_name(player) for player in told.entries[number].players]
    missing = [""] * (most - len(names))
    return (number, *names, *missing, str(told.story.entries[number].get_state_display()))


def player_columns(most: int) -> tuple[Column, ...]:
    if most == 1:
        return named(_("Player"))
    return named(*(_("Player %(number)s") % {"number": at} for at in range(1, most + 1)))


# Rulings, and what was charged.


def charges(
    told: Told,
    rulings: Iterable[Ruling],
    adjustments: Iterable[Adjustment],
    of_event: Iterable[EventAdjustment],
    *,
    for_the_folder: bool = False,
) -> Table | None:
    """Decisions of the jury, penalties and awards. Why something was charged in the standings stands in the
    club's folder alone."""
    seats = {
        met.pairing.game_id: (played.round.number, met) for played in told.story.rounds for met in played.met
    }
    rows = [_ruling_line(one) for one in rulings]
    rows += [_charge_line(told, *seats[one.game_id], one) for one in adjustments if one.game_id in seats]
    rows += [] if told.hidden else [_event_charge_line(told, one, why=for_the_folder) for one in of_event]
    if not rows:
        return None
    return Table(
        columns=(
            public_standings.column_of_rounds(),
            *(Column(title, Kind.NUMBER) for title in (_("Table"), _("Deal"))),
            Column(_("Side")),
            Column(_("Kind")),
            Column(_("How much"), Kind.NUMBER),
            *named(_("Counted in"), _("Decision"), _("Paragraph"), _("When")),
        ),
        rows=tuple(Row(row) for row in rows),
        caption=_("Rulings and penalties"),
    )


def _ruling_line(ruling: Ruling) -> Values:
    pairing, deal = ruling.game.pairing, ruling.deal.number if ruling.deal else None
    return (
        *(pairing.round.number, pairing.table, deal),
        *("", _("Ruling"), None),
        _("nothing: the round was removed") if is_removed(pairing) else "",
        ruling.text,
        paragraph(ruling.rule),
        clock_of(ruling.at),
    )


def _charge_line(told: Told, number: int, met: Met, charge: Adjustment) -> Values:
    return (
        number,
        met.pairing.table,
        charge.deal.number if charge.deal else None,
        side_name(told, met, charge.side.number),
        _kind_of(charge.points),
        charge.points,
        _("points of the game"),
        charge.reason,
        paragraph(charge.rule),
        clock_of(charge.at),
    )


def _event_charge_line(told: Told, charge: EventAdjustment, *, why: bool) -> Values:
    in_points = charge.unit == EventAdjustment.Unit.POINTS
    amount = points_in(told.event, told.agreed, charge.amount) if in_points else charge.amount
    return (
        *(None, None, None),
        told.entries[charge.entry.number].name,
        _kind_of(charge.amount),
        amount,
        str(charge.get_unit_display()),
        *((charge.reason, paragraph(charge.rule)) if why else ("", "")),
        clock_of(charge.at),
    )


def _kind_of(points: int) -> str:
    return _("Penalty") if points < 0 else _("Award")


def paragraph(rule: str) -> str:
    return "" if rule in UNCITED else labels.paragraph(rule)


# Statistics.


def statistics(
    told: Told, hands: Sequence[HandPlayed], contracts: Sequence[ContractPlayed]
) -> tuple[Table, ...]:
    """Records, what was made in all, and who has made most."""
    if not hands:
        return ()
    records = event_statistics.records(told, hands)
    makers = None if told.hidden else event_statistics.makers(told, hands, contracts)
    most = [called(table, makers.title) for table in makers.tables] if makers else []
    return (
        _records_table(records),
        called(event_statistics.made_in_all(told, hands, contracts), _("Made in all")),
        *most,
    )


def _records_table(records: Sequence[Record]) -> Table:
    return Table(
        columns=(Column(_("What")), Column(_("Points"), Kind.NUMBER), *named(_("Who"), _("Where"))),
        rows=tuple(Row((one.label, one.figure, one.who, one.where)) for one in records),
        caption=_("Records"),
    )


# Every line of every deal.

_PARTS: Final = {Group.BASE: lambda: _("Base points"), Group.CARDS: lambda: _("Card points")}


def deals(told: Told, written: Callable[[], Iterable[DealWritten]]) -> LongTable:
    """Each line of each deal as it was scored: they come one after the other, and nobody holds them all."""
    return LongTable(
        columns=(
            public_standings.column_of_rounds(),
            *(Column(title, Kind.NUMBER) for title in (_("Table"), _("Deal"))),
            *named(_("State"), _("Side"), _("Part"), _("Line")),
            Column(_("How many"), Kind.NUMBER),
            Column(_("Points"), Kind.NUMBER),
            *named(_("Paragraph")),
        ),
        lines=lambda: _deal_lines(told, written()),
        caption=_("Deals"),
    )


def _deal_lines(told: Told, written: Iterable[DealWritten]) -> Iterator[Values]:
    sat = {met.pairing.pk: met for played in told.story.rounds for met in played.met}
    for deal in written:
        where = (deal.round, deal.table, deal.number, str(Deal.State(deal.state).label))
        for at, side in enumerate(sheets.sides_of(deal.result)):
            who = side_name(told, sat[deal.pairing], at)
            for line in side.lines:
                said = labels.line_name(told.event.ruleset, line.code)
                what = (_PARTS[line.group](), said, line.count, line.points, paragraph(line.rule))
                yield (*where, who, *what)
