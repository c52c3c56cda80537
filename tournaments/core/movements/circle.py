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


def _check_double(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """The same, and the circle reaches the first side first; in the second leg it reaches the other first.

    It begins at the place that stays, which is reached last in every second round.
    """
    yield from _check(played, before)
    first, *others = played.places
    leg, round_of_leg = divmod(played.turn - 1, len(others))
    reached = {entry: 1 + (at - round_of_leg) % len(others) for at, entry in enumerate(others)}
    reached[first] = len(played.places) if round_of_leg % 2 else 0
    for table in played.tables:
        if [*table] != sorted(table, key=lambda entry: reached.get(entry, 0), reverse=leg % 2 == 1):
            yield FaultCode.NOT_THE_SIDES, table


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
    full_set=rounds_per_leg,
)
DOUBLE_ROUND_ROBIN: Final = Movement(
    code="double_robin",
    label=gettext_noop("double round robin (all play all, once on each side)"),
    position=24,
    draw=draw_by_schedule(draw_circle),
    check=_check_double,
    schedule=draw_circle,
    all_meet=True,
    meetings=2,
    empty_place_first=True,
    full_set=lambda entries: 2 * rounds_per_leg(entries),
    rule=gettext_noop("Each two meet twice: the first side of the first meeting is the second of the other."),
)
