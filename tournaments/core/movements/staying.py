"""Entries that cannot move: each keeps its table, and two of them never meet.

A table has one who stays, so a round has room for as many of them as it has tables. Knows who stays; must not
know by what movement a round is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.core.movements.meeting import Before, Reason, Why

# Who keeps a table, and which.
Keeps = Mapping[int, int]


def keeps_of(field: Sequence[Before]) -> Keeps:
    return {one.entry: one.table for one in field if one.table is not None}


def both_stay(one: Before, other: Before) -> bool:
    """Neither can go to the other's table."""
    return one.table is not None and other.table is not None


def tables_for(entries: int, at_a_table: int) -> int:
    """How many tables play: of three sides some tables have two, so nobody is left over but a single one."""
    if at_a_table == 3:
        return -(-entries // at_a_table) if entries > 1 else 0
    return entries // at_a_table


def _fit(left: Sequence[Before]) -> bool:
    """Whether these can be paired so that no two who stay meet."""
    return 2 * sum(one.table is not None for one in left) <= len(left)


def in_turn(order: Sequence[Before]) -> list[tuple[int, int]]:
    """The first against the second and so on; passing over where two who stay would meet, now or later."""
    left, pairs = list(range(len(order))), list[tuple[int, int]]()
    while left:
        first = left.pop(0)
        other = next(place for place in left if _leaves_a_place(order, left, first, place))
        left.remove(other)
        pairs.append((first, other))
    return pairs


def _leaves_a_place(order: Sequence[Before], left: Sequence[int], first: int, other: int) -> bool:
    """These two may meet, and so can those who are left then."""
    rest = [order[place] for place in left if place != other]
    return not both_stay(order[first], order[other]) and _fit(rest)


def passed_over(order: Sequence[Before], one: int, other: int) -> list[Reason]:
    """Who stood nearer and stays, as the one does who met another for it."""
    between = order[one + 1 : other]
    return [
        Reason(Why.NEITHER_MOVES, {"entry": each.entry}) for each in between if both_stay(order[one], each)
    ]


def seated_in_line(entries: Sequence[int], keeps: Keeps) -> list[int]:
    """The order of the entries with all who stay in the half that sits, at the place of their table.

    Each changes places with whoever stands there. Where the line has no such place it takes the last that
    nobody keeps.
    """
    order, half = list(entries), (len(entries) + 1) // 2
    staying = sorted((table, entry) for entry, table in keeps.items() if entry in order)
    kept: set[int] = set()
    for table, entry in staying:
        place = table - 1
        if place >= half or place in kept:
            continue
        _change_places(order, order.index(entry), place)
        kept.add(place)
    for _table, entry in staying:
        now = order.index(entry)
        if now in kept:
            continue
        place = now if now < half else max(set(range(half)) - kept, default=now)
        _change_places(order, now, place)
        kept.add(place)
    return order


def _change_places(order: list[int], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]
