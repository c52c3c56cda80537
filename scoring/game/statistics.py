"""What a side has done in a game, counted from its stored results.

Knows hands and contracts as numbers; must not know a model, a word or how a point came about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A side's part of a deal that counts."""

    deal: int
    total: int
    combinations: Mapping[str, int]
    went_out: bool = False
    # What became of the contract that the side had bid.
    outcome: str | None = None
    # The other side's contract was not reached, and this side is paid for it.
    robbed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStatistics:
    """The sums of a side; `best` is its biggest deal."""

    deals: int = 0
    combinations: Mapping[str, int] = field(default_factory=dict)
    best: int | None = None
    best_deal: int | None = None
    average: int | None = None
    went_out: int = 0
    bid: int = 0
    made: int = 0
    robbed: int = 0


def of_side(hands: Sequence[PlayedHand]) -> SideStatistics:
    if not hands:
        return SideStatistics()
    best = max(hands, key=lambda hand: (hand.total, -hand.deal))
    return SideStatistics(
        deals=len(hands),
        combinations=_added(hand.combinations for hand in hands),
        best=best.total,
        best_deal=best.deal,
        average=_rounded(sum(hand.total for hand in hands), len(hands)),
        went_out=sum(hand.went_out for hand in hands),
        bid=sum(hand.outcome is not None for hand in hands),
        made=sum(hand.outcome == "made" for hand in hands),
        robbed=sum(hand.robbed for hand in hands),
    )


def _added(combinations: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for each in combinations:
        sums.update(each)
    return dict(sums)


def _rounded(points: int, deals: int) -> int:
    """The average to the nearest point; a half goes up."""
    return (2 * points + deals) // (2 * deals)
