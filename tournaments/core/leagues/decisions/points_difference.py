"""The table points, and of equal ones the differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.leagues.match import DecisionSentence, MatchDecision
from tournaments.core.texts import gettext_noop


def _describe() -> Iterator[DecisionSentence]:
    yield DecisionSentence(
        gettext_noop(
            "The team with more table points wins the match; of equal ones the sum of differences decides."
        )
    )


POINTS_DIFFERENCE: Final = MatchDecision(
    code="points_diff",
    label=gettext_noop("the table points, then the differences"),
    position=10,
    sums=("points", "difference"),
    describe=_describe,
)
