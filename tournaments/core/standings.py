"""Standings: an ordered chain of criteria, and for each place what decided it.

Where no criterion decides, a place is shared. Entries are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from tournaments.core.criteria.totals import DIFFERENCE, POINTS
from tournaments.core.criterion import (
    NO_COURSE,
    Contenders,
    Criterion,
    CriterionValue,
    EntryExtras,
    EntryTotals,
    EventCourse,
)
from tournaments.core.results import Result, ResultTerms, RoundPlan, RoundScore
from tournaments.core.scoring import plan_of, score_round, score_rounds
from tournaments.core.worth import NOTHING, GameOutcome

SCL_CHAIN: Final = (POINTS, DIFFERENCE)
# Of so many events a process remembers the totals before the last round.
_MAX_EVENTS: Final = 4


class Placing(NamedTuple):
    """A place in the standings; `decided_by` is the criterion that set it apart from the place above.

    The place of an entry outside the competition is 0.
    """

    place: int
    totals: EntryTotals
    decided_by: str
    shared: bool
    # What the criteria have compared while others were level with it, by their codes.
    figures: Mapping[str, CriterionValue] = {}


def add_up_rounds(
    terms: ResultTerms, rounds: Sequence[tuple[Result, ...]], plans: Sequence[RoundPlan] = ()
) -> Mapping[int, EntryTotals]:
    """Return the totals of each entry with a result, without penalties and awards.

    `plans` says what each round is part of; without it all rounds are drawn freely. While the last round is
    played, the totals of the rounds before it stay the same and are remembered.
    """
    if terms.looks_back or not rounds:
        return add_up(score_rounds(terms, rounds, plans))
    last = len(rounds)
    totals = dict(_add_up_earlier(terms, tuple(rounds[:-1]), tuple(plans[:-1])))
    for entry, score in score_round(terms, last, rounds[-1], plan_of(plans, last)):
        totals[entry] = _with_score(totals.get(entry) or EntryTotals(entry), score)
    return totals


@lru_cache(maxsize=_MAX_EVENTS)
def _add_up_earlier(
    terms: ResultTerms, rounds: tuple[tuple[Result, ...], ...], plans: tuple[RoundPlan, ...]
) -> Mapping[int, EntryTotals]:
    return add_up(score_rounds(terms, rounds, plans))


def add_up(scores: Mapping[int, Iterable[RoundScore]]) -> dict[int, EntryTotals]:
    """Return the totals of each entry over its rounds."""
    return {entry: _add_up(entry, in_rounds) for entry, in_rounds in scores.items()}


def _add_up(entry: int, rounds: Iterable[RoundScore]) -> EntryTotals:
    scores = tuple(rounds)
    # Column by column, since a big event has thousands of scores.
    points, differences, own, outcomes = zip(*[score.worth for score in scores] or [NOTHING], strict=True)
    return EntryTotals(
        entry,
        sum(score.is_played for score in scores),
        outcomes.count(GameOutcome.WIN),
        outcomes.count(GameOutcome.DRAW),
        outcomes.count(GameOutcome.LOSS),
        sum(points),
        sum(differences),
        sum(own),
        scores,
    )


def _with_score(earlier: EntryTotals, score: RoundScore) -> EntryTotals:
    """Return the totals with one more round."""
    entry, played, wins, draws, losses, points, difference, own, rounds = earlier
    worth = score.worth
    return EntryTotals(
        entry,
        played + score.is_played,
        wins + (worth.outcome is GameOutcome.WIN),
        draws + (worth.outcome is GameOutcome.DRAW),
        losses + (worth.outcome is GameOutcome.LOSS),
        points + worth.points,
        difference + worth.difference,
        own + worth.own,
        (*rounds, score),
    )


def rank(
    totals: Mapping[int, EntryTotals],
    chain: Sequence[Criterion] = SCL_CHAIN,
    extras: Mapping[int, EntryExtras] | None = None,
    course: EventCourse = NO_COURSE,
) -> tuple[Placing, ...]:
    """Return the places from first to last; entries that share a place are in the order of their numbers."""
    extras_by_entry = dict(extras or {})
    charged = dict(sorted(totals.items()))
    for entry in charged.keys() & extras_by_entry.keys():
        charged[entry] = _with_charges(charged[entry], extras_by_entry[entry])
    contenders = Contenders(charged, extras_by_entry, course)
    placed = [entry for entry in charged if entry not in course.unplaced]
    placings: list[Placing] = []
    figures: _Figures = {}
    for decided_by, group in _groups(contenders, placed, chain, "", figures):
        place, shared = len(placings) + 1, len(group) > 1
        placings += [
            Placing(place, charged[entry], decided_by, shared, figures.get(entry, _NO_FIGURES))
            for entry in group
        ]
    return tuple(placings)


# The figures of each entry by the codes of the criteria.
_Figures = dict[int, dict[str, CriterionValue]]
_NO_FIGURES: Final[Mapping[str, CriterionValue]] = {}


def order_without_places(
    totals: Mapping[int, EntryTotals],
    chain: Sequence[Criterion],
    extras: Mapping[int, EntryExtras],
    course: EventCourse,
    entries: Collection[int],
) -> tuple[Placing, ...]:
    """Return these entries in the order that places among them would have; none has one."""
    if not entries:
        return ()
    others = replace(course, unplaced=frozenset(totals).difference(entries))
    return tuple(
        placing._replace(place=0, decided_by="", shared=False)
        for placing in rank(totals, chain, extras, others)
    )


def _with_charges(total: EntryTotals, extras: EntryExtras) -> EntryTotals:
    """Return the totals with penalties, awards and what was carried over."""
    return total._replace(
        points=total.points + extras.points,
        difference=total.difference + extras.difference,
        own=total.own + extras.own,
    )


def _groups(
    contenders: Contenders,
    tied: list[int],
    chain: Sequence[Criterion],
    decided_by: str,
    figures: _Figures,
) -> list[tuple[str, list[int]]]:
    """Return the groups that share a place, best first, each with what set it apart from the one above.

    What is compared is added to the figures of each entry.
    """
    if len(tied) < 2 or not chain:
        return [(decided_by, tied)]
    criterion, rest = chain[0], chain[1:]
    values = criterion.values_of(contenders, tied)
    if values is None:
        return _groups(contenders, tied, rest, decided_by, figures)
    if criterion.points_in_figure is not None:
        for entry in tied:
            figures.setdefault(entry, {})[criterion.code] = values[entry]
    ordered = sorted(tied, key=values.__getitem__, reverse=True)
    groups: list[tuple[str, list[int]]] = []
    for _value, same in groupby(ordered, key=values.__getitem__):
        group = sorted(same)
        is_split = len(group) < len(tied)
        following = chain if is_split and criterion.is_asked_again else rest
        groups += _groups(contenders, group, following, criterion.code if groups else decided_by, figures)
    return groups
