"""A decider: an extra deal or game among those who share a place. It sets their order, and counts nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.core.criterion import Contenders, Criterion, CriterionValue
from tournaments.core.texts import gettext_noop


def _by_decider(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """None unless one decider was played among exactly the tied entries.

    After a correction others may be level, or some no longer: then it says nothing about them.
    """
    found = [contenders.extras_of(entry).decider for entry in tied]
    first = found[0]
    if first is None or any(one is None or one.number != first.number for one in found):
        return None
    if len(tied) != first.entries:
        return None
    return {entry: -one.rank for entry, one in zip(tied, found, strict=True) if one is not None}


# Asked after all that was agreed on. It is no choice of the settings: it is played when it is needed.
DECIDER: Final = Criterion(code="decider", label=gettext_noop("decider"), values_of=_by_decider)
