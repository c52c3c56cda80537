"""The criteria that look at the totals of each entry alone."""

from __future__ import annotations

from typing import Final

from tournaments.core.criterion import Criterion, ShownTotal, by_totals
from tournaments.core.texts import gettext_noop

POINTS: Final = Criterion(
    code="points",
    label=gettext_noop("points"),
    position=10,
    values_of=by_totals(lambda total: total.points),
)
DIFFERENCE: Final = Criterion(
    code="difference",
    label=gettext_noop("difference"),
    position=20,
    values_of=by_totals(lambda total: total.difference),
    shows=ShownTotal.DIFFERENCE,
    points_in_figure=0,
)
WINS: Final = Criterion(
    code="wins",
    label=gettext_noop("wins"),
    position=40,
    values_of=by_totals(lambda total: total.wins),
)
OWN_POINTS: Final = Criterion(
    code="own_points",
    label=gettext_noop("own points"),
    position=50,
    values_of=by_totals(lambda total: total.own),
    shows=ShownTotal.OWN_POINTS,
    points_in_figure=0,
)
