"""What the page of a club's year shows, and the bars of its months."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.history.champions import victories_of
from tournaments.history.club_history import ClubHistory
from tournaments.history.naming import NamedLink, NamesOfPlayers
from tournaments.history.records_page import GameRecords, shown_records
from tournaments.history.roll_page import ShownCompetition, shown_roll
from tournaments.history.year import HistoryYear, YearFigures, count_year

# Of a hundred, as the drawing counts.
_WIDTH, _HEIGHT = 100.0, 78.0
_BASE = 86.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the year, and that of the year before."""

    key: str
    label: str
    now: int
    before: int


@dataclass(frozen=True, slots=True)
class MonthBar:
    """A month as a bar: its height is the number of starts."""

    number: int
    name: str
    events: int
    starts: int
    x: str
    middle: str
    y: str
    width: str
    height: str
    label_y: str


@dataclass(frozen=True, slots=True)
class Faithful:
    """A player with the number of events in the year."""

    player: NamedLink
    number: int


@dataclass(frozen=True, slots=True)
class ShownJubilee:
    """A player's event with a round number."""

    player: NamedLink
    number: int
    event: str
    day: date
    address: int


@dataclass(frozen=True, slots=True)
class YearPage:
    """A year of a club with everything that its page and paper show."""

    history: ClubHistory
    counted: HistoryYear
    figures: Sequence[Figure]
    months: Sequence[MonthBar]
    roll: Sequence[ShownCompetition]
    records: Sequence[GameRecords]
    new: Sequence[NamedLink]
    # New players who may not be named.
    unnamed: int
    faithful: Sequence[Faithful]
    jubilees: Sequence[ShownJubilee]

    @property
    def year(self) -> int:
        return self.counted.year


def load_year(history: ClubHistory, year: int) -> YearPage:
    victories = victories_of(history.club.pk, history.events, history.facts, year)
    counted = count_year(
        history.club.pk, year, history.events, history.facts, victories, history.played_in_leagues
    )
    names = NamesOfPlayers(_players_of(counted))
    attendance = counted.attendance
    new = [names.link(one) for one in sorted(attendance.new) if names.may_name(one)]
    return YearPage(
        history,
        counted,
        list(_figures(counted.figures, counted.before)),
        _bars(counted),
        shown_roll(history, counted.roll, names),
        shown_records(history, counted.records, names),
        sorted(new, key=lambda one: one.name),
        len(attendance.new) - len(new),
        [Faithful(names.link(player), number) for player, number in counted.faithful],
        [
            ShownJubilee(
                names.link(one.player),
                one.number,
                history.by_pk[one.event].name,
                history.by_pk[one.event].day,
                one.event,
            )
            for one in attendance.jubilees
        ],
    )


def _players_of(counted: HistoryYear) -> Iterator[int]:
    yield from counted.attendance.new
    yield from (player for player, _number in counted.faithful)
    yield from (one.player for one in counted.attendance.jubilees)
    yield from (player for made in counted.records for player in made.players)
    for line in (line for one in counted.roll for line in one.years):
        yield from (player for victory in line.victories for team in victory.winners for player in team)


def _figures(now: YearFigures, before: YearFigures) -> Iterator[Figure]:
    yield Figure("events", _("Events"), now.events, before.events)
    yield Figure("starts", _("Starts of players"), now.starts, before.starts)
    yield Figure("players", _("Different players"), now.players, before.players)
    yield Figure("new_players", _("New players"), now.new, before.new)
    yield Figure("games", _("Games played out"), now.games, before.games)
    yield Figure("deals", _("Deals played"), now.deals, before.deals)
    if now.other_games or before.other_games:
        yield Figure("other_games", _("Games outside events"), now.other_games, before.other_games)
    if now.leagues.matches or before.leagues.matches:
        leagues, earlier = now.leagues, before.leagues
        yield Figure("league_matches", _("League matches"), leagues.matches, earlier.matches)
        yield Figure("league_starts", _("Starts in leagues"), leagues.starts, earlier.starts)


def _bars(counted: HistoryYear) -> list[MonthBar]:
    most = max((month.starts for month in counted.months), default=0) or 1
    step = _WIDTH / len(counted.months)
    bars = []
    for at, month in enumerate(counted.months):
        height = _HEIGHT * month.starts / most
        bars.append(
            MonthBar(
                month.number,
                date_format(date(counted.year, month.number, 1), "M"),
                month.events,
                month.starts,
                *(f"{step * at + step * 0.14:.2f}%", f"{step * (at + 0.5):.2f}%"),
                *(f"{_BASE - height:.2f}%", f"{step * 0.72:.2f}%", f"{height:.2f}%"),
                f"{_BASE - height - 1.5:.2f}%",
            )
        )
    return bars
