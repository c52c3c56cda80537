"""A point for each full hundred of the lead, at most the cap."""

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
    return worth_of_sides(
        totals, lambda _own, lead: max(0, lead // 100 if cap is None else min(lead // 100, cap))
    )


def _describe(numbers: SchemeNumbers, figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    yield SchemeSentence(gettext_noop("The winner gets a point for each hundred of the lead."))
    if numbers.cap is not None:
        yield SchemeSentence(gettext_noop("A game gives at most %(cap)s."), {"cap": figure(numbers.cap)})


HUNDREDS: Final = Scheme(
    code="hundreds",
    label=gettext_noop("a point for each hundred of the lead"),
    worth=_worth,
    describe=_describe,
    numbers=("cap",),
)
