"""By hand: what is unlikely about a round that a director has set or changed himself.

Nothing is forbidden but the impossible; everything else is said, and the director decides. Knows what entries
have done; nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.core.movements.meeting import Before, Meeting, Reason, Why


class Remark(NamedTuple):
    """What is unlikely about a meeting, and who is in it."""

    entries: tuple[int, ...]
    reason: Reason


class _Impossible(NamedTuple):
    """Entries that stand in several meetings, or in none, or that are not in the event."""

    twice: tuple[int, ...]
    missing: tuple[int, ...]
    unknown: tuple[int, ...]

    def __bool__(self) -> bool:
        return any(self[:])


def _impossible(field: Sequence[Before], meetings: Sequence[Meeting]) -> _Impossible:
    """Everybody stands in a round once."""
    seated = Counter(entry for meeting in meetings for entry in meeting.entries)
    known = {one.entry for one in field}
    return _Impossible(
        tuple(sorted(entry for entry, times in seated.items() if times > 1)),
        tuple(sorted(known - seated.keys())),
        tuple(sorted(seated.keys() - known)),
    )


def remarks(field: Sequence[Before], meetings: Sequence[Meeting]) -> Iterator[Remark]:
    """Rematches, club mates who meet, and who sits out again while another has not."""
    by_entry = {one.entry: one for one in field}
    fewest = min((one.sit_outs for one in field), default=0)
    for meeting in meetings:
        if meeting.sits_out:
            (entry,) = meeting.entries
            if by_entry[entry].sit_outs > fewest:
                again = Reason(Why.SECOND_SIT_OUT, {"had": by_entry[entry].sit_outs})
                yield Remark(meeting.entries, again)
        for one, other in combinations(meeting.entries, 2):
            if times := by_entry[one].met.get(other, 0):
                yield Remark((one, other), Reason(Why.REMATCH, {"times": times}))
            if by_entry[one].club is not None and by_entry[one].club == by_entry[other].club:
                yield Remark((one, other), Reason(Why.CLUB_MATES))
