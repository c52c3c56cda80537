"""Starting a deal: its openings are frozen, and it waits for what comes before it."""

from __future__ import annotations

import uuid
from copy import deepcopy

import pytest

from scoring import recording
from scoring.models import Deal, Game, Hand
from scoring.store.sheets import sides_in_extra_deal
from tests.scoring.support.played import Evening, a_body, a_small_body, a_stock_end, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def test_a_started_deal_freezes_what_each_side_needs_to_open(evening: Evening) -> None:
    evening.record(1)
    deal = evening.start(2)
    assert (deal.number, deal.state, deal.openings, deal.version) == (2, Deal.State.DRAFT, [90, 15], 0)


def test_a_started_deal_is_recorded_with_the_openings_that_it_was_dealt_with(evening: Evening) -> None:
    evening.record(1)
    evening.start(2)
    evening.amend(1, a_body(meld_points=445))  # arithmetic, 35b: the totals change, the requirement does not
    assert evening.deal(2).openings == [90, 15]
    evening.record(2)
    assert evening.current(2).sheet["before"] == [2325, -85]
    assert evening.deal(2).openings == [90, 15]
    assert evening.totals == [2325 + 2725, -170]


def test_a_deal_that_has_been_started_is_not_started_again(evening: Evening) -> None:
    evening.start(1)
    with pytest.raises(recording.AlreadyChanged) as taken:
        evening.start(1)
    assert taken.value.deal == evening.deal(1)


@pytest.mark.parametrize("number", [0, 2, 7])
def test_only_the_next_deal_is_started(evening: Evening, number: int) -> None:
    with pytest.raises(recording.NotNow):
        evening.start(number)
    assert not Deal.objects.exists()


def test_a_deal_waits_until_the_one_before_it_has_been_written_down(evening: Evening) -> None:
    evening.start(1)
    for act in (evening.start, evening.record):
        with pytest.raises(recording.NotNow):
            act(2)
    assert Deal.objects.count() == 1


def test_no_deal_is_started_while_an_earlier_one_is_disputed(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    evening.record(2, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 1, reason="not our canasta"))
    for act in (evening.start, evening.record):
        with pytest.raises(recording.NotNow):
            act(3)


def test_a_deal_that_was_dealt_before_the_dispute_is_written_down_all_the_same(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    evening.start(2)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 1, reason="not our canasta"))
    evening.record(2)
    assert evening.current(2).sheet["before"] == [0, 0]
    recording.confirm_deal(evening.director, evening.game, evening.approval(None))
    assert evening.totals == [5450, -170]


def test_no_deal_is_started_when_the_game_is_over(evening: Evening) -> None:
    for number in range(1, 5):
        evening.record(number)
    with pytest.raises(recording.NotNow):
        evening.start(5)


@pytest.mark.parametrize("state", [Game.State.SIGNED, Game.State.OFFICIAL])
def test_no_deal_is_started_when_the_game_is_signed(evening: Evening, state: Game.State) -> None:
    Game.objects.update(state=state)
    with pytest.raises(recording.NotNow):
        evening.start(1)


def test_a_game_goes_on_from_the_totals_taken_over_from_paper() -> None:
    evening = an_evening(carried=[4200, -300])
    assert evening.totals == [4200, -300]
    assert evening.start(1).openings == [120, 15]
    evening.record(1)
    assert evening.current(1).sheet["before"] == [4200, -300]
    assert evening.totals == [6925, -385]


def test_whether_the_game_is_over_is_tested_only_at_the_end_of_the_deal_in_play() -> None:
    evening = an_evening(carried=[7000, 0])
    evening.record(1)
    evening.start(2)
    evening.amend(1, a_body(meld_points=1145))  # 10 025: above the target while a deal is being played
    game = evening.fresh()
    assert (game.over, game.winner, game.state) == (False, None, Game.State.OPEN)
    evening.record(2, a_small_body())
    game = evening.fresh()
    assert (game.over, game.winner, game.state) == (True, 0, Game.State.FINISHED)


def test_a_tie_of_two_sides_of_three_in_royal_is_played_out_by_those_two() -> None:
    evening = an_evening((1, 1, 1), ruleset="royal", carried=[18000, 18000, 5000])
    first = a_stock_end(0, 0, 5)
    evening.record(1, first)
    game = evening.fresh()
    assert (game.over, sides_in_extra_deal(evening.sides)) == (False, (0, 1))
    deal = evening.start(2)
    assert deal.openings[2] is None
    assert None not in deal.openings[:2]
    evening.record(2, a_stock_end(10, 5, None))
    game = evening.fresh()
    assert evening.totals == [17990, 17995, 4995]
    assert (game.over, game.winner, sides_in_extra_deal(evening.sides)) == (True, 1, ())
    assert Hand.objects.get(deal=deal, side=2).total == 0


def test_a_dealt_extra_deal_is_played_by_its_sides_also_when_a_correction_moves_the_totals() -> None:
    evening = an_evening((1, 1, 1), ruleset="royal", carried=[18000, 18000, 5000])
    evening.record(1, a_stock_end(5, 5, 0))
    evening.start(2)
    evening.amend(1, a_stock_end(15, 5, 0))
    evening.record(2, a_stock_end(5, 25, None))
    assert evening.totals == [17980, 17970, 5000]
    assert evening.fresh().winner == 0


def test_the_key_of_a_start_is_no_key_of_another_number(evening: Evening) -> None:
    key = uuid.uuid4()
    first = recording.start_deal(evening.scorer, evening.game, 1, key)
    assert recording.start_deal(evening.scorer, evening.game, 1, key) == first
