"""Fixed points for the places at a table of three sides, in hundredths: shared places share theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tournaments.core.texts import gettext_noop
from tournaments.core.worth import (
    HUNDREDTHS,
    Scheme,
    SchemeNumbers,
    SchemeSentence,
    Totals,
    Worth,
    mean_in_hundredths,
    worth_of_sides,
)


def _worth(totals: Totals, numbers: SchemeNumbers) -> tuple[Worth, ...]:
    """Sides that share places share the points of these places."""
    return worth_of_sides(totals, lambda own, _lead: _shared(numbers.place_points, totals, own))


def _shared(points: Sequence[int], totals: Totals, own: int) -> int:
    above = sum(other > own for other in totals)
    sharing = sum(other == own for other in totals)
    return mean_in_hundredths(points[above : above + sharing])


def _of_middle_place(numbers: SchemeNumbers) -> int:
    """Return what stands in the middle; of an even number of places the mean of the two there."""
    points = numbers.place_points
    return mean_in_hundredths((points[(len(points) - 1) // 2], points[len(points) // 2]))


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    points = " – ".join(figure(points_of_place) for points_of_place in numbers.place_points)
    yield SchemeSentence(gettext_noop("Points for the places at a table: %(points)s."), {"points": points})
    yield SchemeSentence(
        gettext_noop("Entries that share a place share the points of those places equally, to two decimals.")
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
            "If one of three sides does not come, the other two share the points of the "
            "first two places, to two decimals."
        )
        if numbers.walkover_shared
        else gettext_noop(
            "If one of three sides does not come, each of the other two gets the points of the first place."
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
    max_points=lambda numbers: max(numbers.place_points) * HUNDREDTHS,
    sit_out_points=_of_middle_place,
    middle_points=_of_middle_place,
    in_hundredths=True,
    usually_whole=True,
)
