"""The table of a series: what counts, who has a place, and who is before whom."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.series.result import EveningResult
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.core.series.table import SeriesKey, SeriesLine, count_series

# By who: what each evening gave; None where it was not played.
Course = dict[int, list[int | None]]


def table(course: Course, **rules: Any) -> list[SeriesLine]:
    """Count a season in which the points of the evenings count as they are."""
    evenings = max(map(len, course.values()))
    played: list[dict[SeriesKey, EveningResult]] = [
        {
            (who,): EveningResult(place=1, of=9, points=points, best=100)
            for who, given_points in course.items()
            if (points := given_points[evening]) is not None
        }
        for evening in range(evenings)
    ]
    return count_series(SeriesRules(way="result", **rules), played)


def totals(lines: list[SeriesLine]) -> dict[int, int]:
    return {line.key[0]: line.total for line in lines}


def places(lines: list[SeriesLine]) -> dict[int, int | None]:
    return {line.key[0]: line.place for line in lines}


def dropped(line: SeriesLine) -> list[int]:
    return [one.evening for one in line.evenings if not one.counts]


def test_all_evenings_count_unless_something_else_is_agreed() -> None:
    assert totals(table({1: [5, None, 3], 2: [1, 1, 1]})) == {1: 8, 2: 3}


def test_of_the_best_two_evenings_the_earlier_of_equal_ones_counts() -> None:
    (line,) = table({1: [3, 5, 3, 1]}, counted=CountedEvenings.BEST, how_many=2)
    assert line.total == 8
    assert dropped(line) == [2, 3]


def test_who_has_missed_an_evening_has_dropped_it() -> None:
    rules: dict[str, Any] = {"counted": CountedEvenings.BUT_WORST, "how_many": 1}
    assert totals(table({1: [5, 4, 3], 2: [5, None, 3], 3: [None, None, 3]}, **rules)) == {1: 9, 2: 8, 3: 3}


def test_one_evening_always_counts() -> None:
    assert totals(table({1: [5, 4]}, counted=CountedEvenings.BUT_WORST, how_many=3)) == {1: 5}


def test_an_average_is_of_the_evenings_that_count() -> None:
    rules: dict[str, Any] = {"counted": CountedEvenings.BEST, "how_many": 2, "average": True}
    assert totals(table({1: [5, 2, 1], 2: [6, None, None]}, **rules)) == {1: 4, 2: 6}


def test_the_bonus_is_for_dropped_evenings_too() -> None:
    rules: dict[str, Any] = {"counted": CountedEvenings.BEST, "how_many": 1, "bonus": 10}
    (line,) = table({1: [5, 2, None]}, **rules)
    assert (line.counted, line.bonus, line.total) == (5, 20, 25)


def test_who_has_played_too_few_evenings_stands_below_without_a_place() -> None:
    lines = table({1: [1, 1], 2: [9, None]}, minimum=2)
    assert places(lines) == {1: 1, 2: None}
    assert [line.wanting for line in lines] == [0, 1]


def test_of_equal_points_the_better_evenings_decide_dropped_ones_too() -> None:
    rules: dict[str, Any] = {"counted": CountedEvenings.BEST, "how_many": 2}
    lines = table({1: [4, 4, 1], 2: [5, 3, None], 3: [5, 3, 1], 4: [4, 4, 1], 5: [1, 0, 0]}, **rules)
    assert places(lines) == {3: 1, 2: 2, 1: 3, 4: 3, 5: 5}
    assert [line.by_evenings for line in lines] == [True, True, True, True, False]
    assert [line.shared for line in lines] == [False, False, True, True, False]


def test_nobody_stands_in_a_season_without_an_evening() -> None:
    assert count_series(SeriesRules(), []) == []


courses = st.dictionaries(
    st.integers(1, 6), st.lists(st.none() | st.integers(-3, 9), min_size=6, max_size=6), min_size=1
)


@given(courses, st.sampled_from(CountedEvenings), st.integers(1, 7), st.booleans())
def test_an_evening_that_is_better_never_costs_a_place(
    course: Course, counted: CountedEvenings, how_many: int, average: bool
) -> None:
    rules: dict[str, Any] = {"counted": counted, "how_many": how_many, "average": average}
    before = places(table(course, **rules))
    for who, points in course.items():
        better = {**course, who: [None if one is None else one + 1 for one in points]}
        after = places(table(better, **rules))
        if before.get(who) is not None:
            assert (after[who] or 99) <= (before[who] or 0)
