"""What the checks of several movements have in common.

Shares no code with the draws: each rule is written here a second time, in the plainest way, from the
documentation and not from the draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound


def check_nothing(_played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Find nothing: by lot every round is as good as any other."""
    return iter(())


def nearer_passed_over(played: PlayedRound, met: Counter[frozenset[int]]) -> Iterator[Finding]:
    """Entries that could have met a nearer one, with an opponent left for each of the others too."""
    place = {entry: at for at, entry in enumerate(played.standing)}
    for table, other_table in combinations(played.tables, 2):
        (a, b), (c, d) = (sorted(pair, key=place.__getitem__) for pair in (table, other_table))
        if place[a] > place[c]:
            (a, b), (c, d) = (c, d), (a, b)
        for nearer, left in ((c, d), (d, c)):
            free = not met[frozenset((a, nearer))] and not met[frozenset((b, left))]
            free = free and played.keeps_fixed_entries_apart((a, nearer), (b, left))
            if place[nearer] < place[b] and free:
                yield FaultCode.NOT_NEIGHBOURS, (a, b)
                break


def avoidable_rematches(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Rematches where exchanging with another table would leave fewer of them."""
    for table in played.tables:
        times = before.met[frozenset(table)]
        others = [other for other in played.tables if other != table and len(other) == len(table) == 2]
        for other in others if times else ():
            both = times + before.met[frozenset(other)]
            if any(
                before.met[frozenset(first)] + before.met[frozenset(second)] < both
                and played.keeps_fixed_entries_apart(first, second)
                for first, second in exchanges(table, other)
            ):
                yield FaultCode.REMATCH, table
                break


def exchanges(
    table: tuple[int, ...], other_table: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    (a, b), (c, d) = table, other_table
    yield (a, c), (b, d)
    yield (a, d), (b, c)
