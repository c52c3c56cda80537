"""Mitchell: one line sits, the other moves a table each round. The phantom fills an odd line.

Knows the order of the entries and the number of the round; nothing else. A late entry takes the phantom's
place, and no meeting of anybody else changes by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.movements.meeting import NOBODY, Meeting, Reason, Why


class Lines(NamedTuple):
    """The line that sits, by tables, and the line that moves, as it sits in the first round."""

    sitting: tuple[int, ...]
    moving: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """After so many rounds everybody would meet the first opponent again."""
        return len(self.sitting)


def lines_of(entries: Sequence[int]) -> Lines:
    """The first half sits; with an odd number the phantom is the last of those who move."""
    half = (len(entries) + 1) // 2
    moving = entries[half:]
    return Lines(tuple(entries[:half]), (*moving, *(NOBODY,) * (half - len(moving))))


def joined(lines: Lines, entry: int) -> Lines:
    """The same lines with a late entry in the phantom's place."""
    at = lines.moving.index(NOBODY)
    return lines._replace(moving=(*lines.moving[:at], entry, *lines.moving[at + 1 :]))


def mitchell(lines: Lines, number: int) -> tuple[Meeting, ...]:
    """The meetings of a round by tables, the first being 1."""
    tables = len(lines.sitting)
    moved = [lines.moving[(table - (number - 1)) % tables] for table in range(tables)]
    return tuple(_meeting(pair, number) for pair in zip(lines.sitting, moved, strict=True))


def _meeting(pair: tuple[int, int], number: int) -> Meeting:
    present = tuple(entry for entry in pair if entry != NOBODY)
    reasons = [Reason(Why.LINE_MOVES, {"round": number})]
    if NOBODY in pair:
        reasons.append(Reason(Why.PHANTOM))
    return Meeting(present, tuple(reasons))
