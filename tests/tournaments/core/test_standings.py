"""The scheme of the federation and the ranking: worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.schemes import Worth, scl
from tournaments.core.standings import rank


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10_250, 8_115), (Worth(2, 2_135), Worth(0, -2_135))),
        ((-200, 3_000), (Worth(0, -3_200), Worth(2, 3_200))),
        ((5_000, 5_000), (Worth(1, 0), Worth(1, 0))),
    ],
)
def test_a_win_gives_two_points_and_the_margin(
    totals: tuple[int, int], expected: tuple[Worth, Worth]
) -> None:
    assert scl(totals) == expected


@given(st.tuples(st.integers(-9_000, 30_000), st.integers(-9_000, 30_000)))
def test_a_game_gives_two_points_in_all_and_differences_that_cancel(totals: tuple[int, int]) -> None:
    first, second = scl(totals)
    assert first.points + second.points == 2
    assert first.difference + second.difference == 0


def test_points_decide_first_and_then_the_difference() -> None:
    # 3 has 4 points; 1 and 2 have 2 each, 2 with the better difference; 4 has none.
    games = {
        1: [Worth(2, 100), Worth(0, -900)],
        2: [Worth(2, 300), Worth(0, -400)],
        3: [Worth(2, 900), Worth(2, 400)],
        4: [Worth(0, -100), Worth(0, -300)],
    }
    placed = [(row.place, row.sum.entry, row.decided_by, row.shared) for row in rank(games)]
    assert placed == [
        (1, 3, "", False),
        (2, 2, "points", False),
        (3, 1, "difference", False),
        (4, 4, "points", False),
    ]


def test_where_nothing_decides_the_place_is_shared_and_the_next_is_left_out() -> None:
    # 2 and 5 are equal in both criteria: both are second, nobody is third.
    games = {2: [Worth(1, 0)], 5: [Worth(1, 0)], 1: [Worth(2, 50)], 9: [Worth(0, -50)]}
    placed = [(row.place, row.sum.entry, row.shared) for row in rank(games)]
    assert placed == [(1, 1, False), (2, 2, True), (2, 5, True), (4, 9, False)]


def test_an_entry_that_has_not_played_stands_with_nothing() -> None:
    (row,) = rank({7: []})
    assert (row.place, row.sum.played, row.sum.points, row.sum.difference) == (1, 0, 0, 0)


@given(
    st.dictionaries(
        st.integers(1, 60), st.lists(st.builds(Worth, st.integers(0, 2), st.integers(-50, 50)), max_size=5)
    )
)
def test_the_order_in_which_entries_come_changes_nothing(games: dict[int, list[Worth]]) -> None:
    backwards = dict(reversed(games.items()))
    assert rank(games) == rank(backwards)
