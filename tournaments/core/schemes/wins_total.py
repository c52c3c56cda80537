"""A win counts one; game points decide between sides with as many wins."""

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

_WIN: Final = 1


def _worth(totals: Totals, _numbers: SchemeNumbers) -> tuple[Worth, ...]:
    return worth_of_sides(totals, lambda _own, lead: _WIN if lead > 0 else 0)


def _describe(_numbers: SchemeNumbers, _figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    yield SchemeSentence(gettext_noop("A win is worth one point; the points scored count next."))


WINS_TOTAL: Final = Scheme(
    code="wins_total",
    label=gettext_noop("one point for a win, then the points scored"),
    position=50,
    worth=_worth,
    describe=_describe,
    max_points=lambda _numbers: _WIN,
    sit_out_points=lambda _numbers: _WIN,
    chain=("points", "own_points"),
)
