"""The places of entries round by round as a plot: a line for each entry, the first place on top.

Coordinates are per cent, so that the plot takes any width while its letters keep their size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from scoring.game.progress_plot import PlotMark, plot_mark, svg_points

# The margins: the left one has room for the scale, the right one for the current places.
_LEFT: Final = 8.0
_RIGHT: Final = 92.0
_TOP: Final = 5.0
_BOTTOM: Final = 88.0
# Up to so many places are spaced evenly; beyond, the upper ones have more room.
_MAX_EVEN_PLACES: Final = 16
# The scale of a large field names those of these places that have room.
_SCALE_PLACES: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
# The least distance between two figures of the scale.
_MIN_DISTANCE: Final = 6.0
_MAX_ROUND_LABELS: Final = 12


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """The line of an entry: its corners, a mark for each round, and the place at its end."""

    index: int
    entry: int
    points: str
    marks: tuple[PlotMark, ...]
    end: PlotMark | None


@dataclass(frozen=True, slots=True)
class PlacesPlot:
    """The scale, the numbers of the rounds, and a line for each entry."""

    scale: tuple[PlotMark, ...]
    rounds: tuple[PlotMark, ...]
    lines: tuple[PlaceLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlotArea:
    """Maps places and rounds to coordinates."""

    last: int
    rounds: Sequence[int]

    def height(self, place: int) -> float:
        """The first place is on top; in a large field the lower places are closer together."""
        if self.last <= 1:
            return _TOP
        share = (
            (place - 1) / (self.last - 1) if self.last <= _MAX_EVEN_PLACES else log(place) / log(self.last)
        )
        return _TOP + (_BOTTOM - _TOP) * share

    def across(self, number: int) -> float:
        if len(self.rounds) < 2:
            return _LEFT
        return _LEFT + (_RIGHT - _LEFT) * self.rounds.index(number) / (len(self.rounds) - 1)


def plot_places(history: Mapping[int, Mapping[int, int]], entries: Sequence[int]) -> PlacesPlot | None:
    """Plot the places of these entries; `history` has the places of each round. None before two rounds."""
    rounds = sorted(history)
    placed = [place for number in rounds for entry, place in history[number].items() if entry in entries]
    if len(rounds) < 2 or not placed:
        return None
    area = _PlotArea(last=max(placed), rounds=rounds)
    step = -(-len(rounds) // _MAX_ROUND_LABELS)
    scale_places = _SCALE_PLACES if area.last > _MAX_EVEN_PLACES else range(1, area.last + 1)
    end_marks = _end_marks(history[rounds[-1]], entries, area)
    return PlacesPlot(
        scale=_without_overlaps(
            [plot_mark(0, area.height(place), place) for place in scale_places if place <= area.last]
        ),
        rounds=tuple(plot_mark(area.across(number), 100, number) for number in rounds[::step]),
        lines=tuple(
            _place_line(index, entry, history, area, end_marks.get(entry))
            for index, entry in enumerate(entries)
        ),
    )


def _place_line(
    index: int, entry: int, history: Mapping[int, Mapping[int, int]], area: _PlotArea, end: PlotMark | None
) -> PlaceLine:
    reached = [(number, history[number][entry]) for number in area.rounds if entry in history[number]]
    corners = [(area.across(number), area.height(place), place) for number, place in reached]
    points = svg_points((x, y) for x, y, _place in corners)
    return PlaceLine(index, entry, points, tuple(plot_mark(x, y, place) for x, y, place in corners), end)


def _end_marks(reached: Mapping[int, int], entries: Sequence[int], area: _PlotArea) -> dict[int, PlotMark]:
    """The places at the end of the lines, without those that would cover another."""
    ends = {
        entry: plot_mark(100, area.height(reached[entry]), reached[entry])
        for entry in entries
        if entry in reached
    }
    shown = set(_without_overlaps(sorted(ends.values(), key=lambda end: end.number)))
    return {entry: end for entry, end in ends.items() if end in shown}


def _without_overlaps(marks: Sequence[PlotMark]) -> tuple[PlotMark, ...]:
    """The marks, from the top, that have room below the one before."""
    kept: list[PlotMark] = []
    for candidate in marks:
        if not kept or float(candidate.y[:-1]) - float(kept[-1].y[:-1]) >= _MIN_DISTANCE:
            kept.append(candidate)
    return tuple(kept)


# One line over time.

_SHARE_SCALE: Final = (0, 50, 100)


def plot_shares(shares: Sequence[int]) -> PlacesPlot | None:
    """Plot one line of shares of a hundred. None before two of them."""
    if len(shares) < 2:
        return None
    last = len(shares) - 1
    corners = [
        (_LEFT + (_RIGHT - _LEFT) * index / last, _share_height(share), share)
        for index, share in enumerate(shares)
    ]
    points = svg_points((x, y) for x, y, _share in corners)
    marks = tuple(plot_mark(x, y, share) for x, y, share in corners)
    return PlacesPlot(
        scale=tuple(plot_mark(0, _share_height(share), share) for share in _SHARE_SCALE),
        rounds=(),
        lines=(PlaceLine(0, 0, points, marks, None),),
    )


def _share_height(share: int) -> float:
    return _TOP + (_BOTTOM - _TOP) * (100 - share) / 100
