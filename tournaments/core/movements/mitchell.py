"""Mitchell: one line sits, the other moves a table each round. The phantom fills an odd line.

A late entry takes the phantom's place, and no other meeting changes by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.movements.meeting import PHANTOM_ENTRY, Meeting, MeetingReason, ReasonCode


class Lines(NamedTuple):
    """The line that sits and the line that moves, both by tables in the first round."""

    sitting: tuple[int, ...]
    moving: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """How many rounds there are before all meet their first opponents again."""
        return len(self.sitting)


def split_lines(entries: Sequence[int]) -> Lines:
    """Split the entries: the first half sits; with an odd number the phantom is last in the moving line."""
    half = (len(entries) + 1) // 2
    moving = entries[half:]
    return Lines(tuple(entries[:half]), (*moving, *(PHANTOM_ENTRY,) * (half - len(moving))))


def draw_mitchell(lines: Lines, number: int) -> tuple[Meeting, ...]:
    """Return the meetings of a round by tables, the first round being 1."""
    tables = len(lines.sitting)
    moved = [lines.moving[(table - (number - 1)) % tables] for table in range(tables)]
    return tuple(_meeting(pair, number) for pair in zip(lines.sitting, moved, strict=True))


def _meeting(pair: tuple[int, int], number: int) -> Meeting:
    present = tuple(entry for entry in pair if entry != PHANTOM_ENTRY)
    reasons = [MeetingReason(ReasonCode.LINE_MOVES, {"round": number})]
    if PHANTOM_ENTRY in pair:
        reasons.append(MeetingReason(ReasonCode.PHANTOM))
    return Meeting(present, tuple(reasons))
