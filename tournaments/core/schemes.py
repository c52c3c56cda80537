"""What the result of a game is worth in the standings: a scheme is a table of numbers and one function.

Knows totals of sides; must not know deals, entries or rounds. Integers only: a scheme with decimals counts in
hundredths, and says so. The schemes are those of docs/rules and of the federations' own pages.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from typing import Final, NamedTuple

Totals = Sequence[int]


class Outcome(StrEnum):
    """What a game was for a side; nothing where a side has not played it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = ""


class Worth(NamedTuple):
    """What one side takes home from one game."""

    points: int
    difference: int
    # The game points that it has made itself.
    own: int = 0
    outcome: Outcome = Outcome.NONE


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """What games are worth: by which function, in units of which size, at tables of how many sides."""

    code: str
    worth: Callable[[Totals], tuple[Worth, ...]]
    # The points of a game are so many hundredths, or whole ones.
    hundredths: bool = False
    # The most that a game can give, where there is a most.
    most: int | None = None
    two_sides_only: bool = True
    # What the side that is there gets when the other is not: points; None: so much of the target.
    walkover: int | None = None


# Two points for a win: the Finnish federation's scheme.

_WIN, _DRAW, _LOSS = 2, 1, 0
_POINTS: Final = {Outcome.WIN: _WIN, Outcome.DRAW: _DRAW, Outcome.LOSS: _LOSS}


def scl(totals: Totals) -> tuple[Worth, ...]:
    """2-1-0, then the margin as plus for the winner, as minus for the loser."""
    margin = _margin_of(totals)
    return _both(totals, margin, lambda outcome, _margin: _POINTS[outcome])


def _margin_of(totals: Totals) -> int:
    first, second = totals
    return first - second


def _outcome_of(margin: int) -> Outcome:
    if margin > 0:
        return Outcome.WIN
    return Outcome.DRAW if margin == 0 else Outcome.LOSS


def _both(totals: Totals, margin: int, points: Callable[[Outcome, int], int]) -> tuple[Worth, ...]:
    """The worth of a game for both sides, by what each makes of its margin."""
    return tuple(
        Worth(points(_outcome_of(mine), mine), mine, own, _outcome_of(mine))
        for own, mine in zip(totals, (margin, -margin), strict=True)
    )


SCL: Final = Scheme(code="scl", worth=scl, most=_WIN, walkover=_WIN)


# Victory points: twenty to share.

_ALL_VP: Final = 20
HALF_VP: Final = 10
# The largest margin for 10-10, 11-9, … 19-1; above the last it is 20-0.
VP_OF_THREE_DEALS: Final = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
VP_OF_FOUR_DEALS: Final = (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)


def vp_table(bands: Sequence[int] = VP_OF_THREE_DEALS) -> Scheme:
    """Victory points by bands of the margin."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return _both(totals, _margin_of(totals), points)

    def points(_outcome: Outcome, margin: int) -> int:
        above = bisect_left(bands, abs(margin))
        return HALF_VP + above if margin >= 0 else HALF_VP - above

    return Scheme(code="vp_table", worth=worth, most=_ALL_VP, walkover=_ALL_VP)


_HUNDREDTHS: Final = 100
_PRECISE: Final = 40


def vp_continuous(bound: int) -> Scheme:
    """Victory points that rise with the margin M until it is `bound`, in hundredths:
    min(20, 10 + 10·(1 − τ^(3M/B)) / (1 − τ³)) with τ = (√5 − 1)/2; the loser gets what is left of 20.
    """

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return _both(totals, _margin_of(totals), points)

    def points(_outcome: Outcome, margin: int) -> int:
        won = winner_vp(abs(margin), bound)
        return won if margin >= 0 else _ALL_VP * _HUNDREDTHS - won

    most = _ALL_VP * _HUNDREDTHS
    return Scheme(code="vp_continuous", worth=worth, hundredths=True, most=most, walkover=most)


def winner_vp(margin: int, bound: int) -> int:
    """In hundredths, half a one rounded up."""
    if margin >= bound:
        return _ALL_VP * _HUNDREDTHS
    with localcontext(prec=_PRECISE):
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - (tau.ln() * 3 * margin / bound).exp()) / (1 - tau**3)
        won = (HALF_VP + HALF_VP * share) * _HUNDREDTHS
        return int(won.to_integral_value(ROUND_HALF_UP))


# The points themselves, and places.


def total(cap: int | None = None) -> Scheme:
    """What each side has made, at most `cap` of a game."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return tuple(
            Worth(own if cap is None else min(own, cap), lead, own, _outcome_of(lead))
            for own, lead in zip(totals, _leads(totals), strict=True)
        )

    return Scheme(code="total", worth=worth, two_sides_only=False)


def _leads(totals: Totals) -> list[int]:
    """How far each side is ahead of the best of the others, or behind it."""
    return [own - max(_others(totals, at)) for at, own in enumerate(totals)]


def _others(totals: Totals, at: int) -> list[int]:
    return [*totals[:at], *totals[at + 1 :]]


def wins_total(totals: Totals) -> tuple[Worth, ...]:
    """A win counts one; own points decide between as many wins."""
    return tuple(
        Worth(int(_outcome_of(lead) is Outcome.WIN), lead, own, _outcome_of(lead))
        for own, lead in zip(totals, _leads(totals), strict=True)
    )


WINS_TOTAL: Final = Scheme(code="wins_total", worth=wins_total, most=1, two_sides_only=False, walkover=1)

PLACE_POINTS: Final = (3, 1, 0)


def places(points: Sequence[int] = PLACE_POINTS) -> Scheme:
    """Set points for the places at a table. Who shares a place shares what stands for the places together,
    rounded down."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        return tuple(
            Worth(_shared(points, totals, own), lead, own, _outcome_of(lead))
            for own, lead in zip(totals, _leads(totals), strict=True)
        )

    return Scheme(code="places", worth=worth, most=max(points), two_sides_only=False, walkover=points[0])


def _shared(points: Sequence[int], totals: Totals, own: int) -> int:
    above = sum(other > own for other in totals)
    together = sum(other == own for other in totals)
    return sum(points[above : above + together]) // together


def settlement(settled: Callable[[Totals], Sequence[int]]) -> Scheme:
    """What three sides win from each other by the rules of their game."""

    def worth(totals: Totals) -> tuple[Worth, ...]:
        won = settled(totals)
        return tuple(
            Worth(points, lead, own, _outcome_of(lead))
            for points, lead, own in zip(won, _leads(totals), totals, strict=True)
        )

    return Scheme(code="settlement", worth=worth, two_sides_only=False)
