"""What an evening gives, by each way of giving points."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.core.series.result import EveningResult, WayNumbers, nearest
from tournaments.core.series.rules import SeriesRules
from tournaments.core.series.ways import WAYS


def a_result(**fields: Any) -> EveningResult:
    return EveningResult(**{"place": 1, "of": 8, "points": 600, "best": 800, **fields})


def points(way: str, result: EveningResult, **numbers: Any) -> int:
    return SeriesRules(way=way, numbers=WayNumbers(**numbers)).points(result)


def test_the_ways_are_three_in_this_order() -> None:
    assert list(WAYS) == ["place", "result", "share"]


@pytest.mark.parametrize(
    ("place", "sharing", "given"),
    [
        (1, 1, 1000),
        (2, 1, 800),
        (2, 2, 700),  # 8 and 6
        (2, 3, 633),  # 8, 6 and 5: 6.333…
        (7, 2, 150),  # 2 and 1: the eighth is further back
        (8, 1, 100),
        (30, 4, 100),
    ],
)
def test_a_place_gives_its_points_and_a_shared_one_its_part(place: int, sharing: int, given: int) -> None:
    assert points("place", a_result(place=place, sharing=sharing)) == given


def test_where_places_are_not_shared_out_each_has_all_points() -> None:
    assert points("place", a_result(place=2, sharing=3), shares_points=False) == 800


def test_the_points_of_the_evening_count_as_they_are_also_below_zero() -> None:
    assert points("result", a_result(points=-50)) == -50


@pytest.mark.parametrize(
    ("made", "possible", "of_possible", "given"),
    [
        (800, None, False, 10_000),
        (600, None, False, 7_500),
        (600, 1200, False, 7_500),
        (600, 1200, True, 5_000),
        (600, None, True, 7_500),  # nobody knows what could be made
        (100, 300, True, 3_333),
        (1300, 1200, True, 10_000),  # an award leads no further
        (0, None, False, 0),
        (-100, None, False, 0),
    ],
)
def test_the_share_of_the_maximum(made: int, possible: int | None, of_possible: bool, given: int) -> None:
    result = a_result(points=made, possible=possible)
    assert points("share", result, of_possible=of_possible) == given


def test_an_evening_on_which_nobody_made_anything_gives_nothing() -> None:
    assert points("share", a_result(points=0, best=0)) == 0


@pytest.mark.parametrize(
    ("numerator", "denominator", "whole"), [(5, 2, 3), (-5, 2, -2), (7, 3, 2), (8, 3, 3), (0, 4, 0)]
)
def test_of_two_nearest_integers_the_greater_one(numerator: int, denominator: int, whole: int) -> None:
    assert nearest(numerator, denominator) == whole


@pytest.mark.parametrize("way", list(WAYS))
def test_each_way_has_sentences_with_all_their_figures(way: str) -> None:
    for numbers in (WayNumbers(), WayNumbers(shares_points=False, of_possible=True)):
        for sentence in WAYS[way].describe(numbers, str):
            assert "%(" not in sentence.text % sentence.params
