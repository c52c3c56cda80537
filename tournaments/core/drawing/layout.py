"""The places of a movement that is set beforehand: whose they are, who takes a free one, and a new layout.

A place has the number of its entry, or 0 where there is none. Who has left keeps a place until a newcomer
takes it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting
from tournaments.core.drawing.movement import Movement

Places = tuple[int, ...]
# How often each two have met; with 0, how often an entry has sat out.
TimesMet = Mapping[frozenset[int], int]

# How many layouts the search begins with, and how many places it improves by exchanging any two of them.
_STARTS: Final = 6
_MOST_PLACES: Final = 40


def lay_out(movement: Movement, entries: Sequence[int]) -> Places:
    """Return the places of these entries in their order, with an empty one where their number is odd."""
    empty = [PHANTOM_ENTRY] * (len(entries) % 2)
    return (*empty, *entries) if movement.empty_place_first else (*entries, *empty)


def in_snake(entries: Sequence[int]) -> list[int]:
    """Return entries, the strongest first, so that both halves of the places are as strong.

    The first goes to the first half, the next two to the other, the next two to the first again, and so on.
    """
    first = [entry for at, entry in enumerate(entries) if at % 4 in (0, 3)]
    return [*first, *(entry for entry in entries if entry not in first)]


def fill_free_places(places: Sequence[int], left: Collection[int], newcomers: Sequence[int]) -> Places | None:
    """Return the places with each newcomer in a free one: first an empty one, then one of those who have
    left. None where these are too few."""
    filled = list(places)
    empty = [at for at, entry in enumerate(places) if entry == PHANTOM_ENTRY]
    free = [*empty, *(at for at, entry in enumerate(places) if entry in left)]
    if len(free) < len(newcomers):
        return None
    for at, entry in zip(free, newcomers, strict=False):
        filled[at] = entry
    return tuple(filled)


def count_free_places(places: Sequence[int], left: Collection[int]) -> int:
    return sum(entry == PHANTOM_ENTRY or entry in left for entry in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """The rounds that are left of a movement set beforehand: from which turn on, and how many."""

    movement: Movement
    turn: int
    rounds: int

    def rematches(self, places: Sequence[int], met: TimesMet) -> int:
        """Return how many meetings of these rounds repeat an earlier one, and how many sit-outs."""
        seen = dict(met)
        repeated = 0
        for pair in self._pairs(places):
            repeated += seen.get(pair, 0) >= self.movement.meetings
            seen[pair] = seen.get(pair, 0) + 1
        return repeated

    def _pairs(self, places: Sequence[int]) -> Iterator[frozenset[int]]:
        for turn in range(self.turn, self.turn + self.rounds):
            for meeting in self._meetings(places, turn):
                yield frozenset(
                    meeting.entries if len(meeting.entries) > 1 else (*meeting.entries, PHANTOM_ENTRY)
                )

    def _meetings(self, places: Sequence[int], turn: int) -> Sequence[Meeting]:
        return [] if self.movement.schedule is None else self.movement.schedule(places, turn)

    def best_places(
        self, entries: Sequence[int], met: TimesMet, first: Sequence[Sequence[int]], seed: str
    ) -> Places:
        """Return a layout with few rematches in these rounds; the pairs of `first` meet in the first turn.

        After one round of a circle there is none. Otherwise places are exchanged as long as that helps.
        """
        dice = random.Random(seed)  # noqa: S311 (the draw can be repeated)
        best = self._improved(self._with_first(entries, first), met)
        for _start in range(_STARTS - 1):
            if not self.rematches(best, met):
                break
            shuffled = list(entries)
            dice.shuffle(shuffled)
            best = min(
                best,
                self._improved(lay_out(self.movement, shuffled), met),
                key=lambda places: self.rematches(places, met),
            )
        return best

    def _with_first(self, entries: Sequence[int], first: Sequence[Sequence[int]]) -> Places:
        """Return places in which as many as can of these pairs meet in the first turn."""
        left = [
            entry for entry in lay_out(self.movement, entries) if not any(entry in pair for pair in first)
        ]
        pairs = [*(tuple(pair) for pair in first), *zip(left[::2], left[1::2], strict=True)]
        numbers = range(1, 2 * len(pairs) + 1)
        places = [PHANTOM_ENTRY] * len(numbers)
        for meeting, pair in zip(self._meetings(numbers, 1), pairs, strict=True):
            for at, entry in zip(meeting.entries, pair, strict=True):
                places[at - 1] = entry
        return tuple(places)

    def _improved(self, places: Places, met: TimesMet) -> Places:
        """Exchange two places at a time while that repeats fewer meetings."""
        fewest, current = self.rematches(places, met), places
        improved = len(places) <= _MOST_PLACES
        while improved and fewest:
            improved = False
            for one, other in combinations(range(len(places)), 2):
                changed = list(current)
                changed[one], changed[other] = changed[other], changed[one]
                if (repeated := self.rematches(changed, met)) < fewest:
                    fewest, current, improved = repeated, tuple(changed), True
        return current
