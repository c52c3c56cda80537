"""Fixed points for the places at a table of three sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tournaments.core.texts import gettext_noop
from tournaments.core.worth import (
    Scheme,
    SchemeNumbers,
    SchemeSentence,
    Totals,
    Worth,
    worth_of_sides,
)


def _worth(totals: Totals, numbers: SchemeNumbers) -> tuple[Worth, ...]:
    """Sides that share places share the points of these places, rounded down."""
    return worth_of_sides(totals, lambda own, _lead: _shared(numbers.place_points, totals, own))


def _shared(points: Sequence[int], totals: Totals, own: int) -> int:
    above = sum(other > own for other in totals)
    sharing = sum(other == own for other in totals)
    return sum(points[above : above + sharing]) // sharing


def _of_middle_place(numbers: SchemeNumbers) -> int:
    return numbers.place_points[len(numbers.place_points) // 2]


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    points = " – ".join(figure(points_of_place) for points_of_place in numbers.place_points)
    yield SchemeSentence(gettext_noop("Points for the places at a table: %(points)s."), {"points": points})
    yield SchemeSentence(
        gettext_noop("Whoever shares a place shares what stands for the places together, rounded down.")
    )
    yield SchemeSentence(
        gettext_noop(
            "At a table of two, drawn where the sides do not divide, the two play for first and last."
        )
        if numbers.last_of_two
        else gettext_noop("At a table of two the two play for the first and the second place.")
    )
    yield SchemeSentence(
        gettext_noop(
            "Where one of three sides does not come, the two others share what stands for the first two "
            "places, rounded down."
        )
        if numbers.walkover_shared
        else gettext_noop(
            "Where one of three sides does not come, each of the two others has what stands for the first "
            "place."
        )
    )


PLACES: Final = Scheme(
    code="places",
    label=gettext_noop("points for the places at a table of three sides"),
    position=60,
    worth=_worth,
    describe=_describe,
    sides=(3,),
    numbers=("place_points", "last_of_two", "walkover_shared"),
    max_points=lambda numbers: max(numbers.place_points),
    sit_out_points=_of_middle_place,
    middle_points=_of_middle_place,
)
