"""Who meets whom in which round, and who is at home, by the circle: places, not yet teams.

The directed canonical 1-factorization of de Werra (Scheduling in sports, Annals of Discrete Mathematics 11,
1981, 381-395): the place that stays meets place t in round t, and the places t+k and t-k meet, at home by
turns. Of an even number of teams two alternate throughout, and each other one has one break: two matches
running at home, or away. Fewer than n-2 breaks are impossible. Of an odd number nobody has one, and all are
equally often at home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple

FEWEST_TEAMS: Final = 3
MOST_TEAMS: Final = 20


class LegOrder(StrEnum):
    """In which order the rounds of a leg come again in the next one. Its code is stored."""

    # As they were: 3n-6 breaks in two legs of an even number.
    MIRRORED = "mirrored"
    # The first round comes again last: 2n breaks.
    FRENCH = "french"
    # The last round comes again at once: 2n-4 breaks, which is the least for two legs.
    ENGLISH = "english"


class HomeAndAway(NamedTuple):
    """Two places that meet, the one at home first."""

    home: int
    away: int

    @property
    def returned(self) -> HomeAndAway:
        return HomeAndAway(self.away, self.home)


def rounds_of(teams: int, legs: int) -> int:
    """Return how many rounds a season of so many teams has."""
    return legs * (teams - 1 if teams % 2 == 0 else teams)


def pattern_of(teams: int, legs: int, order: LegOrder) -> tuple[tuple[HomeAndAway, ...], ...]:
    """Return the meetings of all rounds between the places 0 … teams-1.

    Of an odd number one place meets nobody in each round, and does not play.
    """
    first = [tuple(_round(teams, number)) for number in range(rounds_of(teams, 1))]
    second = _in_order([tuple(one.returned for one in meetings) for meetings in first], order)
    return tuple(chain.from_iterable(second if leg % 2 else first for leg in range(legs)))


_Rounds = Sequence[tuple[HomeAndAway, ...]]


def _in_order(second: _Rounds, order: LegOrder) -> _Rounds:
    match order:
        case LegOrder.MIRRORED:
            return second
        case LegOrder.FRENCH:
            return [*second[1:], second[0]]
        case LegOrder.ENGLISH:
            return [second[-1], *second[:-1]]


def _round(teams: int, number: int) -> Iterator[HomeAndAway]:
    around = teams - 1 if teams % 2 == 0 else teams
    if teams % 2 == 0:
        yield HomeAndAway(around, number) if number % 2 else HomeAndAway(number, around)
    for step in range(1, (around - 1) // 2 + 1):
        after, before = (number + step) % around, (number - step) % around
        yield HomeAndAway(after, before) if step % 2 else HomeAndAway(before, after)
