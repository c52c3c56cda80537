"""Two protocols of a deal: approved when they say the same, kept apart until they do (000 §35a)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.accounts import throttling
from clubs.books.writing import JsonValue
from clubs.models import LogEntry
from scoring import recording
from scoring.core.corrections import CorrectionKind
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnProtocol, Side
from tests.scoring.support.played import Evening, a_body, a_column, a_deal, a_stock_end, an_evening

pytestmark = pytest.mark.django_db
DIFFERENT = a_body(combinations={"samba": 1, "mixed": 2})


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening(protocols=Game.Protocols.BOTH)


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def hand_in(
    evening: Evening, side: int | None, body: Mapping[str, JsonValue] | None = None, number: int = 1
) -> Deal:
    return recording.hand_in_protocol(evening.device(side), evening.game, a_deal(number, body))


def test_the_first_protocol_waits_for_the_second(evening: Evening) -> None:
    deal = hand_in(evening, 0)
    assert (deal.state, deal.version) == (Deal.State.DRAFT, 0)
    assert evening.totals == [0, 0]
    assert LogEntry.objects.filter(act="protocol.handed_in").count() == 1


def test_two_protocols_that_say_the_same_are_a_confirmed_deal(evening: Evening) -> None:
    hand_in(evening, 0)
    deal = hand_in(evening, 1)
    assert (deal.state, evening.current().confirmed) == (Deal.State.CONFIRMED, True)
    assert evening.totals == [2725, -85]
    said = Confirmation.objects.order_by("side").values_list("side", "player", "kind")
    assert list(said) == [(side, evening.player(side).pk, "approved") for side in (0, 1)]


@pytest.fixture
def coded() -> Evening:
    """Each side keeps its own protocol, and has a code of four digits."""
    return an_evening(protocols=Game.Protocols.BOTH, approval=Game.Approval.OWN_CODE)


def hand_in_with(coded: Evening, side: int, code: str) -> Deal:
    return recording.hand_in_protocol(coded.device(side), coded.game, a_deal(1), code)


def test_a_side_hands_in_its_own_protocol_with_its_digits_which_then_approve_the_deal(coded: Evening) -> None:
    first, second = (side.code for side in coded.sides)
    hand_in_with(coded, 0, first)
    deal = hand_in_with(coded, 1, second)
    assert (deal.state, coded.current().confirmed) == (Deal.State.CONFIRMED, True)


def test_nobody_hands_in_a_protocol_of_a_side_without_its_digits(coded: Evening) -> None:
    Side.objects.filter(game=coded.game, number=0).update(code="0417")
    for code in ("", "0418", "9999"):
        with pytest.raises(ValidationError, match="four-digit code"):
            hand_in_with(coded, 0, code)
    assert not OwnProtocol.objects.exists()
    assert not LogEntry.objects.filter(act="protocol.handed_in").exists()


def test_digits_of_a_side_are_not_guessed_by_handing_in(coded: Evening) -> None:
    Side.objects.filter(game=coded.game, number=0).update(code="0417")
    for guess in range(throttling.CODES_PER_SIDE):
        with pytest.raises(ValidationError):
            hand_in_with(coded, 0, f"{1000 + guess}")
    with pytest.raises(throttling.TooManyAttempts):
        hand_in_with(coded, 0, "0417")


def test_on_own_phones_the_same_protocol_is_not_yet_an_approval() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH, approval=Game.Approval.OWN_PHONE)
    hand_in(evening, 0)
    hand_in(evening, 1)
    assert evening.deal().state == Deal.State.ENTERED
    secret = evening.sides[0].secret
    recording.confirm_deal(evening.device(0), evening.game, evening.approval(0, secret=secret))
    assert evening.deal().state == Deal.State.CONFIRMED


def test_two_protocols_that_differ_are_no_deal_until_one_of_them_is_mended(evening: Evening) -> None:
    hand_in(evening, 0)
    assert hand_in(evening, 1, DIFFERENT).state == Deal.State.DRAFT
    assert not DealVersion.objects.exists()
    assert hand_in(evening, 1).state == Deal.State.CONFIRMED
    kept = OwnProtocol.objects.filter(side=1).order_by("number").values_list("number", "current")
    assert list(kept) == [(1, False), (2, True)]


def test_of_three_sides_all_have_to_say_the_same() -> None:
    evening = an_evening((1, 1, 1), protocols=Game.Protocols.BOTH)
    body = a_stock_end(0, 0, 5)
    states = [hand_in(evening, side, body).state for side in (2, 0, 1)]
    assert states == [Deal.State.DRAFT, Deal.State.DRAFT, Deal.State.CONFIRMED]


def test_a_side_takes_the_other_s_protocol_as_it_is(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    taking = evening.approval(1, version=1)
    assert recording.take_protocol(evening.device(1), evening.game, taking, 0).state == Deal.State.CONFIRMED
    assert evening.totals == [2725, -85]


def test_nobody_takes_a_protocol_that_has_been_written_anew_meanwhile(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    taking = evening.approval(1, version=1)
    hand_in(evening, 0, a_body(meld_points=840))
    with pytest.raises(recording.AlreadyChanged):
        recording.take_protocol(evening.device(1), evening.game, taking, 0)
    assert not DealVersion.objects.exists()


def test_a_side_does_not_take_its_own_protocol(evening: Evening) -> None:
    hand_in(evening, 0)
    with pytest.raises(ValidationError):
        recording.take_protocol(evening.device(0), evening.game, evening.approval(0, version=1), 0)


def test_a_protocol_is_some_side_s(evening: Evening) -> None:
    with pytest.raises(ValidationError) as refusal:
        hand_in(evening, None)
    assert list(refusal.value.message_dict) == ["side"]


def test_what_cannot_have_happened_is_refused_in_a_protocol_too(evening: Evening) -> None:
    with pytest.raises(recording.InvalidDeal):
        hand_in(evening, 0, a_body(meld_points=842))
    assert not Deal.objects.exists()


def test_no_protocol_is_handed_in_of_a_deal_that_is_recorded(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1)
    with pytest.raises(recording.AlreadyChanged):
        hand_in(evening, 0, DIFFERENT)


def test_after_two_protocols_differed_the_right_one_holds_also_when_the_next_deal_is_dealt(
    evening: Evening,
) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    evening.record(1)
    evening.start(2)
    version = evening.amend(1, DIFFERENT, by=evening.device(1))  # the combination stands in one of them
    assert (version.kind, version.rule) == (CorrectionKind.TRANSCRIPTION.value, "35a")


# Which of two protocols holds, once the next deal is dealt.


def recorded_by_the_first_of_two(**fields: Any) -> Evening:
    """Two protocols differ in a canasta; the desk has recorded what the first one says, and play went on."""
    evening = an_evening(protocols=Game.Protocols.BOTH, **fields)
    hand_in(evening, 0)
    hand_in(evening, 1, DIFFERENT)
    evening.record(1)
    evening.start(2)
    return evening


def test_what_stands_in_neither_of_two_protocols_stays_forgotten() -> None:
    evening = recorded_by_the_first_of_two()
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, a_body(red_threes=1), by=evening.device(1))


def test_two_protocols_that_said_the_same_let_nothing_be_corrected(evening: Evening) -> None:
    hand_in(evening, 0)
    hand_in(evening, 1)
    evening.start(2)
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, DIFFERENT, by=evening.device(1))


@pytest.mark.parametrize(
    ("ruleset", "rule"), [("royal", "ruling"), ("sambola", "ruling"), ("classic", "ruling 10")]
)
def test_the_right_one_of_two_holds_where_the_rules_follow_samba(ruleset: str, rule: str) -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH, ruleset=ruleset)
    for side, red_threes in ((0, 1), (1, 0)):
        hand_in(evening, side, with_red_threes(red_threes))
    evening.record(1, with_red_threes(1))
    evening.start(2)
    version = evening.amend(1, with_red_threes(0), by=evening.device(1))
    assert (version.kind, version.rule) == (DealVersion.Kind.TRANSCRIPTION, rule)


def with_red_threes(red_threes: int) -> dict[str, JsonValue]:
    return {"ended": "stock", "hands": [a_column(red_threes=red_threes, hand_points=5), a_column()]}


def test_the_right_one_of_two_holds_after_signing_when_the_director_says_so() -> None:
    evening = recorded_by_the_first_of_two()
    Game.objects.update(state=Game.State.SIGNED)
    for by in (evening.device(1), evening.scorer):
        with pytest.raises(recording.CorrectionNotAllowed):
            evening.amend(1, DIFFERENT, by=by, reason="looked at both")
    version = evening.amend(1, DIFFERENT, by=evening.director, reason="looked at both")
    assert (version.kind, version.rule, version.overridden_rule) == (
        DealVersion.Kind.TRANSCRIPTION,
        "35a",
        "",
    )


def test_a_penalty_of_the_deal_stands_in_no_protocol_and_in_nobody_s_way() -> None:
    evening = recorded_by_the_first_of_two()
    recording.adjust(evening.director, evening.game, evening.charge(deal=1))
    assert evening.amend(1, DIFFERENT, by=evening.device(1)).rule == "35a"
    assert evening.current().sheet["hands"][0]["penalties"] == {"director": 500}


def test_what_is_anybody_s_right_does_not_rest_on_the_other_side_s_consent() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH, corrections=Game.Corrections.BY_CONSENT)
    hand_in(evening, 0, with_red_threes(1))
    turned: dict[str, JsonValue] = {
        "ended": "stock",
        "hands": [a_column(hand_points=5), a_column(red_threes=1)],
    }
    hand_in(evening, 1, turned)
    evening.record(1, with_red_threes(1))
    evening.start(2)
    version = evening.amend(1, turned, by=evening.device(1), consent=True)
    assert (version.kind, version.rule) == (DealVersion.Kind.TRANSCRIPTION, "35a")
