"""Lots that the program draws: they follow from the event's secret, whose digest is shown beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.drawing.meeting import sorted_by_lot
from tournaments.core.texts import gettext_noop


def _by_seeded_lots(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """None without a seed. The lot of an entry is its place among all of them, and the lowest is first."""
    seed = contenders.course.lots_seed
    if not seed:
        return None
    lots = {entry: lot for lot, entry in enumerate(sorted_by_lot(contenders.totals, seed), start=1)}
    return {entry: -lots[entry] for entry in tied}


SEEDED_LOTS: Final = Criterion(
    code="seeded_lot",
    label=gettext_noop("lot drawn by the program"),
    position=85,
    values_of=_by_seeded_lots,
    points_in_figure=0,
    lowest_first=True,
    needs_seed=True,
)
