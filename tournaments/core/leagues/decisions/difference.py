"""The sum of the differences of all tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.leagues.match import DecisionSentence, MatchDecision
from tournaments.core.texts import gettext_noop


def _describe() -> Iterator[DecisionSentence]:
    yield DecisionSentence(
        gettext_noop("The team with the better sum of differences of all tables wins the match.")
    )


DIFFERENCE_ALONE: Final = MatchDecision(
    code="difference",
    label=gettext_noop("the sum of the differences"),
    position=30,
    sums=("difference",),
    describe=_describe,
)
