"""The table points alone, or the victory points where tables give these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.leagues.match import DecisionSentence, MatchDecision
from tournaments.core.texts import gettext_noop


def _describe() -> Iterator[DecisionSentence]:
    yield DecisionSentence(
        gettext_noop("The team with more table points wins the match; with equal ones it is a draw.")
    )


POINTS_ALONE: Final = MatchDecision(
    code="points",
    label=gettext_noop("the table points alone"),
    position=20,
    sums=("points",),
    describe=_describe,
)
