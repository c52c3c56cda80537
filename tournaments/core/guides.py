"""What a guide card says: the table of an entry in each round; and how few changes of tables there can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.core.drawing.meeting import Meeting


class GuideLine(NamedTuple):
    """An entry in a round: its table, its side from 1, its opponent; all None where it sits out."""

    round: int
    table: int | None
    side: int | None
    opponent: int | None
    # Where it is in the next round, if it changes its table for that; None where it stays, or sits out then.
    moves_to: int | None = None
    sits_out_next: bool = False
    is_last: bool = True


def guide_lines(rounds: Sequence[Sequence[Meeting]], entry: int, first: int = 1) -> list[GuideLine]:
    """Return the rounds of an entry in their order, the first of these being of this number."""
    lines = [
        _line(number, meeting, entry)
        for number, meetings in enumerate(rounds, start=first)
        for meeting in meetings
        if entry in meeting.entries
    ]
    return [*(_on_to(line, after) for line, after in pairwise(lines)), *lines[-1:]]


def _line(number: int, meeting: Meeting, entry: int) -> GuideLine:
    if meeting.sits_out:
        return GuideLine(number, None, None, None)
    at = meeting.entries.index(entry)
    return GuideLine(number, meeting.table, at + 1, meeting.entries[1 - at])


def _on_to(line: GuideLine, after: GuideLine) -> GuideLine:
    if after.table is None:
        return line._replace(sits_out_next=True, is_last=False)
    return line._replace(moves_to=None if after.table == line.table else after.table, is_last=False)


def count_table_changes(rounds: Sequence[Sequence[Meeting]]) -> Mapping[int, int]:
    """Return how often each entry plays at another table than in its game before."""
    entries = sorted({entry for meetings in rounds for meeting in meetings for entry in meeting.entries})
    return {entry: _changes(guide_lines(rounds, entry)) for entry in entries}


def _changes(lines: Sequence[GuideLine]) -> int:
    return sum(one != other for one, other in pairwise(_tables(lines)))


def _tables(lines: Sequence[GuideLine]) -> Iterator[int]:
    return (line.table for line in lines if line.table is not None)


def fewest_changes(entries: int, rounds: int) -> int:
    """Return the changes of tables that no layout of so many rounds without a rematch can do without.

    Two who have met do not meet in the next round, so of each table one at most is there again. Of an odd
    field all who sit out between two games may come back to the table that they left.
    """
    games = rounds * (entries // 2) * 2
    steps = games - entries + _who_never_play(entries, rounds)
    return max(0, steps - (rounds - 1) * (entries // 2) - _returns(entries, rounds))


def _who_never_play(entries: int, rounds: int) -> int:
    """In the only round of an odd field one has no game, and so no step fewer than games."""
    return entries % 2 if rounds == 1 else 0


def _returns(entries: int, rounds: int) -> int:
    return max(0, rounds - 2) if entries % 2 else 0


def fewest_for_one(entries: int, rounds: int) -> int:
    """Return how often somebody must change, where one of an even field never does."""
    walking = entries if entries % 2 else entries - 1
    return -(-fewest_changes(entries, rounds) // walking)
