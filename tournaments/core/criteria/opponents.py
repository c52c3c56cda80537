"""The points of all opponents together (Buchholz), and without the lowest or the extreme ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tournaments.core import opponent_points
from tournaments.core.criterion import Contenders, Criterion, CriterionFunction, CriterionValue
from tournaments.core.opponent_points import FacedOpponent
from tournaments.core.texts import gettext_noop


def _sum_of(chosen: Callable[[list[FacedOpponent]], list[FacedOpponent]]) -> CriterionFunction:
    """Return the comparison by the points of some opponents, chosen from the lowest to the highest."""

    def values_of(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
        return {
            entry: opponent_points.add_up(
                contenders, chosen(sorted(opponent_points.faced_opponents(contenders, entry)))
            )
            for entry in tied
        }

    return values_of


OPPONENTS: Final = Criterion(
    code="opponents",
    label=gettext_noop("points of the opponents"),
    position=60,
    values_of=_sum_of(lambda opponents: opponents),
    points_in_figure=1,
    counts_opponents=True,
)
OPPONENTS_CUT: Final = Criterion(
    code="opponents_cut",
    label=gettext_noop("points of the opponents without the lowest"),
    position=61,
    values_of=_sum_of(lambda opponents: opponents[1:]),
    points_in_figure=1,
    counts_opponents=True,
)
OPPONENTS_MEDIAN: Final = Criterion(
    code="opponents_median",
    label=gettext_noop("points of the opponents without the lowest and the highest"),
    position=62,
    values_of=_sum_of(lambda opponents: opponents[1:-1]),
    points_in_figure=1,
    counts_opponents=True,
)
