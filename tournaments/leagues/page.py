"""What the pages of a league show: tables and matches with names, and why a match gave its points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from clubs.models import Player
from clubs.people.names import NamedPlayer, NameOf, public_name
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.leagues.table import TeamLine
from tournaments.leagues.clashes import league_clashes
from tournaments.leagues.counting import CountedDivision, CountedLeague, PlayedMatch, count_league
from tournaments.leagues.words import (
    points_text,
    remark,
    result_text,
    signed,
    standing_text,
)
from tournaments.models import Division, League, Team, TeamMatch, TeamPlayer

UP, DOWN = "up", "down"


@dataclass(frozen=True)
class TeamRow:
    """A line of the table of a division, with the name of its team."""

    line: TeamLine
    team: Team
    rules: LeagueRules
    # Whether it is on a place that leads to another division.
    moves: str = ""

    @property
    def remark(self) -> str:
        return remark(self.line)

    @property
    def table_points(self) -> str:
        made, against = self.line.table_points, self.line.table_points_against
        return f"{points_text(self.rules, made)}–{points_text(self.rules, against)}"

    @property
    def difference(self) -> str:
        return signed(self.line.difference)


@dataclass(frozen=True)
class MatchRow:
    """A match with its teams, as lists show it."""

    played: PlayedMatch
    rules: LeagueRules
    # What is in its way, for those who work at the league: a sentence each.
    clashes: Sequence[str] = ()

    @property
    def match(self) -> TeamMatch:
        return self.played.match

    @cached_property
    def result(self) -> str:
        return result_text(self.rules, self.played.counted.score)

    @cached_property
    def standing(self) -> str:
        return standing_text(self.played)


@dataclass(frozen=True)
class MatchRound:
    """The matches of a round."""

    number: int
    matches: Sequence[MatchRow]


@dataclass(frozen=True)
class DivisionPage:
    """A division with its table and its rounds."""

    counted: CountedDivision
    league: CountedLeague
    clashes: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def division(self) -> Division:
        return self.counted.division

    @cached_property
    def title(self) -> str:
        return self.division.name or self.league.league.name

    @cached_property
    def lines(self) -> Sequence[TeamRow]:
        moves = moves_of(self.league, self.counted)
        return [
            TeamRow(line, self.counted.teams[line.team], self.league.rules, moves.get(line.team, ""))
            for line in self.counted.table.lines
        ]

    @cached_property
    def rounds(self) -> Sequence[MatchRound]:
        rounds = defaultdict[int, list[MatchRow]](list)
        for one in self.counted.matches:
            rounds[one.match.round].append(self.row_of(one))
        return [MatchRound(number, rows) for number, rows in sorted(rounds.items())]

    def row_of(self, played: PlayedMatch) -> MatchRow:
        return MatchRow(played, self.league.rules, self.clashes.get(played.match.number, ()))

    @property
    def has_moves(self) -> bool:
        return any(line.moves for line in self.lines)


@dataclass(frozen=True)
class LeaguePage:
    """A league with all its divisions."""

    counted: CountedLeague
    # What clashes at each match, by its number.
    clashes: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def league(self) -> League:
        return self.counted.league

    @cached_property
    def divisions(self) -> Sequence[DivisionPage]:
        return [DivisionPage(one, self.counted, self.clashes) for one in self.counted.divisions]

    def division(self, position: int) -> DivisionPage | None:
        return next((one for one in self.divisions if one.division.position == position), None)

    @cached_property
    def matches(self) -> Sequence[MatchRow]:
        return [row for one in self.divisions for drawn in one.rounds for row in drawn.matches]

    @property
    def has_matches(self) -> bool:
        return bool(self.counted.matches)

    @property
    def has_results(self) -> bool:
        return any(one.match.has_result for one in self.counted.matches)


def load_page(league: League) -> LeaguePage:
    return LeaguePage(count_league(league))


def load_desk_page(league: League) -> LeaguePage:
    """Return a league for those who work at it: what clashes is said at its matches."""
    counted = count_league(league)
    return LeaguePage(counted, league_clashes(counted))


def moves_of(league: CountedLeague, division: CountedDivision) -> dict[int, str]:
    """Return which teams of a division are on places that lead up or down; none in a small division."""
    placed = [line.team for line in division.table.lines if line.place is not None and not line.withdrawn]
    up = league.rules.promoted if division.division.position > 1 else 0
    down = league.rules.relegated if division.division.position < len(league.divisions) else 0
    if up + down > len(placed):
        return {}
    return {
        **dict.fromkeys(placed[:up], UP),
        **dict.fromkeys(placed[len(placed) - down :] if down else [], DOWN),
    }


# A team.


@dataclass(frozen=True)
class NamedMember:
    """A player of a team."""

    player: int
    name: str
    is_reserve: bool


@dataclass(frozen=True)
class TeamPage:
    """A team with its place, its players and its matches."""

    team: Team
    division: DivisionPage
    row: TeamRow
    members: Sequence[NamedMember]
    matches: Sequence[MatchRow]

    @property
    def players(self) -> Sequence[NamedMember]:
        return [one for one in self.members if not one.is_reserve]

    @property
    def reserves(self) -> Sequence[NamedMember]:
        return [one for one in self.members if one.is_reserve]


def load_team(page: LeaguePage, number: int, name_of: NameOf = public_name) -> TeamPage | None:
    """Return a team by its number in the league."""
    for division in page.divisions:
        for row in division.lines:
            if row.team.number == number:
                matches = [
                    one
                    for drawn in division.rounds
                    for one in drawn.matches
                    if row.team.pk in (one.match.home_id, one.match.away_id)
                ]
                return TeamPage(row.team, division, row, load_members(row.team, name_of), matches)
    return None


def load_members(team: Team, name_of: NameOf = public_name) -> Sequence[NamedMember]:
    """Return the players of a team, and then its reserves."""
    rows = [*TeamPlayer.objects.filter(team=team).order_by("is_reserve", "position")]
    names = load_names({row.player_id for row in rows})
    return [NamedMember(row.player_id, name_of(names[row.player_id]), row.is_reserve) for row in rows]


def load_names(players: Iterable[int]) -> Mapping[int, NamedPlayer]:
    rows = Player.objects.filter(pk__in=[*players]).order_by().values_list(*NamedPlayer._fields)
    return {row[0]: NamedPlayer._make(row) for row in rows}
