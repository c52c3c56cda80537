"""Round robin by the circle: everybody meets everybody once, or twice with the sides changed.

One entry stays and the others move one place a round. With an odd number the one that would meet the empty
place sits out, each exactly once. Knows the order of the entries and the number of the round; nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.core.movements.meeting import NOBODY, Meeting, Reason, Why


def rounds_of(entries: int) -> int:
    """How many rounds it takes until all have met."""
    return entries - 1 if entries % 2 == 0 else entries


def circle(entries: Sequence[int], number: int) -> tuple[Meeting, ...]:
    """The meetings of a round, the first being 1. When all have met a second leg begins, sides changed."""
    once = rounds_of(len(entries))
    leg, turn = divmod(number - 1, once)
    seats = [*entries] if len(entries) % 2 == 0 else [*entries, NOBODY]
    fixed, moving = seats[0], seats[1:]
    around = [fixed, *moving[turn:], *moving[:turn]]
    half = len(around) // 2
    pairs = zip(around[:half], reversed(around[half:]), strict=True)
    return tuple(_meeting(pair, at, turn, leg) for at, pair in enumerate(pairs))


def _meeting(pair: tuple[int, int], at: int, turn: int, leg: int) -> Meeting:
    """Two entries; the one that stays changes sides each round, so that the sides come out even."""
    first, second = reversed(pair) if (at == 0 and turn % 2) else pair
    if leg % 2:
        first, second = second, first
    reason = Reason(Why.CIRCLE, {"round": turn + 1, "leg": leg + 1})
    if NOBODY in pair:
        return Meeting((first or second,), (reason,))
    return Meeting((first, second), (reason,))
