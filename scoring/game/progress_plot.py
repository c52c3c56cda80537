"""The progress of a game as a plot: a line for each side, from deal to deal, and the target.

Positions are percentages of the drawing, so that it takes any width while its letters keep their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

# The margins of the drawing: at the left for the figures of the scale, below for the deals.
LEFT: Final = 15.0
RIGHT: Final = 97.0
TOP: Final = 7.0
BOTTOM: Final = 89.0
_STEPS: Final = (500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000)
_MAX_SCALE_LINES: Final = 6
# The least span of points of a game without a target.
_MIN_SPAN: Final = 1000
_MAX_DEAL_LABELS: Final = 10


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A position on the drawing, in percent, and the number that belongs to it."""

    x: str
    y: str
    number: int


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A side's line: its corners, and a mark for each deal."""

    side: int
    points: str
    marks: tuple[PlotMark, ...]


@dataclass(frozen=True, slots=True)
class ProgressPlot:
    """The drawing: the lines of the scale, the target, the numbers of the deals and a line for each side."""

    scale: tuple[PlotMark, ...]
    # None if no total ends the game.
    target: PlotMark | None
    deals: tuple[PlotMark, ...]
    lines: tuple[PlotLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlotFrame:
    """Converts points and deals to positions on the drawing."""

    floor: int
    top: int
    deals: int

    def y(self, points: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - self.floor) / (self.top - self.floor)

    def x(self, deal: int) -> float:
        return LEFT + (RIGHT - LEFT) * deal / self.deals

    def line(self, side: int, totals: Sequence[int]) -> PlotLine:
        corners = [(self.x(deal), self.y(total)) for deal, total in enumerate(totals)]
        marks = (plot_mark(x, y, total) for (x, y), total in zip(corners, totals, strict=True))
        return PlotLine(side, svg_points(corners), tuple(marks))

    def scale_mark(self, points: int) -> PlotMark:
        return plot_mark(0, self.y(points), points)

    def deal_mark(self, deal: int, number: int) -> PlotMark:
        return plot_mark(self.x(deal), 100, number)


def build_progress_plot(
    start: Sequence[int], after: Sequence[tuple[int, Sequence[int]]], target: int | None
) -> ProgressPlot:
    """`start` is each side's total before the first deal, `after` the totals after each, by its number."""
    columns = [[first, *(totals[side] for _deal, totals in after)] for side, first in enumerate(start)]
    reached = [total for column in columns for total in column]
    lowest, highest = min(0, *reached), max(_MIN_SPAN if target is None else target, *reached)
    step = _scale_step(highest - lowest)
    frame = _PlotFrame(floor=lowest // step * step, top=highest, deals=max(1, len(after)))
    interval = -(-len(after) // _MAX_DEAL_LABELS) or 1
    return ProgressPlot(
        scale=tuple(
            frame.scale_mark(points) for points in range(frame.floor, highest + 1, step) if points != target
        ),
        target=None if target is None else frame.scale_mark(target),
        deals=tuple(
            frame.deal_mark(deal, after[deal - 1][0]) for deal in range(interval, len(after) + 1, interval)
        ),
        lines=tuple(frame.line(side, column) for side, column in enumerate(columns)),
    )


def _scale_step(span: int) -> int:
    """Return the round number of points between two lines of the scale that keeps them few."""
    return next((step for step in _STEPS if span <= step * _MAX_SCALE_LINES), _STEPS[-1])


def svg_points(corners: Iterable[tuple[float, float]]) -> str:
    """Format the corners of a line for SVG, in every language alike."""
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def plot_mark(x: float, y: float, number: int) -> PlotMark:
    return PlotMark(_percent(x), _percent(y), number)


def _percent(number: float) -> str:
    """Format a position for SVG, in every language alike."""
    return f"{number:.2f}%"
