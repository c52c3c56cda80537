"""The table of a series after some evenings: for each entry its evenings, which of them count, its place."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.core.series.result import EveningResult, nearest
from tournaments.core.series.rules import SeriesRules

# Who stands in a series: a single player, or all players of an entry, by their numbers in ascending order.
SeriesKey = tuple[int, ...]
# The weight of an evening that counts in full.
FULL_WEIGHT: Final = 10_000


@dataclass(frozen=True, slots=True)
class EveningTerms:
    """What an evening counts for."""

    # Of its points, in ten thousandths.
    weight: int = FULL_WEIGHT
    # Evenings of one period compete for those that count, such as the best ones of a year.
    period: int = 0


_USUAL_TERMS: Final = EveningTerms()


@dataclass(frozen=True, slots=True)
class EveningPoints:
    """What an evening gave."""

    # Which evening of the series, from 0.
    evening: int
    result: EveningResult
    points: int
    # Before its weight.
    made: int
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
    # It has no place, however many evenings it has played.
    excluded: bool = False

    @property
    def total(self) -> int:
        return self.counted + self.bonus

    @property
    def played(self) -> int:
        """How many evenings it has played."""
        return len(self.evenings)


# The order: who has more points, then whose evenings are better, is before.
_Rank = tuple[int, tuple[float, ...]]


def count_series(
    rules: SeriesRules,
    evenings: Sequence[Mapping[SeriesKey, EveningResult]],
    terms: Sequence[EveningTerms] = (),
) -> list[SeriesLine]:
    """Return the lines of a series, in the order of their places; those without a place come last.

    Without terms all evenings count in full, and together.
    """
    terms = terms or [_USUAL_TERMS] * len(evenings)
    played: dict[SeriesKey, list[EveningPoints]] = {}
    for number, results in enumerate(evenings):
        for key, result in results.items():
            played.setdefault(key, []).append(_points(rules, number, result, terms[number].weight))
    held = Counter(one.period for one in terms)
    most = {period: rules.number_counted(count) for period, count in held.items()}
    return with_places(_line(rules, key, _chosen(points, terms, most)) for key, points in played.items())


def _points(rules: SeriesRules, number: int, result: EveningResult, weight: int) -> EveningPoints:
    made = rules.points(result)
    return EveningPoints(number, result, nearest(made * weight, FULL_WEIGHT), made)


def _chosen(
    points: Sequence[EveningPoints], terms: Sequence[EveningTerms], most: Mapping[int, int]
) -> list[EveningPoints]:
    """Say which results count: of each period so many of the best."""
    by_period: defaultdict[int, list[EveningPoints]] = defaultdict(list)
    for one in sorted(points, key=lambda one: (-one.points, one.evening)):
        by_period[terms[one.evening].period].append(one)
    counting = {one.evening for period, best in by_period.items() for one in best[: most[period]]}
    return [one if one.evening in counting else replace(one, counts=False) for one in points]


def _line(rules: SeriesRules, key: SeriesKey, points: Sequence[EveningPoints]) -> SeriesLine:
    best = [one.points for one in points if one.counts]
    made = sum(best)
    return SeriesLine(
        key=key,
        evenings=points,
        counted=nearest(made, len(best)) if rules.average else made,
        bonus=rules.bonus * len(points),
        wanting=max(0, rules.minimum - len(points)),
    )


def with_places(lines: Iterable[SeriesLine]) -> list[SeriesLine]:
    """Return these lines in their order, with places among themselves; those without a place come last."""
    ordered = sorted(lines, key=lambda line: (_has_no_place(line), _rank(line), line.key))
    placed = [line for line in ordered if not _has_no_place(line)]
    last = [replace(line, place=None, shared=False, by_evenings=False) for line in ordered[len(placed) :]]
    return [*_with_places(placed), *last]


def _has_no_place(line: SeriesLine) -> bool:
    return line.excluded or line.wanting > 0


def _rank(line: SeriesLine) -> _Rank:
    """Return what the order goes by. An evening more is better than none."""
    return -line.total, (*sorted(-one.points for one in line.evenings), math.inf)


def _with_places(ordered: Sequence[SeriesLine]) -> list[SeriesLine]:
    ranks = [_rank(line) for line in ordered]
    first: dict[_Rank, int] = {}
    sharing = Counter(ranks)
    totals: dict[int, set[_Rank]] = {}
    for place, rank in enumerate(ranks, 1):
        first.setdefault(rank, place)
        totals.setdefault(rank[0], set()).add(rank)
    return [
        replace(
            line,
            place=first[rank],
            shared=sharing[rank] > 1,
            by_evenings=len(totals[rank[0]]) > 1,
        )
        for line, rank in zip(ordered, ranks, strict=True)
    ]
