"""Head to head: the games among the entries that are tied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _head_to_head(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """Points from the games among the tied entries; None unless all of them have met equally often."""
    among = set(tied)
    met = {
        entry: Counter(
            opponent
            for score in contenders.totals[entry].rounds
            for opponent in score.opponents
            if opponent in among
        )
        for entry in tied
    }
    times = {met[entry][opponent] for entry in tied for opponent in tied if entry != opponent}
    if len(times) != 1 or times == {0}:
        return None
    return {
        entry: sum(
            score.worth.points
            for score in contenders.totals[entry].rounds
            if not among.isdisjoint(score.opponents)
        )
        for entry in tied
    }


HEAD_TO_HEAD: Final = Criterion(
    code="head_to_head",
    label=gettext_noop("head-to-head results"),
    position=30,
    values_of=_head_to_head,
    points_in_figure=1,
    is_asked_again=True,
)
