"""The sum of the differences between two after each of their games, as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.game.progress_plot import PlotMark, plot_mark, svg_points
from tournaments.public.places_plot import PlaceLine, PlacesPlot

# The margins, in percent: the left one has room for the scale.
_LEFT, _RIGHT = 14.0, 97.0
_TOP, _BOTTOM = 6.0, 92.0
_STEPS: Final = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
_MAX_LINES: Final = 5
_MAX_MARKS: Final = 40


def plot_differences(course: Sequence[int]) -> PlacesPlot | None:
    """Plot one line that begins at nothing. None before two games."""
    if len(course) < 2:
        return None
    values = (0, *course)
    step = _step(max(values) - min(values))
    floor = min(values) // step * step
    top = max(-(-max(values) // step) * step, floor + step)
    corners = [
        (_LEFT + (_RIGHT - _LEFT) * at / len(course), _height(value, floor, top), value)
        for at, value in enumerate(values)
    ]
    scale = tuple(plot_mark(0, _height(value, floor, top), value) for value in range(floor, top + 1, step))
    points = svg_points((x, y) for x, y, _value in corners)
    return PlacesPlot(scale, (), (PlaceLine(0, 0, points, _marks(corners), None),))


def _marks(corners: Sequence[tuple[float, float, int]]) -> tuple[PlotMark, ...]:
    """Return a mark for each game; in a long line they would cover each other."""
    return tuple(plot_mark(*corner) for corner in corners) if len(corners) <= _MAX_MARKS else ()


def _height(value: int, floor: int, top: int) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (value - floor) / (top - floor)


def _step(span: int) -> int:
    """Return a round number that leaves few lines in the scale."""
    return next((step for step in _STEPS if span <= step * _MAX_LINES), _STEPS[-1])
