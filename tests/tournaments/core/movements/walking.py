"""A second program for round robins with guide cards: it knows nothing of circles, and only walks.

It puts everybody at a table in the first round, as the page of documentation says, and lets them walk from
there by its rule. Who meets whom is then whoever is at the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

# The entries at each table in a round, the first side first; None is the empty place.
Seats = dict[int, list[int | None]]


def walk_rounds(entries: int, rounds: int) -> Iterator[Seats]:
    """Yield the seats of each round of entries 1, 2, 3 …; if they are odd the first place is empty."""
    numbers: list[int | None] = [None] * (entries % 2) + list(range(1, entries + 1))
    stays, others = numbers[0], numbers[1:]
    last = len(numbers) // 2
    # The last of all is at the last table. At table 1 sit the second and the last but two; and so on.
    at = {len(others) - 1: (last, True, 1)}
    for table in range(1, last):
        at[2 * table - 1] = (table, True, -1)
        at[len(others) - 1 - 2 * table] = (table, False, 1)
    for number in range(rounds):
        yield _seated(stays, others, at, number, last)
        at = {who: _next(*where, last) for who, where in at.items()}


def _next(table: int, is_new: bool, step: int, last: int) -> tuple[int, bool, int]:
    if table == last:
        return (1 if step == 1 else last - 1), True, step
    if is_new:
        return table, False, step
    if table + step in (0, last):
        return last, True, -step
    return table + step, True, step


def _seated(
    stays: int | None,
    others: Sequence[int | None],
    at: dict[int, tuple[int, bool, int]],
    number: int,
    last: int,
) -> Seats:
    leg, turn = divmod(number, len(others))
    seats: Seats = {table: [None, None] for table in range(1, last + 1)}
    for who, (table, is_new, _step) in at.items():
        second = not is_new if table < last else turn % 2 == 1
        seats[table][second != (leg % 2 == 1)] = others[who]
    seats[last][(turn % 2 == 0) != (leg % 2 == 1)] = stays
    return seats


def count_changes(rounds: Sequence[Seats]) -> Counter[int]:
    """Return how often each changes its table between one game and the next."""
    tables: dict[int, list[int]] = {}
    for seats in rounds:
        for table, pair in seats.items():
            for entry in pair if None not in pair else ():
                tables.setdefault(entry or 0, []).append(table)
    return Counter(
        {entry: sum(one != other for one, other in pairwise(walked)) for entry, walked in tables.items()}
    )
