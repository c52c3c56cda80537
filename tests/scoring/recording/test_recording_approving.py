"""The other side's word on a deal: approved, sent back, disputed, and how a side proves to be that side."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.accounts import throttling
from clubs.accounts.throttling import CODES_PER_SIDE, TooManyAttempts
from clubs.models import Attempt, LogEntry
from scoring import recording
from scoring.models import Confirmation, Deal, DealVersion, Game
from tests.builders import a_player
from tests.scoring.support.played import Evening, a_body, a_game, a_stock_end, an_evening

pytestmark = pytest.mark.django_db
SAYING = {
    "approved": recording.confirm_deal,
    "sent_back": recording.send_back_deal,
    "disputed": recording.dispute_deal,
}


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    """A deal that the first side has written at the table."""
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def an_evening_approved_by(approval: Game.Approval) -> Evening:
    evening = an_evening(approval=approval)
    evening.record(1, by=evening.device(0))
    return evening


def fields_of(refusal: pytest.ExceptionInfo[ValidationError]) -> list[str]:
    return list(refusal.value.message_dict)


# On the table's phone, handed over.


def test_a_named_player_of_the_other_side_approves_on_the_phone_of_the_table(evening: Evening) -> None:
    deal = recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    assert deal.state == Deal.State.CONFIRMED
    assert evening.current().confirmed
    said = Confirmation.objects.get()
    assert (said.kind, said.side, said.player, said.author) == ("approved", 1, evening.player(1), None)


def test_the_log_keeps_the_device_the_side_and_the_player_of_an_approval(evening: Evening) -> None:
    recording.confirm_deal(evening.device(1, device="phone9"), evening.game, evening.approval())
    after = json.loads(LogEntry.objects.get(act="deal.approved").text)["after"]
    assert (after["device"], after["side"], after["player"]) == ("phone9", 1, evening.player(1).pk)
    assert after["deal_state"] == Deal.State.CONFIRMED


@pytest.mark.parametrize("say", SAYING.values(), ids=SAYING)
def test_the_side_that_wrote_a_deal_says_nothing_of_it(evening: Evening, say: object) -> None:
    assert callable(say)
    with pytest.raises(ValidationError) as refusal:
        say(evening.device(0), evening.game, evening.approval(0, reason="it is wrong"))
    assert fields_of(refusal) == ["side"]
    assert not Confirmation.objects.exists()


def test_somebody_who_does_not_sit_for_the_side_does_not_approve_for_it(evening: Evening) -> None:
    for player in (None, evening.player(0).pk, a_player().pk):
        with pytest.raises(ValidationError) as refusal:
            recording.confirm_deal(evening.device(1), evening.game, evening.approval(player=player))
        assert fields_of(refusal) == ["player"]
    assert evening.deal().state == Deal.State.ENTERED


def test_who_has_left_the_table_does_not_approve_any_more(evening: Evening) -> None:
    leaving, coming = evening.player(1), a_player()
    recording.substitute(evening.director, evening.game, 1, leaving, coming, uuid4())
    with pytest.raises(ValidationError):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval(player=leaving.pk))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(player=coming.pk))


@pytest.mark.parametrize("side", [None, 2, 7])
def test_an_approval_says_for_which_side(evening: Evening, side: int | None) -> None:
    with pytest.raises(ValidationError) as refusal:
        recording.confirm_deal(evening.device(1), evening.game, replace(evening.approval(), side=side))
    assert fields_of(refusal) == ["side"]


# With the side's own four digits.


def test_a_side_approves_with_its_own_four_digits() -> None:
    evening = an_evening_approved_by(Game.Approval.OWN_CODE)
    code = evening.sides[1].code
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(code=code))
    assert evening.deal().state == Deal.State.CONFIRMED
    assert not Attempt.objects.exists()


def test_wrong_digits_are_refused_whatever_they_are() -> None:
    evening = an_evening_approved_by(Game.Approval.OWN_CODE)
    evening.sides[1].__class__.objects.filter(game=evening.game, number=1).update(code="0417")
    for code in ("", "0418", "417", "٠٤١٧", "åäö!", evening.sides[0].code + "0"):
        with pytest.raises(ValidationError) as refusal:
            recording.confirm_deal(evening.device(1), evening.game, evening.approval(code=code))
        assert fields_of(refusal) == ["code"]
    assert evening.deal().state == Deal.State.ENTERED


def test_whoever_tries_many_digits_has_to_wait_also_with_the_right_ones() -> None:
    evening = an_evening_approved_by(Game.Approval.OWN_CODE)
    evening.sides[1].__class__.objects.filter(game=evening.game, number=1).update(code="0417")
    for other in range(9000, 9000 + CODES_PER_SIDE):
        with pytest.raises(ValidationError):
            recording.confirm_deal(evening.device(1), evening.game, evening.approval(code=f"{other}"))
    with pytest.raises(TooManyAttempts):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval(code="0417"))
    late = evening.device(1, at=evening.device(1).at + throttling.ATTEMPT_WINDOW)
    recording.confirm_deal(late, evening.game, evening.approval(code="0417"))
    assert evening.deal().state == Deal.State.CONFIRMED


def test_the_same_wrong_digits_as_by_a_second_tap_count_once() -> None:
    evening = an_evening_approved_by(Game.Approval.OWN_CODE)
    evening.sides[1].__class__.objects.filter(game=evening.game, number=1).update(code="0417")
    for _tap in range(CODES_PER_SIDE + 1):
        with pytest.raises(ValidationError):
            recording.confirm_deal(evening.device(1), evening.game, evening.approval(code="9999"))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(code="0417"))
    assert evening.deal().state == Deal.State.CONFIRMED


def test_wrong_digits_of_one_game_do_not_count_in_another() -> None:
    first, second = (an_evening_approved_by(Game.Approval.OWN_CODE) for _ in range(2))
    for other in range(CODES_PER_SIDE):
        with pytest.raises(ValidationError):
            recording.confirm_deal(first.device(1), first.game, first.approval(code=f"none {other}"))
    recording.confirm_deal(second.device(1), second.game, second.approval(code=second.sides[1].code))


# On a phone of the side's own.


def test_a_side_approves_on_its_own_phone_with_its_own_link() -> None:
    evening = an_evening_approved_by(Game.Approval.OWN_PHONE)
    for secret in ("", evening.sides[0].secret, "å"):
        with pytest.raises(ValidationError) as refusal:
            recording.confirm_deal(evening.device(1), evening.game, evening.approval(secret=secret))
        assert fields_of(refusal) == ["side"]
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(secret=evening.sides[1].secret))
    assert evening.deal().state == Deal.State.CONFIRMED


# Three sides, and deals written at the desk.


def test_of_three_sides_both_others_approve() -> None:
    evening = an_evening((1, 1, 1))
    body = a_stock_end(0, 0, 5)
    evening.record(1, body, by=evening.device(0))
    recording.confirm_deal(evening.device(2), evening.game, evening.approval(2))
    assert (evening.deal().state, evening.current().confirmed) == (Deal.State.ENTERED, False)
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1))
    assert (evening.deal().state, evening.current().confirmed) == (Deal.State.CONFIRMED, True)


def test_a_deal_written_at_the_desk_is_approved_by_every_side() -> None:
    evening = an_evening()
    evening.record(1)
    recording.confirm_deal(evening.device(0), evening.game, evening.approval(0))
    assert evening.deal().state == Deal.State.ENTERED
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1))
    assert evening.deal().state == Deal.State.CONFIRMED


def test_the_desk_approves_a_deal_for_all(evening: Evening) -> None:
    recording.confirm_deal(evening.scorer, evening.game, evening.approval(None))
    assert (evening.deal().state, Confirmation.objects.get().author) == (
        Deal.State.CONFIRMED,
        evening.scorer.user,
    )


# Sent back and disputed.


def test_a_deal_is_sent_back_with_a_reason_and_counts_until_it_is_written_anew(evening: Evening) -> None:
    recording.send_back_deal(evening.device(1), evening.game, evening.approval(reason="we had 85"))
    assert evening.deal().state == Deal.State.ENTERED
    assert evening.totals == [2725, -85]
    evening.amend(1, a_body(hand_points=80), by=evening.device(0))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    assert evening.deal().state == Deal.State.CONFIRMED
    assert evening.totals == [2725, -80]


@pytest.mark.parametrize("say", [recording.send_back_deal, recording.dispute_deal])
@pytest.mark.parametrize("reason", ["", "  \n"])
def test_whoever_does_not_approve_says_why(evening: Evening, say: object, reason: str) -> None:
    assert callable(say)
    with pytest.raises(ValidationError) as refusal:
        say(evening.device(1), evening.game, evening.approval(reason=reason))
    assert fields_of(refusal) == ["reason"]


def test_a_disputed_deal_counts_nothing_until_the_director_has_decided(evening: Evening) -> None:
    evening.record(2, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(reason="no samba"))
    assert evening.totals == [2725, -85]  # the second deal alone
    assert not evening.deal().hands.exists()
    for by, side in ((evening.device(1), 1), (evening.scorer, None)):
        with pytest.raises(recording.NotNow):
            recording.confirm_deal(by, evening.game, evening.approval(side))
    recording.confirm_deal(evening.director, evening.game, evening.approval(None))
    assert evening.deal().state == Deal.State.CONFIRMED
    assert evening.totals == [5450, -170]


def test_a_dispute_of_the_last_deal_opens_a_finished_game_again() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(reason="no samba"))
    game = evening.fresh()
    assert (game.over, game.state) == (False, Game.State.OPEN)
    assert evening.totals == [7300, 0]


# Too late, or of something else.


@pytest.mark.parametrize("say", SAYING.values(), ids=SAYING)
def test_a_word_on_a_version_that_is_no_longer_the_current_one_is_not_taken(
    evening: Evening, say: object
) -> None:
    assert callable(say)
    seen = evening.approval(reason="it is wrong")
    evening.amend(1, a_body(meld_points=840), by=evening.device(0))
    with pytest.raises(recording.AlreadyChanged) as taken:
        say(evening.device(1), evening.game, seen)
    assert taken.value.deal == evening.deal()


def test_a_confirmed_deal_is_not_approved_twice(evening: Evening) -> None:
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    with pytest.raises(recording.AlreadyChanged):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    assert Confirmation.objects.count() == 1


@pytest.mark.parametrize("say", [recording.send_back_deal, recording.dispute_deal])
def test_after_its_approval_the_director_alone_reopens_a_deal(evening: Evening, say: object) -> None:
    assert callable(say)
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    with pytest.raises(recording.NotNow):
        say(evening.device(1), evening.game, evening.approval(reason="after all not"))
    assert evening.deal().state == Deal.State.CONFIRMED
    say(evening.director, evening.game, evening.approval(None, reason="a new look"))
    assert not evening.current().confirmed


@pytest.mark.parametrize("state", [Deal.State.DRAFT, Deal.State.VOID])
def test_a_deal_that_is_not_written_or_void_is_not_approved(evening: Evening, state: Deal.State) -> None:
    word = evening.approval()
    Deal.objects.update(state=state)
    with pytest.raises(recording.AlreadyChanged):
        recording.confirm_deal(evening.device(1), evening.game, word)


@pytest.mark.parametrize("say", SAYING.values(), ids=SAYING)
def test_nothing_is_said_of_a_deal_that_is_being_played(evening: Evening, say: object) -> None:
    assert callable(say)
    evening.start(2)
    for by, side in ((evening.device(1), 1), (evening.director, None)):
        with pytest.raises(recording.AlreadyChanged):
            say(by, evening.game, evening.approval(side, 2, reason="it goes badly"))


def test_nothing_is_approved_in_a_signed_game(evening: Evening) -> None:
    Game.objects.update(state=Game.State.SIGNED)
    with pytest.raises(recording.NotNow):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval())


def test_another_table_does_not_speak_of_this_game(evening: Evening) -> None:
    other = a_game(evening.table.club, evening.scorer)
    (table,) = recording.create_tables(evening.director, evening.table.club, ["2"], uuid4())
    recording.assign_table(evening.scorer, table, other)
    with pytest.raises(PermissionDenied):
        recording.confirm_deal(evening.device(1, table=table), evening.game, evening.approval())
    assert not DealVersion.objects.filter(confirmed=True).exists()
