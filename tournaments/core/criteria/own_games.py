"""The points of an entry for entries that have not played as many games: on average, or without the worst."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tournaments.core.criterion import Criterion, EntryTotals, by_totals
from tournaments.core.results import ResultKind
from tournaments.core.texts import gettext_noop

_NO_GAME: Final = frozenset({ResultKind.SIT_OUT, ResultKind.MISSED, ResultKind.BROKEN_OFF, ResultKind.VOID})


def _average_of_games(total: EntryTotals) -> Fraction:
    points = [score.worth.points for score in total.rounds if score.kind not in _NO_GAME]
    return Fraction(sum(points), max(len(points), 1))


def _without_worst(total: EntryTotals) -> int:
    """Of one round alone nothing is left."""
    points = sorted(score.worth.points for score in total.rounds)
    return sum(points[1:])


AVERAGE: Final = Criterion(
    code="average",
    label=gettext_noop("points on average of the games"),
    position=45,
    values_of=by_totals(_average_of_games),
    points_in_figure=1,
)
ALL_BUT_WORST: Final = Criterion(
    code="all_but_worst",
    label=gettext_noop("points without the worst round"),
    position=46,
    values_of=by_totals(_without_worst),
    points_in_figure=1,
)
