"""The rating of a player over time as a plot: one line, with a scale of round figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from scoring.game.progress_plot import plot_mark, svg_points
from tournaments.public.places_plot import PlaceLine, PlacesPlot
from tournaments.ratings.page import RatingCourse

_LEFT, _RIGHT, _TOP, _BOTTOM = 12.0, 96.0, 5.0, 88.0
# The least span of the scale, so that a calm course looks calm; and its steps.
_MIN_SPAN: Final = 100
_STEPS: Final = (25, 50, 100, 200, 500, 1000)
_MAX_SCALE_LINES: Final = 6


def plot_course(course: Sequence[RatingCourse]) -> PlacesPlot | None:
    """Plot a rating over its days. None before two of them."""
    if len(course) < 2:
        return None
    scale = _scale([one.rating for one in course])
    corners = [
        (_across(one.day, course[0].day, course[-1].day), _height(one.rating, scale), one.rating)
        for one in course
    ]
    return PlacesPlot(
        scale=tuple(plot_mark(0, _height(figure, scale), figure) for figure in scale),
        rounds=(),
        lines=(
            PlaceLine(
                0,
                0,
                svg_points((x, y) for x, y, _rating in corners),
                tuple(plot_mark(x, y, rating) for x, y, rating in corners),
                None,
            ),
        ),
    )


def _scale(ratings: Sequence[int]) -> Sequence[int]:
    low, high = min(ratings), max(ratings)
    span = max(high - low, _MIN_SPAN)
    step = next((step for step in _STEPS if span / step < _MAX_SCALE_LINES - 1), _STEPS[-1])
    first = (low - (span - (high - low)) // 2) // step * step
    return range(first, max(high, first + span) + step, step)


def _height(rating: int, scale: Sequence[int]) -> float:
    return _TOP + (_BOTTOM - _TOP) * (scale[-1] - rating) / (scale[-1] - scale[0])


def _across(day: date, first: date, last: date) -> float:
    return _LEFT + (_RIGHT - _LEFT) * ((day - first).days / (last - first).days)
