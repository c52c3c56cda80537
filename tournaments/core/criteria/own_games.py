"""The points of an entry where not all rounds count alike: on average of the games, or the best rounds."""

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


def _better_half(total: EntryTotals) -> int:
    """Of an odd number of rounds the middle one counts too."""
    points = sorted((score.worth.points for score in total.rounds), reverse=True)
    return sum(points[: (len(points) + 1) // 2])


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
BETTER_HALF: Final = Criterion(
    code="better_half",
    label=gettext_noop("points of the better half of the rounds"),
    position=47,
    values_of=by_totals(_better_half),
    points_in_figure=1,
)
