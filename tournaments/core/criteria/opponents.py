"""The points of all opponents together (Buchholz)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _opponents_points(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    return {
        entry: sum(
            contenders.totals[opponent].points
            for score in contenders.totals[entry].rounds
            for opponent in score.opponents
            if opponent in contenders.totals
        )
        for entry in tied
    }


OPPONENTS: Final = Criterion(
    code="opponents",
    label=gettext_noop("points of the opponents"),
    position=60,
    values_of=_opponents_points,
)
