"""The deal sheet: everything that was written down about a deal, as a hashable value.

`sheet_io.read_sheet` makes one from data, and `sheet_io.sheet_as_data` writes it back.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import Contract, DealEnding, HandSheet, Opening, OptionValue


class DealSheet(NamedTuple):
    """One deal as it was written down.

    `rules` are those of the sheet's rule set with its options. `openings` are the requirements when the deal
    was dealt, before any raise; None means those that follow from `before`.
    """

    rules: RuleSet
    ended: DealEnding
    hands: tuple[HandSheet | None, ...]
    players: tuple[int, ...]
    before: tuple[int, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()
    contract: Contract | None = None
    opening_raises: tuple[int, ...] = ()
    extra_deal: bool = False
    openings: tuple[Opening | None, ...] | None = None
    # The side of three that did not come or has left: the two others play on.
    away: int | None = None
