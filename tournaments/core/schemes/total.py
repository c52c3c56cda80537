"""The points that each side has made, at most the cap a game where one is agreed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    cap = numbers.cap
    return worth_of_sides(totals, lambda own, _lead: own if cap is None else min(own, cap))


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    if numbers.cap is None:
        yield SchemeSentence(gettext_noop("A side gets the points it scores."))
    else:
        yield SchemeSentence(
            gettext_noop("A side gets the points it scores, at most %(cap)s per game."),
            {"cap": figure(numbers.cap)},
        )


TOTAL: Final = Scheme(
    code="total",
    label=gettext_noop("the points scored"),
    position=40,
    worth=_worth,
    describe=_describe,
    numbers=("cap",),
    counts_points_made=True,
)
