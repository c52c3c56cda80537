"""Round robin by the circle: all entries meet once, or twice with the sides changed.

One entry stays and the others move one place a round. With an odd number the entry that would meet the empty
place sits out, each exactly once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import draw_by_schedule
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop


def rounds_per_leg(entries: int) -> int:
    """Return how many rounds it takes until all have met."""
    return entries - 1 if entries % 2 == 0 else entries


def draw_circle(entries: Sequence[int], number: int) -> tuple[Meeting, ...]:
    """Return the meetings of a round, the first being 1; when all have met a second leg begins."""
    leg, turn = divmod(number - 1, rounds_per_leg(len(entries)))
    seats = [*entries] if len(entries) % 2 == 0 else [*entries, PHANTOM_ENTRY]
    fixed, moving = seats[0], seats[1:]
    around = [fixed, *moving[turn:], *moving[:turn]]
    half = len(around) // 2
    pairs = zip(around[:half], reversed(around[half:]), strict=True)
    return tuple(_meeting(pair, at, turn, leg) for at, pair in enumerate(pairs))


def _meeting(pair: tuple[int, int], at: int, turn: int, leg: int) -> Meeting:
    """Return a meeting; the entry that stays changes sides each round, so that the sides come out even."""
    first, second = reversed(pair) if (at == 0 and turn % 2) else pair
    if leg % 2:
        first, second = second, first
    reason = MeetingReason(ReasonCode.CIRCLE, {"round": turn + 1, "leg": leg + 1})
    if PHANTOM_ENTRY in pair:
        return Meeting((first or second,), (reason,))
    return Meeting((first, second), (reason,))


# The check shares no function with the draw.


def _check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Places meet whose numbers add up to that of the turn; the one left over meets the first place."""
    first, *others = played.places
    count, seated = len(others), [set(table) for table in played.tables]
    for at, entry in enumerate(others):
        opposite = (2 * played.turn - 4 - at) % count
        opponent = first if opposite == at else others[opposite]
        pair = {entry, opponent}
        if PHANTOM_ENTRY in pair or not pair.isdisjoint(played.absent) or pair in seated:
            continue
        if at <= opposite:
            yield FaultCode.NOT_THE_CIRCLE, (entry, opponent)


ROUND_ROBIN: Final = Movement(
    code="round_robin",
    label=gettext_noop("round robin (all play all)"),
    position=20,
    draw=draw_by_schedule(draw_circle),
    check=_check,
    schedule=draw_circle,
    all_meet=True,
    # The others come to both sides as often then.
    empty_place_first=True,
)
