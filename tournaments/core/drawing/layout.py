"""The places of a movement that is set beforehand: whose they are, who takes a free one, and a new layout.

A place has the number of its entry, or 0 where there is none. Who has left keeps a place until a newcomer
takes it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting
from tournaments.core.drawing.movement import Movement

Places = tuple[int, ...]
# How often each two have met, or were partners; with 0, how often an entry has sat out.
TimesMet = Mapping[frozenset[int], int]

# How many layouts the search begins with, and how many places it improves by exchanging any two of them.
_STARTS: Final = 6
_MOST_PLACES: Final = 40
# How many exchanges are tried where more than two meet at a table.
_MOST_TRIES: Final = 600


def lay_out(movement: Movement, entries: Sequence[int]) -> Places:
    """Return the places of these entries in their order, and empty ones as the movement has them."""
    empty = [PHANTOM_ENTRY] * (count_places(movement, len(entries)) - len(entries))
    return (*empty, *entries) if movement.empty_place_first else (*entries, *empty)


def in_snake(entries: Sequence[int]) -> list[int]:
    """Return entries, the strongest first, so that both halves of the places are as strong.

    The first goes to the first half, the next two to the other, the next two to the first again, and so on.
    """
    first = [entry for at, entry in enumerate(entries) if at % 4 in (0, 3)]
    return [*first, *(entry for entry in entries if entry not in first)]


def count_places(movement: Movement, entries: int) -> int:
    """Return how many places so many entries take: an even number, if the movement has no other one."""
    return entries + entries % 2 if movement.count_places is None else movement.count_places(entries)


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
        """Return how many meetings of these rounds repeat an earlier one, and how many sit-outs.

        Of single players whose partners change only a partner is repeated.
        """
        seen = dict(met)
        repeated = 0
        for pair in self._pairs(places):
            repeated += seen.get(pair, 0) >= self.movement.meetings
            seen[pair] = seen.get(pair, 0) + 1
        return repeated

    def _pairs(self, places: Sequence[int]) -> Iterator[frozenset[int]]:
        for turn in range(self.turn, self.turn + self.rounds):
            for meeting in self._meetings(places, turn):
                yield from pairs_of(self.movement, meeting)

    def _meetings(self, places: Sequence[int], turn: int) -> Sequence[Meeting]:
        return [] if self.movement.schedule is None else self.movement.schedule(places, turn)

    def best_places(
        self, entries: Sequence[int], met: TimesMet, first: Sequence[Sequence[int]], seed: str
    ) -> Places:
        """Return a layout with few rematches in these rounds; the tables of `first` meet in the first turn.

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
        """Return places in which as many as can of these tables meet in the first turn."""
        laid_out = lay_out(self.movement, entries)
        stays = self.movement.mixes_players
        numbers = [
            PHANTOM_ENTRY if stays and entry == PHANTOM_ENTRY else at + 1 for at, entry in enumerate(laid_out)
        ]
        meetings = self._meetings(numbers, 1)
        tables = _fitting(first, meetings)
        seated = {PHANTOM_ENTRY} if stays else set[int]()
        seated.update(entry for table in tables for entry in table)
        left = iter([entry for entry in laid_out if entry not in seated])
        places = [PHANTOM_ENTRY] * len(numbers)
        for meeting in meetings:
            fits = bool(tables) and len(tables[0]) == len(meeting.entries)
            table = tables.pop(0) if fits else [next(left) for _at in meeting.entries]
            for at, entry in zip(meeting.entries, table, strict=True):
                places[at - 1] = entry
        return tuple(places)

    def _improved(self, places: Places, met: TimesMet) -> Places:
        """Exchange two places at a time while that repeats fewer meetings."""
        fewest, current = self.rematches(places, met), places
        tries = self._most_tries(places)
        improved = True
        while improved and fewest and tries:
            improved = False
            for one, other in islice(combinations(self._places_to_exchange(places), 2), tries):
                tries -= 1
                changed = list(current)
                changed[one], changed[other] = changed[other], changed[one]
                if (repeated := self.rematches(changed, met)) < fewest:
                    fewest, current, improved = repeated, tuple(changed), True
        return current

    def _most_tries(self, places: Places) -> int:
        """Return how many exchanges are tried: of tables of more than two each takes longer."""
        if self.movement.mixes_players:
            return _MOST_TRIES
        return len(places) ** 4 if len(places) <= _MOST_PLACES else 0

    def _places_to_exchange(self, places: Places) -> Sequence[int]:
        """Return the places that may be exchanged: where more than two meet the empty ones stay."""
        stays = self.movement.mixes_players
        return [at for at, entry in enumerate(places) if not (stays and entry == PHANTOM_ENTRY)]


def pairs_of(movement: Movement, meeting: Meeting) -> Iterator[frozenset[int]]:
    """Yield the pairs that are not to come again: partners where they change, otherwise all who meet.

    One who sits out is paired with 0, if nobody has to do so again.
    """
    entries, side = meeting.entries, movement.entries_per_side
    if len(entries) == 1:
        if not movement.mixes_players:
            yield frozenset((*entries, PHANTOM_ENTRY))
    elif movement.draws_partners:
        yield from (frozenset(entries[at : at + side]) for at in range(0, len(entries), side))
    else:
        yield from map(frozenset, combinations(entries, 2))


def _fitting(first: Sequence[Sequence[int]], meetings: Sequence[Meeting]) -> list[Sequence[int]]:
    """Return those of the tables for which a round has room."""
    size = max((len(meeting.entries) for meeting in meetings), default=0)
    room = sum(len(meeting.entries) == size for meeting in meetings)
    return [table for table in first if len(table) == size][:room]
