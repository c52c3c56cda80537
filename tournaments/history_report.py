"""A player's results and a club's records as rows: events, partners, how much of the field was behind.

Knows what was read of them; queries nothing. Everybody but the player is called as a public page calls them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from clubs.names import public_name
from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table
from scoring import words
from tournaments.history_queries import Best, Result, Won
from tournaments.models import Tournament
from tournaments.standings_report import language, points_in

ALL_BEHIND = 100


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
            words.ruleset_name(result.event.ruleset),
            place_told(result),
            names_of(result.partners),
            f"{result.standing.wins}–{result.standing.draws}–{result.standing.losses}",
            points_told(result),
            behind(result),
        )
        for result in results
    ]


def place_told(result: Result) -> str:
    sentence = (
        _("place %(place)s of %(of)s, shared") if result.standing.shared else _("place %(place)s of %(of)s")
    )
    return sentence % {"place": result.standing.place, "of": result.of}


def points_told(result: Result) -> str:
    points = result.standing.points
    said = written(points_in(result.event, result.event.agreed, points), language())
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": said}


def names_of(players: Sequence[Player]) -> str:
    return " – ".join(public_name(player) for player in players)


def behind(result: Result) -> int:
    """How much of the field was behind, in hundredths: the first has all, the last nobody."""
    if result.of < 2:
        return ALL_BEHIND
    return (ALL_BEHIND * (result.of - result.standing.place)) // (result.of - 1)


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
            who = names_of(sat.get((best.pairing, best.side), ()))
            line = RecordLine(label, best.figure, who, events[best.event], best.game)
            lines.setdefault(best.ruleset, []).append(line)
    return [RecordsOfGame(words.ruleset_name(ruleset), lines[ruleset]) for ruleset in sorted(lines)]


@dataclass(frozen=True, slots=True)
class WonLine:
    event: Tournament
    winners: Sequence[str]


def won_told(won: Sequence[Won]) -> list[WonLine]:
    return [WonLine(one.event, [names_of(players) for players in one.winners]) for one in won]
