"""Round robin with guide cards: at which table each two meet is laid out so that nobody walks in vain.

It is the circle of the round robin: the first place stays, and in each round another of the ring comes to its
table, the last one. The others play two rounds at a table and go on to the next. Two at a table never meet
again, so at most one of them can be there in the next round as well; here at every table one is. So no other
layout has fewer changes of tables (docs/movements-pairs.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.tables_laid_out import draw_at_tables
from tournaments.core.movements.circle import rounds_per_leg
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop


def draw_guided(entries: Sequence[int], number: int) -> tuple[Meeting, ...]:
    """Return the meetings of a round by their tables; when all have met a second leg begins."""
    stays, *ring = entries if len(entries) % 2 == 0 else (PHANTOM_ENTRY, *entries)
    leg, turn = divmod(number - 1, len(ring))
    tables = len(ring) // 2
    reason = MeetingReason(ReasonCode.CIRCLE, {"round": turn + 1, "leg": leg + 1})
    meetings = []
    # Who comes to the last table; the circle has the same meetings in this round.
    comes = turn - 1
    for step in range(1, tables + 1):
        pair = ring[(comes + 2 * step) % len(ring)], ring[(comes - 2 * step) % len(ring)]
        table = step if number % 2 else tables + 1 - step
        meetings.append(_meeting(pair, leg, reason, table))
    to_last = (stays, ring[comes]) if turn % 2 else (ring[comes], stays)
    return (*sorted(meetings, key=_order), _meeting(to_last, leg, reason, tables + 1))


def _meeting(pair: tuple[int, int], leg: int, reason: MeetingReason, table: int) -> Meeting:
    """Return a meeting with the sides of its leg; opposite the empty place one sits out."""
    sides = pair[::-1] if leg % 2 else pair
    present = tuple(entry for entry in sides if entry != PHANTOM_ENTRY)
    return Meeting(present, (reason,), table if len(present) > 1 else None)


def _order(meeting: Meeting) -> tuple[bool, int]:
    return meeting.table is None, meeting.table or 0


# The check shares no function with the draw.


class _Walker(NamedTuple):
    """Where somebody of the ring is: at a table for the first or the second round, on the way up or down."""

    table: int
    is_new: bool
    step: int


def _first_place_of(number: int, ring: int) -> _Walker:
    """Say where somebody begins, by how far behind the last of the ring: that one is 0, the first is 1."""
    last = ring // 2 + 1
    if number == 0:
        return _Walker(last, is_new=True, step=1)
    if number % 2 == 0:
        return _Walker(number // 2, is_new=True, step=-1)
    return _Walker((ring - number) // 2, is_new=False, step=1)


def _walk(walker: _Walker, last: int) -> _Walker:
    """Say where he is in the next round: two at each table, one at the last, from which he turns back."""
    if walker.table == last:
        # Up from the first table, or down from the one before the last.
        return _Walker(1 if walker.step > 0 else last - 1, is_new=True, step=walker.step)
    if walker.is_new:
        return walker._replace(is_new=False)
    to = walker.table + walker.step
    if 1 <= to < last:
        return walker._replace(table=to, is_new=True)
    return _Walker(last, is_new=True, step=-walker.step)


def _check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Everybody is where his walk from the first round has led: the newcomer of a table is its first side."""
    stays, *ring = played.places
    last, turns = len(ring) // 2 + 1, played.turn - 1
    at_table: dict[int, list[tuple[bool, int]]] = {last: [(turns % len(ring) % 2 == 0, stays)]}
    for number, entry in enumerate([*ring[-1:], *ring[:-1]]):
        walker = _first_place_of(number, len(ring))
        for _turn in range(turns):
            walker = _walk(walker, last)
        is_second = turns % len(ring) % 2 == 1 if walker.table == last else not walker.is_new
        at_table.setdefault(walker.table, []).append((is_second, entry))
    legs = turns // len(ring)
    for pair in at_table.values():
        expected = tuple(entry for _second, entry in sorted(pair, reverse=legs % 2 == 1))
        absent = PHANTOM_ENTRY in expected or not {*played.absent}.isdisjoint(expected)
        if not absent and expected not in played.tables:
            yield FaultCode.NOT_THE_CIRCLE, expected


GUIDED: Final = Movement(
    code="guided_robin",
    label=gettext_noop("round robin with guide cards (fewest changes of tables)"),
    position=22,
    draw=draw_at_tables(draw_guided),
    check=_check,
    schedule=draw_guided,
    lays_out_tables=True,
    all_meet=True,
    empty_place_first=True,
    first_place_stays=True,
    full_set=rounds_per_leg,
    rule=gettext_noop(
        "Two rounds at each table, then on to the next; once each plays a round at the last table against "
        "the stationary entry, or sits out. The guide cards say where to go."
    ),
)
