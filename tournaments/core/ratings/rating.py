"""What a model of ratings is: a skill with its uncertainty, the chances of sides, and what a game changes.

The notation is that of R. C. Weng and C.-J. Lin, “A Bayesian approximation method for online ranking”,
Journal of Machine Learning Research 12 (2011): a player's skill is normal with the mean `mu` and the
deviation `sigma`, that of a side the sum of its players'. A new player has the mean 0, so that a side of one
more player is not stronger by that alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

# What a player is shown with of whom nothing is known: ratings are shown from here.
MEAN: Final = 1500
# The variance of a player shrinks in one game to no less than this part.
_MIN_VARIANCE: Final = 0.0001
_DAYS_OF_YEAR: Final = 365


class Skill(NamedTuple):
    """What is known of a player."""

    mu: float
    sigma: float


class SideSkill(NamedTuple):
    """What is known of a side: the sums of its players' means and variances."""

    mu: float
    variance: float
    players: int


class SideChange(NamedTuple):
    """What a game changes of a side: its mean by so much, its variance by this part of itself."""

    gain: float
    shrinks: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingNumbers:
    """The numbers of a model, on the scale of the ratings that are shown."""

    # How uncertain the skill of a new player is.
    sigma: float = 200.0
    # How much luck there is in a game: the deviation of a performance from the skill.
    beta: float = 400.0
    # How much more uncertain a skill becomes in a year.
    drift: float = 50.0
    # Where a model has draws of its own: how near to each other two performances are in a draw.
    margin: float = 0.0
    # Whether a game makes a side only slowly more certain: by the part γ, its deviation over that of the
    # difference, which the paper proposes where many sides meet.
    damped: bool = True
    # Of Elo: how much a game moves.
    step: float = 24.0

    @property
    def new(self) -> Skill:
        """A player of whom nothing is known."""
        return Skill(0.0, self.sigma)

    def damping(self, side: SideSkill, deviation: float) -> float:
        """Return the part of what a game teaches that makes a side more certain: γ in the paper, or all."""
        return math.sqrt(side.variance) / deviation if self.damped else 1.0

    def after_days(self, skill: Skill, days: int) -> Skill:
        """Return what is known after some days without a game: less, but never less than of a new player."""
        if days <= 0 or not self.drift or skill.sigma >= self.sigma:
            return skill
        variance = skill.sigma**2 + self.drift**2 * days / _DAYS_OF_YEAR
        return Skill(skill.mu, min(math.sqrt(variance), self.sigma))


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RatingModel:
    """A model of ratings. A file in `core/ratings/models` defines it."""

    code: str
    position: int
    # The chance that the first of two sides is before the other; a draw counts half.
    chance: Callable[[SideSkill, SideSkill, RatingNumbers], float]
    # What a game changes of each side. The ranks are those of the result; sides of one rank have drawn.
    change: Callable[[Sequence[SideSkill], Sequence[int], RatingNumbers], Sequence[SideChange]]

    def __str__(self) -> str:
        return self.code


def side_of(players: Sequence[Skill]) -> SideSkill:
    return SideSkill(
        sum([mu for mu, _sigma in players]), sum([sigma * sigma for _mu, sigma in players]), len(players)
    )


def expected_shares(model: RatingModel, sides: Sequence[SideSkill], numbers: RatingNumbers) -> list[float]:
    """Return which part of its opponents each side is expected to be before."""
    if len(sides) == 2:
        first = model.chance(sides[0], sides[1], numbers)
        return [first, 1 - first]
    return [
        fmean(model.chance(side, other, numbers) for at, other in enumerate(sides) if at != own)
        for own, side in enumerate(sides)
    ]


def made_shares(ranks: Sequence[int]) -> list[float]:
    """Return which part of its opponents each side was before, a draw as a half."""
    return [
        fmean(_made_against(rank, other) for at, other in enumerate(ranks) if at != own)
        for own, rank in enumerate(ranks)
    ]


def _made_against(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def rate(
    model: RatingModel, sides: Sequence[Sequence[Skill]], ranks: Sequence[int], numbers: RatingNumbers
) -> list[list[Skill]]:
    """Return the skills of all players after a game.

    Of the change of a side each player has the part that the own variance has in that of the side.
    """
    skills = [side_of(side) for side in sides]
    changes = model.change(skills, ranks, numbers)
    return [
        [_changed(player, skill, change) for player in side]
        for side, skill, change in zip(sides, skills, changes, strict=True)
    ]


def _changed(player: Skill, side: SideSkill, change: SideChange) -> Skill:
    part = player.sigma * player.sigma / side.variance
    shrunk = max(1 - part * change.shrinks, _MIN_VARIANCE)
    return Skill(player.mu + part * change.gain, player.sigma * math.sqrt(shrunk))
