"""A criterion of the standings: what it compares, and all that the rest of the program asks about that.

A criterion compares only the entries that the ones before it have left tied, so that “head to head” counts
the games among exactly these. Entries are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.core.results import RoundScore, RoundValues


class EntryTotals(NamedTuple):
    """The totals of an entry over its rounds, with penalties and awards."""

    entry: int
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    difference: int = 0
    own: int = 0
    rounds: tuple[RoundScore, ...] = ()


class DecidedRank(NamedTuple):
    """What a decider says of an entry: which decider, among how many, and the rank of the entry in it."""

    number: int
    entries: int
    rank: int


class EntryExtras(NamedTuple):
    """What counts for an entry besides its rounds."""

    # Penalties, awards and what was carried over: in points of the scheme, in difference, in game points.
    points: int = 0
    difference: int = 0
    own: int = 0
    # How many combinations it has made, as the criterion of combinations counts them: the dearest first.
    combinations: tuple[int, ...] = ()
    # The lot that it drew: the lowest is first.
    lot: int | None = None
    # The order among those who shared its place, where they have played for it.
    decider: DecidedRank | None = None
    # How far it has come in a knock-out, and whether it is still in.
    reached: tuple[int, int] = (0, 0)


NO_EXTRAS: Final = EntryExtras()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCourse:
    """What criteria may ask about the event besides the scores of each entry."""

    # What each round of these standings can give.
    rounds: Mapping[int, RoundValues] = field(default_factory=dict)
    # The last round of each entry that has gone home.
    left_after: Mapping[int, int] = field(default_factory=dict)
    # How many opponents an entry has at a full table.
    opponents_at_table: int = 1
    # Entries that have scores and no place.
    unplaced: frozenset[int] = frozenset()
    # The seed of the lots that the program draws for the places.
    lots_seed: str = ""


NO_COURSE: Final = EventCourse()


@dataclass(frozen=True, slots=True)
class Contenders:
    """All entries with scores, for criteria that compare an entry with others."""

    totals: Mapping[int, EntryTotals]
    extras: Mapping[int, EntryExtras] = field(default_factory=dict)
    course: EventCourse = NO_COURSE

    def extras_of(self, entry: int) -> EntryExtras:
        return self.extras.get(entry, NO_EXTRAS)


# What a criterion compares: greater is better.
CriterionValue = int | Fraction | tuple[int, ...]
# The values of the tied entries; None where the criterion cannot compare them.
CriterionFunction = Callable[[Contenders, Sequence[int]], Mapping[int, CriterionValue] | None]


class ShownTotal(StrEnum):
    """Which total stands beside the points."""

    DIFFERENCE = "difference"
    OWN_POINTS = "own_points"


def not_compared(_contenders: Contenders, _tied: Sequence[int]) -> Mapping[int, CriterionValue] | None:
    """Stand for a comparison that is not written yet; `manage.py check` names it."""
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Criterion:
    """What may decide a place. A file in `tournaments/core/criteria` defines it."""

    # As it is stored in the agreement.
    code: str
    # Its name in English, as it stands in the settings, in the rules in force and beside places it decided.
    label: str = ""
    # Its place in lists to choose from.
    position: int = 90
    # The values of the entries that are still tied.
    values_of: CriterionFunction = not_compared
    # The total beside the points, where this criterion comes first of those that name one.
    shows: ShownTotal | None = None
    # It needs the combinations of every deal, which are loaded only then.
    counts_combinations: bool = False
    # It needs lots, which are drawn by hand.
    needs_lots: bool = False
    # It needs lots that follow from the event's secret.
    needs_seed: bool = False
    # How many times points of the scheme are multiplied in its value, which is shown as a figure: 0 where the
    # value is another number. None where it has no figure, or another column of the standings has it.
    points_in_figure: int | None = None
    # Its values are negative, so that the lowest comes first.
    lowest_first: bool = False
    # It counts the points of opponents.
    counts_opponents: bool = False
    # When it has set some of the tied apart, it is asked again of those who are still tied.
    is_asked_again: bool = False

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Criterion({self.code!r})"


def by_totals(value: Callable[[EntryTotals], int | Fraction]) -> CriterionFunction:
    """Return the comparison of a criterion that looks at each entry alone."""
    return lambda contenders, tied: {entry: value(contenders.totals[entry]) for entry in tied}
