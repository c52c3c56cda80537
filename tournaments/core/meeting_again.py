"""Who would meet again in a final whom it has met before, and the order of a final in which they do so last.

Where the games among those in a final are carried over, such a meeting counts twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.drawing.layout import lay_out
from tournaments.core.drawing.meeting import PHANTOM_ENTRY
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import Schedule

_TWO: Final = 2
# Two who have met before.
Pair = frozenset[int]


class HowSure(StrEnum):
    """What is known of the number of meetings before a round is drawn."""

    EXACTLY = "exactly"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


class MeetingsAgain(NamedTuple):
    """How many meetings of a final, of all it has, are between two who have met before."""

    again: int
    meetings: int
    how_sure: HowSure
    # The number of rounds in which there would be none, where that is only one less.
    rounds_without: int | None = None


def keeps_apart(movement: Movement) -> bool:
    """Whether a movement lets two who have met before meet only where it must, once it knows of them."""
    return _is_of_two(movement) and movement.is_redrawable and movement.avoids_rematches


def count_meetings_again(
    movement: Movement, order: Sequence[int], rounds: int, met: Collection[Pair], *, by_number: bool
) -> MeetingsAgain | None:
    """Count for a final of these entries in this order; `by_number`: the places of its movement go by it.

    None where nobody need meet again, or more than two meet at a table.
    """
    among = {pair for pair in met if pair <= {*order}}
    if not among or not _is_of_two(movement):
        return None
    meetings = rounds * (len(order) // _TWO)
    if movement.schedule is not None and by_number:
        found = _by_schedule(movement.schedule, lay_out(movement, order), rounds, among)
    elif keeps_apart(movement):
        found = MeetingsAgain(_least(order, rounds, among), meetings, HowSure.AT_LEAST)
    else:
        most = len(among) * movement.meetings
        found = MeetingsAgain(min(most, meetings), meetings, HowSure.AT_MOST)
    return found if found.again else None


def _is_of_two(movement: Movement) -> bool:
    return movement.sides == _TWO and movement.entries_per_side == 1


def _by_schedule(
    schedule: Schedule, places: Sequence[int], rounds: int, met: Collection[Pair]
) -> MeetingsAgain:
    drawn = [
        [frozenset(meeting.entries) - {PHANTOM_ENTRY} for meeting in schedule(places, number)]
        for number in range(1, rounds + 1)
    ]
    again = [sum(pair in met for pair in pairs) for pairs in drawn]
    meetings = sum(len(pair) == _TWO for pairs in drawn for pair in pairs)
    without = rounds - 1 if rounds > 1 and not any(again[:-1]) else None
    return MeetingsAgain(sum(again), meetings, HowSure.EXACTLY, without)


def _least(order: Sequence[int], rounds: int, met: Collection[Pair]) -> int:
    """Return how many there are in any case: who has more rounds than opponents it has not met."""
    new = (len(order) - 1 - sum(entry in pair for pair in met) for entry in order)
    return (sum(max(0, rounds - opponents) for opponents in new) + 1) // _TWO


def let_meet_last(movement: Movement, order: Sequence[int], met: Collection[Pair]) -> tuple[int, ...]:
    """Return the order of a round robin in which those who have met do so again in its last round alone.

    That is so where each has met one of the others. Elsewhere the order stays.
    """
    partner = {one: other for pair in met if pair <= {*order} for one in pair for other in pair - {one}}
    each_has_met_one = len(partner) == len(order) == _TWO * len({pair for pair in met if pair <= {*order}})
    if not (each_has_met_one and movement.all_meet and movement.full_set and movement.schedule):
        return tuple(order)
    last = movement.schedule(range(1, len(order) + 1), movement.full_set(len(order)))
    placed: dict[int, int] = {}
    left = [*order]
    for first, second in sorted(tuple(sorted(meeting.entries)) for meeting in last):
        placed[first] = left.pop(0)
        placed[second] = partner[placed[first]]
        left.remove(placed[second])
    return tuple(placed[place] for place in sorted(placed))
