"""Standings: an ordered chain of named criteria, and for each place what decided it.

A criterion compares only the entries that the ones before it have left tied, so that “head to head” counts
the games among exactly these. Where no criterion decides, a place is shared. Entries are numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.schemes import GameOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTotals:
    """The totals of an entry over its rounds, with penalties and awards."""

    entry: int
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    difference: int
    own: int
    rounds: tuple[RoundScore, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryExtras:
    """What counts for an entry besides its rounds."""

    # Penalties and awards of the event: in points of the scheme, and in difference.
    points: int = 0
    difference: int = 0
    # How many combinations it has made, as the criterion of combinations counts them: the dearest first.
    combinations: tuple[int, ...] = ()
    # The lot that it drew: the lowest is first.
    lot: int | None = None


_NO_EXTRAS: Final = EntryExtras()


@dataclass(frozen=True, slots=True)
class Contenders:
    """All entries of the standings, for criteria that compare an entry with others."""

    totals: Mapping[int, EntryTotals]
    extras: Mapping[int, EntryExtras] = field(default_factory=dict)


# What a criterion compares: greater is better.
CriterionValue = int | tuple[int, ...]
# The values of the tied entries; None where the criterion cannot compare them.
CriterionFunction = Callable[[Contenders, Sequence[int]], Mapping[int, CriterionValue] | None]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of the chain: its code, and the function that gives the values of tied entries."""

    code: str
    values_of: CriterionFunction


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the standings; `decided_by` is the criterion that set it apart from the place above."""

    place: int
    totals: EntryTotals
    decided_by: str
    shared: bool


# The criteria.


def _by_totals(value: Callable[[EntryTotals], int]) -> CriterionFunction:
    """Return a criterion that looks at each entry alone."""
    return lambda contenders, tied: {entry: value(contenders.totals[entry]) for entry in tied}


def _head_to_head(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """Points from the games among the tied entries; None unless all of them have met equally often."""
    among = set(tied)
    met = {
        entry: Counter(
            opponent
            for score in contenders.totals[entry].rounds
            for opponent in score.opponents
            if opponent in among
        )
        for entry in tied
    }
    times = {met[entry][opponent] for entry in tied for opponent in tied if entry != opponent}
    if len(times) != 1 or times == {0}:
        return None
    return {
        entry: sum(
            score.worth.points
            for score in contenders.totals[entry].rounds
            if not among.isdisjoint(score.opponents)
        )
        for entry in tied
    }


def _opponents_points(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    """The points of all opponents together (Buchholz)."""
    return {
        entry: sum(
            contenders.totals[opponent].points
            for score in contenders.totals[entry].rounds
            for opponent in score.opponents
            if opponent in contenders.totals
        )
        for entry in tied
    }


def _combinations(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue]:
    return {entry: contenders.extras.get(entry, _NO_EXTRAS).combinations for entry in tied}


def _by_lots(contenders: Contenders, tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """The lowest lot is first; None unless all of the tied entries have drawn one."""
    drawn = [contenders.extras.get(entry, _NO_EXTRAS).lot for entry in tied]
    if any(lot is None for lot in drawn):
        return None
    return {entry: -lot for entry, lot in zip(tied, drawn, strict=True) if lot is not None}


_POINTS: Final = Criterion("points", _by_totals(lambda total: total.points))
_DIFFERENCE: Final = Criterion("difference", _by_totals(lambda total: total.difference))
_HEAD_TO_HEAD: Final = Criterion("head_to_head", _head_to_head)
_WINS: Final = Criterion("wins", _by_totals(lambda total: total.wins))
_OWN_POINTS: Final = Criterion("own_points", _by_totals(lambda total: total.own))
_OPPONENTS: Final = Criterion("opponents", _opponents_points)
_COMBINATIONS: Final = Criterion("combinations", _combinations)
_LOT: Final = Criterion("lot", _by_lots)

CRITERIA: Final = {
    criterion.code: criterion
    for criterion in (
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
    rounds: Mapping[int, Iterable[RoundScore]],
    chain: Sequence[Criterion] = SCL_CHAIN,
    extras: Mapping[int, EntryExtras] | None = None,
) -> tuple[Placing, ...]:
    """Return the places from first to last; entries that share a place are in the order of their numbers."""
    extras_by_entry = dict(extras or {})
    totals = {
        entry: _add_up(entry, scores, extras_by_entry.get(entry, _NO_EXTRAS))
        for entry, scores in sorted(rounds.items())
    }
    placings: list[Placing] = []
    for decided_by, group in _groups(Contenders(totals, extras_by_entry), list(totals), chain, ""):
        place = len(placings) + 1
        placings += [Placing(place, totals[entry], decided_by, len(group) > 1) for entry in group]
    return tuple(placings)


def _add_up(entry: int, rounds: Iterable[RoundScore], extras: EntryExtras = _NO_EXTRAS) -> EntryTotals:
    """Return the totals of an entry: its rounds, and what was charged or credited besides."""
    scores = tuple(rounds)
    worths = [score.worth for score in scores]
    outcomes = Counter(worth.outcome for worth in worths)
    return EntryTotals(
        entry=entry,
        played=sum(score.kind is ResultKind.PLAYED for score in scores),
        wins=outcomes[GameOutcome.WIN],
        draws=outcomes[GameOutcome.DRAW],
        losses=outcomes[GameOutcome.LOSS],
        points=sum(worth.points for worth in worths) + extras.points,
        difference=sum(worth.difference for worth in worths) + extras.difference,
        own=sum(worth.own for worth in worths),
        rounds=scores,
    )


def _groups(
    contenders: Contenders, tied: list[int], chain: Sequence[Criterion], decided_by: str
) -> Iterable[tuple[str, list[int]]]:
    """Yield the groups that share a place, best first, each with what set it apart from the one above."""
    if len(tied) < 2 or not chain:
        yield decided_by, tied
        return
    criterion, rest = chain[0], chain[1:]
    values = criterion.values_of(contenders, tied)
    if values is None:
        yield from _groups(contenders, tied, rest, decided_by)
        return
    ordered = sorted(tied, key=lambda entry: values[entry], reverse=True)
    for at, (_value, group) in enumerate(groupby(ordered, key=lambda entry: values[entry])):
        yield from _groups(contenders, sorted(group), rest, criterion.code if at else decided_by)
