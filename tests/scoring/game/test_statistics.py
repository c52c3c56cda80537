"""The statistics of a side, counted from its hands."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game.statistics import PlayedHand, SideStatistics, side_statistics


def make_hand(deal: int = 1, total: int = 100, **fields: Any) -> PlayedHand:
    values: dict[str, Any] = {"deal": deal, "total": total, "combinations": {}}
    return PlayedHand(**values | fields)


def test_a_side_without_a_deal_has_nothing() -> None:
    assert side_statistics([]) == SideStatistics()


def test_combinations_are_added_up_by_their_class() -> None:
    hands = [
        make_hand(combinations={"samba": 2}),
        make_hand(2, combinations={"samba": 1, "mixed": 1}),
        make_hand(3),
    ]
    assert side_statistics(hands).combinations == {"samba": 3, "mixed": 1}


def test_the_biggest_deal_is_the_first_of_equals() -> None:
    side = side_statistics([make_hand(1, 500), make_hand(2, 900), make_hand(4, 900)])
    assert (side.best, side.best_deal) == (900, 2)


def test_a_side_that_only_lost_points_has_a_biggest_deal_too() -> None:
    assert side_statistics([make_hand(1, -500), make_hand(2, -85)]).best == -85


@pytest.mark.parametrize(
    ("totals", "average"), [((5, 10), 8), ((5, 5, 5), 5), ((-5, -10), -7), ((5, 5, 0), 3), ((-85, -90), -87)]
)
def test_the_average_is_the_nearest_point_and_a_half_goes_up(totals: tuple[int, ...], average: int) -> None:
    assert (
        side_statistics([make_hand(deal, total) for deal, total in enumerate(totals, 1)]).average == average
    )


def test_contracts_are_counted_by_what_became_of_them() -> None:
    hands = [
        make_hand(1, outcome="made", went_out=True),
        make_hand(2, outcome="void"),
        make_hand(3, outcome="robbed"),
        make_hand(4, robbed=True, went_out=True),
    ]
    side = side_statistics(hands)
    assert (side.deals, side.bid, side.made, side.robbed, side.went_out) == (4, 3, 1, 1, 2)
