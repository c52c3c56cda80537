"""The progress plot of a game: the positions of its lines and marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.game.progress_plot import BOTTOM, LEFT, RIGHT, TOP, ProgressPlot, build_progress_plot


def height(text: str) -> float:
    return float(text.removesuffix("%"))


def corners(plot: ProgressPlot, side: int) -> list[tuple[float, float]]:
    pairs = (corner.split(",") for corner in plot.lines[side].points.split())
    return [(float(x), float(y)) for x, y in pairs]


def test_a_line_begins_at_the_left_and_has_a_corner_for_each_deal() -> None:
    plot = build_progress_plot((0, 0), [(1, (2725, -85)), (2, (5450, -170))], 10_000)
    assert [x for x, _y in corners(plot, 0)] == [LEFT, pytest.approx((LEFT + RIGHT) / 2), RIGHT]
    assert [mark.number for mark in plot.lines[1].marks] == [0, -85, -170]


def test_more_points_stand_higher_and_the_target_above_all_that_is_less() -> None:
    plot = build_progress_plot((0, 0), [(1, (2725, -85))], 10_000)
    assert plot.target is not None
    (_x, start), (_x, high) = corners(plot, 0)
    low = corners(plot, 1)[1][1]
    assert height(plot.target.y) == TOP < high < start < low <= BOTTOM


def test_who_passes_the_target_stands_above_its_line() -> None:
    plot = build_progress_plot((9000, 0), [(1, (12_000, 500))], 10_000)
    assert plot.target is not None
    assert corners(plot, 0)[1][1] == TOP < height(plot.target.y)


def test_the_target_has_a_line_of_its_own_and_none_of_the_scale() -> None:
    plot = build_progress_plot((0, 0), [(1, (100, 200))], 10_000)
    assert [mark.number for mark in plot.scale] == [0, 2000, 4000, 6000, 8000]


def test_below_nothing_the_scale_goes_on() -> None:
    plot = build_progress_plot((0, 0), [(1, (-1200, 200))], 10_000)
    assert [mark.number for mark in plot.scale] == [-2000, 0, 2000, 4000, 6000, 8000]


def test_deals_are_numbered_as_they_were_dealt() -> None:
    plot = build_progress_plot((0, 0), [(1, (5, 5)), (3, (10, 10)), (4, (15, 15))], 10_000)
    assert [mark.number for mark in plot.deals] == [1, 3, 4]


def test_of_many_deals_only_some_are_numbered() -> None:
    plot = build_progress_plot((0, 0), [(number, (number, 0)) for number in range(1, 26)], 5000)
    assert [mark.number for mark in plot.deals] == [3, 6, 9, 12, 15, 18, 21, 24]


def test_a_game_of_three_has_three_lines() -> None:
    plot = build_progress_plot((0, 0, 0), [(1, (5, 10, 15))], 10_000)
    assert [line.side for line in plot.lines] == [0, 1, 2]


totals = some.integers(-40_000, 60_000).map(lambda points: points * 5)


@given(
    some.lists(some.tuples(totals, totals), min_size=1, max_size=40), some.sampled_from([None, 5000, 10_000])
)
def test_everything_stands_on_the_drawing(after: list[tuple[int, int]], target: int | None) -> None:
    plot = build_progress_plot((0, 0), list(enumerate(after, 1)), target)
    for side in range(2):
        for x, y in corners(plot, side):
            assert LEFT <= x <= RIGHT
            assert TOP <= y <= BOTTOM
    assert all(TOP <= height(mark.y) <= BOTTOM for mark in (*plot.scale, plot.target) if mark is not None)
    assert (plot.target is None) == (target is None)
    assert len(plot.scale) <= 8 or max(map(max, after)) - min(map(min, after)) > 300_000
    assert len(plot.deals) <= 10
