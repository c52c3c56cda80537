"""The matches of a season with their days, and what in them clashes with the days that are blocked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.leagues.pattern import LegOrder, rounds_of
from tournaments.core.programme import later

MOST_DAYS: Final = 120
# A match takes its hall and its teams for an evening; where rounds follow each other on one day, it is in the
# way only of what begins with it.
AN_EVENING: Final = timedelta(hours=3)
A_ROUND_OF_THE_DAY: Final = timedelta(minutes=1)
_WEEK: Final = timedelta(days=7)


class MatchDay(NamedTuple):
    """When a round is played; the time matters where a day has several rounds."""

    day: date
    at: time | None = None


@dataclass(frozen=True, slots=True)
class FixtureTeam:
    """A team of a season, found by its number."""

    number: int
    # Where it plays at home; empty where nobody else can be in the way.
    place: str = ""
    # The days on which it cannot play.
    blocked: frozenset[date] = frozenset()


class PlannedMatch(NamedTuple):
    """A match of a plan, by the numbers of its teams."""

    round: int
    when: MatchDay
    home: int
    away: int
    # Where it is played; None is at the place of the home team.
    place: str | None = None
    lasting: timedelta = AN_EVENING

    def is_during(self, other: PlannedMatch) -> bool:
        """Whether one of two matches begins before the other is over; without a time it takes the day."""
        if self.when.day != other.when.day:
            return False
        if self.when.at is None or other.when.at is None:
            return True
        apart = datetime.combine(self.when.day, self.when.at) - datetime.combine(self.when.day, other.when.at)
        return abs(apart) < min(self.lasting, other.lasting)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTemplate:
    """What a season is planned from."""

    teams: Sequence[FixtureTeam]
    # At least as many as rounds, in order; the plan chooses among more.
    days: Sequence[MatchDay]
    # Each team meets each other so many times.
    legs: int = 2
    order: LegOrder = LegOrder.MIRRORED
    # The days on which nobody can be at home at a place.
    blocked_places: Mapping[str, frozenset[date]] = field(default_factory=dict)
    # Matches that are planned already, of other teams: they take their places.
    taken: Sequence[PlannedMatch] = ()
    seed: int = 0

    @property
    def rounds(self) -> int:
        return rounds_of(len(self.teams), self.legs)

    @property
    def lasting(self) -> timedelta:
        return lasting_of([when.day for when in self.days])


class ClashKind(StrEnum):
    """What is in the way of a match."""

    TEAM_BLOCKED = "team_blocked"
    PLACE_BLOCKED = "place_blocked"
    # Two teams are at home at one place at one time.
    PLACE_TAKEN = "place_taken"
    # A team plays twice at one time.
    PLAYS_TWICE = "plays_twice"


class Clash(NamedTuple):
    """Something in the way of a match: of this team, at this time."""

    kind: ClashKind
    match: PlannedMatch
    team: int
    # The match that has the place, or the team, already.
    other: PlannedMatch | None = None


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """The matches of a season in the order of their rounds."""

    matches: Sequence[PlannedMatch]
    clashes: Sequence[Clash]
    # No plan from this template has fewer clashes than this.
    bound: int

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that no plan has fewer clashes."""
        return len(self.clashes) == self.bound


# Days.


def every_weeks(
    first: date, count: int, weeks: int = 1, skipped: Collection[date] = frozenset()
) -> tuple[MatchDay, ...]:
    """Return so many days, each some weeks after the one before, without those that are skipped."""
    found: list[MatchDay] = []
    day = first
    while len(found) < count:
        if day not in skipped:
            found.append(MatchDay(day))
        day += weeks * _WEEK
    return tuple(found)


def lasting_of(days: Sequence[date]) -> timedelta:
    """Return how long matches take a hall and their teams, by the days of their rounds."""
    return A_ROUND_OF_THE_DAY if len(days) > 1 and len({*days}) == 1 else AN_EVENING


def rounds_of_a_day(
    first: datetime, count: int, minutes: int, breaks: Mapping[int, int] | None = None
) -> tuple[MatchDay, ...]:
    """Return when the rounds of one day begin; `breaks` has the minutes of a break after some of them."""
    starts = [first]
    for number in range(1, count):
        starts.append(later(starts[-1], minutes + (breaks or {}).get(number, 0)))
    return tuple(MatchDay(start.date(), start.time()) for start in starts)


# What clashes: of a plan, and of one that was changed by hand.


def find_clashes(
    matches: Iterable[PlannedMatch],
    teams: Iterable[FixtureTeam],
    blocked_places: Mapping[str, frozenset[date]],
    taken: Iterable[PlannedMatch] = (),
) -> list[Clash]:
    """Return what is in the way of matches, in their order; `taken` are those of others, at their places."""
    by_number = {team.number: team for team in teams}
    of_others, placed, playing = _Booked(), _Booked(), _Booked()
    for match in taken:
        of_others.book(match.place or "", match)
    found: list[Clash] = []
    for match in matches:
        place = by_number[match.home].place if match.place is None else match.place
        found += _blocked(match, place, by_number, blocked_places)
        if place:
            found += of_others.find(ClashKind.PLACE_TAKEN, place, match, match.home)
            found += placed.find(ClashKind.PLACE_TAKEN, place, match, match.home)
            placed.book(place, match)
        for number in (match.home, match.away):
            found += playing.find(ClashKind.PLAYS_TWICE, number, match, number)
            playing.book(number, match)
    return found


class _Booked:
    """The matches of each place, or of each team, day by day."""

    def __init__(self) -> None:
        self._on: dict[tuple[date, str | int], list[PlannedMatch]] = defaultdict(list)

    def book(self, what: str | int, match: PlannedMatch) -> None:
        self._on[match.when.day, what].append(match)

    def find(self, kind: ClashKind, what: str | int, match: PlannedMatch, team: int) -> Iterator[Clash]:
        """Yield the clash with the first match that has it at that time."""
        for other in self._on.get((match.when.day, what), ()):
            if match.is_during(other):
                yield Clash(kind, match, team, other)
                return


def _blocked(
    match: PlannedMatch,
    place: str,
    teams: Mapping[int, FixtureTeam],
    blocked_places: Mapping[str, frozenset[date]],
) -> Iterator[Clash]:
    for number in (match.home, match.away):
        if match.when.day in teams[number].blocked:
            yield Clash(ClashKind.TEAM_BLOCKED, match, number)
    if match.when.day in blocked_places.get(place, frozenset()):
        yield Clash(ClashKind.PLACE_BLOCKED, match, match.home)
