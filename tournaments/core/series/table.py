"""The table of a series after some evenings: for each entry its evenings, which of them count, its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.core.series.result import EveningResult, nearest
from tournaments.core.series.rules import SeriesRules

# Who stands in a series: a single player, or all players of an entry, by their numbers in ascending order.
SeriesKey = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EveningPoints:
    """What an evening gave."""

    # Which evening of the series, from 0.
    evening: int
    result: EveningResult
    points: int
    # Whether it counts; else it is dropped.
    counts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """An entry of the series."""

    key: SeriesKey
    # In the order of the evenings; only those that it played.
    evenings: Sequence[EveningPoints]
    # The sum or the mean of the evenings that count.
    counted: int
    bonus: int
    # None before it has played enough evenings.
    place: int | None = None
    shared: bool = False
    # Others have as many points: the better evenings have decided.
    by_evenings: bool = False
    # So many evenings are wanting for a place.
    wanting: int = 0

    @property
    def total(self) -> int:
        return self.counted + self.bonus


# The order: who has more points, then whose evenings are better, is before.
_Rank = tuple[int, tuple[float, ...]]


def count_series(
    rules: SeriesRules, evenings: Sequence[Mapping[SeriesKey, EveningResult]]
) -> list[SeriesLine]:
    """Return the lines of a series, in the order of their places; those without a place come last."""
    played: dict[SeriesKey, list[EveningPoints]] = {}
    for number, results in enumerate(evenings):
        for key, result in results.items():
            played.setdefault(key, []).append(EveningPoints(number, result, rules.points(result)))
    lines = [_line(rules, key, points, len(evenings)) for key, points in played.items()]
    lines.sort(key=lambda line: (line.wanting > 0, _rank(line), line.key))
    placed = [line for line in lines if not line.wanting]
    return [*_with_places(placed), *lines[len(placed) :]]


def _line(rules: SeriesRules, key: SeriesKey, points: Sequence[EveningPoints], evenings: int) -> SeriesLine:
    best = sorted(points, key=lambda one: (-one.points, one.evening))[: rules.number_counted(evenings)]
    counting = {one.evening for one in best}
    made = sum(one.points for one in best)
    return SeriesLine(
        key=key,
        evenings=[replace(one, counts=one.evening in counting) for one in points],
        counted=nearest(made, len(best)) if rules.average else made,
        bonus=rules.bonus * len(points),
        wanting=max(0, rules.minimum - len(points)),
    )


def _rank(line: SeriesLine) -> _Rank:
    """Return what the order goes by. An evening more is better than none."""
    return -line.total, (*sorted(-one.points for one in line.evenings), math.inf)


def _with_places(ordered: Sequence[SeriesLine]) -> list[SeriesLine]:
    ranks = [_rank(line) for line in ordered]
    first: dict[_Rank, int] = {}
    totals: dict[int, set[_Rank]] = {}
    for place, rank in enumerate(ranks, 1):
        first.setdefault(rank, place)
        totals.setdefault(rank[0], set()).add(rank)
    return [
        replace(
            line,
            place=first[rank],
            shared=ranks.count(rank) > 1,
            by_evenings=len(totals[rank[0]]) > 1,
        )
        for line, rank in zip(ordered, ranks, strict=True)
    ]
