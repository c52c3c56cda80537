"""The table of a division: for each team its matches, what they gave, and what decided its place.

Places are decided by the criteria that events have: there a match stands for a game, its match points for
the points and its table points for the own points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import CriterionValue, EntryTotals
from tournaments.core.leagues.match import Match, MatchKind, SideWorth, TeamSide
from tournaments.core.leagues.match_results import MatchScore, count_match
from tournaments.core.leagues.rules import CHAIN_CRITERIA, LeagueRules, WithdrawnTeam
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.standings import Placing, add_up, rank
from tournaments.core.worth import Worth

_BOTH: Final = (TeamSide.HOME, TeamSide.AWAY)


class LeagueCharge(NamedTuple):
    """What is added to a team, or taken from it, besides its matches."""

    match_points: int = 0
    table_points: int = 0
    difference: int = 0


NO_CHARGE: Final = LeagueCharge()


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionSeason:
    """A division: its teams, its matches in their order, who has left, and the charges."""

    teams: tuple[int, ...]
    matches: tuple[Match, ...]
    withdrawn: frozenset[int] = frozenset()
    charges: Mapping[int, LeagueCharge] = field(default_factory=dict)


class MatchCounting(StrEnum):
    """Whether a match counts in the table."""

    COUNTS = "counts"
    OPEN = "open"
    # Not played, since a team has left: the other has won it.
    LEFT = "left"
    # A team of it is struck out.
    STRUCK_OUT = "struck_out"


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match as the table counts it."""

    match: Match
    counting: MatchCounting
    # What it is worth; None where it counts nothing, or is not played yet.
    score: MatchScore | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team in the table of its division."""

    team: int
    # None where it is struck out.
    place: int | None = None
    shared: bool = False
    # The code of what set it apart from the team above.
    decided_by: str = ""
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    match_points: int = 0
    # Made by it, and by its opponents.
    table_points: int = 0
    table_points_against: int = 0
    difference: int = 0
    # Matches won and lost without a game.
    walkovers: int = 0
    charge: LeagueCharge = NO_CHARGE
    withdrawn: bool = False
    struck_out: bool = False
    # What was compared while others were level with it.
    figures: Mapping[str, CriterionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """The lines in the order of their places, those struck out last; and all matches as they count."""

    lines: tuple[TeamLine, ...]
    matches: tuple[CountedMatch, ...]

    @property
    def open_matches(self) -> int:
        return sum(one.counting is MatchCounting.OPEN for one in self.matches)


def count_division(rules: LeagueRules, season: DivisionSeason) -> DivisionTable:
    """Return the table of a division as it stands."""
    struck = find_struck_teams(rules, season)
    matches = tuple(_counted(rules, season, struck, match) for match in season.matches)
    sides: dict[int, list[_Played]] = {team: [] for team in season.teams if team not in struck}
    for one in _played_sides(matches):
        sides[one.team].append(one)
    lines = [_line(season, sides[place.totals.entry], place) for place in _places(rules, season, sides)]
    out = [TeamLine(team=team, withdrawn=True, struck_out=True) for team in season.teams if team in struck]
    return DivisionTable((*lines, *out), matches)


# Teams that have left.


def find_struck_teams(rules: LeagueRules, season: DivisionSeason) -> frozenset[int]:
    """Return the teams that are struck out with all their matches: asked for all of them at once.

    A match counts as played that had a result of its own; one that was lost without a game does not.
    """
    if rules.withdrawn is WithdrawnTeam.STANDS:
        return frozenset()
    if rules.withdrawn is WithdrawnTeam.STRUCK_OUT:
        return season.withdrawn
    planned = Counter(team for match in season.matches for team in match.teams)
    played = Counter(team for match in season.matches for team in _teams_that_played(match))
    return frozenset(team for team in season.withdrawn if 2 * played[team] < planned[team])


def _teams_that_played(match: Match) -> Iterator[int]:
    if match.kind in (MatchKind.PLAYED, MatchKind.RULED):
        yield from match.teams
    elif match.kind is MatchKind.WALKOVER:
        yield from (team for side, team in zip(_BOTH, match.teams, strict=True) if side is not match.at_fault)


# Matches.


def _counted(
    rules: LeagueRules, season: DivisionSeason, struck: frozenset[int], match: Match
) -> CountedMatch:
    if not struck.isdisjoint(match.teams):
        return CountedMatch(match, MatchCounting.STRUCK_OUT)
    if match.kind is not None:
        return CountedMatch(match, MatchCounting.COUNTS, count_match(rules, match))
    left = [side for side, team in zip(_BOTH, match.teams, strict=True) if team in season.withdrawn]
    if not left:
        return CountedMatch(match, MatchCounting.OPEN)
    return CountedMatch(match, MatchCounting.LEFT, count_match(rules, _lost_by(match, left)))


def _lost_by(match: Match, left: Sequence[TeamSide]) -> Match:
    """Return a match that was not played, as lost by those who have left."""
    both = len(left) > 1
    return Match(
        number=match.number,
        round=match.round,
        home=match.home,
        away=match.away,
        kind=MatchKind.BOTH_ABSENT if both else MatchKind.WALKOVER,
        at_fault=None if both else left[0],
    )


class _Played(NamedTuple):
    """A match that counts, as one of its teams sees it."""

    team: int
    opponent: int
    round: int
    worth: SideWorth
    against: SideWorth
    without_game: bool


def _played_sides(matches: Iterable[CountedMatch]) -> Iterator[_Played]:
    for one in matches:
        if one.score is None or one.match.kind is MatchKind.VOID:
            continue
        without_game = one.counting is MatchCounting.LEFT or one.match.kind in _WITHOUT_GAME
        for side in _BOTH:
            yield _Played(
                one.match.teams[side],
                one.match.teams[side.other],
                one.match.round,
                one.score.of(side),
                one.score.of(side.other),
                without_game,
            )


_WITHOUT_GAME: Final = frozenset({MatchKind.WALKOVER, MatchKind.BOTH_ABSENT})


# Places.


def _places(
    rules: LeagueRules, season: DivisionSeason, sides: Mapping[int, Sequence[_Played]]
) -> Sequence[Placing]:
    totals = add_up({team: map(_as_round, played) for team, played in sides.items()})
    charged = {
        team: _with_charge(total, season.charges.get(team, NO_CHARGE)) for team, total in totals.items()
    }
    return rank(charged, [CRITERIA[CHAIN_CRITERIA[code]] for code in rules.chain])


def _as_round(played: _Played) -> RoundScore:
    worth = played.worth
    return RoundScore(
        played.round,
        ResultKind.WALKOVER if played.without_game else ResultKind.PLAYED,
        Worth(worth.match_points, worth.difference, worth.table_points, worth.outcome),
        (played.opponent,),
    )


def _with_charge(total: EntryTotals, charge: LeagueCharge) -> EntryTotals:
    return total._replace(
        points=total.points + charge.match_points,
        own=total.own + charge.table_points,
        difference=total.difference + charge.difference,
    )


_CODES: Final = {criterion: code for code, criterion in CHAIN_CRITERIA.items()}


def _line(season: DivisionSeason, played: Sequence[_Played], placing: Placing) -> TeamLine:
    total, team = placing.totals, placing.totals.entry
    return TeamLine(
        team=team,
        place=placing.place,
        shared=placing.shared,
        decided_by=_CODES.get(placing.decided_by, ""),
        played=len(played),
        wins=total.wins,
        draws=total.draws,
        losses=total.losses,
        match_points=total.points,
        table_points=total.own,
        table_points_against=sum(one.against.table_points for one in played),
        difference=total.difference,
        walkovers=sum(one.without_game for one in played),
        charge=season.charges.get(team, NO_CHARGE),
        withdrawn=team in season.withdrawn,
        figures={_CODES[code]: value for code, value in placing.figures.items()},
    )
