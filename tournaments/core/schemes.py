"""What the result of a game is worth in the standings: a scheme is a table of numbers and one function.

All arithmetic is in integers: a scheme with decimals counts in hundredths, and says so. The schemes are those
of the rules in scoring/rulesets and of the federations' own pages.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from typing import Final, NamedTuple

Totals = Sequence[int]


class GameOutcome(StrEnum):
    """What a game was for a side; NONE where the side has not played it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = ""


class Worth(NamedTuple):
    """What one side earns in one game."""

    points: int
    difference: int
    # Its own game points.
    own: int = 0
    outcome: GameOutcome = GameOutcome.NONE


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """A scheme: how the totals of a game become points, in which unit and for how many sides."""

    code: str
    worth: Callable[[Totals], tuple[Worth, ...]]
    # Points are counted in hundredths.
    in_hundredths: bool = False
    # The most points that a game can give, where there is a limit.
    max_points: int | None = None
    two_sides_only: bool = True
    # What a walkover gives; None: a share of the target.
    walkover_points: int | None = None


# Two points for a win: the Finnish federation's scheme.

_WIN, _DRAW, _LOSS = 2, 1, 0
_POINTS: Final = {GameOutcome.WIN: _WIN, GameOutcome.DRAW: _DRAW, GameOutcome.LOSS: _LOSS}


def scl_worth(totals: Totals) -> tuple[Worth, ...]:
    """2-1-0, then the margin as plus for the winner, as minus for the loser."""
    margin = _margin_of(totals)
    return _worth_of_sides(totals, margin, lambda outcome, _margin: _POINTS[outcome])


def _margin_of(totals: Totals) -> int:
    first, second = totals
    return first - second


def _outcome_of(margin: int) -> GameOutcome:
    if margin > 0:
        return GameOutcome.WIN
    return GameOutcome.DRAW if margin == 0 else GameOutcome.LOSS


def _worth_of_sides(
    totals: Totals, margin: int, points: Callable[[GameOutcome, int], int]
) -> tuple[Worth, ...]:
    """Return what a game is worth for both sides, each by its own margin."""
    return tuple(
        Worth(points(_outcome_of(lead), lead), lead, own, _outcome_of(lead))
        for own, lead in zip(totals, (margin, -margin), strict=True)
    )


SCL: Final = Scheme(code="scl", worth=scl_worth, max_points=_WIN, walkover_points=_WIN)


# Victory points: two sides share twenty.

_ALL_VP: Final = 20
HALF_VP: Final = 10
# The largest margin for 10-10, 11-9, … 19-1; above the last it is 20-0.
VP_OF_THREE_DEALS: Final = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
VP_OF_FOUR_DEALS: Final = (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)


def vp_table_scheme(bands: Sequence[int] = VP_OF_THREE_DEALS) -> Scheme:
    """Victory points by bands of the margin."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return _worth_of_sides(totals, _margin_of(totals), points)

    def points(_outcome: GameOutcome, margin: int) -> int:
        above = bisect_left(bands, abs(margin))
        return HALF_VP + above if margin >= 0 else HALF_VP - above

    return Scheme(code="vp_table", worth=worth, max_points=_ALL_VP, walkover_points=_ALL_VP)


_HUNDREDTHS: Final = 100
_PRECISE: Final = 40


def vp_continuous_scheme(bound: int) -> Scheme:
    """Victory points that rise with the margin M until it is `bound`, in hundredths:
    min(20, 10 + 10·(1 − τ^(3M/B)) / (1 − τ³)) with τ = (√5 − 1)/2; the loser gets what is left of 20.
    """

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return _worth_of_sides(totals, _margin_of(totals), points)

    def points(_outcome: GameOutcome, margin: int) -> int:
        won = winner_vp(abs(margin), bound)
        return won if margin >= 0 else _ALL_VP * _HUNDREDTHS - won

    all_points = _ALL_VP * _HUNDREDTHS
    return Scheme(
        code="vp_continuous",
        worth=worth,
        in_hundredths=True,
        max_points=all_points,
        walkover_points=all_points,
    )


def winner_vp(margin: int, bound: int) -> int:
    """Return the winner's victory points in hundredths, half of one rounded up."""
    if margin >= bound:
        return _ALL_VP * _HUNDREDTHS
    with localcontext(prec=_PRECISE):
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - (tau.ln() * 3 * margin / bound).exp()) / (1 - tau**3)
        won = (HALF_VP + HALF_VP * share) * _HUNDREDTHS
        return int(won.to_integral_value(ROUND_HALF_UP))


# Game points, and places at the table.


def total_scheme(cap: int | None = None) -> Scheme:
    """Count the points of each side, at most `cap` a game."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return tuple(
            Worth(own if cap is None else min(own, cap), lead, own, _outcome_of(lead))
            for own, lead in zip(totals, _leads(totals), strict=True)
        )

    return Scheme(code="total", worth=worth, two_sides_only=False)


def _leads(totals: Totals) -> list[int]:
    """Return how far each side is ahead of the best of the others, or behind it."""
    return [own - max(_others(totals, at)) for at, own in enumerate(totals)]


def _others(totals: Totals, at: int) -> list[int]:
    return [*totals[:at], *totals[at + 1 :]]


def wins_total_worth(totals: Totals) -> tuple[Worth, ...]:
    """A win counts one; game points decide between sides with as many wins."""
    return tuple(
        Worth(int(_outcome_of(lead) is GameOutcome.WIN), lead, own, _outcome_of(lead))
        for own, lead in zip(totals, _leads(totals), strict=True)
    )


WINS_TOTAL: Final = Scheme(
    code="wins_total", worth=wins_total_worth, max_points=1, two_sides_only=False, walkover_points=1
)

PLACE_POINTS: Final = (3, 1, 0)


def places_scheme(points: Sequence[int] = PLACE_POINTS) -> Scheme:
    """Give fixed points for the places at a table.

    Sides that share places share the points of these places, rounded down.
    """

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return tuple(
            Worth(_shared(points, totals, own), lead, own, _outcome_of(lead))
            for own, lead in zip(totals, _leads(totals), strict=True)
        )

    return Scheme(
        code="places", worth=worth, max_points=max(points), two_sides_only=False, walkover_points=points[0]
    )


def _shared(points: Sequence[int], totals: Totals, own: int) -> int:
    above = sum(other > own for other in totals)
    sharing = sum(other == own for other in totals)
    return sum(points[above : above + sharing]) // sharing
