"""The combinations made: the dearest first, then all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _combinations(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    return {entry: contenders.extras_of(entry).combinations for entry in tied}


COMBINATIONS: Final = Criterion(
    code="combinations",
    label=gettext_noop("combinations made"),
    position=70,
    values_of=_combinations,
    points_in_figure=0,
    counts_combinations=True,
)
