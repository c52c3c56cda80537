"""The progress of a game as a drawing: a line a side, from deal to deal, and the target above them.

Knows numbers and where they stand on a page of a hundred by a hundred, so that the drawing takes any width
while its letters keep their size; must not know a model, a word or a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

# What the drawing leaves free: at the left for the figures of the scale, above, below for the deals.
LEFT: Final = 15.0
RIGHT: Final = 97.0
TOP: Final = 7.0
BOTTOM: Final = 89.0
_STEPS: Final = (500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000)
_MOST_LINES: Final = 6
# So many points are drawn at least, where no target says how far the scale goes.
_LEAST_SPAN: Final = 1000
_MOST_DEALS: Final = 10


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the drawing, in hundredths, and the number that belongs to it."""

    x: str
    y: str
    number: int


@dataclass(frozen=True, slots=True)
class Line:
    """One side's way: the corners of the line, and a mark for each deal."""

    side: int
    points: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The drawing: the lines of the scale, the target, the numbers of the deals and a line a side."""

    scale: tuple[Mark, ...]
    # None where no total ends the game.
    target: Mark | None
    deals: tuple[Mark, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Where points and deals stand on the drawing."""

    floor: int
    top: int
    deals: int

    def height(self, points: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - self.floor) / (self.top - self.floor)

    def across(self, deal: int) -> float:
        return LEFT + (RIGHT - LEFT) * deal / self.deals

    def line(self, side: int, totals: Sequence[int]) -> Line:
        places = [(self.across(deal), self.height(total)) for deal, total in enumerate(totals)]
        marks = (mark(x, y, total) for (x, y), total in zip(places, totals, strict=True))
        return Line(side, line_through(places), tuple(marks))

    def on_scale(self, points: int) -> Mark:
        return mark(0, self.height(points), points)

    def below(self, at: int, number: int) -> Mark:
        return mark(self.across(at), 100, number)


def progress(start: Sequence[int], after: Sequence[tuple[int, Sequence[int]]], target: int | None) -> Plot:
    """`start` is each side's total before the first deal, `after` the totals after each, by its number."""
    columns = [[first, *(totals[side] for _deal, totals in after)] for side, first in enumerate(start)]
    reached = [total for column in columns for total in column]
    lowest, highest = min(0, *reached), max(_LEAST_SPAN if target is None else target, *reached)
    step = _step_of(highest - lowest)
    frame = _Frame(floor=lowest // step * step, top=highest, deals=max(1, len(after)))
    every = -(-len(after) // _MOST_DEALS) or 1
    return Plot(
        scale=tuple(
            frame.on_scale(points) for points in range(frame.floor, highest + 1, step) if points != target
        ),
        target=None if target is None else frame.on_scale(target),
        deals=tuple(frame.below(at, after[at - 1][0]) for at in range(every, len(after) + 1, every)),
        lines=tuple(frame.line(side, column) for side, column in enumerate(columns)),
    )


def _step_of(span: int) -> int:
    """A round number of points between two lines of the scale, so that there are few of them."""
    return next((step for step in _STEPS if span <= step * _MOST_LINES), _STEPS[-1])


def line_through(corners: Iterable[tuple[float, float]]) -> str:
    """The corners of a line as SVG wants them in every language."""
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def mark(x: float, y: float, number: int) -> Mark:
    return Mark(_share(x), _share(y), number)


def _share(number: float) -> str:
    """A place as SVG wants it in every language."""
    return f"{number:.2f}%"
