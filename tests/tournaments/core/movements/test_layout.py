"""Places of movements that are set beforehand: filled, counted, and laid out anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LONG
from tournaments.core.drawing.layout import Remaining, count_free_places, fill_free_places, lay_out
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN, draw_circle
from tournaments.core.movements.mitchell import MITCHELL


def pairs_of(movement: Movement, places: Sequence[int], turn: int) -> list[tuple[int, ...]]:
    assert movement.schedule is not None
    return [meeting.entries for meeting in movement.schedule(places, turn)]


def test_the_empty_place_of_a_circle_is_the_first_and_that_of_lines_the_last() -> None:
    assert lay_out(ROUND_ROBIN, [3, 1, 2]) == (0, 3, 1, 2)
    assert lay_out(MITCHELL, [3, 1, 2]) == (3, 1, 2, 0)
    assert lay_out(ROUND_ROBIN, [1, 2]) == (1, 2)


def test_newcomers_take_the_empty_place_then_those_of_who_has_left() -> None:
    assert fill_free_places((0, 1, 2, 3), {2}, [7]) == (7, 1, 2, 3)
    assert fill_free_places((0, 1, 2, 3), {2}, [7, 8]) == (7, 1, 8, 3)
    assert fill_free_places((0, 1, 2, 3), {2}, [7, 8, 9]) is None
    assert count_free_places((0, 1, 2, 3), {2}) == 2


@pytest.mark.parametrize("entries", range(3, 16))
def test_everybody_is_on_both_sides_as_often(entries: int) -> None:
    """Of an odd field exactly, of an even one but for one."""
    places = lay_out(ROUND_ROBIN, range(1, entries + 1))
    pairs = [
        pair for turn in range(1, len(places)) for pair in draw_circle(places, turn) if not pair.sits_out
    ]
    first, second = (Counter(pair.entries[side] for pair in pairs) for side in (0, 1))
    assert {abs(first[entry] - second[entry]) for entry in range(1, entries + 1)} == {1 - entries % 2}


@given(
    entries=st.integers(4, 24 if LONG else 12),
    leave=st.sets(st.integers(1, 12), max_size=3),
    come=st.integers(0, 2),
    shuffled=st.randoms(use_true_random=False),
)
def test_a_circle_is_laid_out_anew_after_one_round_without_a_rematch(
    entries: int, leave: set[int], come: int, shuffled: Random
) -> None:
    numbers = list(range(1, entries + 1))
    shuffled.shuffle(numbers)
    first = pairs_of(ROUND_ROBIN, lay_out(ROUND_ROBIN, numbers), 1)
    present = sorted({*numbers} - leave | {*range(100, 100 + come)})
    met = Counter(frozenset(pair) if len(pair) > 1 else frozenset((*pair, 0)) for pair in first)
    played = [pair for pair in first if len(pair) == 2 and {*pair} <= {*present}]
    rounds = len(present) - 2 + len(present) % 2
    remaining = Remaining(movement=ROUND_ROBIN, turn=2, rounds=rounds)
    places = remaining.best_places(present, met, played, "seed")
    assert sorted(place for place in places if place) == present
    later = [pair for turn in range(2, 2 + rounds) for pair in pairs_of(ROUND_ROBIN, places, turn)]
    tables = [frozenset(pair) for pair in later if len(pair) == 2]
    assert len({*tables}) == len(tables)
    assert {*tables}.isdisjoint(frozenset(pair) for pair in played)


def test_rematches_and_repeated_sit_outs_of_the_rounds_left_are_counted() -> None:
    """Four in a circle, 1-4 and 2-3 in the first turn, 1-2 and 3-4 (as 2-1, 3-4) in the next."""
    left = Remaining(movement=ROUND_ROBIN, turn=2, rounds=2)
    assert left.rematches((1, 2, 3, 4), {}) == 0
    (one, other), _rest = pairs_of(ROUND_ROBIN, (1, 2, 3, 4), 2)
    assert left.rematches((1, 2, 3, 4), {frozenset((one, other)): 1}) == 1
    assert Remaining(movement=ROUND_ROBIN, turn=2, rounds=3).rematches((1, 2, 3, 4), {}) == 0
    assert Remaining(movement=ROUND_ROBIN, turn=1, rounds=4).rematches((1, 2, 3, 4), {}) == 2
    assert Remaining(movement=ROUND_ROBIN, turn=1, rounds=4).rematches((0, 1, 2, 3), {}) == 2
