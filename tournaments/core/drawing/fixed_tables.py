"""Entries with fixed tables: each keeps its table, and two of them never meet.

A table has room for one such entry, so a round has room for as many of them as it has tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.core.drawing.apart import are_apart
from tournaments.core.drawing.matching import Edge, find_cheapest_pairing
from tournaments.core.drawing.meeting import DrawEntry, MeetingReason, ReasonCode

# The fixed table of each entry that has one.
FixedTables = Mapping[int, int]


def get_fixed_tables(field: Sequence[DrawEntry]) -> FixedTables:
    return {entry.entry: entry.table for entry in field if entry.table is not None}


def both_fixed(first: DrawEntry, second: DrawEntry) -> bool:
    """Neither can go to the table of the other."""
    return first.table is not None and second.table is not None


def table_count(entries: int, entries_per_table: int) -> int:
    """Return how many tables play; with three sides some tables have two, so only a single entry is left."""
    if entries_per_table == 3:
        return -(-entries // entries_per_table) if entries > 1 else 0
    return entries // entries_per_table


def _can_be_paired(entries: Sequence[DrawEntry]) -> bool:
    """Whether these can be paired so that no two with fixed tables meet."""
    return 2 * sum(entry.table is not None for entry in entries) <= len(entries)


def pair_in_order(order: Sequence[DrawEntry]) -> list[tuple[int, int]]:
    """Pair the places, first with second and so on.

    Passes over where two with fixed tables would meet, or two that are not to.
    """
    if any(are_apart(first, second) for first, second in combinations(order, 2)):
        return _pair_apart(order)
    left, pairs = list(range(len(order))), list[tuple[int, int]]()
    while left:
        first = left.pop(0)
        second = next(place for place in left if _leaves_others_paired(order, left, first, place))
        left.remove(second)
        pairs.append((first, second))
    return pairs


def _pair_apart(order: Sequence[DrawEntry]) -> list[tuple[int, int]]:
    """Pair so that as few as possible meet who are not to; then the nearest, by the squares of distances."""
    cost = len(order) ** 3

    def edges(window: int) -> list[Edge]:
        return [
            Edge(first, second, are_apart(order[first], order[second]) * cost + (second - first) ** 2)
            for first, second in combinations(range(len(order)), 2)
            if second - first <= window and not both_fixed(order[first], order[second])
        ]

    return sorted(find_cheapest_pairing(len(order), edges).pairs)


def _leaves_others_paired(order: Sequence[DrawEntry], left: Sequence[int], first: int, second: int) -> bool:
    """These two may meet, and the entries that are left can still be paired."""
    rest = [order[place] for place in left if place != second]
    return not both_fixed(order[first], order[second]) and _can_be_paired(rest)


def passed_over_reasons(order: Sequence[DrawEntry], first: int, second: int) -> list[MeetingReason]:
    """Return a reason for each nearer entry that was passed over because it has a fixed table too."""
    return [
        MeetingReason(ReasonCode.NEITHER_MOVES, {"entry": passed_over.entry})
        for passed_over in order[first + 1 : second]
        if both_fixed(order[first], passed_over)
    ]


def line_order(entries: Sequence[int], fixed_tables: FixedTables) -> list[int]:
    """Order the entries so that all with fixed tables sit in the first half, at the places of their tables.

    Each changes places with the entry at that place. Where the line has no such place it takes the last
    one that no other entry keeps.
    """
    order, half = list(entries), (len(entries) + 1) // 2
    fixed = sorted((table, entry) for entry, table in fixed_tables.items() if entry in order)
    kept: set[int] = set()
    for table, entry in fixed:
        place = table - 1
        if place >= half or place in kept:
            continue
        _swap(order, order.index(entry), place)
        kept.add(place)
    for _table, entry in fixed:
        current = order.index(entry)
        if current in kept:
            continue
        place = current if current < half else max(set(range(half)) - kept, default=current)
        _swap(order, current, place)
        kept.add(place)
    return order


def _swap(order: list[int], first: int, second: int) -> None:
    order[first], order[second] = order[second], order[first]
