"""What the result of a game is worth in the standings.

Knows totals of sides; must not know deals, entries or rounds. Integers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Worth(NamedTuple):
    """What one side takes home from one game."""

    points: int
    difference: int


WIN, DRAW, LOSS = 2, 1, 0


def scl(totals: Sequence[int]) -> tuple[Worth, ...]:
    """The Finnish federation's scheme: 2-1-0, then the margin as plus for the winner, minus for the loser."""
    first, second = totals
    margin = first - second
    return (Worth(outcome(margin), margin), Worth(outcome(-margin), -margin))


def outcome(margin: int) -> int:
    if margin > 0:
        return WIN
    return DRAW if margin == 0 else LOSS
