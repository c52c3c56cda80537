"""A league as it stands: its divisions with their teams, their matches as they count, and their tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.leagues.table import (
    CountedMatch,
    DivisionSeason,
    DivisionTable,
    LeagueCharge,
    count_division,
)
from tournaments.leagues.queries import matches_of, teams_of
from tournaments.leagues.states import MatchState
from tournaments.models import Division, League, Team, TeamCharge, TeamMatch


@dataclass(frozen=True)
class PlayedMatch:
    """A match with its state, and as the table counts it."""

    match: TeamMatch
    state: MatchState
    counted: CountedMatch


@dataclass(frozen=True)
class CountedDivision:
    """A division of a league as it stands."""

    division: Division
    teams: Mapping[int, Team]
    matches: Sequence[PlayedMatch]
    table: DivisionTable

    @cached_property
    def by_number(self) -> Mapping[int, PlayedMatch]:
        return {one.match.number: one for one in self.matches}


@dataclass(frozen=True)
class CountedLeague:
    """A league as it stands."""

    league: League
    rules: LeagueRules
    divisions: Sequence[CountedDivision]
    charges: Sequence[TeamCharge]

    @cached_property
    def matches(self) -> Sequence[PlayedMatch]:
        return [one for division in self.divisions for one in division.matches]

    @cached_property
    def teams(self) -> Mapping[int, Team]:
        return {pk: team for division in self.divisions for pk, team in division.teams.items()}


def count_league(league: League, read: Callable[[TeamMatch], MatchState] = MatchState.of) -> CountedLeague:
    """Count the tables of all divisions from what is stored, or from what is read of it."""
    (counted,) = count_leagues([league], read)
    return counted


def count_leagues(
    leagues: Sequence[League], read: Callable[[TeamMatch], MatchState] = MatchState.of
) -> list[CountedLeague]:
    """Count leagues from what is stored: so many queries for any number of leagues and matches."""
    teams, matches = defaultdict[int, list[Team]](list), defaultdict[int, list[TeamMatch]](list)
    for team in teams_of(*leagues):
        teams[team.division_id].append(team)
    for match in matches_of(*leagues):
        matches[match.division_id].append(match)
    charges, divisions = defaultdict[int, list[TeamCharge]](list), defaultdict[int, list[Division]](list)
    charged = TeamCharge.objects.filter(team__league__in=leagues, cancelled_at=None)
    for charge in charged.select_related("team").order_by("pk"):
        charges[charge.team.league_id].append(charge)
    for division in Division.objects.filter(league__in=leagues).order_by("position"):
        divisions[division.league_id].append(division)

    def counted(league: League) -> CountedLeague:
        rules, charged = league.agreed, charges[league.pk]
        of_league = [
            _count(rules, one, teams[one.pk], [(match, read(match)) for match in matches[one.pk]], charged)
            for one in divisions[league.pk]
        ]
        return CountedLeague(league, rules, of_league, charged)

    return [counted(league) for league in leagues]


def _count(
    rules: LeagueRules,
    division: Division,
    teams: Sequence[Team],
    matches: Sequence[tuple[TeamMatch, MatchState]],
    charges: Iterable[TeamCharge],
) -> CountedDivision:
    season = DivisionSeason(
        teams=tuple(team.pk for team in teams),
        matches=tuple(state.as_match(rules, match, match.home_id, match.away_id) for match, state in matches),
        withdrawn=frozenset(team.pk for team in teams if team.is_withdrawn),
        charges=_sums({team.pk for team in teams}, charges),
    )
    table = count_division(rules, season)
    played = [
        PlayedMatch(match, state, counted)
        for (match, state), counted in zip(matches, table.matches, strict=True)
    ]
    return CountedDivision(division, {team.pk: team for team in teams}, played, table)


def _sums(teams: set[int], charges: Iterable[TeamCharge]) -> dict[int, LeagueCharge]:
    sums: dict[int, LeagueCharge] = {}
    for one in charges:
        if one.team_id in teams:
            before = sums.get(one.team_id, LeagueCharge())
            added = (one.match_points, one.table_points, one.difference)
            sums[one.team_id] = LeagueCharge(*(a + b for a, b in zip(before, added, strict=True)))
    return sums
