"""The points of the opponents, on average for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.opponent_points import faced_opponents
from tournaments.core.texts import gettext_noop


def _average_of_opponents(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    return {entry: _average(contenders, entry) for entry in tied}


def _average(contenders: Contenders, entry: int) -> Fraction:
    points = [opponent.points for opponent in faced_opponents(contenders, entry)]
    return sum(points, Fraction()) / max(len(points), 1)


OPPONENTS_AVERAGE: Final = Criterion(
    code="opponents_mean",
    label=gettext_noop("points of the opponents on average"),
    position=63,
    values_of=_average_of_opponents,
    points_in_figure=1,
    counts_opponents=True,
)
