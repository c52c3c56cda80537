"""Tables of drawn partners: first the fewest repeated partners, then opponents who have met least often.

For up to twelve players every way to seat them is compared. Beyond, the fewest repeated partners come from a
matching, which proves them; the opponents are improved two tables at a time, and a lower bound says how far
from the best they can be. Lots decide between what is equally good.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final, NamedTuple

from tournaments.core.drawing.matching import Edge, match_edges
from tournaments.core.drawing.meeting import lot_for, sorted_by_lot

PLAYERS_PER_TABLE: Final = 4
# Up to so many players all ways to seat them are compared.
MOST_COMPARED: Final = 12
# How many searches beyond, each from other lots, and the spread of the lots in a matching.
_SEARCHES: Final = 6
_LOTS: Final = 1_000

# The sides of a table of four.
Sides = tuple[tuple[int, int], tuple[int, int]]


class SeatingCost(NamedTuple):
    """What a seating repeats: partners, counted by how often they have been, and opponents in the same way.

    The squares of all meetings add up to the least where the opponents who meet have met least often.
    """

    partners: int
    opponents: int

    def plus(self, other: SeatingCost) -> SeatingCost:
        return SeatingCost(self.partners + other.partners, self.opponents + other.opponents)


_FREE: Final = SeatingCost(0, 0)


class SeatedTables(NamedTuple):
    """The tables, what they repeat, and the least that any seating repeats for certain."""

    tables: tuple[Sides, ...]
    cost: SeatingCost
    bound: SeatingCost

    @property
    def exact(self) -> bool:
        return self.cost == self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTables:
    """Four players at each table; `fixed` are those with fixed tables, of whom a table has one at most."""

    seed: str
    partnered: Mapping[tuple[int, int], int]
    met: Mapping[int, Mapping[int, int]]
    fixed: frozenset[int] = frozenset()
    _sides: dict[tuple[int, ...], tuple[SeatingCost, Sides]] = field(default_factory=dict)

    def seat(self, players: Sequence[int]) -> SeatedTables:
        """Return the best seating that was found, with what proves it."""
        if len(players) <= MOST_COMPARED:
            cost, fours = self._compared(tuple(sorted_by_lot(players, self.seed)))
            return SeatedTables(self._with_sides(fours), cost, cost)
        bound = self.bound(players)
        best = self._searched(players, f"{self.seed}/0")
        for search in range(1, _SEARCHES):
            if best[0] == bound:
                break
            best = min(best, self._searched(players, f"{self.seed}/{search}"), key=lambda found: found[0])
        return SeatedTables(self._with_sides(best[1]), best[0], bound)

    def bound(self, players: Sequence[int]) -> SeatingCost:
        """Return what any seating of these repeats at least: of partners the fewest, of opponents a bound."""
        return SeatingCost(self._fewest_repeats(players), self._opponents_bound(players))

    def cost_of(self, sides: Sequence[Sequence[int]]) -> SeatingCost:
        partners = sum(self.partnered.get(pair, 0) for side in sides for pair in combinations(side, 2))
        opponents = sum(self.met.get(one, {}).get(other, 0) for one, other in product(*sides))
        return SeatingCost(partners, opponents)

    def _opponents_bound(self, players: Sequence[int]) -> int:
        """Return the least meetings that any seating repeats: each meets two whom it has met least often."""
        twice = 0
        for player in players:
            met = self.met.get(player, {})
            twice += sum(sorted(met.get(other, 0) for other in players if other != player)[:2])
        return -(-twice // 2)

    # All ways to seat a dozen.

    def _compared(self, players: tuple[int, ...]) -> tuple[SeatingCost, tuple[tuple[int, ...], ...]]:
        if not players:
            return _FREE, ()
        first, rest = players[0], players[1:]
        best: tuple[SeatingCost, tuple[tuple[int, ...], ...]] | None = None
        for others in combinations(rest, PLAYERS_PER_TABLE - 1):
            four = (first, *others)
            if not self._may_sit(four):
                continue
            cost = self._best_sides(four)[0]
            if best is not None and cost > best[0]:
                continue
            left, fours = self._compared(tuple(player for player in rest if player not in others))
            if best is None or cost.plus(left) < best[0]:
                best = cost.plus(left), (four, *fours)
        return best or (_IMPOSSIBLE, ())

    # Many players.

    def _fewest_repeats(self, players: Sequence[int]) -> int:
        return sum(self.partnered.get(pair, 0) for pair in self._matched_partners(players, self.seed))

    def _matched_partners(self, players: Sequence[int], seed: str) -> list[tuple[int, int]]:
        """Pair the players so that as few as can be have been partners; lots decide among such pairings."""
        dice = random.Random(seed)  # noqa: S311 (the draw can be repeated)
        unit = _LOTS * len(players)
        order = sorted_by_lot(players, seed)
        edges = [
            Edge(one, other, self.partnered.get((order[one], order[other]), 0) * unit + dice.randrange(_LOTS))
            for one, other in combinations(range(len(order)), 2)
            if not (order[one] in self.fixed and order[other] in self.fixed)
        ]
        return [(order[one], order[other]) for one, other in _matched(len(order), edges)]

    def _searched(self, players: Sequence[int], seed: str) -> tuple[SeatingCost, list[tuple[int, ...]]]:
        """Match partners, then pairs at tables, and exchange players between two tables while that helps."""
        pairs = self._matched_partners(players, seed)
        edges = [
            Edge(one, other, self.cost_of((pairs[one], pairs[other])).opponents)
            for one, other in combinations(range(len(pairs)), 2)
            if self._may_sit((*pairs[one], *pairs[other]))
        ]
        fours: list[tuple[int, ...]] = [
            (*pairs[one], *pairs[other]) for one, other in _matched(len(pairs), edges)
        ]
        improved = True
        while improved:
            improved = False
            for one, other in combinations(range(len(fours)), 2):
                improved |= self._seat_both_better(fours, one, other)
        return self._total(fours), fours

    def _seat_both_better(self, fours: list[tuple[int, ...]], one: int, other: int) -> bool:
        """Seat the eight players of two tables in the best way; return whether that is a better one."""
        current = self._total((fours[one], fours[other]))
        if current == _FREE:
            return False
        best = min(self._splits((*fours[one], *fours[other])), key=self._total)
        if self._total(best) >= current:
            return False
        fours[one], fours[other] = best
        return True

    def _splits(self, eight: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        first, rest = eight[0], eight[1:]
        for others in combinations(rest, PLAYERS_PER_TABLE - 1):
            four, left = (first, *others), tuple(player for player in rest if player not in others)
            if self._may_sit(four) and self._may_sit(left):
                yield four, left

    # A table.

    def _total(self, fours: Sequence[tuple[int, ...]]) -> SeatingCost:
        total = _FREE
        for four in fours:
            total = total.plus(self._best_sides(four)[0])
        return total

    def _may_sit(self, four: Sequence[int]) -> bool:
        return sum(player in self.fixed for player in four) < 2

    def _best_sides(self, four: tuple[int, ...]) -> tuple[SeatingCost, Sides]:
        """Return the best way to pair four players; lots decide between equally good ones."""
        key = tuple(sorted(four))
        if key not in self._sides:
            a, b, c, d = key
            ways: tuple[Sides, ...] = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
            costs = [
                (self.cost_of(sides), lot_for(f"{self.seed}/{a}/{b}/{c}/{d}", at), sides)
                for at, sides in enumerate(ways)
            ]
            cost, _lot, best = min(costs)
            self._sides[key] = cost, best
        return self._sides[key]

    def _with_sides(self, fours: Sequence[tuple[int, ...]]) -> tuple[Sides, ...]:
        return tuple(self._best_sides(four)[1] for four in fours)


# More than any seating costs.
_IMPOSSIBLE: Final = SeatingCost(10**9, 10**9)


def _matched(size: int, edges: Sequence[Edge]) -> Sequence[tuple[int, int]]:
    matching = match_edges(size, edges)
    if matching is None:
        raise LookupError("no pairing")
    return matching.pairs
