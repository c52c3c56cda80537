"""What a ranking adds to a series: years, classes, titles."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.agreement.ranking_rules import read_ranking_rules, store_ranking_rules
from tournaments.core.ranking import (
    EventClass,
    Grade,
    LicenceRule,
    RankingRules,
    day_before_month,
    earlier_days,
)
from tournaments.core.series.result import EveningResult
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.core.series.table import EveningTerms, SeriesKey, count_series, with_places

ON = date(2024, 11, 15)
DAYS = st.dates(date(2000, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize(
    ("rules", "day", "period"),
    [
        (RankingRules(), date(2024, 1, 1), 0),
        (RankingRules(), date(2023, 12, 31), 1),
        (RankingRules(), date(2024, 11, 16), -1),
        (RankingRules(first_month=8), date(2024, 8, 1), 0),
        (RankingRules(first_month=8), date(2024, 7, 31), 1),
        (RankingRules(first_month=12), date(2023, 12, 1), 0),
        (RankingRules(rolling=True), date(2023, 11, 16), 0),
        (RankingRules(rolling=True), date(2023, 11, 15), 1),
    ],
)
def test_a_day_is_so_many_years_before_that_of_the_list(rules: RankingRules, day: date, period: int) -> None:
    assert rules.period(day, ON) == period


def test_the_weight_is_that_of_the_class_times_that_of_the_year() -> None:
    rules = RankingRules(championship=300, own=150, club=0, years=(100, 50))
    assert rules.terms(EventClass.CHAMPIONSHIP, date(2024, 3, 1), ON) == EveningTerms(30_000, 0)
    assert rules.terms(EventClass.OWN, date(2023, 3, 1), ON) == EveningTerms(7_500, 1)
    assert rules.terms(EventClass.CLUB, date(2024, 3, 1), ON) is None
    assert rules.terms(EventClass.OWN, date(2022, 3, 1), ON) is None


@given(DAYS, DAYS, st.booleans(), st.integers(1, 12))
def test_no_event_that_counts_is_before_the_earliest_day(
    day: date, on: date, rolling: bool, first_month: int
) -> None:
    rules = RankingRules(rolling=rolling, first_month=first_month, years=(100, 50, 25))
    if rules.terms(EventClass.OWN, day, on) is not None:
        assert rules.earliest(on) <= day <= on


@given(DAYS, DAYS, DAYS, st.booleans(), st.integers(1, 12))
def test_a_later_event_is_never_of_an_earlier_year(
    one: date, other: date, on: date, rolling: bool, first_month: int
) -> None:
    rules = RankingRules(rolling=rolling, first_month=first_month)
    first, second = sorted((min(one, on), min(other, on)))
    assert rules.period(first, on) >= rules.period(second, on) >= 0


def test_the_highest_title_that_is_reached_is_the_one() -> None:
    rules = RankingRules(grades=(Grade(50_000, "Master"), Grade(10_000, "Candidate")))
    assert [rules.grade(points) for points in (9_999, 10_000, 49_999, 50_000)] == [
        "",
        "Candidate",
        "Candidate",
        "Master",
    ]


def test_lists_are_compared_with_the_end_of_the_month_before() -> None:
    assert day_before_month(ON) == date(2024, 10, 31)
    assert day_before_month(date(2024, 10, 31)) == date(2024, 9, 30)
    assert list(earlier_days(date(2024, 3, 1), 2)) == [date(2024, 2, 29), date(2024, 1, 31)]


def test_what_is_agreed_is_read_as_it_was_stored() -> None:
    rules = RankingRules(
        counting=SeriesRules(way="share", counted=CountedEvenings.BEST, how_many=4, minimum=3),
        championship=250,
        years=(100, 67, 33),
        rolling=True,
        first_month=8,
        licence=LicenceRule.POINTS,
        grades=(Grade(100, "Novice"),),
    )
    assert read_ranking_rules(store_ranking_rules(rules)) == rules


# The table that series and rankings share.


def won(place: int = 1) -> EveningResult:
    return EveningResult(place=place, of=4, points=10, best=10)


def test_the_best_of_each_period_count_with_their_weights() -> None:
    rules = SeriesRules(counted=CountedEvenings.BEST, how_many=1)
    evenings: list[dict[SeriesKey, EveningResult]] = [{(1,): won()}, {(1,): won(2)}, {(1,): won(2)}]
    terms = [EveningTerms(5_000, 1), EveningTerms(5_000, 1), EveningTerms(30_000, 0)]
    (line,) = count_series(rules, evenings, terms)
    assert [(one.made, one.points, one.counts) for one in line.evenings] == [
        (1000, 500, True),
        (800, 400, False),
        (800, 2400, True),
    ]
    assert line.total == 2900


def test_who_is_excluded_takes_no_place_from_anybody() -> None:
    lines = count_series(SeriesRules(), [{(1,): won(1), (2,): won(2), (3,): won(3)}])
    shown = with_places(replace(line, excluded=line.key == (1,)) for line in lines)
    assert [(line.key, line.place) for line in shown] == [((2,), 1), ((3,), 2), ((1,), None)]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8))
def test_a_part_of_a_list_has_the_order_of_the_whole(places: list[int]) -> None:
    lines = count_series(SeriesRules(), [{(key,): won(place) for key, place in enumerate(places)}])
    part = with_places(line for line in lines if line.key[0] % 2 == 0)
    assert [line.key for line in part] == [line.key for line in lines if line.key[0] % 2 == 0]
    assert all(line.place is not None and line.place <= at for at, line in enumerate(part, 1))
