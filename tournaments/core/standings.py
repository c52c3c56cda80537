"""Standings: an ordered chain of criteria, and for each place what decided it.

Where no criterion decides, a place is shared. Entries are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from tournaments.core.criteria.totals import DIFFERENCE, POINTS
from tournaments.core.criterion import NO_EXTRAS, Contenders, Criterion, EntryExtras, EntryTotals
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.worth import NOTHING, GameOutcome

SCL_CHAIN: Final = (POINTS, DIFFERENCE)


class Placing(NamedTuple):
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
    # Column by column, since a big event has thousands of scores.
    points, differences, own, outcomes = zip(*[score.worth for score in scores] or [NOTHING], strict=True)
    return EntryTotals(
        entry=entry,
        played=[score.kind for score in scores].count(ResultKind.PLAYED),
        wins=outcomes.count(GameOutcome.WIN),
        draws=outcomes.count(GameOutcome.DRAW),
        losses=outcomes.count(GameOutcome.LOSS),
        points=sum(points) + extras.points,
        difference=sum(differences) + extras.difference,
        own=sum(own),
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
