"""With how many points the sides of a table begin: worked out by hand, and what holds for all of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.ratings.handicap import (
    PERCENTS,
    STEP,
    Handicap,
    HandicapTerms,
    MeasuredLeads,
    handicaps,
    usual_most,
    usual_points,
)

# Samba to 10 000: three quarters of 450 points for 100 points of rating.
SAMBA = HandicapTerms(75, 450, 2000)
A_RATING = st.integers(-2000, 2000)
TERMS = st.builds(
    HandicapTerms,
    st.sampled_from([one for one in PERCENTS if one]),
    st.integers(1, 2000),
    st.integers(1, 9000),
)
TABLES = st.lists(A_RATING, min_size=2, max_size=3)


def points(ratings: list[int], terms: HandicapTerms) -> list[int]:
    return [handicap.points for handicap in handicaps(ratings, terms)]


@pytest.mark.parametrize(
    ("ratings", "begins_with"),
    [
        # 222 behind: expected to lose by 999, of which three quarters are 749.25.
        ([-67, 155], [750, 0]),
        # 15 behind are 67.5, three quarters 50.625; 5 behind are 16.875, nearer to nothing than to 50.
        ([15, 0], [0, 50]),
        ([5, 0], [0, 0]),
        ([10, 10], [0, 0]),
        # 700 behind are 3150, three quarters 2362.5: more than the most.
        ([-350, 350], [2000, 0]),
        # Each of three by how far it is behind the strongest.
        ([120, 20, -80], [0, 350, 700]),
    ],
)
def test_a_table_begins_as_worked_out_by_hand(ratings: list[int], begins_with: list[int]) -> None:
    assert points(ratings, SAMBA) == begins_with


def test_each_step_of_a_handicap_is_told() -> None:
    weaker, stronger = handicaps([-67, 155], SAMBA)
    assert weaker == Handicap(behind=222, expected=999, shared=749, points=750)
    assert stronger == Handicap(0, 0, 0, 0)
    assert not weaker.is_bounded(SAMBA)
    assert handicaps([-350, 350], SAMBA)[0].is_bounded(SAMBA)


def test_half_of_a_step_is_rounded_up() -> None:
    assert points([0, 25], HandicapTerms(100, 100, 9000)) == [50, 0]
    assert points([0, 24], HandicapTerms(100, 100, 9000)) == [0, 0]
    assert points([0, 75], HandicapTerms(100, 100, 9000)) == [100, 0]


@given(TABLES, TERMS)
def test_the_strongest_begins_with_nothing_and_the_weaker_with_no_less(
    ratings: list[int], terms: HandicapTerms
) -> None:
    given_points = points(ratings, terms)
    assert given_points[ratings.index(max(ratings))] == 0
    for one, mine in zip(ratings, given_points, strict=True):
        for other, theirs in zip(ratings, given_points, strict=True):
            assert one >= other or mine >= theirs


@given(TABLES, TERMS)
def test_a_handicap_is_the_nearest_step_and_never_more_than_the_most(
    ratings: list[int], terms: HandicapTerms
) -> None:
    for rating, made in zip(ratings, points(ratings, terms), strict=True):
        share = Fraction((max(ratings) - rating) * terms.points * terms.percent, 100 * 100)
        nearest = floor(share / STEP + Fraction(1, 2)) * STEP
        assert made == min(nearest, terms.most)


@given(TABLES, TERMS, A_RATING)
def test_only_how_far_the_sides_are_apart_counts(ratings: list[int], terms: HandicapTerms, more: int) -> None:
    assert points([rating + more for rating in ratings], terms) == points(ratings, terms)
    assert points(ratings[::-1], terms) == points(ratings, terms)[::-1]


@given(TABLES, st.integers(1, 2000), st.integers(1, 9000))
def test_a_larger_share_gives_no_less(ratings: list[int], per_hundred: int, most: int) -> None:
    tables = [points(ratings, HandicapTerms(percent, per_hundred, most)) for percent in PERCENTS]
    assert tables[0] == [0] * len(ratings)
    for less, more in pairwise(tables):
        assert all(one <= other for one, other in zip(less, more, strict=True))


def test_what_was_measured_of_a_game_counts_to_its_target_or_for_each_deal() -> None:
    measured = MeasuredLeads(game=440, deal=105)
    assert usual_points(10_000, None, measured) == 440
    assert usual_points(10_000, 4, measured) == 420


def test_a_game_that_was_not_measured_has_a_part_of_its_target() -> None:
    assert usual_points(10_000, None, None) == 350
    assert usual_points(10_000, 4, None) == 4 * usual_points(10_000, 1, None) == 400
    assert (usual_most(10_000, None), usual_most(10_000, 4)) == (2000, 2000)
