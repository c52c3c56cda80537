"""What the criteria of the standings have compared, as figures beside the places."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

from clubs.reports.report import Column, ColumnKind, Value
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.criterion import Criterion
from tournaments.core.standings import Placing
from tournaments.wording.labels import CRITERION_LABELS

_HUNDREDTHS: Final = 100
_DECIMALS: Final = 2


def figure_column(criterion: Criterion) -> Column:
    """The column for what a criterion has compared."""
    label = str(CRITERION_LABELS[criterion.code])
    return Column(
        label[:1].upper() + label[1:], ColumnKind.NUMBER, minor=True, key=f"tie_break_{criterion.code}"
    )


def figure_value(agreement: EventAgreement, criterion: Criterion, placing: Placing) -> Value:
    """What a criterion has compared; empty for an entry that nobody was level with."""
    figure = placing.figures.get(criterion.code)
    if figure is None:
        return None
    if isinstance(figure, tuple):
        return " – ".join(map(str, figure))
    if criterion.lowest_first:
        figure = -figure
    if agreement.scheme.in_hundredths:
        figure = Fraction(figure, _HUNDREDTHS ** (criterion.points_in_figure or 0))
    if Fraction(figure).denominator == 1:
        return int(figure)
    return round(Decimal(figure.numerator) / figure.denominator, _DECIMALS)
