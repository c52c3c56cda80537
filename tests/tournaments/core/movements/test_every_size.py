"""Every movement for every size from 4 to 60, against the checker, which shares no code with the draws."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from tests.conftest import LONG
from tests.tournaments.core.brackets.test_brackets import defeats, play
from tests.tournaments.core.movements import test_guided, test_individual
from tests.tournaments.core.movements.events import DRAWS, Event
from tests.tournaments.core.movements.test_ladder import Evening
from tournaments.core import checker
from tournaments.core.brackets.board import BracketTerms
from tournaments.core.brackets.plan import BracketKind
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.knock_out import KNOCK_OUT, KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.movements.triples import TRIPLES

ALL_SIZES = range(4, 61)
# Each remainder by four, of few and of many.
SIZES = ALL_SIZES if LONG else (4, 5, 6, 7, 16, 17, 18, 19, 60)
ROUNDS = 3
BRACKETS = {
    KNOCK_OUT: BracketKind.SINGLE,
    KNOCK_OUT_THIRD: BracketKind.THIRD_PLACE,
    KNOCK_OUT_SECOND: BracketKind.SECOND_CHANCE,
}
LADDERS = (LADDER, WINNERS_STAY)
# Whole sets of rounds of every size are checked in these modules.
WHOLE_SETS: dict[Movement, ModuleType] = {
    GUIDED: test_guided,
    INDIVIDUAL: test_individual,
    TRIPLES: test_individual,
}


def test_no_movement_is_left_out() -> None:
    # Who sets a round by hand is told what is wrong with it: there is no draw to check.
    checked = [*DRAWS, *LADDERS, *BRACKETS, *WHOLE_SETS, BY_HAND]
    assert {movement.code for movement in checked} == {*MOVEMENTS}
    assert all(module.SIZES == ALL_SIZES for module in WHOLE_SETS.values())


@pytest.mark.parametrize("movement", DRAWS, ids=str)
def test_rounds_that_are_drawn_have_no_fault(movement: Movement) -> None:
    for size in SIZES:
        event = Event([*range(1, size + 1)], size)
        for _round in range(ROUNDS):
            event.play(movement)
        assert checker.check_rounds(event.rounds) == [], size


@pytest.mark.parametrize("movement", LADDERS, ids=str)
def test_ladders_have_no_fault(movement: Movement) -> None:
    for size in SIZES:
        evening = Evening(size, size)
        for _round in range(ROUNDS):
            evening.play(movement)
        assert checker.check_rounds(evening.rounds) == [], size


@pytest.mark.parametrize("movement", BRACKETS, ids=str)
def test_knock_outs_leave_one_and_have_a_place_for_everybody(movement: Movement) -> None:
    kind = BRACKETS[movement]
    for size in SIZES:
        board, _rounds = play(BracketTerms(kind), size, Random(size))
        lost = defeats(board)
        (winner,) = (entry for entry, reached in board.out.items() if reached == max(board.out.values()))
        assert {*board.out} == {*range(1, size + 1)}, size
        assert lost[winner] <= (kind is BracketKind.SECOND_CHANCE), size
