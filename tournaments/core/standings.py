"""Standings: an ordered chain of criteria, and for each place what decided it.

Knows numbers of entries and what their games were worth; must not know names or the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from tournaments.core.schemes import WIN, Worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What an entry has gathered so far."""

    entry: int
    played: int
    wins: int
    points: int
    difference: int


@dataclass(frozen=True, slots=True)
class Criterion:
    """One link of the chain: a code for the page, and the number that is compared, greater first."""

    code: str
    value: Callable[[Sum], int]


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the standings; `decided_by` is the criterion that set it apart from the place above."""

    place: int
    sum: Sum
    decided_by: str
    shared: bool


POINTS = Criterion("points", lambda total: total.points)
DIFFERENCE = Criterion("difference", lambda total: total.difference)
SCL_CHAIN = (POINTS, DIFFERENCE)


def gather(entry: int, games: Iterable[Worth]) -> Sum:
    worths = tuple(games)
    return Sum(
        entry=entry,
        played=len(worths),
        wins=sum(worth.points == WIN for worth in worths),
        points=sum(worth.points for worth in worths),
        difference=sum(worth.difference for worth in worths),
    )


def rank(
    games: Mapping[int, Iterable[Worth]], chain: tuple[Criterion, ...] = SCL_CHAIN
) -> tuple[Placing, ...]:
    """Places from first to last; where nothing decides, a place is shared and the number orders the rows."""
    sums = sorted((gather(entry, worths) for entry, worths in games.items()), key=lambda total: total.entry)
    ordered = sorted(sums, key=lambda total: standing(total, chain), reverse=True)
    placings: list[Placing] = []
    for _, tied in groupby(ordered, key=lambda total: standing(total, chain)):
        place, together = len(placings) + 1, tuple(tied)
        decided_by = decisive(placings[-1].sum, together[0], chain) if placings else ""
        placings += [Placing(place, total, decided_by, len(together) > 1) for total in together]
    return tuple(placings)


def standing(total: Sum, chain: tuple[Criterion, ...]) -> tuple[int, ...]:
    return tuple(criterion.value(total) for criterion in chain)


def decisive(above: Sum, below: Sum, chain: tuple[Criterion, ...]) -> str:
    """The first criterion in which two neighbours differ."""
    return next(link.code for link in chain if link.value(above) != link.value(below))
