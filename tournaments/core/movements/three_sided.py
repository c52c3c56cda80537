"""Tables of three sides: as few tables of two as possible, no entry at one twice before all have been.

Three at a table cannot be matched exactly in good time, so neighbours in the standing sit together first, and
places are exchanged as long as that makes the round cheaper: entries with fixed tables apart, then fewer
rematches, then smaller distances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.drawing.fixed_tables import both_fixed
from tournaments.core.drawing.meeting import (
    DrawEntry,
    Meeting,
    MeetingReason,
    ReasonCode,
    are_all_tied,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import propose
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop

_SIDES = 3
# How many tables of two it takes, by what is left over when all are seated by threes.
_TABLES_OF_TWO = {0: 0, 1: 2, 2: 1}

_Seats = list[list[DrawEntry]]


def draw_three_sided(field: Sequence[DrawEntry], seed: str) -> tuple[Meeting, ...]:
    """Seat all entries; a single one sits out."""
    standing = sorted_by_standing(field, seed)
    if len(standing) == 1:
        return (Meeting((standing[0].entry,), (MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": 0}),)),)
    small = _choose_for_small_tables(standing, _TABLES_OF_TWO[len(standing) % _SIDES])
    rest = [entry for entry in standing if entry not in small]
    threes = [rest[at : at + _SIDES] for at in range(0, len(rest), _SIDES)]
    twos = [small[at : at + 2] for at in range(0, len(small), 2)]
    places = {entry.entry: place for place, entry in enumerate(standing)}
    code = ReasonCode.LOT if are_all_tied(standing) else ReasonCode.NEIGHBOURS
    return tuple(
        _meeting(table, code) for seats in (threes, twos) for table in _exchange_seats(seats, places) if table
    )


def _choose_for_small_tables(standing: Sequence[DrawEntry], tables: int) -> list[DrawEntry]:
    """Choose the entries for the tables of two: those least often at one, the lowest in the standing first.

    Of the entries with fixed tables at most one for each of these tables, and at least those for which the
    tables of three have no room.
    """
    room = (len(standing) - 2 * tables) // _SIDES
    fixed_needed = sum(entry.table is not None for entry in standing) - room
    chosen: list[DrawEntry] = []
    from_below = standing[::-1]
    for entry in sorted(from_below, key=lambda entry: entry.small_tables):
        fixed = sum(other.table is not None for other in chosen)
        free = 2 * tables - len(chosen)
        if free and (fixed < tables if entry.table is not None else free > fixed_needed - fixed):
            chosen.append(entry)
    return [entry for entry in standing if entry in chosen]


def _exchange_seats(tables: _Seats, places: dict[int, int]) -> _Seats:
    """Exchange two entries at a time while it makes their two tables cheaper together."""
    seats = [list(table) for table in tables]
    improved = True
    while improved:
        improved = False
        for first, second in combinations(range(len(seats)), 2):
            for at, to in _pairs_of_seats(seats, first, second):
                before = _cost_of_both(seats, first, second, places)
                _swap(seats, (first, at), (second, to))
                if _cost_of_both(seats, first, second, places) < before:
                    improved = True
                else:
                    _swap(seats, (first, at), (second, to))
    return seats


def _pairs_of_seats(seats: _Seats, first: int, second: int) -> Iterator[tuple[int, int]]:
    return ((at, to) for at in range(len(seats[first])) for to in range(len(seats[second])))


def _swap(seats: _Seats, first: tuple[int, int], second: tuple[int, int]) -> None:
    (table, at), (other_table, to) = first, second
    seats[table][at], seats[other_table][to] = seats[other_table][to], seats[table][at]


def _cost_of_both(seats: _Seats, first: int, second: int, places: dict[int, int]) -> tuple[int, ...]:
    costs = zip(_cost(seats[first], places), _cost(seats[second], places), strict=True)
    return tuple(sum(pair) for pair in costs)


def _cost(table: Sequence[DrawEntry], places: dict[int, int]) -> tuple[int, int, int]:
    """Return pairs with two fixed tables, earlier meetings, and squared distances in the standing."""
    pairs = list(combinations(table, 2))
    fixed = sum(both_fixed(first, second) for first, second in pairs)
    gaps = sum((places[first.entry] - places[second.entry]) ** 2 for first, second in pairs)
    return fixed, _times_met(table), gaps


def _times_met(table: Sequence[DrawEntry]) -> int:
    return sum(first.met.get(second.entry, 0) for first, second in combinations(table, 2))


def _meeting(table: Sequence[DrawEntry], code: ReasonCode) -> Meeting:
    entries = tuple(entry.entry for entry in table)
    reasons = [MeetingReason(code)]
    if len(table) == 2:
        had = max(entry.small_tables for entry in table)
        reasons = [MeetingReason(ReasonCode.SMALL_TABLE, {"had": had})]
    times = _times_met(table)
    if times:
        reasons.append(MeetingReason(ReasonCode.REMATCH, {"times": times}))
    return Meeting(entries, tuple(reasons))


# The check shares no function with the draw.


def _check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
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


THREE_SIDED: Final = Movement(
    code="three_sided",
    label=gettext_noop("tables of three sides"),
    position=70,
    draw=lambda draw_input: propose(draw_three_sided(draw_input.present, draw_input.seed)),
    check=_check,
    avoids_rematches=True,
    sides=_SIDES,
)
