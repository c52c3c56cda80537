"""The criterion of a knock-out: how far an entry has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _by_reached(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    """Who has lost at one level shares a place there; who is still in comes before who is out."""
    return {entry: contenders.extras_of(entry).reached for entry in tied}


# The one criterion of a knock-out, which has no other: it is no choice of the settings.
REACHED: Final = Criterion(code="reached", label=gettext_noop("how far it came"), values_of=_by_reached)
