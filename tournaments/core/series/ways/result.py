"""The points of the evening itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.series.result import EveningResult, Figure, PointsWay, WayNumbers, WaySentence
from tournaments.core.texts import gettext_noop


def _points(result: EveningResult, _numbers: WayNumbers) -> int:
    return result.points


def _describe(_numbers: WayNumbers, _figure: Figure) -> Iterator[WaySentence]:
    yield WaySentence(gettext_noop("The points in the final standings of an evening count as they are."))


RESULT: Final = PointsWay(
    code="result",
    label=gettext_noop("the points of the evening"),
    position=20,
    points=_points,
    describe=_describe,
)
