"""The way of entries through an event as a drawing: a line each, round by round, the first place on top.

Knows places and where they stand on a page of a hundred by a hundred, so that the drawing takes any width
while its letters keep their size; must not know a model, a word or a colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from scoring.game.progress_plot import Mark, line_through, mark

# What the drawing leaves free: at the left for the figures of the scale, at the right for the places now.
_LEFT: Final = 8.0
_RIGHT: Final = 92.0
_TOP: Final = 5.0
_BOTTOM: Final = 88.0
# Places are set apart evenly up to so many; beyond, the upper ones have more room.
_EVENLY: Final = 16
# Of these the scale names those that have room.
_NAMED: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
# So much must lie between two figures that stand one above the other.
_ROOM: Final = 6.0
_MOST_ROUNDS: Final = 12


@dataclass(frozen=True, slots=True)
class Way:
    """One entry's way: the corners of its line, a mark for each round, and the place it has reached."""

    at: int
    entry: int
    points: str
    marks: tuple[Mark, ...]
    end: Mark | None


@dataclass(frozen=True, slots=True)
class Plot:
    """The drawing: the lines of the scale, the numbers of the rounds, and a line for each entry."""

    scale: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Where places and rounds stand on the drawing."""

    last: int
    rounds: Sequence[int]

    def height(self, place: int) -> float:
        """The first on top; in a large field the places below lie closer together."""
        if self.last <= 1:
            return _TOP
        share = (place - 1) / (self.last - 1) if self.last <= _EVENLY else log(place) / log(self.last)
        return _TOP + (_BOTTOM - _TOP) * share

    def across(self, number: int) -> float:
        if len(self.rounds) < 2:
            return _LEFT
        return _LEFT + (_RIGHT - _LEFT) * self.rounds.index(number) / (len(self.rounds) - 1)


def ways(history: Mapping[int, Mapping[int, int]], entries: Sequence[int]) -> Plot | None:
    """The ways of some entries; `history` has for each round everybody's place. One round is no way yet."""
    rounds = sorted(history)
    placed = [place for number in rounds for entry, place in history[number].items() if entry in entries]
    if len(rounds) < 2 or not placed:
        return None
    frame = _Frame(last=max(placed), rounds=rounds)
    every = -(-len(rounds) // _MOST_ROUNDS)
    named = _NAMED if frame.last > _EVENLY else range(1, frame.last + 1)
    ended = _last_places(history[rounds[-1]], entries, frame)
    return Plot(
        scale=_apart([mark(0, frame.height(place), place) for place in named if place <= frame.last]),
        rounds=tuple(mark(frame.across(number), 100, number) for number in rounds[::every]),
        ways=tuple(_way(at, entry, history, frame, ended.get(entry)) for at, entry in enumerate(entries)),
    )


def _way(
    at: int, entry: int, history: Mapping[int, Mapping[int, int]], frame: _Frame, end: Mark | None
) -> Way:
    reached = [(number, history[number][entry]) for number in frame.rounds if entry in history[number]]
    corners = [(frame.across(number), frame.height(place), place) for number, place in reached]
    points = line_through((x, y) for x, y, _place in corners)
    return Way(at, entry, points, tuple(mark(x, y, place) for x, y, place in corners), end)


def _last_places(reached: Mapping[int, int], entries: Sequence[int], frame: _Frame) -> dict[int, Mark]:
    """The figures at the end of the lines, where one does not stand on another."""
    ends = {
        entry: mark(100, frame.height(reached[entry]), reached[entry])
        for entry in entries
        if entry in reached
    }
    shown = set(_apart(sorted(ends.values(), key=lambda end: end.number)))
    return {entry: end for entry, end in ends.items() if end in shown}


def _apart(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Those of the marks, from the top, that have room above them."""
    kept: list[Mark] = []
    for one in marks:
        if not kept or float(one.y[:-1]) - float(kept[-1].y[:-1]) >= _ROOM:
            kept.append(one)
    return tuple(kept)


# One line over time.

_HALVES: Final = (0, 50, 100)


def course(shares: Sequence[int]) -> Plot | None:
    """How it went from event to event, each of a hundred. One event is no way yet."""
    if len(shares) < 2:
        return None
    wide = len(shares) - 1
    corners = [
        (_LEFT + (_RIGHT - _LEFT) * at / wide, _height_of_share(one), one) for at, one in enumerate(shares)
    ]
    points = line_through((x, y) for x, y, _share in corners)
    marks = tuple(mark(x, y, one) for x, y, one in corners)
    return Plot(
        scale=tuple(mark(0, _height_of_share(one), one) for one in _HALVES),
        rounds=(),
        ways=(Way(0, 0, points, marks, None),),
    )


def _height_of_share(one: int) -> float:
    return _TOP + (_BOTTOM - _TOP) * (100 - one) / 100
