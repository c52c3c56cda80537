"""The share of the maximum: evenings of different lengths weigh the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.series.result import (
    EveningResult,
    Figure,
    PointsWay,
    WayNumbers,
    WaySentence,
    nearest,
)
from tournaments.core.texts import gettext_noop


def _points(result: EveningResult, numbers: WayNumbers) -> int:
    """Return the share, between nothing and all of it: minus points and awards lead no further."""
    most = _maximum(result, numbers)
    if most <= 0 or result.points <= 0:
        return 0
    return min(numbers.full, nearest(numbers.full * result.points, most))


def _maximum(result: EveningResult, numbers: WayNumbers) -> int:
    possible = result.possible if numbers.of_possible else None
    return result.best if possible is None else possible


def _describe(numbers: WayNumbers, figure: Figure) -> Iterator[WaySentence]:
    full = {"full": figure(numbers.full)}
    if numbers.of_possible:
        yield WaySentence(
            gettext_noop(
                "An evening gives the share of %(full)s points that was made of what could be made."
            ),
            full,
        )
        yield WaySentence(
            gettext_noop(
                "Where nobody can say what could be made, the best result of the evening stands for it."
            )
        )
    else:
        yield WaySentence(
            gettext_noop(
                "The best result of an evening gives %(full)s points, every other one its share of that."
            ),
            full,
        )
    yield WaySentence(gettext_noop("A result below zero gives nothing."))


SHARE: Final = PointsWay(
    code="share",
    label=gettext_noop("the share of the maximum"),
    position=30,
    points=_points,
    describe=_describe,
    numbers=("full", "of_possible"),
)
