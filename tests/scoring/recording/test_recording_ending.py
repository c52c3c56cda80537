"""Games that end otherwise than by their target, void deals, and games of which only a result is known."""

from __future__ import annotations

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.writing import Author
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Deal, Game, Ruling
from scoring.recording import EarlyEnd, GameEnd
from tests.scoring.support.played import Evening, a_body, a_small_body, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    evening = an_evening()
    evening.record(1)
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def finish(evening: Evening, kind: GameEnd, side: int | None = None, by: Author | None = None) -> Game:
    return recording.end_game(by or evening.director, evening.game, EarlyEnd(kind, side), "10 pm", uuid4())


def void(evening: Evening, number: int = 1, reason: str = "dealt wrongly", by: Author | None = None) -> Deal:
    return recording.void_deal(by or evening.director, evening.game, number, reason, uuid4())


def enter_result(evening: Evening, *totals: int, by: Author | None = None) -> Game:
    result = recording.FinalResult(totals=totals, reason="the score sheet is lost", key=uuid4())
    return recording.record_result(by or evening.director, evening.game, result)


def stands(evening: Evening) -> tuple[bool, int | None, bool, str]:
    game = evening.fresh()
    return game.over, game.winner, game.is_draw, game.state


# Before the target.


def test_when_time_ends_a_game_the_higher_total_wins(evening: Evening) -> None:
    finish(evening, GameEnd.TIME)
    assert stands(evening) == (True, 0, False, Game.State.FINISHED)


def test_when_time_ends_a_game_with_equal_totals_it_is_a_draw() -> None:
    evening = an_evening()
    finish(evening, GameEnd.TIME)
    assert stands(evening) == (True, None, True, Game.State.FINISHED)


def test_a_penalty_of_the_game_counts_when_time_ends_it(evening: Evening) -> None:
    recording.adjust(evening.director, evening.game, evening.charge(0, -5000))
    finish(evening, GameEnd.TIME)
    assert stands(evening)[1] == 1


@pytest.mark.parametrize("kind", [GameEnd.FORFEIT, GameEnd.STOPPED])
def test_whoever_gives_a_game_up_has_lost_it_whatever_the_totals(evening: Evening, kind: GameEnd) -> None:
    finish(evening, kind, side=0)
    assert stands(evening) == (True, 1, False, Game.State.FINISHED)
    assert evening.totals == [2725, -85]


def test_of_three_sides_the_better_of_the_others_wins_when_one_gives_up() -> None:
    evening = an_evening((1, 1, 1), carried=[500, 300, 400])
    finish(evening, GameEnd.FORFEIT, side=0)
    assert stands(evening)[:2] == (True, 2)


def test_a_correction_after_time_has_ended_the_game_changes_who_won(evening: Evening) -> None:
    finish(evening, GameEnd.TIME)
    evening.amend(1, {"ended": "stock", "hands": list(a_small_body()["hands"])}, by=evening.scorer)  # type: ignore[arg-type] # a list
    assert stands(evening) == (True, 1, False, Game.State.FINISHED)


def test_a_game_that_is_over_is_not_ended_again(evening: Evening) -> None:
    finish(evening, GameEnd.TIME)
    with pytest.raises(recording.NotNow):
        finish(evening, GameEnd.FORFEIT, 0)
    with pytest.raises(recording.NotNow):
        evening.start(2)


def test_a_deal_in_play_is_written_down_before_the_game_is_ended(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.NotNow):
        finish(evening, GameEnd.TIME)
    assert not evening.fresh().over


# Void deals.


def test_a_void_deal_keeps_its_number_and_counts_nothing(evening: Evening) -> None:
    evening.record(2)
    void(evening, 1)
    assert [deal.state for deal in evening.game.deals.order_by("number")] == ["void", "entered"]
    assert evening.totals == [2725, -85]
    assert not evening.deal(1).hands.exists()
    assert evening.start(3).number == 3


def test_a_started_deal_is_void_too_and_the_next_one_is_dealt(evening: Evening) -> None:
    evening.start(2)
    void(evening, 2)
    evening.record(3)
    assert evening.totals == [5450, -170]


def test_a_void_deal_can_open_a_finished_game_again() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1)
    void(evening)
    assert stands(evening) == (False, None, False, Game.State.OPEN)


def test_a_deal_is_declared_void_once_and_with_a_reason(evening: Evening) -> None:
    with pytest.raises(ValidationError) as refusal:
        void(evening, reason=" ")
    assert list(refusal.value.message_dict) == ["reason"]
    void(evening)
    with pytest.raises(recording.AlreadyChanged):
        void(evening)


def test_a_deal_with_one_void_before_it_goes_on_from_the_totals_that_count(evening: Evening) -> None:
    void(evening)
    evening.record(2)
    assert evening.current(2).sheet["before"] == [0, 0]


# A result only.


def test_a_game_entered_as_result_is_over_with_that_result() -> None:
    evening = an_evening()
    enter_result(evening, 10200, 6400)
    assert stands(evening) == (True, 0, False, Game.State.FINISHED)
    assert evening.totals == [10200, 6400]


def test_deals_added_later_stand_beside_the_result_until_they_make_it() -> None:
    evening = an_evening(carried=[7000, 0])
    enter_result(evening, 12450, -170)
    evening.record(1)
    assert evening.totals == [12450, -170]
    assert evening.current(1).sheet["before"] == [7000, 0]
    assert evening.fresh().entered_result == [12450, -170]
    evening.record(2, a_body(meld_points=845))
    game = evening.fresh()
    assert (game.entered_result, game.over, game.winner, game.ended_by) == (None, True, 0, "")
    assert evening.totals == [12450, -170]


def test_deals_that_end_the_game_with_other_totals_than_the_result_are_refused() -> None:
    evening = an_evening(carried=[7000, 0])
    enter_result(evening, 12400, -170)
    evening.record(1)
    with pytest.raises(recording.NotNow):
        evening.record(2)
    assert Deal.objects.filter(game=evening.game).count() == 1
    assert evening.totals == [12400, -170]


def test_a_result_below_the_target_stays_the_result_when_its_deals_are_there() -> None:
    evening = an_evening()
    enter_result(evening, 2725, -85)
    evening.record(1)
    game = evening.fresh()
    assert (game.entered_result, game.over, game.winner, game.ended_by) == (None, True, 0, GameEnd.TIME)


@pytest.mark.parametrize("totals", [(), (100,), (100, 200, 300), (101, 200)])
def test_a_result_is_a_total_for_each_side_in_fives(totals: tuple[int, ...]) -> None:
    evening = an_evening()
    with pytest.raises(ValidationError) as refusal:
        enter_result(evening, *totals)
    assert list(refusal.value.message_dict) == ["totals"]


def test_a_game_that_is_over_takes_no_other_result(evening: Evening) -> None:
    enter_result(evening, 10200, 6400)
    with pytest.raises(recording.NotNow):
        enter_result(evening, 6400, 10200)


@pytest.mark.parametrize("author", ["scorer", "device"])
def test_the_director_alone_ends_voids_and_enters_results(evening: Evening, author: str) -> None:
    by = evening.scorer if author == "scorer" else evening.device(0)
    for act in (
        lambda: finish(evening, GameEnd.TIME, by=by),
        lambda: void(evening, by=by),
        lambda: enter_result(evening, 10200, 6400, by=by),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert stands(evening) == (False, None, False, Game.State.OPEN)


def restore(evening: Evening, number: int = 1, reason: str = "It was dealt rightly") -> Deal:
    return recording.restore_deal(evening.director, evening.game, number, reason, uuid4())


def test_a_deal_that_was_declared_void_by_mistake_counts_again_as_it_was() -> None:
    evening = an_evening()
    evening.record(1)
    totals, state = evening.totals, evening.deal().state
    void(evening)
    assert evening.totals == [0, 0]
    with pytest.raises(ValidationError, match="reason"):
        restore(evening, reason=" ")
    assert restore(evening).state == state
    assert evening.totals == totals
    with pytest.raises(recording.NotNow, match="not void"):
        restore(evening)
    act = LogEntry.objects.get(act="deal.restored")
    assert json.loads(act.text)["before"] == {"deal_state": "void"}


def test_a_void_deal_after_which_another_was_dealt_stays_void() -> None:
    evening = an_evening()
    evening.record(1)
    void(evening)
    evening.record(2)
    with pytest.raises(recording.NotNow, match="Write this one down again as the next"):
        restore(evening)


def test_a_deal_that_is_void_by_a_ruling_counts_again_when_the_ruling_is_taken_back() -> None:
    evening = an_evening()
    evening.record(1)
    decision = recording.Decision(text="A card too many", deal=1, outcome=Ruling.Outcome.VOID, key=uuid4())
    recording.give_ruling(evening.director, evening.game, decision)
    with pytest.raises(recording.NotNow, match="void by a ruling"):
        restore(evening)


def test_the_list_of_last_acts_lets_a_void_deal_count_again() -> None:
    evening, client = an_evening(), Client()
    evening.record(1)
    void(evening)
    assert evening.director.user is not None
    client.force_login(evening.director.user)
    entry = LogEntry.objects.get(act="deal.voided")
    page = reverse("clubs:undo", args=[entry.book_id, entry.number])
    assert "Lets the deal count again." in client.get(page).content.decode()
    assert client.post(page, {"key": str(uuid4()), "reason": "A slip"}).status_code == 302
    assert evening.deal().state == Deal.State.ENTERED


def test_a_game_that_was_ended_too_early_goes_on(evening: Evening) -> None:
    end = recording.EarlyEnd(recording.GameEnd.TIME)
    recording.end_game(evening.director, evening.game, end, "Ten o'clock", uuid4())
    recording.resume_game(evening.director, evening.game, "It is nine", uuid4())
    evening.game.refresh_from_db()
    assert (evening.game.over, evening.game.state, evening.game.ended_by) == (False, "open", "")
    evening.record(2)
    with pytest.raises(recording.NotNow):
        recording.resume_game(evening.director, evening.game, "Once more", uuid4())
