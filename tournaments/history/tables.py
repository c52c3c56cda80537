"""A player's results and a club's records as rows: events, partners, how much of the field was behind.

Knows what was read of them; queries nothing. Everybody but the player is called as a public page calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models import Club, Player
from clubs.people.names import public_name
from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table
from clubs.reports.tables import LongTable, Tables, Values
from clubs.web.tables import named
from scoring.wording import labels
from tournaments.history.queries import Best, Result, Won
from tournaments.models import Tournament
from tournaments.public.standings import language, points_in

_ALL_BEHIND = 100


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event on a player's page."""

    event: Tournament
    ruleset: str
    place: str
    partners: str
    balance: str
    points: str
    behind: int


def lines_of(results: Sequence[Result]) -> list[EventLine]:
    return [
        EventLine(
            result.event,
            labels.ruleset_name(result.event.ruleset),
            _place_told(result),
            _names_of(result.partners),
            _balance(result),
            _points_told(result),
            behind(result),
        )
        for result in results
    ]


def _place_told(result: Result) -> str:
    sentence = (
        _("place %(place)s of %(of)s, shared") if result.standing.shared else _("place %(place)s of %(of)s")
    )
    return sentence % {"place": result.standing.place, "of": result.of}


def _balance(result: Result) -> str:
    standing = result.standing
    return f"{standing.wins}–{standing.draws}–{standing.losses}"


def _points_told(result: Result) -> str:
    points = result.standing.points
    said = written(points_in(result.event, result.event.agreed, points), language())
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": said}


def _names_of(players: Sequence[Player]) -> str:
    return " – ".join(public_name(player) for player in players)


def behind(result: Result) -> int:
    """How much of the field was behind, in hundredths: the first has all, the last nobody."""
    if result.of < 2:
        return _ALL_BEHIND
    return (_ALL_BEHIND * (result.of - result.standing.place)) // (result.of - 1)


def course_of(results: Sequence[Result]) -> list[tuple[date, int]]:
    """The same from the oldest to the newest."""
    return [(result.event.on_day, behind(result)) for result in reversed(results)]


def course_table(results: Sequence[Result]) -> Table:
    """What the drawing shows, in figures."""
    return Table(
        columns=(
            Column(_("Event")),
            Column(_("Points"), Kind.NUMBER),
            Column(_("Behind, of 100"), Kind.NUMBER, short=_("of 100")),
        ),
        rows=tuple(
            Row(
                (
                    f"{date_format(one.event.on_day, 'DATE_FORMAT')} {one.event.name}",
                    points_in(one.event, one.event.agreed, one.standing.points),
                    behind(one),
                )
            )
            for one in reversed(results)
        ),
    )


def partners_of(results: Sequence[Result]) -> Table | None:
    """With whom, how often, and the best place together."""
    together: dict[int, list[Result]] = {}
    called: dict[int, str] = {}
    for result in results:
        for partner in result.partners:
            together.setdefault(partner.pk, []).append(result)
            called[partner.pk] = public_name(partner)
    if not together:
        return None
    order = sorted(together, key=lambda pk: (-len(together[pk]), called[pk]))
    return Table(
        columns=(
            Column(_("Partner")),
            Column(_("Events"), Kind.NUMBER),
            Column(_("Best place"), Kind.NUMBER, short=_("Best")),
        ),
        rows=tuple(
            Row((called[pk], len(together[pk]), min(one.standing.place for one in together[pk])))
            for pk in order
        ),
    )


def results_file(player: Player, results: Sequence[Result]) -> Tables:
    """A player's page as tables: the events, and with whom."""
    partners = partners_of(results)
    return Tables(
        title=player.name,
        subtitle=_("Results"),
        tables=(
            _events_table(results),
            *([replace(partners, caption=_("Partners"))] if partners else []),
        ),
        language=language(),
    )


def _events_table(results: Sequence[Result]) -> Table:
    return Table(
        columns=(
            *named(_("Event"), _("Date"), _("Game")),
            *(Column(title, Kind.NUMBER) for title in (pgettext("rank", "Place"), _("Entries"))),
            *named(_("Remark"), _("Partners"), _("Won, drawn, lost")),
            *(Column(title, Kind.NUMBER) for title in (_("Points"), _("Behind, of 100"))),
        ),
        rows=tuple(Row(_event_line(result)) for result in results),
        caption=_("Events"),
    )


def _event_line(result: Result) -> Values:
    event, standing = result.event, result.standing
    return (
        *(event.name, event.on_day, labels.ruleset_name(event.ruleset)),
        *(standing.place, result.of, _("shared") if standing.shared else ""),
        *(_names_of(result.partners), _balance(result)),
        *(points_in(event, event.agreed, standing.points), behind(result)),
    )


# A club.


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record of a club: how much, who holds it, and where it was made."""

    label: str
    figure: int
    who: str
    event: Tournament
    game: int


@dataclass(frozen=True, slots=True)
class RecordsOfGame:
    """The records of one of the games that a club plays."""

    ruleset: str
    records: Sequence[RecordLine]


def records_of(
    found: Sequence[tuple[str, Sequence[Best]]],
    sat: Mapping[tuple[int, int], Sequence[Player]],
    events: Mapping[int, Tournament],
) -> list[RecordsOfGame]:
    """By rule set: points of one game say nothing beside those of another."""
    lines: dict[str, list[RecordLine]] = {}
    for label, bests in found:
        for best in bests:
            who = _names_of(sat.get((best.pairing, best.side), ()))
            line = RecordLine(label, best.figure, who, events[best.event], best.game)
            lines.setdefault(best.ruleset, []).append(line)
    return [RecordsOfGame(labels.ruleset_name(ruleset), lines[ruleset]) for ruleset in sorted(lines)]


@dataclass(frozen=True, slots=True)
class WonLine:
    event: Tournament
    winners: Sequence[str]


def won_told(won: Sequence[Won]) -> list[WonLine]:
    return [WonLine(one.event, [_names_of(players) for players in one.winners]) for one in won]


def records_file(club: Club, games: Sequence[RecordsOfGame], won: Sequence[WonLine]) -> Tables:
    """A club's page of records as tables: the records of each game, and who has won."""
    return Tables(
        title=_("Records"),
        club=club.name,
        tables=(_records_table(games), _winners_table(won)),
        language=language(),
    )


def _records_table(games: Sequence[RecordsOfGame]) -> Table:
    return Table(
        columns=(
            *named(_("Game"), _("What")),
            Column(_("How much"), Kind.NUMBER),
            *named(_("Who"), _("Event"), _("Date")),
        ),
        rows=tuple(
            Row((game.ruleset, line.label, line.figure, line.who, line.event.name, line.event.on_day))
            for game in games
            for line in game.records
        ),
        caption=_("Records"),
    )


def _winners_table(won: Sequence[WonLine]) -> Table:
    return Table(
        columns=named(_("Event"), _("Date"), _("Winners")),
        rows=tuple(Row((line.event.name, line.event.on_day, ", ".join(line.winners))) for line in won),
        caption=_("Winners"),
    )


def events_held(events: Iterable[Tournament]) -> LongTable:
    """Events one a line, as far as they have got."""
    return LongTable(
        columns=named(_("Event"), _("Date"), _("Game"), _("State")),
        lines=lambda: map(_held_line, events),
        caption=_("Events"),
    )


def _held_line(event: Tournament) -> Values:
    return event.name, event.on_day, labels.ruleset_name(event.ruleset), str(event.get_state_display())
