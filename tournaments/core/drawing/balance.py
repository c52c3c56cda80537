"""How balanced the rounds of a movement set beforehand are: partners, opponents and sit-outs of everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from tournaments.core.drawing.layout import lay_out
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable

# So many fields and lengths are kept.
_KEPT = 256


class Spread(NamedTuple):
    """The least and the most of something."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RoundsBalance:
    """What the rounds of a field bring: how many partners and opponents each has, and how often."""

    rounds: int
    # How many different partners each has, and how often two are partners.
    partners: Spread
    times_partnered: Spread
    # How many different opponents each meets, and how often two meet.
    opponents: Spread
    times_met: Spread
    sit_outs: Spread
    # How often each is at a table of two sides where three should be.
    small_tables: Spread


@dataclass(slots=True)
class _Count:
    """What has happened so far, by entries and by pairs of them."""

    partners: Counter[tuple[int, int]] = field(default_factory=Counter)
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    sit_outs: Counter[int] = field(default_factory=Counter)
    small: Counter[int] = field(default_factory=Counter)

    def add(self, tables: Iterable[DrawTable], sides: int) -> None:
        for table in tables:
            for side in table.sides:
                self.partners.update(permutations(side, 2))
            for one, other in permutations(table.sides, 2):
                self.met.update(product(one, other))
            if table.sits_out:
                self.sit_outs.update(table.entries)
            elif len(table.sides) < sides:
                self.small.update(table.entries)

    def entry(self, number: int, entries: int) -> DrawEntry:
        met = {other: self.met[number, other] for other in range(1, entries + 1) if self.met[number, other]}
        return DrawEntry(number, met=met, sit_outs=self.sit_outs[number], small_tables=self.small[number])


@lru_cache(maxsize=_KEPT)
def count_balance(movement: Movement, entries: int, rounds: int) -> RoundsBalance | None:
    """Count it where everybody comes and stays; None where there are no such rounds for so many."""
    counted, numbers = _Count(), range(1, entries + 1)
    places = lay_out(movement, numbers)
    if movement.max_rounds is not None and movement.max_rounds(len(places)) < rounds:
        return None
    for turn in range(1, rounds + 1):
        drawn = movement.draw(
            DrawInput(
                present=[counted.entry(number, entries) for number in numbers],
                all_entries=places,
                turn=turn,
                clubs_apart=False,
                partner_counts=counted.partners,
                seed=f"balance/{turn}",
            )
        )
        counted.add(drawn.tables, movement.sides)
    return _balance_of(counted, entries, rounds)


def _balance_of(counted: _Count, entries: int, rounds: int) -> RoundsBalance:
    numbers = range(1, entries + 1)
    return RoundsBalance(
        rounds,
        _spread(_different(counted.partners)[number] for number in numbers),
        _spread(counted.partners[pair] for pair in combinations(numbers, 2)),
        _spread(_different(counted.met)[number] for number in numbers),
        _spread(counted.met[pair] for pair in combinations(numbers, 2)),
        _spread(counted.sit_outs[number] for number in numbers),
        _spread(counted.small[number] for number in numbers),
    )


def _different(pairs: Mapping[tuple[int, int], int]) -> Counter[int]:
    """Return how many others each has been with."""
    return Counter(one for (one, _other), times in pairs.items() if times)


def _spread(values: Iterable[int]) -> Spread:
    found = list(values)
    return Spread(min(found), max(found))
