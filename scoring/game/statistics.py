"""Statistics of a side in a game, counted from its stored results."""

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
    # The outcome of the contract that the side had bid.
    outcome: str | None = None
    # The side is paid for a contract that the other side did not reach.
    robbed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStatistics:
    """The totals of a side; `best` is its biggest deal."""

    deals: int = 0
    combinations: Mapping[str, int] = field(default_factory=dict)
    best: int | None = None
    best_deal: int | None = None
    average: int | None = None
    went_out: int = 0
    bid: int = 0
    made: int = 0
    robbed: int = 0


def side_statistics(hands: Sequence[PlayedHand]) -> SideStatistics:
    if not hands:
        return SideStatistics()
    best = max(hands, key=lambda hand: (hand.total, -hand.deal))
    return SideStatistics(
        deals=len(hands),
        combinations=_sum_combinations(hand.combinations for hand in hands),
        best=best.total,
        best_deal=best.deal,
        average=_rounded_average(sum(hand.total for hand in hands), len(hands)),
        went_out=sum(hand.went_out for hand in hands),
        bid=sum(hand.outcome is not None for hand in hands),
        made=sum(hand.outcome == "made" for hand in hands),
        robbed=sum(hand.robbed for hand in hands),
    )


def _sum_combinations(combinations: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for counts in combinations:
        sums.update(counts)
    return dict(sums)


def _rounded_average(points: int, deals: int) -> int:
    """Return the average to the nearest point; a half is rounded up."""
    return (2 * points + deals) // (2 * deals)
