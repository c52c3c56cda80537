"""Meetings of a final between two who have met before: counted, and left to the last round."""

from __future__ import annotations

from itertools import combinations

import pytest

from tournaments.core.drawing.layout import lay_out
from tournaments.core.drawing.movement import Movement
from tournaments.core.meeting_again import (
    HowSure,
    MeetingsAgain,
    Pair,
    count_meetings_again,
    keeps_apart,
    let_meet_last,
)
from tournaments.core.movements.circle import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS


def sections_of(each: int, sections: int) -> tuple[list[int], set[Pair]]:
    """A final to which each section sends so many: its entries by their places, and who have met."""
    of_section = [[section + sections * place for place in range(each)] for section in range(sections)]
    met = {frozenset(pair) for section in of_section for pair in combinations(section, 2)}
    return list(range(1, each * sections + 1)), {frozenset(at + 1 for at in pair) for pair in met}


@pytest.mark.parametrize("sections", range(2, 31))
@pytest.mark.parametrize("movement", [ROUND_ROBIN, GUIDED], ids=lambda movement: movement.code)
def test_two_of_each_section_meet_again_in_the_last_round_alone(movement: Movement, sections: int) -> None:
    order, met = sections_of(2, sections)
    assert movement.schedule is not None
    assert movement.full_set is not None
    numbered = let_meet_last(movement, order, met)
    assert sorted(numbered) == order
    full = movement.full_set(len(order))
    places = lay_out(movement, numbered)
    drawn = [
        {frozenset(meeting.entries) for meeting in movement.schedule(places, at)} for at in range(1, full + 1)
    ]
    assert drawn[-1] == met
    assert not set().union(*drawn[:-1]) & met
    assert count_meetings_again(movement, numbered, full - 1, met, by_number=True) is None
    assert count_meetings_again(movement, numbered, full, met, by_number=True) == MeetingsAgain(
        sections, full * sections, HowSure.EXACTLY, full - 1
    )


def test_four_sections_of_two_would_meet_again_four_times_in_twenty_eight() -> None:
    order, met = sections_of(2, 4)
    found = count_meetings_again(ROUND_ROBIN, order, 7, met, by_number=True)
    assert found is not None
    assert (found.again, found.meetings) == (4, 28)
    twice = count_meetings_again(DOUBLE_ROUND_ROBIN, order, 14, met, by_number=True)
    assert twice is not None
    assert (twice.again, twice.meetings) == (8, 56)


def test_the_order_stays_where_each_has_met_several_or_nobody() -> None:
    order, met = sections_of(3, 2)
    assert let_meet_last(ROUND_ROBIN, order, met) == tuple(order)
    assert let_meet_last(ROUND_ROBIN, order, ()) == tuple(order)
    assert let_meet_last(ROUND_ROBIN, order, [frozenset({1, 2})]) == tuple(order)
    assert let_meet_last(SWISS, *sections_of(2, 4)) == tuple(range(1, 9))
    found = count_meetings_again(ROUND_ROBIN, order, 5, met, by_number=True)
    assert found == MeetingsAgain(6, 15, HowSure.EXACTLY)


def test_a_mitchell_of_two_sections_lets_nobody_meet_again() -> None:
    order, met = sections_of(4, 2)
    in_lines = [*order[::2], *order[1::2]]
    assert count_meetings_again(MITCHELL, in_lines, 4, met, by_number=True) is None


def test_a_draw_that_avoids_rematches_lets_them_meet_only_where_opponents_are_lacking() -> None:
    order, met = sections_of(4, 2)
    assert keeps_apart(SWISS)
    assert not keeps_apart(KNOCK_OUT)
    assert not keeps_apart(ROUND_ROBIN)
    assert count_meetings_again(SWISS, order, 4, met, by_number=True) is None
    found = count_meetings_again(SWISS, order, 5, met, by_number=True)
    assert found == MeetingsAgain(4, 20, HowSure.AT_LEAST)


def test_what_is_not_known_before_is_said_so() -> None:
    order, met = sections_of(2, 4)
    assert count_meetings_again(KNOCK_OUT, order, 3, met, by_number=True) == MeetingsAgain(
        4, 12, HowSure.AT_MOST
    )
    assert count_meetings_again(ROUND_ROBIN, order, 6, met, by_number=False) == MeetingsAgain(
        4, 24, HowSure.AT_MOST
    )
    assert count_meetings_again(ROUND_ROBIN, order, 7, (), by_number=True) is None
    assert count_meetings_again(INDIVIDUAL, order, 7, met, by_number=True) is None
