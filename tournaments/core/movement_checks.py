"""The rules of each movement, checked on a round that was played.

Shares no code with the movements that draw: each rule is written here a second time, in the plainest way,
from the documentation and not from the draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.movements.codes import Movement
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound, all_can_meet

MovementCheck = Callable[[PlayedRound, PastRounds], Iterator[Finding]]


def _check_circle(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Until all have met no two meet twice; then a second time, and so on."""
    size = len(played.entered)
    rounds_per_leg = size - 1 if size % 2 == 0 else size
    leg = before.rounds_by_movement[Movement.ROUND_ROBIN] // rounds_per_leg
    for table in played.tables:
        if before.met[frozenset(table)] > leg:
            yield FaultCode.NOT_THE_CIRCLE, table


def _check_lines(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """The first half of the entries sits; each of the others meets the one a table further each round."""
    half = (len(played.entered) + 1) // 2
    sitting, moving = played.entered[:half], played.entered[half:]
    turn = before.rounds_by_movement[Movement.MITCHELL]
    for at, entry in enumerate(moving):
        expected = {sitting[(at + turn) % half], entry}
        if expected.isdisjoint(played.absent) and expected not in [set(table) for table in played.tables]:
            yield FaultCode.NOT_THE_LINES, (entry,)


def _check_danish_pure(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Of those who play, first and second, third and fourth; passing over where two have fixed tables."""
    if played.fixed_tables:
        yield from _nearer_passed_over(played, Counter())
        return
    playing = [entry for entry in played.standing if entry not in played.out]
    expected = [set(playing[at : at + 2]) for at in range(0, len(playing), 2)]
    for table in played.tables:
        if set(table) not in expected:
            yield FaultCode.NOT_NEIGHBOURS, table


def _check_danish_modified(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """No rematch where exchanging two opponents would have avoided it, and no nearer one passed over."""
    yield from _avoidable_rematches(played, before)
    if not any(before.met[frozenset(table)] for table in played.tables):
        yield from _nearer_passed_over(played, before.met)


def _nearer_passed_over(played: PlayedRound, met: Counter[frozenset[int]]) -> Iterator[Finding]:
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


def _check_swiss(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """No avoidable rematch, whichever entry sits out; no better exchange between two tables."""
    yield from _avoidable_rematches(played, before)
    rematches = before.rematches_in(played)
    for entry in played.entered if rematches and len(played.out) == 1 else ():
        if all_can_meet(played, before, frozenset(played.entered) - {entry}, rematches - 1):
            yield FaultCode.REMATCH, (*played.out, entry)
            break
    for table, other_table in combinations(played.tables, 2):
        cost = _cost_of(played, before, table).plus(_cost_of(played, before, other_table))
        for first, second in _exchanges(table, other_table):
            other_cost = _cost_of(played, before, first).plus(_cost_of(played, before, second))
            if other_cost < cost and played.keeps_fixed_entries_apart(first, second):
                yield FaultCode.NOT_THE_BEST, (*table, *other_table)
                break


class _Cost(NamedTuple):
    """What a meeting costs: the most important first."""

    rematches: int
    mates: int
    gaps: int

    def plus(self, other: _Cost) -> _Cost:
        return _Cost(*(own + added for own, added in zip(self, other, strict=True)))


def _cost_of(played: PlayedRound, before: PastRounds, table: tuple[int, ...]) -> _Cost:
    entry, opponent = table
    clubs = played.clubs
    are_mates = played.clubs_apart and entry in clubs and clubs[entry] == clubs.get(opponent)
    gap = played.points.get(entry, 0) - played.points.get(opponent, 0)
    return _Cost(before.met[frozenset(table)], int(are_mates), gap * gap)


def _exchanges(
    table: tuple[int, ...], other_table: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    (a, b), (c, d) = table, other_table
    yield (a, c), (b, d)
    yield (a, d), (b, c)


def _avoidable_rematches(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Rematches where exchanging with another table would leave fewer of them."""
    for table in played.tables:
        times = before.met[frozenset(table)]
        others = [other for other in played.tables if other != table and len(other) == len(table) == 2]
        for other in others if times else ():
            both = times + before.met[frozenset(other)]
            if any(
                before.met[frozenset(first)] + before.met[frozenset(second)] < both
                and played.keeps_fixed_entries_apart(first, second)
                for first, second in _exchanges(table, other)
            ):
                yield FaultCode.REMATCH, table
                break


def _check_three_sided(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """As few tables of two as can be, and no entry at one again while another has not been at one."""
    small = [table for table in played.tables if len(table) == 2]
    needed = {0: 0, 1: 2, 2: 1}[len(played.entered) % 3] if len(played.entered) > 1 else 0
    if len(small) != needed:
        yield FaultCode.SMALL_TABLES, tuple(entry for table in small for entry in table)
    for entry in sorted(entry for table in small for entry in table):
        candidates = _could_change_with(played, entry)
        if any(before.small_tables[entry] > before.small_tables[other] for other in candidates):
            yield FaultCode.SMALL_TABLES, (entry,)


def _could_change_with(played: PlayedRound, entry: int) -> Iterator[int]:
    """Entries at full tables that could change with this one, keeping those with fixed tables apart."""
    own_table = next(table for table in played.tables if entry in table)
    for table in played.tables:
        for other in table if len(table) > 2 else ():
            small = [other if seated == entry else seated for seated in own_table]
            full = [entry if seated == other else seated for seated in table]
            if played.keeps_fixed_entries_apart(small, full):
                yield other


def _check_partners(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """At each table those are partners who have been so least often."""
    for table in played.tables:
        a, b, c, d = table
        pairings = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        times = [sum(before.partners[frozenset(side)] for side in pairing) for pairing in pairings]
        if times[0] > min(times):
            yield FaultCode.SAME_PARTNER, table


def _check_nothing(_played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    return iter(())


MOVEMENT_CHECKS: Final[Mapping[Movement, MovementCheck]] = {
    Movement.ROUND_ROBIN: _check_circle,
    Movement.MITCHELL: _check_lines,
    Movement.DANISH_PURE: _check_danish_pure,
    Movement.DANISH_MODIFIED: _check_danish_modified,
    Movement.SWISS: _check_swiss,
    Movement.THREE_SIDED: _check_three_sided,
    Movement.PARTNERS: _check_partners,
    Movement.LOT: _check_nothing,
}
