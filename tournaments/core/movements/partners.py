"""Drawn partners: single players at tables of four, by lot or by standing, partners by lot.

With 4k+1, 4k+2 or 4k+3 players the rest sit out, nobody twice before everybody has once. The same partner is
avoided when asked, and two who keep their tables are never drawn to one. Knows what players have done; a
side's points go to each of its players, which is known elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.movements.meeting import (
    Before,
    Meeting,
    Reason,
    Why,
    in_order_of_lots,
    in_standing,
    lot,
)

AT_A_TABLE: Final = 4


class Partners(NamedTuple):
    """A table of four: two players a side."""

    sides: tuple[tuple[int, int], tuple[int, int]]
    reasons: tuple[Reason, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        return (*self.sides[0], *self.sides[1])


class Drawn(NamedTuple):
    """The tables of a round, and who sits out."""

    tables: tuple[Partners, ...]
    out: tuple[Meeting, ...] = ()


# How often each two have been partners: both ways round.
Partnered = Mapping[tuple[int, int], int]


def drawn_partners(
    field: Sequence[Before],
    seed: str,
    partnered: Partnered | None = None,
    *,
    by_standing: bool = False,
) -> Drawn:
    """Draw tables and partners; with `partnered` the partners of before are avoided."""
    standing = in_standing(field, seed)
    out = _sitting_out(standing, seed, len(standing) % AT_A_TABLE)
    playing = [one.entry for one in standing if one not in out]
    if not by_standing:
        playing = in_order_of_lots(playing, seed)
    fours = [playing[at : at + AT_A_TABLE] for at in range(0, len(playing), AT_A_TABLE)]
    staying = frozenset(one.entry for one in standing if one.table is not None)
    seated = _apart(_one_staying(fours, staying), partnered or {}, staying)
    tables = tuple(_table_of(four, seed, partnered or {}) for four in seated)
    return Drawn(tables, tuple(_rests(one) for one in out))


def _sitting_out(standing: Sequence[Before], seed: str, wanted: int) -> list[Before]:
    """Who has sat out least often; lots decide among them."""
    return sorted(standing, key=lambda one: (one.sit_outs, lot(f"{seed}/out", one.entry)))[:wanted]


def _rests(one: Before) -> Meeting:
    return Meeting((one.entry,), (Reason(Why.FEWEST_SIT_OUTS, {"had": one.sit_outs}), Reason(Why.LOT)))


def _table_of(four: Sequence[int], seed: str, partnered: Partnered) -> Partners:
    """The pairing of four that repeats the fewest partners; lots decide between as good ones."""
    a, b, c, d = four
    ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    best = min(ways, key=lambda way: (_repeats(way, partnered), lot(seed, _way_number(way))))
    reasons = [Reason(Why.LOT)]
    if again := _repeats(best, partnered):
        reasons.append(Reason(Why.SAME_PARTNER, {"times": again}))
    return Partners(best, tuple(reasons))


def _way_number(way: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """A number of its own for each way to pair four: whom the lowest of them plays with."""
    lowest = min(min(side) for side in way)
    side = next(side for side in way if lowest in side)
    return lowest * 100_003 + sum(side)


def _repeats(way: Sequence[tuple[int, int]], partnered: Partnered) -> int:
    return sum(partnered.get(side, 0) for side in way)


def _one_staying(fours: Sequence[Sequence[int]], staying: frozenset[int]) -> list[list[int]]:
    """At each table at most one who keeps it: the others change places with somebody of a table without."""
    tables = [list(four) for four in fours]
    for table in tables:
        for at in [at for at, player in enumerate(table) if player in staying][1:]:
            without = next(other for other in tables if staying.isdisjoint(other))
            table[at], without[at] = without[at], table[at]
    return tables


def _apart(
    fours: Sequence[Sequence[int]], partnered: Partnered, staying: frozenset[int] = frozenset()
) -> list[list[int]]:
    """Players exchanged between tables while that repeats fewer partners; who keeps a table with his like."""
    tables = [list(four) for four in fours]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for at in range(AT_A_TABLE):
                for to in range(AT_A_TABLE):
                    if (tables[one][at] in staying) == (tables[other][to] in staying):
                        better |= _exchange(tables, (one, at), (other, to), partnered)
    return tables


def _exchange(
    tables: list[list[int]], one: tuple[int, int], other: tuple[int, int], partnered: Partnered
) -> bool:
    """Exchange two players if both tables together repeat fewer partners then."""
    (table, at), (another, to) = one, other
    before = _fewest(tables[table], partnered) + _fewest(tables[another], partnered)
    if not before:
        return False
    tables[table][at], tables[another][to] = tables[another][to], tables[table][at]
    if _fewest(tables[table], partnered) + _fewest(tables[another], partnered) < before:
        return True
    tables[table][at], tables[another][to] = tables[another][to], tables[table][at]
    return False


def _fewest(four: Sequence[int], partnered: Partnered) -> int:
    """How many partners are repeated at a table at the least."""
    a, b, c, d = four
    return min(_repeats(way, partnered) for way in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))))


def with_partners(partnered: Partnered, tables: Sequence[Partners]) -> dict[tuple[int, int], int]:
    """How often each two have been partners after a round."""
    after = dict(partnered)
    for table in tables:
        for one, other in table.sides:
            after[one, other] = after.get((one, other), 0) + 1
            after[other, one] = after.get((other, one), 0) + 1
    return after
