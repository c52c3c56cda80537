"""Victory points by a curve, in hundredths: two sides share twenty.

They rise with the margin M until it is the bound B: min(20, 10 + 10·(1 − τ^(3M/B)) / (1 − τ³)) with
τ = (√5 − 1)/2; the loser gets what is left of 20.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from tournaments.core.schemes.vp_table import ALL_VP, HALF_VP, SIT_OUT_VP
from tournaments.core.texts import gettext_noop
from tournaments.core.worth import (
    HUNDREDTHS,
    Scheme,
    SchemeNumbers,
    SchemeSentence,
    Totals,
    Worth,
    worth_of_sides,
)

_PRECISE: Final = 40


def _worth(totals: Totals, numbers: SchemeNumbers) -> tuple[Worth, ...]:
    def points(_own: int, margin: int) -> int:
        won = winner_vp(abs(margin), numbers.bound)
        return won if margin >= 0 else ALL_VP * HUNDREDTHS - won

    return worth_of_sides(totals, points)


def winner_vp(margin: int, bound: int) -> int:
    """Return the winner's victory points in hundredths, half of one rounded up."""
    if margin >= bound:
        return ALL_VP * HUNDREDTHS
    with localcontext(prec=_PRECISE):
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - (tau.ln() * 3 * margin / bound).exp()) / (1 - tau**3)
        won = (HALF_VP + HALF_VP * share) * HUNDREDTHS
        return int(won.to_integral_value(ROUND_HALF_UP))


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    yield SchemeSentence(
        gettext_noop(
            "Twenty victory points are shared by the margin, with two decimals; from %(bound)s on it is 20–0."
        ),
        {"bound": figure(numbers.bound)},
    )


VP_CONTINUOUS: Final = Scheme(
    code="vp_continuous",
    label=gettext_noop("victory points by a curve, with two decimals"),
    position=30,
    worth=_worth,
    describe=_describe,
    sides=(2,),
    numbers=("bound",),
    max_points=lambda _numbers: ALL_VP * HUNDREDTHS,
    sit_out_points=lambda _numbers: SIT_OUT_VP * HUNDREDTHS,
    in_hundredths=True,
)
