"""Standings: an ordered chain of criteria, and for each place what decided it.

Where no criterion decides, a place is shared. Entries are numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.core.criteria.totals import DIFFERENCE, POINTS
from tournaments.core.criterion import NO_EXTRAS, Contenders, Criterion, EntryExtras, EntryTotals
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.worth import GameOutcome

SCL_CHAIN: Final = (POINTS, DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the standings; `decided_by` is the criterion that set it apart from the place above."""

    place: int
    totals: EntryTotals
    decided_by: str
    shared: bool


def rank(
    rounds: Mapping[int, Iterable[RoundScore]],
    chain: Sequence[Criterion] = SCL_CHAIN,
    extras: Mapping[int, EntryExtras] | None = None,
) -> tuple[Placing, ...]:
    """Return the places from first to last; entries that share a place are in the order of their numbers."""
    extras_by_entry = dict(extras or {})
    totals = {
        entry: _add_up(entry, scores, extras_by_entry.get(entry, NO_EXTRAS))
        for entry, scores in sorted(rounds.items())
    }
    placings: list[Placing] = []
    for decided_by, group in _groups(Contenders(totals, extras_by_entry), list(totals), chain, ""):
        place = len(placings) + 1
        placings += [Placing(place, totals[entry], decided_by, len(group) > 1) for entry in group]
    return tuple(placings)


def _add_up(entry: int, rounds: Iterable[RoundScore], extras: EntryExtras = NO_EXTRAS) -> EntryTotals:
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
