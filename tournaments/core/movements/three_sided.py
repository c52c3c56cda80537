"""Tables of three sides: as few tables of two as the number allows, nobody at one twice before all have been.

Three at a table cannot be matched exactly in good time, so neighbours in the standing sit together first, and
places are exchanged as long as that makes the round cheaper: nobody who keeps a table at one with another
who does, then fewer who have met, then smaller distances.
Knows what entries have done; nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.core.movements.meeting import Before, Meeting, Reason, Why, all_stand_alike, in_standing
from tournaments.core.movements.staying import both_stay

_SIDES = 3
# What is left over when all are seated by threes, and how many tables of two it takes.
_TABLES_OF_TWO = {0: 0, 1: 2, 2: 1}

_Seats = list[list[Before]]


def three_sided(field: Sequence[Before], seed: str) -> tuple[Meeting, ...]:
    """Seat everybody. Four and two make tables of two; a single one sits out."""
    standing = in_standing(field, seed)
    if len(standing) == 1:
        return (Meeting((standing[0].entry,), (Reason(Why.FEWEST_SIT_OUTS, {"had": 0}),)),)
    small = _chosen_for_small(standing, _TABLES_OF_TWO[len(standing) % _SIDES])
    rest = [one for one in standing if one not in small]
    threes = [rest[at : at + _SIDES] for at in range(0, len(rest), _SIDES)]
    twos = [small[at : at + 2] for at in range(0, len(small), 2)]
    places = {one.entry: place for place, one in enumerate(standing)}
    why = Why.LOT if all_stand_alike(standing) else Why.NEIGHBOURS
    return tuple(
        _meeting(table, why) for seats in (threes, twos) for table in _exchanged(seats, places) if table
    )


def _chosen_for_small(standing: Sequence[Before], tables: int) -> list[Before]:
    """Who sits at the tables of two: who has done so least often, the lowest in the standing first.

    Of those who keep a table no more than one for each of these tables, and no fewer than the tables of three
    have no room for.
    """
    room = (len(standing) - 2 * tables) // _SIDES
    must = sum(one.table is not None for one in standing) - room
    chosen: list[Before] = []
    from_below = standing[::-1]
    for one in sorted(from_below, key=lambda one: one.small_tables):
        staying = sum(other.table is not None for other in chosen)
        free = 2 * tables - len(chosen)
        if free and (staying < tables if one.table is not None else free > must - staying):
            chosen.append(one)
    return [one for one in standing if one in chosen]


def _exchanged(tables: _Seats, places: dict[int, int]) -> _Seats:
    """Exchange two at a time while it makes both their tables cheaper together."""
    seats = [list(table) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(seats)), 2):
            for at, to in _pairs_of_seats(seats, one, other):
                before = _together(seats, one, other, places)
                _swap(seats, (one, at), (other, to))
                if _together(seats, one, other, places) < before:
                    better = True
                else:
                    _swap(seats, (one, at), (other, to))
    return seats


def _pairs_of_seats(seats: _Seats, one: int, other: int) -> Iterator[tuple[int, int]]:
    return ((at, to) for at in range(len(seats[one])) for to in range(len(seats[other])))


def _swap(seats: _Seats, one: tuple[int, int], other: tuple[int, int]) -> None:
    (table, at), (another, to) = one, other
    seats[table][at], seats[another][to] = seats[another][to], seats[table][at]


def _together(seats: _Seats, one: int, other: int, places: dict[int, int]) -> tuple[int, ...]:
    first, second = _cost(seats[one], places), _cost(seats[other], places)
    return tuple(mine + theirs for mine, theirs in zip(first, second, strict=True))


def _cost(table: Sequence[Before], places: dict[int, int]) -> tuple[int, int, int]:
    """Who would have to move and cannot, how often these have met, how far apart they stand, squared."""
    pairs = list(combinations(table, 2))
    staying = sum(both_stay(one, other) for one, other in pairs)
    met = sum(one.met.get(other.entry, 0) for one, other in pairs)
    return staying, met, sum((places[one.entry] - places[other.entry]) ** 2 for one, other in pairs)


def _meeting(table: Sequence[Before], why: Why) -> Meeting:
    entries = tuple(one.entry for one in table)
    reasons = [Reason(why)]
    if len(table) == 2:
        reasons = [Reason(Why.SMALL_TABLE, {"had": max(one.small_tables for one in table)})]
    met = sum(one.met.get(other.entry, 0) for one, other in combinations(table, 2))
    if met:
        reasons.append(Reason(Why.REMATCH, {"times": met}))
    return Meeting(entries, tuple(reasons))
