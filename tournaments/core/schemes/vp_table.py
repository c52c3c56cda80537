"""Victory points by bands of the margin: two sides share twenty."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Final

from tournaments.core.texts import gettext_noop
from tournaments.core.worth import (
    Scheme,
    SchemeNumbers,
    SchemeSentence,
    Totals,
    Worth,
    worth_of_sides,
)

ALL_VP: Final = 20
HALF_VP: Final = 10
# Sixty per cent of all.
SIT_OUT_VP: Final = 12


def _worth(totals: Totals, numbers: SchemeNumbers) -> tuple[Worth, ...]:
    def points(_own: int, margin: int) -> int:
        above = bisect_left(numbers.bands, abs(margin))
        return HALF_VP + above if margin >= 0 else HALF_VP - above

    return worth_of_sides(totals, points)


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    bands = " · ".join(
        f"{HALF_VP + index}–{HALF_VP - index}: {figure(margin)}" for index, margin in enumerate(numbers.bands)
    )
    yield SchemeSentence(
        gettext_noop("Twenty victory points are divided according to the margin of the game.")
    )
    yield SchemeSentence(
        gettext_noop("The largest margin for each: %(bands)s. Above the last it is 20–0."), {"bands": bands}
    )


VP_TABLE: Final = Scheme(
    code="vp_table",
    label=gettext_noop("victory points by bands of the margin, 10–10 to 20–0"),
    position=20,
    worth=_worth,
    describe=_describe,
    sides=(2,),
    numbers=("bands",),
    max_points=lambda _numbers: ALL_VP,
    sit_out_points=lambda _numbers: SIT_OUT_VP,
)
