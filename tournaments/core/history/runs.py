"""The longest run of games won one after the other, over the borders of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

WON = "W"


class Course(NamedTuple):
    """The games of players at one event: how many were won at their beginning, at their end, in one go."""

    # Those who have played the same games, by the number of their entry.
    players: tuple[int, ...]
    entry: int
    games: int
    first: int
    last: int
    most: int

    @classmethod
    def of(cls, players: tuple[int, ...], entry: int, results: Sequence[str]) -> Course:
        """Read the results of games in their order; what is not won ends a run."""
        runs = [len(run) for run in "".join(results).translate(_AS_GAPS).split(" ")]
        return cls(players, entry, len(results), runs[0], runs[-1], max(runs))


_AS_GAPS = str.maketrans("DL", "  ")


class Run(NamedTuple):
    """A run of wins: who has it, and from which event to which. A later event is in a later place."""

    length: int
    players: tuple[int, ...]
    entry: int
    since: int
    until: int


# A run that still goes on: its length, and the event in which it began.
_Open = tuple[int, int]
_NONE: Final[_Open] = (0, 0)


def longest_run(events: Iterable[tuple[int, Sequence[Course]]]) -> Run | None:
    """Return the longest run over events in their order; of equal ones the one that was there first."""
    best: Run | None = None
    longest = 0
    going: dict[int, _Open] = {}
    for event, courses in events:
        for course in courses:
            before = [going.pop(player, _NONE) for player in course.players]
            length = max(course.most, course.first + max(before)[0])
            if length > longest:
                longest, best = length, _run(course, event, length, before)
            if course.last == course.games:
                going |= zip(course.players, _joined(course, event, before), strict=True)
            elif course.last:
                going |= dict.fromkeys(course.players, (course.last, event))
    return best


def _joined(course: Course, event: int, before: Iterable[_Open]) -> list[_Open]:
    """Return the runs with which the event has begun, joined to those that went on until then."""
    return [(length + course.first, since) if length else (course.first, event) for length, since in before]


def _run(course: Course, event: int, length: int, before: Iterable[_Open]) -> Run:
    """Return the run of those players of a course who have it; the first of them says since when."""
    joined = _joined(course, event, before)
    runs = [one if one[0] >= course.most else (course.most, event) for one in joined]
    together = [
        (player, since) for player, (own, since) in zip(course.players, runs, strict=True) if own == length
    ]
    return Run(length, tuple(player for player, _since in together), course.entry, together[0][1], event)
