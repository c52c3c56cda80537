"""What is wrong with a line-up: every problem, with its code and its place in the line-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.leagues.rules import LeagueRules, Reserves


class LineUpProblem(StrEnum):
    """What may be wrong with a place in a line-up."""

    # Nobody sits there although the pair plays, or although a later pair does.
    EMPTY = "empty"
    TWICE = "twice"
    # Neither a player nor a reserve of the team.
    NOT_IN_TEAM = "not_in_team"
    NO_RESERVES = "no_reserves"
    RESERVE_TOO_OFTEN = "reserve_too_often"
    # A player of a team of the same club that plays higher, or in the same division.
    HIGHER_TEAM = "higher_team"
    # Has played for another team in this round.
    PLAYED_ELSEWHERE = "played_elsewhere"


class LineUpFault(NamedTuple):
    """A problem at a place: the pair and the seat, from 1; the player, where there is one."""

    code: LineUpProblem
    pair: int
    seat: int
    player: int | None = None


class TeamMember(NamedTuple):
    """That a player is in a team of the league; `level` is the position of its division, 1 the highest."""

    player: int
    team: int
    club: int | None
    level: int
    is_reserve: bool = False


class Appearance(NamedTuple):
    """That a player stood in a line-up of another match of the league."""

    player: int
    team: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """Who plays for a team in a match: the players of each pair, None where a seat is empty."""

    team: int
    club: int | None
    level: int
    round: int
    pairs: tuple[tuple[int | None, ...], ...]

    def seats(self) -> Iterator[tuple[int, int, int | None]]:
        """Return pair, seat and player of each place."""
        for pair, players in enumerate(self.pairs, 1):
            for seat, player in enumerate(players, 1):
                yield pair, seat, player

    @property
    def fielded(self) -> int:
        """Return how many pairs play: up to the last one with a player."""
        return max((pair for pair, _seat, player in self.seats() if player is not None), default=0)


@dataclass(frozen=True, slots=True)
class _Asked:
    """All that the checks look at."""

    rules: LeagueRules
    line_up: LineUp
    members: Sequence[TeamMember]
    appearances: Sequence[Appearance]

    def of(self, player: int) -> list[TeamMember]:
        return [one for one in self.members if one.player == player]

    def is_own(self, player: int) -> bool:
        return any(one.team == self.line_up.team and not one.is_reserve for one in self.of(player))

    def is_named_reserve(self, player: int) -> bool:
        return any(one.team == self.line_up.team and one.is_reserve for one in self.of(player))

    def in_club_team(self, player: int, *, lower: bool) -> bool:
        """Whether somebody is in another team of the same club: a lower one, or one that is not lower."""
        club, level = self.line_up.club, self.line_up.level
        return club is not None and any(
            one.club == club and one.team != self.line_up.team and (one.level > level) == lower
            for one in self.of(player)
            if not one.is_reserve
        )


def find_problems(
    rules: LeagueRules, line_up: LineUp, members: Sequence[TeamMember], appearances: Sequence[Appearance]
) -> list[LineUpFault]:
    """Return the problems of a line-up, in the order of its places.

    `members` are those of the whole league, `appearances` those in its other matches.
    """
    asked = _Asked(rules, line_up, members, appearances)
    return [
        LineUpFault(code, pair, seat, player)
        for pair, seat, player in line_up.seats()
        if (code := _first_problem(asked, pair, player)) is not None
    ]


def _first_problem(asked: _Asked, pair: int, player: int | None) -> LineUpProblem | None:
    if player is None:
        return LineUpProblem.EMPTY if pair <= asked.line_up.fielded else None
    return next((code for code, is_wrong in _CHECKS if is_wrong(asked, player)), None)


def _twice(asked: _Asked, player: int) -> bool:
    return sum(one == player for _pair, _seat, one in asked.line_up.seats()) > 1


def _played_elsewhere(asked: _Asked, player: int) -> bool:
    return any(
        one.player == player and one.round == asked.line_up.round and one.team != asked.line_up.team
        for one in asked.appearances
    )


def _from_higher_team(asked: _Asked, player: int) -> bool:
    return (
        not asked.is_own(player)
        and not asked.is_named_reserve(player)
        and asked.in_club_team(player, lower=False)
    )


def _not_in_team(asked: _Asked, player: int) -> bool:
    if asked.is_own(player) or asked.is_named_reserve(player):
        return False
    return not (asked.rules.reserves is Reserves.LOWER_TEAMS and asked.in_club_team(player, lower=True))


def _no_reserves(asked: _Asked, player: int) -> bool:
    return asked.rules.reserves is Reserves.NOBODY and not asked.is_own(player)


def _too_often(asked: _Asked, player: int) -> bool:
    times = asked.rules.reserve_times
    if times is None or asked.is_own(player):
        return False
    return reserve_appearances(asked.members, asked.appearances)[player] >= times


def reserve_appearances(members: Sequence[TeamMember], appearances: Sequence[Appearance]) -> Counter[int]:
    """Return how often each player has played for a team of which he is not one of the own players."""
    own = {(one.player, one.team) for one in members if not one.is_reserve}
    return Counter(one.player for one in appearances if (one.player, one.team) not in own)


# In the order in which they are told: of several problems of a player the first one.
_CHECKS: Final[tuple[tuple[LineUpProblem, Callable[[_Asked, int], bool]], ...]] = (
    (LineUpProblem.TWICE, _twice),
    (LineUpProblem.PLAYED_ELSEWHERE, _played_elsewhere),
    (LineUpProblem.HIGHER_TEAM, _from_higher_team),
    (LineUpProblem.NOT_IN_TEAM, _not_in_team),
    (LineUpProblem.NO_RESERVES, _no_reserves),
    (LineUpProblem.RESERVE_TOO_OFTEN, _too_often),
)
