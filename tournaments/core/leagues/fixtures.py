"""The matches of a season with their days, and what in them clashes with the days that are blocked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.leagues.pattern import LegOrder, rounds_of
from tournaments.core.programme import later

MOST_DAYS: Final = 120
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
    seed: int = 0

    @property
    def rounds(self) -> int:
        return rounds_of(len(self.teams), self.legs)


class PlannedMatch(NamedTuple):
    """A match of a plan, by the numbers of its teams."""

    round: int
    when: MatchDay
    home: int
    away: int


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
) -> list[Clash]:
    """Return what is in the way of matches, in their order."""
    by_number = {team.number: team for team in teams}
    taken: set[tuple[MatchDay, str]] = set()
    playing: set[tuple[MatchDay, int]] = set()
    found: list[Clash] = []
    for match in matches:
        found += _of_match(match, by_number, blocked_places)
        place = by_number[match.home].place
        if place and (match.when, place) in taken:
            found.append(Clash(ClashKind.PLACE_TAKEN, match, match.home))
        taken.add((match.when, place))
        for number in (match.home, match.away):
            if (match.when, number) in playing:
                found.append(Clash(ClashKind.PLAYS_TWICE, match, number))
            playing.add((match.when, number))
    return found


def _of_match(
    match: PlannedMatch, teams: Mapping[int, FixtureTeam], blocked_places: Mapping[str, frozenset[date]]
) -> Iterator[Clash]:
    for number in (match.home, match.away):
        if match.when.day in teams[number].blocked:
            yield Clash(ClashKind.TEAM_BLOCKED, match, number)
    if match.when.day in blocked_places.get(teams[match.home].place, frozenset()):
        yield Clash(ClashKind.PLACE_BLOCKED, match, match.home)
