"""Points for the place."""

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
    if not numbers.shares_points:
        return _points_of_place(result.place, numbers)
    places = range(result.place, result.place + result.sharing)
    return nearest(sum(_points_of_place(place, numbers) for place in places), result.sharing)


def _points_of_place(place: int, numbers: WayNumbers) -> int:
    listed = numbers.place_points
    return listed[place - 1] if place <= len(listed) else numbers.others


def _describe(numbers: WayNumbers, figure: Figure) -> Iterator[WaySentence]:
    listed = ", ".join(figure(points) for points in numbers.place_points)
    figures = {"points": listed, "others": figure(numbers.others)}
    yield WaySentence(
        gettext_noop(
            "The places of an evening give %(points)s points; everybody further back gets %(others)s."
        ),
        figures,
    )
    if numbers.shares_points:
        yield WaySentence(
            gettext_noop(
                "Those who share a place share the points of the places they take up, to a hundredth."
            )
        )
    else:
        yield WaySentence(gettext_noop("Those who share a place each get all its points."))


PLACE: Final = PointsWay(
    code="place",
    label=gettext_noop("points for the place"),
    position=10,
    points=_points,
    describe=_describe,
    numbers=("place_points", "others", "shares_points"),
)
