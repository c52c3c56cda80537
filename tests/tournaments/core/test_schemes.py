"""What games are worth, scheme by scheme: worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS, winner_vp
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.core.worth import (
    VP_OF_FOUR_DEALS,
    VP_OF_THREE_DEALS,
    AgreedScheme,
    GameOutcome,
    SchemeNumbers,
    Worth,
)

two_totals = st.tuples(st.integers(-9_000, 30_000), st.integers(-9_000, 30_000))
WON, DRAWN, LOST = GameOutcome.WIN, GameOutcome.DRAW, GameOutcome.LOSS


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10_250, 8_115), (Worth(2, 2_135, 10_250, WON), Worth(0, -2_135, 8_115, LOST))),
        ((-200, 3_000), (Worth(0, -3_200, -200, LOST), Worth(2, 3_200, 3_000, WON))),
        ((5_000, 5_000), (Worth(1, 0, 5_000, DRAWN), Worth(1, 0, 5_000, DRAWN))),
    ],
)
def test_a_win_gives_two_points_and_the_margin(
    totals: tuple[int, int], expected: tuple[Worth, Worth]
) -> None:
    assert AgreedScheme(SCL).worth(totals) == expected


@given(two_totals)
def test_a_game_gives_two_points_in_all_and_differences_that_cancel(totals: tuple[int, int]) -> None:
    first, second = AgreedScheme(SCL).worth(totals)
    assert first.points + second.points == 2
    assert first.difference + second.difference == 0


# The bands of tournaments.md, at their ends: the largest margin of one band, and one point more.
THREE_DEALS = [
    (0, 10),
    (50, 10),
    (55, 11),
    (150, 11),
    (155, 12),
    (250, 12),
    (350, 13),
    (500, 14),
    (650, 15),
    (800, 16),
    (1000, 17),
    (1250, 18),
    (1500, 19),
    (1505, 20),
    (9000, 20),
]
FOUR_DEALS = [(100, 10), (105, 11), (300, 11), (500, 12), (1700, 18), (2000, 19), (2005, 20)]


@pytest.mark.parametrize(("margin", "won"), THREE_DEALS)
def test_victory_points_of_three_deals(margin: int, won: int) -> None:
    first, second = AgreedScheme(VP_TABLE, SchemeNumbers(bands=VP_OF_THREE_DEALS)).worth((margin, 0))
    assert (first.points, second.points) == (won, 20 - won)


@pytest.mark.parametrize(("margin", "won"), FOUR_DEALS)
def test_victory_points_of_four_deals(margin: int, won: int) -> None:
    first, second = AgreedScheme(VP_TABLE, SchemeNumbers(bands=VP_OF_FOUR_DEALS)).worth((0, margin))
    assert (first.points, second.points) == (20 - won, won)


@pytest.mark.parametrize(
    ("margin", "bound", "won"),
    [
        # At 0 and from the bound on nothing is to be computed. In between, with τ = 0.6180339887…:
        # a third of the bound is τ¹: (1 − 0.61803) / (1 − 0.23607) = 0.38197 / 0.76393 = 0.5 exactly, so 15.
        (0, 3000, 1000),
        (1000, 3000, 1500),
        # two thirds: (1 − τ²) / (1 − τ³) = 0.61803 / 0.76393 = 0.80902, so 18.09.
        (2000, 3000, 1809),
        (3000, 3000, 2000),
        (9000, 3000, 2000),
    ],
)
def test_continuous_victory_points(margin: int, bound: int, won: int) -> None:
    first, second = AgreedScheme(VP_CONTINUOUS, SchemeNumbers(bound=bound)).worth((margin, 0))
    assert (first.points, second.points) == (won, 2000 - won)


@given(st.integers(0, 20_000), st.integers(0, 20_000), st.sampled_from((5_000, 10_000, 20_000)))
def test_continuous_victory_points_never_fall_with_the_margin(one: int, other: int, bound: int) -> None:
    smaller, larger = sorted((one, other))
    assert 1000 <= winner_vp(smaller, bound) <= winner_vp(larger, bound) <= 2000


def test_own_points_count_as_they_are_or_up_to_a_cap() -> None:
    assert [worth.points for worth in AgreedScheme(TOTAL).worth((5_400, 3_100, -200))] == [
        5_400,
        3_100,
        -200,
    ]
    assert [
        worth.points for worth in AgreedScheme(TOTAL, SchemeNumbers(cap=4_000)).worth((5_400, 3_100))
    ] == [4_000, 3_100]


def test_a_win_counts_one_and_the_points_are_kept_beside() -> None:
    first, second = AgreedScheme(WINS_TOTAL).worth((5_400, 3_100))
    assert (first, second) == (Worth(1, 2_300, 5_400, WON), Worth(0, -2_300, 3_100, LOST))


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((900, 500, 100), [300, 100, 0]),
        ((100, 900, 500), [0, 300, 100]),
        # Two share first and second place: (3 + 1) / 2 each.
        ((900, 900, 100), [200, 200, 0]),
        # Two share second and third: (1 + 0) / 2.
        ((900, 100, 100), [300, 50, 50]),
        # All three share: (3 + 1 + 0) / 3 is 1.33.
        ((500, 500, 500), [133, 133, 133]),
        # A table of two sides: first and second.
        ((500, 900), [100, 300]),
    ],
)
def test_places_at_a_table(totals: tuple[int, ...], points: list[int]) -> None:
    assert [worth.points for worth in AgreedScheme(PLACES).worth(totals)] == points


@pytest.mark.parametrize(
    ("hundredths", "text"), [(0, "0"), (300, "3"), (1000, "10"), (150, "1.5"), (133, "1.33"), (-50, "-0.5")]
)
def test_points_for_places_have_decimals_only_where_there_are_any(hundredths: int, text: str) -> None:
    assert str(PLACES.shown(hundredths)) == text


def test_the_middle_of_an_even_number_of_places_is_the_mean_of_two() -> None:
    assert AgreedScheme(PLACES, SchemeNumbers(place_points=(5, 3, 2, 0))).sit_out_points == 250


OF_TWO = [AgreedScheme(SCL), AgreedScheme(VP_TABLE), AgreedScheme(VP_CONTINUOUS, SchemeNumbers(bound=10_000))]


@pytest.mark.parametrize("scheme", OF_TWO, ids=lambda agreed: agreed.scheme.code)
@given(totals=two_totals)
def test_both_sides_share_what_a_game_gives(scheme: AgreedScheme, totals: tuple[int, int]) -> None:
    first, second = scheme.worth(totals)
    assert scheme.max_points is not None
    assert first.points + second.points == scheme.max_points
    assert scheme.worth(totals[::-1]) == (second, first)


@pytest.mark.parametrize(
    "scheme", [*OF_TWO, AgreedScheme(TOTAL), AgreedScheme(WINS_TOTAL)], ids=lambda agreed: agreed.scheme.code
)
@given(totals=two_totals)
def test_who_has_more_has_won(scheme: AgreedScheme, totals: tuple[int, int]) -> None:
    first, second = scheme.worth(totals)
    expected = WON if totals[0] > totals[1] else LOST if totals[0] < totals[1] else DRAWN
    assert first.outcome == expected
    assert (first.points - second.points) * (totals[0] - totals[1]) >= 0
