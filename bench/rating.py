"""How well ratings foretell results: python bench/rating.py [--kept FOLDER]

Seasons of three clubs are played by the card simulator, six years of each (`bench/seasons.py`): of pairs, of
pairs much alike, and of three sides. What a player is worth is the temper with which the simulator plays the
player, and tempers change over the years. Each model rates all games in their order and says before each of
them how it will end. Its numbers are those that did best in all three clubs on the years before the last; the
last year is held out, and what is printed is of that year alone.

Beside the models stand Elo for pairs and *always even*, and what the best of them says of how often it was
right: of the games that it gave 60 to 65 %, how many were won. *Chosen* is the model with the numbers of the
product (`tournaments/core/ratings/chosen.py`). It ends with exit status 1 where those numbers foretell
worse than always even does, or another model is better by more than twice its error.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from seasons import FIRST_DAY, PLANS, YEARS, PlayedGame, seasons

from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.history import RatedGame, RatingHistory
from tournaments.core.ratings.models import MODELS
from tournaments.core.ratings.rating import RatingModel, RatingNumbers, SideSkill, side_of

# The numbers that are tried. The scale is free: luck is 400 in all of them.
BETA: Final = 400.0
SIGMAS: Final = (150.0, 200.0, 300.0)
DRIFTS: Final = (50.0, 100.0, 150.0)
STEPS: Final = (4.0, 8.0, 12.0, 16.0, 24.0, 32.0)
# The models learn the strengths in the first years, are compared in the next, and tested in the last.
LEARNT: Final = 2
# Bins of 5 %.
BINS: Final = 20
NEVER_SURE: Final = 1e-6


class Foretold(NamedTuple):
    """The chance that one side is before another, as a model said it, and what came of it."""

    year: int
    chance: float
    made: float


@dataclass
class Score:
    """How well it was foretold."""

    losses: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    bins: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, one: Foretold) -> None:
        chance = min(max(one.chance, NEVER_SURE), 1 - NEVER_SURE)
        self.losses.append(-(one.made * math.log(chance) + (1 - one.made) * math.log(1 - chance)))
        self.squares.append((one.chance - one.made) ** 2)
        # Each comparison is looked at from the side of the favourite.
        likely, made = (chance, one.made) if chance > 0.5 else (1 - chance, 1 - one.made)
        if chance == 0.5:  # no favourite: half of these would have been right
            made = 0.5
        self.bins[int(likely * BINS)].append((likely, made))

    @property
    def loss(self) -> float:
        return fmean(self.losses)

    @property
    def right(self) -> float:
        """How often the favourite was before."""
        return fmean(made for pairs in self.bins.values() for _likely, made in pairs)


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--kept", type=Path, help="a folder for the games, so that they are played once")
    given = asked.parse_args()
    with folder_of(given.kept) as folder:
        clubs = {plan.name: rated(seasons(plan, Path(folder))) for plan in PLANS}
    tuned = dict(tune(list(clubs.values())))
    missed = [name for name, games in clubs.items() if not is_kept(name, games, tuned)]
    print(f"\nbounds missed: {', '.join(missed)}" if missed else "\nAll bounds are kept.")
    return 1 if missed else 0


def folder_of(kept: Path | None) -> AbstractContextManager[Path | str]:
    if kept is None:
        return TemporaryDirectory(prefix="talon-rating-")
    kept.mkdir(parents=True, exist_ok=True)
    return nullcontext(kept)


def rated(games: Sequence[PlayedGame]) -> list[RatedGame]:
    return [as_rated(at, game) for at, game in enumerate(games)]


def is_kept(name: str, games: Sequence[RatedGame], tuned: Mapping[RatingModel, RatingNumbers]) -> bool:
    """Print what was foretold of a club's last year; return whether the bounds are kept."""
    print(f"\n{name}: {len(games)} games\n")
    even = score_of(always_even(games), YEARS - 1)
    scores = {"always even": even} | {
        f"{model} ({shown(model, numbers)})": score_of(foretold(model, numbers, games), YEARS - 1)
        for model, numbers in tuned.items()
    }
    start = time.process_time()
    chosen = score_of(foretold(MODEL, NUMBERS, games), YEARS - 1)
    took = time.process_time() - start
    scores[f"chosen: {MODEL} ({shown(MODEL, NUMBERS)})"] = chosen
    print_scores(scores, even)
    print(f"\n{len(games) / took:,.0f} games are rated in a second. The favourite of the chosen one won:\n")
    print_calibration(chosen)
    best = min(scores.values(), key=lambda score: score.loss)
    return chosen.loss <= even.loss and chosen.loss - best.loss <= 2 * error_of(chosen, best)


def as_rated(at: int, game: PlayedGame) -> RatedGame:
    ranks = tuple(sum(other > total for other in game.totals) for total in game.totals)
    return RatedGame(at, game.day, game.sides, ranks)


def year_of(day: int) -> int:
    return (day - FIRST_DAY.toordinal()) // 365


# What is foretold.


def foretold(model: RatingModel, numbers: RatingNumbers, games: Sequence[RatedGame]) -> Iterator[Foretold]:
    history = RatingHistory(model, numbers)
    for game in games:
        sides = [side_of([history.skill_on(one, game.day) for one in side]) for side in game.sides]
        yield from compared(game, partial(_chance, model, numbers, sides))
        history.add([game])


def _chance(
    model: RatingModel, numbers: RatingNumbers, sides: Sequence[SideSkill], one: int, two: int
) -> float:
    return model.chance(sides[one], sides[two], numbers)


def always_even(games: Sequence[RatedGame]) -> Iterator[Foretold]:
    for game in games:
        yield from compared(game, lambda _one, _two: 0.5)


def compared(game: RatedGame, chance: Callable[[int, int], float]) -> Iterator[Foretold]:
    """Compare each two sides of a game."""
    for one, two in combinations(range(len(game.sides)), 2):
        mine, other = game.ranks[one], game.ranks[two]
        yield Foretold(year_of(game.day), chance(one, two), 0.5 if mine == other else float(mine < other))


def score_of(said: Iterator[Foretold], *years: int) -> Score:
    score = Score()
    for one in said:
        if one.year in years:
            score.add(one)
    return score


# The numbers of each model.


def tune(clubs: Sequence[Sequence[RatedGame]]) -> Iterator[tuple[RatingModel, RatingNumbers]]:
    """Find the numbers of each model that foretold best before the last year, each club with one weight."""
    known = [[game for game in games if year_of(game.day) < YEARS - 1] for games in clubs]
    print(f"{'before the last year':58} {'log loss':>8}")
    for model in MODELS.values():
        losses = {numbers: loss_before(model, numbers, known) for numbers in numbers_tried(model)}
        best = min(losses, key=lambda numbers: losses[numbers])
        print(f"{f'{model} ({shown(model, best)})':58} {losses[best]:8.4f}", flush=True)
        yield model, best


def loss_before(model: RatingModel, numbers: RatingNumbers, clubs: Sequence[Sequence[RatedGame]]) -> float:
    years = range(LEARNT, YEARS - 1)
    return fmean(score_of(foretold(model, numbers, games), *years).loss for games in clubs)


def numbers_tried(model: RatingModel) -> list[RatingNumbers]:
    if model is MODELS["elo"]:
        return [replace(NUMBERS, step=step) for step in STEPS]
    return [
        RatingNumbers(sigma=sigma, beta=BETA, drift=drift, damped=damped)
        for sigma, drift, damped in product(SIGMAS, DRIFTS, (True, False))
        if drift <= sigma
    ]


def shown(model: RatingModel, numbers: RatingNumbers) -> str:
    if model is MODELS["elo"]:
        return f"step {numbers.step:g}"
    damped = "damped" if numbers.damped else "not damped"
    return f"sigma {numbers.sigma:g}, drift {numbers.drift:g}, {damped}"


# What is printed.


def print_scores(scores: dict[str, Score], even: Score) -> None:
    print(f"{'the last year':58} {'log loss':>8} {'better by':>18} {'Brier':>7} {'right':>6}")
    for name, score in scores.items():
        better = even.loss - score.loss
        error = f"{better:.4f} ± {error_of(score, even):.4f}"
        print(f"{name:58} {score.loss:8.4f} {error:>18} {fmean(score.squares):7.4f} {score.right:6.1%}")


def error_of(score: Score, other: Score) -> float:
    """Return the standard error of the difference of two losses of the same games."""
    apart = [one - two for one, two in zip(score.losses, other.losses, strict=True)]
    return stdev(apart) / math.sqrt(len(apart))


def print_calibration(score: Score) -> None:
    print(f"{'foretold':>12} {'comparisons':>12} {'on average':>11} {'won':>6} {'error':>6}")
    for at, pairs in sorted(score.bins.items()):
        likely, made = fmean(one for one, _made in pairs), fmean(made for _likely, made in pairs)
        error = math.sqrt(likely * (1 - likely) / len(pairs))
        scope = f"{at / BINS:.0%} – {(at + 1) / BINS:.0%}"
        print(f"{scope:>12} {len(pairs):12} {likely:11.1%} {made:6.1%} {error:6.1%}")


if __name__ == "__main__":
    sys.exit(main())
