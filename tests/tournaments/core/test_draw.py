"""The draw by lot: everybody once, repeatable from its seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.draw import Meeting, by_lot

NUMBERS = st.sets(st.integers(1, 500), max_size=60)


@given(NUMBERS, st.text(max_size=20))
def test_everybody_is_drawn_exactly_once(numbers: set[int], seed: str) -> None:
    drawn = [number for meeting in by_lot(numbers, seed) for number in meeting if number is not None]
    assert sorted(drawn) == sorted(numbers)


@given(NUMBERS, st.text(max_size=20))
def test_one_sits_out_when_the_number_is_odd_and_nobody_otherwise(numbers: set[int], seed: str) -> None:
    alone = [meeting for meeting in by_lot(numbers, seed) if meeting.second is None]
    assert len(alone) == len(numbers) % 2


def test_the_same_seed_gives_the_same_draw_whatever_order_the_entries_came_in() -> None:
    assert by_lot([1, 2, 3, 4, 5], "a1") == by_lot([5, 3, 1, 2, 4], "a1")


def test_a_draw_is_the_one_that_was_drawn_before() -> None:
    """Worked out once with sha256sum: a change of the lot would make old draws unrepeatable."""
    assert by_lot([1, 2, 3, 4], "talon") == DRAWN_FROM_TALON


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_seeds_do_not_all_give_one_draw(seed: str) -> None:
    others = {by_lot(range(1, 21), other) for other in "abcdef" if other != seed}
    assert by_lot(range(1, 21), seed) not in others


DRAWN_FROM_TALON = (Meeting(2, 3), Meeting(1, 4))
