"""The best game of an entry."""

from __future__ import annotations

from typing import Final

from tournaments.core.criterion import Criterion, by_totals
from tournaments.core.texts import gettext_noop

BEST_GAME: Final = Criterion(
    code="best_game",
    label=gettext_noop("the best game"),
    values_of=by_totals(lambda total: max((score.worth.own for score in total.rounds), default=0)),
)
