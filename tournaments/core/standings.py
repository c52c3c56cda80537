"""Standings: an ordered chain of named criteria, and for each place what decided it.

A criterion is asked only about those whom the ones before it have left tied, so that “head to head” is about
exactly these. Where nothing decides, a place is shared. Knows numbers of entries and what their rounds were
worth; must not know names or the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from tournaments.core.results import Counted, Kind
from tournaments.core.schemes import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What an entry has gathered so far."""

    entry: int
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    difference: int
    own: int
    rounds: tuple[Counted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What stands beside the rounds of an entry."""

    # Penalties and awards of the event: in points of the scheme, and in difference.
    points: int = 0
    difference: int = 0
    # What it has made, as the criterion of combinations counts it: the dearest first.
    combinations: tuple[int, ...] = ()
    # The lot that it drew: the lowest is first.
    lot: int | None = None


_NOTHING_ADDED: Final = Added()


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody in the standings, for criteria that ask about others."""

    sums: Mapping[int, Sum]
    added: Mapping[int, Added] = field(default_factory=dict)


# What a criterion compares: greater is better.
Value = int | tuple[int, ...]
# The values of those who are tied; None where the criterion cannot be asked about them.
Judge = Callable[[Field, Sequence[int]], Mapping[int, Value] | None]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One link of the chain: a code for the page, and how it judges those who are tied."""

    code: str
    judge: Judge


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the standings; `decided_by` is the criterion that set it apart from the place above."""

    place: int
    sum: Sum
    decided_by: str
    shared: bool


# The criteria.


def _of_sum(value: Callable[[Sum], int]) -> Judge:
    """A criterion that looks at each entry alone."""
    return lambda everybody, tied: {entry: value(everybody.sums[entry]) for entry in tied}


def _head_to_head(everybody: Field, tied: Sequence[int]) -> Mapping[int, Value] | None:
    """Points from the games among the tied; it says nothing unless each has met each other as often."""
    among = set(tied)
    met = {
        entry: Counter(
            other for one in everybody.sums[entry].rounds for other in one.opponents if other in among
        )
        for entry in tied
    }
    times = {met[one][other] for one in tied for other in tied if one != other}
    if len(times) != 1 or times == {0}:
        return None
    return {
        entry: sum(
            one.worth.points for one in everybody.sums[entry].rounds if not among.isdisjoint(one.opponents)
        )
        for entry in tied
    }


def _opponents_points(everybody: Field, tied: Sequence[int]) -> Mapping[int, Value]:
    """What the opponents have made together (Buchholz)."""
    return {
        entry: sum(
            everybody.sums[other].points
            for one in everybody.sums[entry].rounds
            for other in one.opponents
            if other in everybody.sums
        )
        for entry in tied
    }


def _combinations(everybody: Field, tied: Sequence[int]) -> Mapping[int, Value]:
    return {entry: everybody.added.get(entry, _NOTHING_ADDED).combinations for entry in tied}


def _by_lots(everybody: Field, tied: Sequence[int]) -> Mapping[int, Value] | None:
    """Lots are asked when all of the tied have drawn."""
    drawn = [everybody.added.get(entry, _NOTHING_ADDED).lot for entry in tied]
    if any(lot is None for lot in drawn):
        return None
    return {entry: -lot for entry, lot in zip(tied, drawn, strict=True) if lot is not None}


_POINTS: Final = Criterion("points", _of_sum(lambda total: total.points))
_DIFFERENCE: Final = Criterion("difference", _of_sum(lambda total: total.difference))
_HEAD_TO_HEAD: Final = Criterion("head_to_head", _head_to_head)
_WINS: Final = Criterion("wins", _of_sum(lambda total: total.wins))
_OWN_POINTS: Final = Criterion("own_points", _of_sum(lambda total: total.own))
_OPPONENTS: Final = Criterion("opponents", _opponents_points)
_COMBINATIONS: Final = Criterion("combinations", _combinations)
_LOT: Final = Criterion("lot", _by_lots)

CRITERIA: Final = {
    one.code: one
    for one in (
        _POINTS,
        _DIFFERENCE,
        _HEAD_TO_HEAD,
        _WINS,
        _OWN_POINTS,
        _OPPONENTS,
        _COMBINATIONS,
        _LOT,
    )
}
SCL_CHAIN: Final = (_POINTS, _DIFFERENCE)


# Ranking.


def rank(
    rounds: Mapping[int, Iterable[Counted]],
    chain: Sequence[Criterion] = SCL_CHAIN,
    added: Mapping[int, Added] | None = None,
) -> tuple[Placing, ...]:
    """Places from first to last; where nothing decides, a place is shared and the number orders the rows."""
    beside = dict(added or {})
    sums = {
        entry: _gather(entry, counted, beside.get(entry, _NOTHING_ADDED))
        for entry, counted in sorted(rounds.items())
    }
    placings: list[Placing] = []
    for decided_by, together in _groups(Field(sums, beside), list(sums), chain, ""):
        place = len(placings) + 1
        placings += [Placing(place, sums[entry], decided_by, len(together) > 1) for entry in together]
    return tuple(placings)


def _gather(entry: int, rounds: Iterable[Counted], added: Added = _NOTHING_ADDED) -> Sum:
    """What an entry has from its rounds, with what was charged or credited beside them."""
    counted = tuple(rounds)
    worths = [one.worth for one in counted]
    outcomes = Counter(worth.outcome for worth in worths)
    return Sum(
        entry=entry,
        played=sum(one.kind is Kind.PLAYED for one in counted),
        wins=outcomes[Outcome.WIN],
        draws=outcomes[Outcome.DRAW],
        losses=outcomes[Outcome.LOSS],
        points=sum(worth.points for worth in worths) + added.points,
        difference=sum(worth.difference for worth in worths) + added.difference,
        own=sum(worth.own for worth in worths),
        rounds=counted,
    )


def _groups(
    everybody: Field, tied: list[int], chain: Sequence[Criterion], decided_by: str
) -> Iterable[tuple[str, list[int]]]:
    """Those who share a place, from the best on, each group with what set it apart from the one above."""
    if len(tied) < 2 or not chain:
        yield decided_by, tied
        return
    criterion, rest = chain[0], chain[1:]
    values = criterion.judge(everybody, tied)
    if values is None:
        yield from _groups(everybody, tied, rest, decided_by)
        return
    ordered = sorted(tied, key=lambda entry: values[entry], reverse=True)
    for at, (_value, some) in enumerate(groupby(ordered, key=lambda entry: values[entry])):
        yield from _groups(everybody, sorted(some), rest, criterion.code if at else decided_by)
