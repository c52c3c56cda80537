"""The ratings of everybody from the whole history, in one pass over its games.

What was known of the players of a game before it is kept, two numbers for each of them: what the game changed
follows from that, so that each step can be explained.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.core.ratings.rating import (
    RatingModel,
    RatingNumbers,
    Skill,
    expected_shares,
    made_shares,
    rate,
    side_of,
)


class RatedGame(NamedTuple):
    """A game that counts for ratings."""

    # By which the caller finds it again.
    key: int
    # The number of its day.
    day: int
    # The players of each side, and the ranks of the sides; those of one rank have drawn.
    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    # Whether the key is that of a table in a match of teams, not that of a game.
    in_match: bool = False


class KnownSkill(NamedTuple):
    """What is known of a player after the last of so many games."""

    skill: Skill
    day: int
    games: int


class GameStep(NamedTuple):
    """What a game was expected to be, and what it changed; all of it side by side."""

    game: RatedGame
    before: Sequence[Sequence[Skill]]
    after: Sequence[Sequence[Skill]]
    expected: Sequence[float]
    made: Sequence[float]


class HistoryMark(NamedTuple):
    """The ratings after so many games."""

    games: int
    known: Mapping[int, KnownSkill]


@dataclass(slots=True)
class RatingHistory:
    """The ratings after some games, and what was known before each of them."""

    model: RatingModel
    numbers: RatingNumbers
    games: list[RatedGame] = field(default_factory=list)
    known: dict[int, KnownSkill] = field(default_factory=dict)
    # The games of each player, by their places in `games`.
    played: dict[int, array[int]] = field(default_factory=dict)
    # Mean and deviation of each player of each game, and where those of a game begin.
    _before: array[float] = field(default_factory=lambda: array("d"))
    _begins: array[int] = field(default_factory=lambda: array("L"))

    def mark(self) -> HistoryMark:
        """Return what is needed to come back to these ratings."""
        return HistoryMark(len(self.games), self.known.copy())

    def back_to(self, mark: HistoryMark) -> RatingHistory:
        """Return the ratings of a mark, to which games can be added without changing these."""
        places = {player: places[: bisect_left(places, mark.games)] for player, places in self.played.items()}
        end = self._begins[mark.games] if mark.games < len(self._begins) else len(self._before)
        return RatingHistory(
            self.model,
            self.numbers,
            self.games[: mark.games],
            dict(mark.known),
            {player: found for player, found in places.items() if found},
            self._before[:end],
            self._begins[: mark.games],
        )

    def add(self, games: Iterable[RatedGame]) -> None:
        """Rate further games, in their order."""
        for game in games:
            self._add(game)

    def _add(self, game: RatedGame) -> None:
        sides = [[self.skill_on(player, game.day) for player in side] for side in game.sides]
        self._keep(game, sides)
        after = rate(self.model, sides, game.ranks, self.numbers)
        for players, skills in zip(game.sides, after, strict=True):
            for player, skill in zip(players, skills, strict=True):
                before = self.known.get(player)
                self.known[player] = KnownSkill(skill, game.day, 1 if before is None else before.games + 1)

    def _keep(self, game: RatedGame, sides: Sequence[Sequence[Skill]]) -> None:
        self._begins.append(len(self._before))
        for players, skills in zip(game.sides, sides, strict=True):
            for player, skill in zip(players, skills, strict=True):
                self._before.extend(skill)
                self.played.setdefault(player, array("L")).append(len(self.games))
        self.games.append(game)

    def skill_on(self, player: int, day: int) -> Skill:
        """Return what is known of a player on a day that is not before the last game."""
        known = self.known.get(player)
        if known is None:
            return self.numbers.new
        return self.numbers.after_days(known.skill, day - known.day)

    def games_before(self, player: int, at: int) -> int:
        """Return how many games a player has played before one, by its place in `games`."""
        return bisect_left(self.played[player], at)

    @property
    def last_day(self) -> int:
        return self.games[-1].day if self.games else 0

    def step(self, at: int) -> GameStep:
        """Explain a game by its place in `games`."""
        game = self.games[at]
        before = self._skills_before(at)
        return GameStep(
            game,
            before,
            rate(self.model, before, game.ranks, self.numbers),
            expected_shares(self.model, [side_of(side) for side in before], self.numbers),
            made_shares(game.ranks),
        )

    def _skills_before(self, at: int) -> list[list[Skill]]:
        begin, sides = self._begins[at], []
        for players in self.games[at].sides:
            places = range(begin, begin + 2 * len(players), 2)
            sides.append([Skill(self._before[place], self._before[place + 1]) for place in places])
            begin += 2 * len(players)
        return sides
