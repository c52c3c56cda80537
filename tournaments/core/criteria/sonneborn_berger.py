"""The points of each opponent times the points that were scored against it (Sonneborn-Berger)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.opponent_points import faced_opponents
from tournaments.core.texts import gettext_noop


def _sonneborn_berger(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    return {
        entry: sum(
            (opponent.points * opponent.scored for opponent in faced_opponents(contenders, entry)), Fraction()
        )
        for entry in tied
    }


SONNEBORN_BERGER: Final = Criterion(
    code="sonneborn_berger",
    label=gettext_noop("points of the opponents times the points scored against each"),
    position=64,
    values_of=_sonneborn_berger,
    points_in_figure=2,
    counts_opponents=True,
)
