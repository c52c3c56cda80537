"""Two points for a win: the Finnish federation's scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tournaments.core.texts import gettext_noop
from tournaments.core.worth import (
    GameOutcome,
    Scheme,
    SchemeNumbers,
    SchemeSentence,
    Totals,
    Worth,
    outcome_of,
    worth_of_sides,
)

_WIN: Final = 2
_POINTS: Final = {GameOutcome.WIN: _WIN, GameOutcome.DRAW: 1, GameOutcome.LOSS: 0}


def _worth(totals: Totals, _numbers: SchemeNumbers) -> tuple[Worth, ...]:
    """2-1-0, then the margin as plus for the winner, as minus for the loser."""
    return worth_of_sides(totals, lambda _own, lead: _POINTS[outcome_of(lead)])


def _describe(_numbers: SchemeNumbers, _figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    yield SchemeSentence(gettext_noop("A win is worth two points, a draw one, a loss none."))
    yield SchemeSentence(
        gettext_noop("The winner gets the difference of the game as a plus, the loser as a minus.")
    )


SCL: Final = Scheme(
    code="scl",
    label=gettext_noop("two points for a win, one for a draw, then the differences"),
    position=10,
    worth=_worth,
    describe=_describe,
    sides=(2,),
    max_points=lambda _numbers: _WIN,
    sit_out_points=lambda _numbers: _WIN,
)
