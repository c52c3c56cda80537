"""The longest run of games won one after the other, over the borders of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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


class _Open(NamedTuple):
    """A run that still goes on, and the event in which it began."""

    length: int = 0
    since: int = 0


def longest_run(events: Iterable[tuple[int, Sequence[Course]]]) -> Run | None:
    """Return the longest run over events in their order; of equal ones the one that was there first."""
    best: Run | None = None
    going: dict[int, _Open] = {}
    for event, courses in events:
        for course in courses:
            runs = [_continued(player, course, event, going) for player in course.players]
            length, since = max(runs, key=lambda run: run.length)
            if length > (best.length if best else 0):
                together = zip(course.players, runs, strict=True)
                players = tuple(player for player, run in together if run.length == length)
                best = Run(length, players, course.entry, since, event)
    return best


def _continued(player: int, course: Course, event: int, going: dict[int, _Open]) -> _Open:
    """Continue the run of a player; return the longest one that this event has had a part in."""
    before = going.get(player, _Open())
    joined = _Open(before.length + course.first, before.since if before.length else event)
    if course.last == course.games:
        going[player] = joined
    else:
        going[player] = _Open(course.last, event)
    return joined if joined.length >= course.most else _Open(course.most, event)
