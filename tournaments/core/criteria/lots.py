"""Lots that were drawn by hand: the lowest is first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _by_lots(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """None unless all of the tied entries have drawn one."""
    drawn = [contenders.extras_of(entry).lot for entry in tied]
    if any(lot is None for lot in drawn):
        return None
    return {entry: -lot for entry, lot in zip(tied, drawn, strict=True) if lot is not None}


LOTS: Final = Criterion(
    code="lot",
    label=gettext_noop("lot"),
    position=80,
    values_of=_by_lots,
    needs_lots=True,
    points_in_figure=0,
    lowest_first=True,
)
