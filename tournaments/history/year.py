"""A year of a club or a federation in figures, counted from what is known of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.timezone import get_default_timezone

from clubs.models import Book
from scoring.models import Game
from tournaments.core.history.evenings import Attendance, attendance_of, most_faithful
from tournaments.core.history.roll import Competition, Victory, roll_of
from tournaments.history.facts import EventFacts, HeldEvent, Made
from tournaments.history.records import played_evenings, records_set_in
from tournaments.leagues.played import NOTHING_PLAYED, PlayedYear

MONTHS: Final = range(1, 13)
# So many of the most faithful are listed, and all who have as many evenings as the last of them.
_FAITHFUL: Final = 10
# Whoever came once is not faithful yet.
_MIN_TIMES: Final = 2


@dataclass(frozen=True, slots=True)
class YearFigures:
    """How much was played in a year."""

    events: int
    # Places taken by players: one for each event of each.
    starts: int
    players: int
    # Those who have never played at an event here before.
    new: int
    games: int
    deals: int
    # Games that were played out at no event.
    other_games: int
    # Matches of leagues, and the starts in them.
    leagues: PlayedYear


@dataclass(frozen=True, slots=True)
class Month:
    """What was held in a month."""

    number: int
    events: int
    starts: int


@dataclass(frozen=True, slots=True)
class HistoryYear:
    """A year with everything that its page shows."""

    year: int
    figures: YearFigures
    before: YearFigures
    months: Sequence[Month]
    roll: Sequence[Competition]
    records: Sequence[Made]
    attendance: Attendance
    faithful: Sequence[tuple[int, int]]


def count_year(
    club: int,
    year: int,
    events: Sequence[HeldEvent],
    facts: Mapping[int, EventFacts],
    victories: Sequence[Victory],
    leagues: Mapping[int, PlayedYear],
) -> HistoryYear:
    """Count a year; `events` are all of the club in their order, `victories` those of the year."""
    evenings = list(played_evenings(events, facts))
    attendance = attendance_of(evenings, year)
    other_games = _other_games(club, (year - 1, year))
    of_year = [event for event in events if event.day.year == year and event.is_evening]
    times = most_faithful(attendance.times, _FAITHFUL)
    return HistoryYear(
        year,
        _figures(year, events, facts, attendance, other_games[year], leagues.get(year, NOTHING_PLAYED)),
        _figures(
            year - 1,
            events,
            facts,
            attendance_of(evenings, year - 1),
            other_games[year - 1],
            leagues.get(year - 1, NOTHING_PLAYED),
        ),
        [_month(number, of_year, facts) for number in MONTHS],
        roll_of(victories),
        records_set_in(year, events, facts),
        attendance,
        [(player, number) for player, number in times if number >= _MIN_TIMES],
    )


def _figures(
    year: int,
    events: Sequence[HeldEvent],
    facts: Mapping[int, EventFacts],
    attendance: Attendance,
    other_games: int,
    leagues: PlayedYear,
) -> YearFigures:
    held = [facts[event.pk] for event in events if event.day.year == year and event.is_finished]
    return YearFigures(
        sum(event.day.year == year and event.is_evening for event in events),
        attendance.starts,
        len(attendance.times),
        len(attendance.new),
        sum(one.games for one in held),
        sum(one.deals for one in held),
        other_games,
        leagues,
    )


def _month(number: int, of_year: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> Month:
    held = [one for one in of_year if one.day.month == number]
    return Month(number, len(held), sum(len(facts[one.pk].players) for one in held))


def _other_games(club: int, years: Sequence[int]) -> Counter[int]:
    """Count the games that belong to no event, by the year in which they were opened."""
    zone = get_default_timezone()
    since = datetime(min(years), 1, 1, tzinfo=zone)
    until = datetime(max(years) + 1, 1, 1, tzinfo=zone)
    of_club = Q(club=club) | Q(club__federation=club)
    # By their books: of all games of these years the database would ask whether they belong to an event.
    books = Book.objects.filter(of_club, kind=Book.Kind.GAME, trial=False).order_by().values("pk")
    games = Game.objects.filter(book__in=books, over=True, set_aside_at=None)
    opened = games.filter(opened_at__gte=since, opened_at__lt=until).order_by()
    return Counter(at.astimezone(zone).year for at in opened.values_list("opened_at", flat=True))
