"""Tables of five and six single players, where the game has them, so that nobody has to sit out (ruling 12).

The round is drawn in fours. Those who would sit out join tables as a fifth or a sixth, as many as can: in a
side of three one rests in each deal, or all three play, as the game says. Each joins where the fewest
partners are repeated, then opponents; lots decide. Tables of five come before tables of six.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final, NamedTuple

from tournaments.core.drawing.apart import with_apart
from tournaments.core.drawing.meeting import DrawEntry, MeetingReason, ReasonCode, lot_for
from tournaments.core.drawing.proposal import DrawInput, DrawTable, Proposal

FIVE: Final = 5
SIX: Final = 6
_SIDES: Final = (0, 1)


class _Place(NamedTuple):
    """A side of a drawn table which a player may join."""

    table: int
    side: int


class _Joining(NamedTuple):
    """What it costs that players join tables: repeated partners, then repeated opponents, then lots."""

    partners: int
    opponents: int
    lots: tuple[str, ...]
    places: tuple[tuple[int, _Place], ...]


def seat_those_left(draw_input: DrawInput, drawn: Proposal) -> Proposal:
    """Return the drawn round with as many of those who sit out as can at tables of five and six."""
    tables = [table for table in drawn.tables if not table.sits_out]
    out = [table for table in drawn.tables if table.sits_out]
    known = with_apart(draw_input)
    search = _Search(known, tables, {entry.entry: entry for entry in known.present})
    for fives, sixes in _ways_to_seat(len(out), len(tables), draw_input.large_tables):
        # Who has sat out least often comes first of them.
        coming = [table.entries[0] for table in out[len(out) - fives - 2 * sixes :]]
        joining = search.join(coming, sixes)
        if joining is not None:
            return Proposal(_joined(search, out, joining), drawn.exact)
    return drawn


def _ways_to_seat(out: int, tables: int, sizes: Collection[int]) -> list[tuple[int, int]]:
    """Return how many tables of five and of six there can be, first where they seat the most."""
    ways = [
        (fives, sixes)
        for fives, sixes in product(range(out + 1), range(out // 2 + 1))
        if fives + 2 * sixes <= out
        and fives + sixes <= tables
        and (FIVE in sizes or not fives)
        and (SIX in sizes or not sixes)
    ]
    return sorted(ways, key=lambda way: (-way[0] - 2 * way[1], way[1]))


@dataclass(frozen=True, slots=True)
class _Search:
    """Looks for the best tables to join."""

    draw_input: DrawInput
    tables: Sequence[DrawTable]
    entries: Mapping[int, DrawEntry]

    def join(
        self, players: Sequence[int], sixes: int, taken: frozenset[int] = frozenset()
    ) -> _Joining | None:
        """Return the best way for these players to join tables that are not taken, two each at `sixes`."""
        if not players:
            return _Joining(0, 0, (), ())
        return min(self._ways(players, sixes, taken), default=None)

    def _ways(self, players: Sequence[int], sixes: int, taken: frozenset[int]) -> Iterator[_Joining]:
        first, others = players[0], players[1:]
        if len(players) > 2 * sixes:
            for place in self._best_places(first, len(players), taken):
                rest = self.join(others, sixes, taken | {place.table})
                yield from self._with(rest, ((first, place),))
        if not sixes:
            return
        for second in others:
            left = [player for player in others if player != second]
            for table in range(len(self.tables)):
                rest = None if table in taken else self.join(left, sixes - 1, taken | {table})
                for side in _SIDES:
                    both = (first, _Place(table, side)), (second, _Place(table, 1 - side))
                    yield from self._with(rest, both)

    def _best_places(self, player: int, many: int, taken: Collection[int]) -> list[_Place]:
        """Return the best place at each of so many tables: the others take no more than one less of them."""
        best = [
            min((_Place(table, side) for side in _SIDES), key=lambda place: self._cost(player, place))
            for table in range(len(self.tables))
            if table not in taken
        ]
        return sorted(
            best, key=lambda place: (not self._may_join([player], place.table), *self._cost(player, place))
        )[:many]

    def _with(self, rest: _Joining | None, coming: Sequence[tuple[int, _Place]]) -> Iterator[_Joining]:
        """Add those who join one table to the others, where they may."""
        players = [player for player, _place in coming]
        if rest is None or not self._may_join(players, coming[0][1].table):
            return
        costs = [self._cost(player, place) for player, place in coming]
        # Two who join one table are opponents there.
        meeting = self._times_met(players[0], players[1:])
        yield _Joining(
            rest.partners + sum(cost[0] for cost in costs),
            rest.opponents + sum(cost[1] for cost in costs) + meeting,
            (*(cost[2] for cost in costs), *rest.lots),
            (*coming, *rest.places),
        )

    def _cost(self, player: int, place: _Place) -> tuple[int, int, str]:
        sides = self.tables[place.table].sides
        partners, opponents = sides[place.side], sides[1 - place.side]
        lot = lot_for(f"{self.draw_input.seed}/large/{'/'.join(map(str, partners))}", player)
        return self.times_partnered(player, partners), self._times_met(player, opponents), lot

    def times_partnered(self, player: int, others: Sequence[int]) -> int:
        counts = self.draw_input.partner_counts
        return sum(counts.get((player, other), 0) for other in others)

    def _times_met(self, player: int, others: Sequence[int]) -> int:
        met = self.entries[player].met
        return sum(met.get(other, 0) for other in others)

    def _may_join(self, players: Sequence[int], table: int) -> bool:
        """A table has one entry at most that never moves."""
        seated = (*self.tables[table].entries, *players)
        return sum(self.entries[entry].table is not None for entry in seated) < 2


def _joined(search: _Search, out: Sequence[DrawTable], joining: _Joining) -> list[DrawTable]:
    """Return all tables with those who have joined, and why; who still sits out comes last."""
    large = list(search.tables)
    for player, place in joining.places:
        table = large[place.table]
        sides = tuple((*side, player) if at == place.side else side for at, side in enumerate(table.sides))
        had = {"entry": player, "had": search.entries[player].sit_outs}
        reasons = [*table.reasons, MeetingReason(ReasonCode.LARGE_TABLE, had)]
        if times := search.times_partnered(player, table.sides[place.side]):
            reasons.append(MeetingReason(ReasonCode.SAME_PARTNER, {"times": times}))
        large[place.table] = replace(table, sides=sides, reasons=tuple(reasons))
    seated = {player for player, _place in joining.places}
    return [*large, *(table for table in out if seated.isdisjoint(chain(*table.sides)))]
