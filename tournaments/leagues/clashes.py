"""What clashes in the fixtures of a league, a sentence each: in a plan, and in what is published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _lazy

from clubs.text.alphabet import tidy
from tournaments.core.leagues.fixtures import (
    Clash,
    ClashKind,
    FixtureTeam,
    MatchDay,
    PlannedMatch,
    find_clashes,
    lasting_of,
)
from tournaments.core.leagues.match import MatchKind
from tournaments.core.leagues.table import MatchCounting
from tournaments.leagues.counting import CountedLeague, PlayedMatch
from tournaments.models import Team

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_SENTENCES: Final[Mapping[ClashKind, _StrPromise]] = {
    ClashKind.TEAM_BLOCKED: _lazy("%(team)s cannot play on this day."),
    ClashKind.PLACE_BLOCKED: _lazy("The place is closed on this day."),
    ClashKind.PLACE_TAKEN: _lazy("%(match)s is played at the same place at that time."),
    ClashKind.PLAYS_TWICE: _lazy("%(team)s plays %(match)s at that time too."),
}
# A match of a league: a team plays once in a round.
_Key = tuple[int, int, int]
_ALIVE = (MatchCounting.OPEN, MatchCounting.COUNTS)


class MatchMoved(NamedTuple):
    """A match of a league, by its number, as if it were played then and there."""

    number: int
    day: date | None
    starts: time | None
    place: str


@dataclass(frozen=True, slots=True)
class MatchClash:
    """A sentence about a match of a plan."""

    match: PlannedMatch
    sentence: str


def place_key(place: str) -> str:
    """Return a place as it is compared: two ways to write a hall are one hall."""
    return tidy(place).casefold()


def fixture_team(team: Team) -> FixtureTeam:
    blocked = frozenset(date.fromisoformat(day) for day in team.blocked_dates)
    return FixtureTeam(number=team.number, place=place_key(team.place), blocked=blocked)


def closed_places(places: Mapping[str, Iterable[date]]) -> dict[str, frozenset[date]]:
    """Return the days on which nobody can be at home, by places as they are compared."""
    days = defaultdict[str, set[date]](set)
    for place, closed in places.items():
        days[place_key(place)].update(closed)
    return {place: frozenset(closed) for place, closed in days.items()}


def plan_clashes(clashes: Iterable[Clash], names: Mapping[int, str]) -> Iterator[MatchClash]:
    """Yield what clashes in a plan; `names` has the teams of the league by their numbers."""
    for clash in clashes:
        yield MatchClash(clash.match, _sentence(clash, names, clash.other))


def league_clashes(counted: CountedLeague, moved: MatchMoved | None = None) -> dict[int, list[str]]:
    """Return what clashes at each match that is still to be played, by its number: no query.

    With `moved` as it would be with one match then and there.
    """
    names = {team.number: team.name for team in counted.teams.values()}
    planned = {one.match.number: match for one, match in _planned(counted, moved)}
    open_matches = {one.match.number for one in counted.matches if one.match.kind is None}
    numbers = {_key(match): number for number, match in planned.items()}
    teams = [fixture_team(team) for team in counted.teams.values()]
    closed = closed_places(counted.league.days_of_closed_places)
    found = defaultdict[int, list[str]](list)
    for clash in find_clashes(planned.values(), teams, closed):
        # Both matches have to give way, so that both say it.
        for match, other in ((clash.match, clash.other), (clash.other, clash.match)):
            if match is not None and numbers[_key(match)] in open_matches:
                found[numbers[_key(match)]].append(_sentence(clash, names, other))
    return dict(found)


def published_matches(counted: CountedLeague, without: int) -> list[PlannedMatch]:
    """Return the matches of all divisions but one, with their places."""
    return [match for one, match in _planned(counted, None) if one.match.division_id != without]


def _planned(counted: CountedLeague, moved: MatchMoved | None) -> Iterator[tuple[PlayedMatch, PlannedMatch]]:
    """Yield the matches that take their teams and their place on a day."""
    for division in counted.divisions:
        alive = [one for one in division.matches if _is_alive(one)]
        dated = {(one.match.round, one.match.day) for one in alive if one.match.day is not None}
        lasting = lasting_of([day for _round, day in dated])
        for one in alive:
            day, starts, place = _when(one, moved)
            if day is not None:
                teams = one.match.home.number, one.match.away.number
                when = MatchDay(day, starts)
                yield one, PlannedMatch(one.match.round, when, *teams, place_key(place), lasting)


def _is_alive(one: PlayedMatch) -> bool:
    return one.counted.counting in _ALIVE and one.match.kind != MatchKind.VOID


def _when(one: PlayedMatch, moved: MatchMoved | None) -> tuple[date | None, time | None, str]:
    if moved is not None and moved.number == one.match.number:
        return moved.day, moved.starts, moved.place
    return one.match.day, one.match.starts, one.match.place


def _key(match: PlannedMatch) -> _Key:
    return match.round, match.home, match.away


def _sentence(clash: Clash, names: Mapping[int, str], other: PlannedMatch | None) -> str:
    match = "" if other is None else f"{names[other.home]} – {names[other.away]}"
    words = {"team": names[clash.team], "match": match}
    return _SENTENCES[clash.kind] % words
