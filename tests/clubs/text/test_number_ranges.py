"""Numbers in one line are the same numbers, in order and short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.text.number_ranges import number_ranges


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ([], ""),
        ([7], "7"),
        ([2, 1], "1, 2"),
        ([1, 2, 3], "1–3"),
        ([1, 2, 3, 5, 6, 8, 9, 10, 11], "1–3, 5, 6, 8–11"),
    ],
)
def test_numbers_that_follow_each_other_are_a_range(numbers: list[int], written: str) -> None:
    assert number_ranges(numbers) == written


@given(st.sets(st.integers(min_value=1, max_value=40)))
def test_what_is_written_says_each_number_once(numbers: set[int]) -> None:
    read: list[int] = []
    for part in filter(None, number_ranges(numbers).split(", ")):
        first, _dash, last = part.partition("–")
        read += range(int(first), int(last or first) + 1)
    assert read == sorted(numbers)
