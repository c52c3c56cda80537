"""What a difference in rating makes in points: python bench/handicap.py [--kept FOLDER] [GAME …]

Seasons of two clubs of pairs are played by the card simulator in each game (`bench/seasons.py`), to the
target and of four deals; the players of one club are much alike. All games are rated in their order by the
model of the product. From the third year on it is compared before each game how far the two sides are apart
in rating, and after it by how many points one has won: the straight line through nothing that fits best says
what 100 points of rating make. Printed are that line with its error, the spread of the points around it, and
how often the stronger side wins when the weaker one begins with nothing, and with 50, 75 and 100 per cent of
what the line says.

It ends with exit status 1 where a number of a rule set (`RuleSet.leads`) is not within 15 per cent, or twice
the error, of what is measured in both clubs together.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, pstdev
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from rating import LEARNT, as_rated, folder_of, year_of
from seasons import PLANS, PlayedGame, seasons

from scoring.core.ruleset import RuleSet
from scoring.rulesets import newest_editions
from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.handicap import PERCENTS
from tournaments.core.ratings.history import RatingHistory
from tournaments.core.ratings.rating import side_of

DEALS: Final = 4
CLUBS: Final = tuple(plan for plan in PLANS if len(plan.sides) == 2)
HUNDRED: Final = 100
# How far a number may be from what is measured: a part of it, or so many errors.
NEAR, ERRORS = 0.15, 2


class Compared(NamedTuple):
    """How far a side was ahead in rating before a game, and in points after it."""

    rating: float
    points: int


class Measured(NamedTuple):
    """What 100 points of rating make in a game, with its error."""

    points: float
    error: float

    def is_near(self, number: int) -> bool:
        return abs(number - self.points) <= max(NEAR * self.points, ERRORS * self.error)


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--kept", type=Path, help="a folder for the games, so that they are played once")
    asked.add_argument("games", nargs="*", help="rule sets; all of them without any")
    given = asked.parse_args()
    print(f"{'':44} {'100 of rating':>16} {'spread':>7}  the stronger wins with 0, 50, 75, 100 %")
    with folder_of(given.kept) as folder:
        wrong = [
            name
            for rules in newest_editions()
            if not given.games or rules.slug in given.games
            for name in wrong_numbers(rules, Path(folder))
        ]
    print(f"\nnumbers that are not near: {', '.join(wrong)}" if wrong else "\nAll numbers are near.")
    return 1 if wrong else 0


def wrong_numbers(rules: RuleSet, folder: Path) -> Iterator[str]:
    """Measure a game to its target and of some deals; yield what its rule set says otherwise."""
    for at, deals in enumerate((None, DEALS)):
        what = f"{rules.slug}, to {rules.target}" if deals is None else f"{rules.slug}, {deals} deals"
        found = [measured(f"{what}, {plan.name}", seasons(plan, folder, rules.slug, deals)) for plan in CLUBS]
        both = together(found)
        number = None if rules.leads is None else rules.leads[at] * (deals or 1)
        print(
            f"{what + ', together':44} {both.points:8.0f} ± {both.error:5.0f}   stored: {number}", flush=True
        )
        if number is None or not both.is_near(number):
            yield what


def measured(name: str, games: Sequence[PlayedGame]) -> Measured:
    compared = list(compare(games))
    slope, error = line_of(compared)
    spread = pstdev(one.points - slope * one.rating for one in compared)
    shares = "  ".join(f"{won(compared, slope * percent / HUNDRED):.1%}" for percent in PERCENTS)
    print(f"{name:44} {HUNDRED * slope:8.0f} ± {HUNDRED * error:5.0f} {spread:7.0f}  {shares}", flush=True)
    return Measured(HUNDRED * slope, HUNDRED * error)


def compare(games: Sequence[PlayedGame]) -> Iterator[Compared]:
    """Rate the games in their order; yield what was known before each, and what came of it."""
    history = RatingHistory(MODEL, NUMBERS)
    for at, game in enumerate(games):
        one, other = (side_of([history.skill_on(each, game.day) for each in side]) for side in game.sides)
        if year_of(game.day) >= LEARNT:
            yield Compared(one.mu - other.mu, game.totals[0] - game.totals[1])
        history.add([as_rated(at, game)])


def line_of(compared: Sequence[Compared]) -> tuple[float, float]:
    """Return the slope of the best straight line through nothing, and its error whatever the spread is."""
    squares = sum(one.rating**2 for one in compared)
    slope = sum(one.rating * one.points for one in compared) / squares
    left = sum((one.rating * (one.points - slope * one.rating)) ** 2 for one in compared)
    return slope, math.sqrt(left) / squares


def together(found: Iterable[Measured]) -> Measured:
    """Return the mean of what was found in the clubs, each with the same weight."""
    each = list(found)
    error = math.sqrt(sum(one.error**2 for one in each)) / len(each)
    return Measured(fmean(one.points for one in each), error)


def won(compared: Iterable[Compared], per_point: float) -> float:
    """Return how often the stronger side wins when the other begins with so much for each point of rating."""
    return fmean(_won(one, per_point) for one in compared if one.rating)


def _won(one: Compared, per_point: float) -> float:
    lead = (one.points - per_point * one.rating) * math.copysign(1, one.rating)
    return 0.5 if lead == 0 else float(lead > 0)


if __name__ == "__main__":
    sys.exit(main())
