"""Penalties and awards: those of a deal count from then on, those of the game change its result."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from scoring import recording
from scoring.game.history import deal_events
from scoring.models import Adjustment, Deal, DealVersion, Game
from scoring.store.deal_queries import deal_history
from tests.scoring.support.played import Evening, a_body, a_small_body, a_stock_end, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    evening = an_evening()
    evening.record(1)
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def adjust(evening: Evening, side: int = 0, points: int = -500, **said: object) -> Adjustment:
    return recording.adjust(evening.director, evening.game, evening.charge(side, points, **said))


def cancel(evening: Evening, made: Adjustment, reason: str = "a mistake") -> Adjustment:
    return recording.cancel_adjustment(evening.director, made, reason, evening.charge().key)


# Of a deal.


def test_a_penalty_of_a_deal_is_a_ruling_in_its_version_and_counts_from_then_on(evening: Evening) -> None:
    evening.record(2)
    adjust(evening, deal=1, rule="31")
    version = evening.current(1)
    assert (version.number, version.kind, version.rule, version.reason) == (
        2,
        DealVersion.Kind.RULING,
        "31",
        "late",
    )
    assert version.sheet["hands"][0]["penalties"] == {"director": 500}
    assert evening.totals == [2725 - 500 + 2725, -170]
    assert evening.deal(2).openings == [90, 15]


def test_an_award_of_a_deal_is_a_penalty_below_nothing(evening: Evening) -> None:
    adjust(evening, side=1, points=200, deal=1)
    assert evening.current().sheet["hands"][1]["penalties"] == {"director": -200}
    assert evening.totals == [2725, 115]


def test_penalties_of_a_deal_add_up_and_are_cancelled_one_by_one(evening: Evening) -> None:
    first, second = adjust(evening, points=-500, deal=1), adjust(evening, points=-250, deal=1)
    assert evening.totals == [1975, -85]
    cancel(evening, first)
    assert evening.totals == [2475, -85]
    cancel(evening, second)
    assert evening.totals == [2725, -85]
    assert evening.current().sheet["hands"][0]["penalties"] == {}
    assert Adjustment.objects.filter(cancelled_at=None).count() == 0
    assert Adjustment.objects.count() == 2


def test_a_penalty_approves_nothing_and_neither_does_cancelling_it(evening: Evening) -> None:
    evening.record(2, by=evening.device(0))
    made = adjust(evening, deal=2)
    assert (evening.deal(2).state, evening.current(2).confirmed) == (Deal.State.ENTERED, False)
    assert evening.current(2).side == 0
    cancel(evening, made)
    assert evening.deal(2).state == Deal.State.ENTERED
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1, number=2))
    adjust(evening, deal=2)
    assert (evening.deal(2).state, evening.current(2).confirmed) == (Deal.State.CONFIRMED, True)


def test_a_deal_that_was_sent_back_is_so_still_after_a_penalty(evening: Evening) -> None:
    evening.record(2, by=evening.device(0))
    word = evening.approval(1, number=2, reason="a three is missing")
    recording.send_back_deal(evening.device(1), evening.game, word)
    evening.director = replace(evening.director, at=timezone.now())
    adjust(evening, deal=2)
    answers = evening.current(2).confirmations.values_list("kind", "side", "reason")
    assert list(answers) == [("sent_back", 1, "a three is missing")]
    labels = [event.label for event in deal_events(evening.game, ["A", "B"], deal_history(evening.deal(2)))]
    assert labels == ["Recorded", "Sent back", "Ruling"]


def test_of_three_sides_one_that_has_approved_is_not_asked_again_after_a_penalty() -> None:
    evening = an_evening((1, 1, 1), ruleset="royal", carried=[0, 0, 0])
    evening.record(1, a_stock_end(0, 0, 0), by=evening.device(0))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1))
    adjust(evening, side=1, points=-100, deal=1)
    with pytest.raises(recording.AlreadyChanged):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval(1))
    recording.confirm_deal(evening.device(2), evening.game, evening.approval(2))
    assert evening.deal(1).state == Deal.State.CONFIRMED


def test_a_penalty_of_a_deal_can_take_the_game_below_its_target() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1)
    made = adjust(evening, deal=1)
    assert (evening.fresh().over, evening.fresh().state) == (False, Game.State.OPEN)
    cancel(evening, made)
    assert evening.fresh().over


def test_a_correction_keeps_the_director_s_penalty(evening: Evening) -> None:
    adjust(evening, deal=1)
    evening.amend(1, a_body(meld_points=445), by=evening.device(0))
    assert evening.current().sheet["hands"][0]["penalties"] == {"director": 500}
    assert evening.totals == [2725 - 400 - 500, -85]


@pytest.mark.parametrize("charge", [-5000, 5, 500])
def test_nobody_writes_a_director_s_number_on_a_sheet(evening: Evening, charge: int) -> None:
    body = a_body(penalties={"director": charge})
    for by in (evening.device(0), evening.director):
        with pytest.raises(recording.InvalidDeal) as refusal:
            evening.record(2, body, by=by)
        assert [(problem.code, problem.side) for problem in refusal.value.problems] == [
            ("automatic_penalty", 0)
        ]
        with pytest.raises(recording.InvalidDeal):
            evening.amend(1, body, by=by, reason="because")
    assert evening.totals == [2725, -85]


def test_a_penalty_at_a_deal_of_the_sides_that_play_it() -> None:
    evening = an_evening((1, 1, 1), ruleset="royal", carried=[18000, 18000, 5000])
    evening.record(1, a_stock_end(0, 0, 0))
    evening.record(2, a_stock_end(5, 0, None))
    with pytest.raises(ValidationError) as refusal:
        adjust(evening, side=2, deal=2)
    assert list(refusal.value.message_dict) == ["side"]
    adjust(evening, side=1, points=-100, deal=2)
    assert (evening.totals, evening.fresh().winner) == ([17995, 17900, 5000], 0)


def test_no_penalty_at_a_deal_that_is_not_written_down_or_void(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.NotNow):
        adjust(evening, deal=2)
    evening.record(2)
    recording.void_deal(evening.director, evening.game, 2, "dealt wrongly", evening.charge().key)
    with pytest.raises(recording.NotNow):
        adjust(evening, deal=2)
    assert not Adjustment.objects.exists()


def test_cancelling_a_penalty_of_a_void_deal_does_not_bring_it_back(evening: Evening) -> None:
    made = adjust(evening, deal=1)
    recording.void_deal(evening.director, evening.game, 1, "dealt wrongly", evening.charge().key)
    assert cancel(evening, made).cancelled_at is not None
    assert (evening.deal(1).state, evening.totals) == (Deal.State.VOID, [0, 0])


# Of the game.


def test_a_penalty_of_the_game_changes_the_result_and_no_running_total(evening: Evening) -> None:
    adjust(evening, points=-3000)
    evening.start(2)
    assert evening.deal(2).openings == [90, 15]
    evening.record(2)
    assert evening.current(2).sheet["before"] == [2725, -85]
    assert evening.totals == [5450, -170]
    assert [side.result for side in evening.sides] == [2450, -170]


def test_a_penalty_of_the_game_changes_the_winner_and_never_whether_the_game_is_over() -> None:
    evening = an_evening(carried=[7300, 7000])
    adjust(evening, points=-5000)
    evening.record(1)
    game = evening.fresh()
    assert (game.over, game.winner, game.is_draw) == (True, 1, False)
    adjust(evening, side=1, points=-1890)
    assert (evening.fresh().winner, evening.fresh().is_draw) == (None, True)


def test_an_award_of_the_game_does_not_end_it(evening: Evening) -> None:
    adjust(evening, points=9000)
    assert [side.result for side in evening.sides] == [11725, -85]
    assert not evening.fresh().over


def test_a_cancelled_penalty_of_the_game_counts_no_more_and_stays_in_the_ledger(evening: Evening) -> None:
    made = cancel(evening, adjust(evening))
    assert [side.result for side in evening.sides] == [2725, -85]
    assert (made.cancelled_by, made.cancelled_because) == (evening.director.user, "a mistake")


# What is refused.


@pytest.mark.parametrize("points", [0, 3, -499])
def test_a_charge_moves_points_in_fives(evening: Evening, points: int) -> None:
    with pytest.raises(ValidationError) as refusal:
        adjust(evening, points=points)
    assert list(refusal.value.message_dict) == ["points"]


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_charge_and_its_cancelling_have_a_reason(evening: Evening, reason: str) -> None:
    with pytest.raises(ValidationError):
        adjust(evening, reason=reason)
    made = adjust(evening)
    with pytest.raises(ValidationError):
        cancel(evening, made, reason)
    assert Adjustment.objects.filter(cancelled_at=None).count() == 1


def test_a_charge_is_cancelled_once(evening: Evening) -> None:
    made = adjust(evening)
    cancel(evening, made)
    with pytest.raises(recording.AlreadyChanged):
        cancel(evening, made)


def test_the_director_alone_charges(evening: Evening) -> None:
    made = adjust(evening)
    for by in (evening.scorer, evening.device(0)):
        with pytest.raises(PermissionDenied):
            recording.adjust(by, evening.game, evening.charge())
        with pytest.raises(PermissionDenied):
            recording.cancel_adjustment(by, made, "why not", evening.charge().key)


def test_a_small_deal_and_its_penalty_make_one_number(evening: Evening) -> None:
    evening.record(2, a_small_body(hand_points=20))
    adjust(evening, points=-100, deal=2)
    assert evening.current(2).result["sides"][0]["total"] == -120
