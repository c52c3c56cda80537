"""Signatures: who signs what, when and once; refusals, absent players, the lock, and how it is opened."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.accounts.throttling import CODES_PER_SIDE, TooManyAttempts
from clubs.books.writing import Author, JsonValue
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.core.corrections import Answer, CorrectionKind
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Call, Confirmation, Deal, Game, Signature, Signing
from scoring.recording.signing import MAX_POINTS, MAX_STROKES, SIGNATURE_BOX
from scoring.store import signed_content
from tests.builders import a_player, a_user, an_author
from tests.scoring.support.played import Evening, a_body, a_deal, a_stock_end, an_evening
from tests.scoring.support.signed import (
    A_CROSS,
    EVERYBODY,
    all_sign,
    approve,
    digest_of,
    finished_evening,
    refuse,
    reopen,
    sign,
    sign_as_director,
    sign_for_absent,
    signature_input,
    signed_evening,
    signing_states,
    stopped_evening,
)

pytestmark = pytest.mark.django_db
# A natural canasta where a samba was written.
NO_SAMBA = a_body(combinations={"natural": 1, "mixed": 1})
SIGNED, FINISHED, OPEN = Game.State.SIGNED, Game.State.FINISHED, Game.State.OPEN


def acts(evening: Evening) -> list[str]:
    return list(
        LogEntry.objects.filter(book=evening.game.book).order_by("number").values_list("act", flat=True)
    )


def refused_at(act: Callable[[], object]) -> list[str]:
    """The fields at which an act is refused."""
    with pytest.raises(ValidationError) as refusal:
        act()
    return list(refusal.value.message_dict)


# Who signs, and when a game is signed.


def test_a_game_is_signed_when_both_players_of_each_side_have_signed() -> None:
    evening = finished_evening()
    for side, position in EVERYBODY[:-1]:
        sign(evening, side, position)
        assert evening.fresh().state == FINISHED
    last = sign(evening, *EVERYBODY[-1])
    assert evening.fresh().state == SIGNED
    assert last.signing.signatures.count() == len(EVERYBODY)
    signing = Signing.objects.get()
    assert (signing.state, signing.signed_at, signing.digest) == ("signed", last.at, digest_of(evening))


def test_a_signature_is_who_gave_it_from_which_phone_and_what_was_drawn() -> None:
    evening = finished_evening()
    kept = Signature.objects.get(pk=sign(evening, 1, 1, strokes=A_CROSS, typed="").pk)
    assert (kept.kind, kept.side, kept.player, kept.device) == (
        "signed",
        1,
        evening.player(1, 1),
        "phone1",
    )
    assert (kept.strokes, kept.typed, kept.author) == (A_CROSS, "", None)


def test_the_log_says_who_signed_and_that_the_game_is_signed() -> None:
    evening = signed_evening()
    assert acts(evening)[-5:] == [*["game.signature"] * 4, "game.signed"]
    entry = LogEntry.objects.filter(book=evening.game.book, act="game.signed").get()
    told = json.loads(entry.text)
    assert (told["before"]["game_state"], told["after"]["game_state"]) == ("finished", "signed")
    assert told["after"]["digest"] == Signing.objects.get().digest


def test_what_is_signed_is_the_protocol_as_it_stands() -> None:
    evening = signed_evening()
    content = Signing.objects.get().content
    assert content == signed_content.protocol_of(evening.game).content
    assert (content["results"], content["winner"]) == ([10025, -85], 0)
    assert content["deals"] == [
        {"number": 1, "version": 1, "counts": True, "points": [2725, -85], "after": [10025, -85]}
    ]


def test_one_player_of_each_side_is_enough_where_it_was_agreed() -> None:
    evening = finished_evening(signers="one")
    sign(evening, 0, 1)
    sign(evening, 1)
    assert evening.fresh().state == SIGNED


def test_with_one_player_of_each_side_the_keeper_signs_for_his() -> None:
    evening = an_evening(carried=[7300, 0], signers="one")
    keeper = evening.player(0, 1)
    seats = recording.Seats(highest=evening.player(1).pk, keeper=keeper.pk, key=uuid4())
    recording.take_seats(evening.scorer, evening.game, seats)
    evening.record(1)
    sign(evening, 0, 0 if evening.player(0) != keeper else 1)
    sign(evening, 1)
    assert evening.fresh().state == FINISHED
    sign(evening, 0, 0 if evening.player(0) == keeper else 1)
    assert evening.fresh().state == SIGNED


def test_where_it_was_agreed_the_director_signs_last() -> None:
    evening = finished_evening(director_signs=True)
    with pytest.raises(recording.NotNow, match="signs last"):
        sign_as_director(evening)
    all_sign(evening)
    assert evening.fresh().state == FINISHED
    kept = sign_as_director(evening, strokes=A_CROSS)
    assert (kept.kind, kept.side, kept.player, kept.author) == (
        "director",
        None,
        None,
        evening.director.user,
    )
    assert evening.fresh().state == SIGNED


def test_single_players_and_three_sides_sign_each_for_themselves() -> None:
    evening = stopped_evening(people=(1, 1, 1))
    for side in range(3):
        sign(evening, side)
    assert evening.fresh().state == SIGNED


def test_who_has_come_in_for_another_signs_and_who_has_left_does_not() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1, a_body(meld_points=100))
    coming, leaving = a_player(), evening.player(0)
    recording.substitute(evening.director, evening.game, 0, leaving, coming, uuid4())
    evening.record(2)
    approve(evening)
    approve(evening, 2)
    assert refused_at(lambda: sign(evening, 0, player=leaving.pk)) == ["player"]
    assert evening.player(0) == coming
    all_sign(evening)
    assert evening.fresh().state == SIGNED


def test_a_game_entered_as_result_only_is_signed_too() -> None:
    evening = an_evening()
    result = recording.FinalResult(totals=[10500, 200], reason="the paper is wet", key=uuid4())
    recording.record_result(evening.director, evening.game, result)
    all_sign(evening)
    assert Signing.objects.get().content["final"] == [10500, 200]


# When.


def test_a_game_that_is_not_over_is_not_signed() -> None:
    evening = an_evening()
    evening.record(1)
    with pytest.raises(recording.NotNow, match="not over"):
        sign(evening)


def test_a_disputed_deal_is_decided_before_the_game_is_signed() -> None:
    evening = finished_evening(approved=False)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, reason="no samba"))
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid4())
    with pytest.raises(recording.NotNow, match="disputed"):
        sign(evening)
    approve_against(evening)
    assert sign(evening).kind == "signed"


def approve_against(evening: Evening) -> None:
    recording.confirm_deal(
        evening.director, evening.game, evening.approval(None, reason="looked at the cards")
    )


def test_a_deal_that_was_sent_back_is_written_anew_before_the_game_is_signed() -> None:
    evening = finished_evening(approved=False)
    recording.send_back_deal(evening.device(1), evening.game, evening.approval(1, reason="840, not 845"))
    with pytest.raises(recording.NotNow, match="sent back"):
        sign(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.device(0))
    assert sign(evening).kind == "signed"


def test_a_deal_that_was_dealt_is_written_down_or_void_before_the_game_is_signed() -> None:
    evening = finished_evening()
    Deal.objects.create(game=evening.game, number=2, openings=[150, 15])
    with pytest.raises(recording.NotNow, match="not been recorded"):
        sign(evening)


def test_what_was_not_approved_yet_is_approved_by_the_signature() -> None:
    evening = finished_evening(approved=False)
    assert evening.deal().state == Deal.State.ENTERED
    all_sign(evening)
    assert (evening.deal().state, evening.current().confirmed) == (Deal.State.CONFIRMED, True)
    word = Confirmation.objects.get()
    assert (word.kind, word.side, word.player, word.version) == (
        "approved",
        1,
        evening.player(1),
        evening.current(),
    )


def test_a_side_that_has_approved_a_deal_does_not_approve_it_a_second_time() -> None:
    evening = an_evening((1, 1, 1))
    evening.record(1, a_stock_end(85, 10, 0), by=evening.device(0))
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid4())
    recording.confirm_deal(evening.device(1), evening.game, evening.approval(1))
    assert evening.deal().state == Deal.State.ENTERED
    for side in range(3):
        sign(evening, side)
    assert evening.deal().state == Deal.State.CONFIRMED
    assert {*Confirmation.objects.values_list("side", flat=True)} == {1, 2}
    assert Confirmation.objects.count() == 2


# Once.


def test_nobody_signs_twice() -> None:
    evening = finished_evening()
    sign(evening)
    with pytest.raises(recording.AlreadyChanged):
        sign(evening)
    with pytest.raises(recording.AlreadyChanged):
        refuse(evening)
    with pytest.raises(recording.AlreadyChanged):
        sign_for_absent(evening)
    assert Signature.objects.count() == 1


def test_a_signed_game_is_not_signed_again() -> None:
    evening = signed_evening()
    for act in (sign, refuse, sign_for_absent):
        with pytest.raises(recording.NotNow, match="The game is signed"):
            act(evening)
    with pytest.raises(recording.NotNow, match="The game is signed"):
        sign_as_director(evening)


def test_a_signature_names_what_was_looked_at() -> None:
    evening = finished_evening()
    looked_at = digest_of(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.scorer)
    with pytest.raises(recording.AlreadyChanged):
        sign(evening, digest=looked_at)
    assert not Signing.objects.exists()


def test_an_approval_changes_nothing_of_what_is_signed() -> None:
    evening = finished_evening(approved=False)
    looked_at = digest_of(evening)
    approve(evening)
    assert sign(evening, digest=looked_at).signing.digest == looked_at


def test_when_the_result_changes_before_all_have_signed_they_sign_anew() -> None:
    evening = finished_evening()
    all_sign(evening, EVERYBODY[:3])
    evening.amend(1, a_body(meld_points=840), by=evening.scorer)
    sign(evening, 1, 1)
    assert evening.fresh().state == FINISHED
    assert signing_states(evening) == ["changed", "collecting"]
    all_sign(evening, EVERYBODY[:3])
    assert evening.fresh().state == SIGNED
    assert signing_states(evening) == ["changed", "signed"]
    assert [one.content["results"][0] for one in Signing.objects.order_by("number")] == [10025, 10020]


def test_a_penalty_of_the_game_is_a_change_of_what_is_signed() -> None:
    evening = finished_evening()
    sign(evening)
    recording.adjust(evening.director, evening.game, evening.charge(0, -100))
    sign(evening, 1)
    assert signing_states(evening) == ["changed", "collecting"]


# How it is signed, and what proves who it is.


def test_a_signature_is_drawn_or_typed() -> None:
    evening = finished_evening()
    for nothing in ({"typed": " "}, {"typed": "", "strokes": [[]]}, {"typed": "", "strokes": [[[5, 5]]]}):
        assert refused_at(partial(sign, evening, **nothing)) == ["typed"]
    assert sign(evening, typed=" Anna Berg ").typed == "Anna Berg"


@pytest.mark.parametrize(
    "strokes",
    [
        [[[0, 0], [SIGNATURE_BOX[0] + 1, 0], [5, 5]]],
        [[[0, 0], [5, SIGNATURE_BOX[1] + 1], [5, 5]]],
        [[[-1, 0], [5, 5], [9, 9]]],
        [[[0, 0, 0], [5, 5], [9, 9]]],
        [[[0, 0], [1, 1]]] * (MAX_STROKES + 1),
        [[[0, 0]] * (MAX_POINTS + 1)],
    ],
)
def test_a_drawing_lies_in_its_box_and_is_not_endless(strokes: list[list[list[int]]]) -> None:
    evening = finished_evening()
    assert refused_at(lambda: sign(evening, typed="", strokes=strokes)) == ["strokes"]


def test_a_player_signs_for_his_own_side_alone() -> None:
    evening = finished_evening()
    assert refused_at(lambda: sign(evening, 0, player=evening.player(1).pk)) == ["player"]
    nameless = signature_input(evening, side=0)
    for side in (None, 2):
        lost = replace(nameless, side=side)
        assert refused_at(partial(recording.sign_game, evening.device(0), evening.game, lost)) == ["side"]
    assert refused_at(lambda: sign(evening, 0, player=a_player().pk)) == ["player"]
    assert refused_at(lambda: sign(evening, 0, player=None)) == ["player"]


def test_with_digits_of_its_own_a_side_proves_itself_by_them() -> None:
    evening = finished_evening(approval="own_code")
    code = evening.sides[1].code
    assert refused_at(lambda: sign(evening, 1)) == ["code"]
    assert refused_at(lambda: sign(evening, 1, code=wrong(code))) == ["code"]
    assert sign(evening, 1, code=code).kind == "signed"


def test_four_digits_are_not_found_by_trying() -> None:
    evening = finished_evening(approval="own_code")
    code = evening.sides[1].code
    for other in range(1, CODES_PER_SIDE + 1):
        refused_at(partial(sign, evening, 1, code=wrong(code, other)))
    with pytest.raises(TooManyAttempts):
        sign(evening, 1, code=code)


def wrong(code: str, by: int = 1) -> str:
    return f"{(int(code) + by) % 10_000:04}"


def test_with_phones_of_their_own_a_side_signs_on_its_own() -> None:
    evening = finished_evening(approval="own_phone")
    ours, theirs = evening.sides
    assert refused_at(lambda: sign(evening, 1, secret=ours.secret)) == ["side"]
    assert sign(evening, 1, secret=theirs.secret).kind == "signed"


def test_a_player_signs_at_the_table_and_nobody_at_the_desk_does_it_for_him() -> None:
    evening = finished_evening()
    for by in (evening.scorer, evening.director):
        for verb in (recording.sign_game, recording.refuse_to_sign):
            with pytest.raises(PermissionDenied):
                verb(by, evening.game, signature_input(evening, reason="no"))
    assert not Signature.objects.exists()


def test_the_director_s_signatures_are_not_given_by_a_scorer_the_jury_or_the_table() -> None:
    evening = finished_evening(director_signs=True)
    jury = an_author(a_user(Role.Kind.JURY, club=evening.table.club))
    everybody_else: tuple[Author, ...] = (evening.scorer, jury, evening.device(0), an_author(a_user()))
    for by in everybody_else:
        for act in (sign_for_absent, sign_as_director):
            with pytest.raises(PermissionDenied):
                act(evening, by=by)
    all_sign(evening)
    for by in everybody_else:
        with pytest.raises(PermissionDenied):
            sign_as_director(evening, by=by)


# Refused, absent.


def test_who_does_not_sign_says_why_and_that_calls_the_director() -> None:
    evening = finished_evening()
    assert refused_at(lambda: refuse(evening, 1, reason=" ")) == ["reason"]
    refuse(evening, 1, 1)
    call = Call.objects.get()
    assert (call.reason, call.text, call.side, call.answered_at) == (
        Call.Reason.DISPUTE,
        "a samba is missing",
        1,
        None,
    )
    assert acts(evening)[-1] == "game.signature_refused"


def test_a_table_that_has_called_already_calls_once() -> None:
    evening = finished_evening()
    words = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    recording.call_director(evening.device(0), evening.game, words)
    refuse(evening, 1)
    assert Call.objects.get().reason == Call.Reason.TIME


def test_the_director_s_signature_closes_a_protocol_that_was_refused() -> None:
    evening = finished_evening()
    refuse(evening, 1, 1)
    all_sign(evening, EVERYBODY[:3])
    assert evening.fresh().state == FINISHED
    closing = sign_as_director(evening)
    assert evening.fresh().state == SIGNED
    assert Call.objects.get().answered_at == closing.at
    assert list(Signature.objects.values_list("kind", flat=True)) == [
        "refused",
        *["signed"] * 3,
        "director",
    ]


def test_who_refused_may_sign_after_all_and_both_stay() -> None:
    evening = finished_evening()
    refuse(evening)
    all_sign(evening)
    assert evening.fresh().state == SIGNED
    assert list(Signature.objects.filter(side=0).values_list("kind", flat=True)) == [
        "refused",
        "signed",
        "signed",
    ]
    assert not Signature.objects.filter(kind="director").exists()


def test_nobody_refuses_twice_and_the_director_does_not_sign_for_who_refused() -> None:
    evening = finished_evening()
    refuse(evening)
    with pytest.raises(recording.AlreadyChanged):
        refuse(evening)
    with pytest.raises(recording.AlreadyChanged):
        sign_for_absent(evening)


def test_the_director_signs_for_a_player_who_has_gone_home_and_says_why() -> None:
    evening = finished_evening()
    assert refused_at(lambda: sign_for_absent(evening, reason="")) == ["reason"]
    kept = sign_for_absent(evening, 0, 1)
    assert (kept.kind, kept.side, kept.player, kept.author, kept.reason) == (
        "absent",
        0,
        evening.player(0, 1),
        evening.director.user,
        "has gone home",
    )
    all_sign(evening, ((0, 0), (1, 0), (1, 1)))
    assert evening.fresh().state == SIGNED
    assert "game.signed_as_absent" in acts(evening)


def test_a_game_whose_players_have_all_gone_home_is_closed_by_the_director_alone() -> None:
    evening = finished_evening(approved=False)
    for side, position in EVERYBODY:
        sign_for_absent(evening, side, position)
    assert evening.fresh().state == SIGNED
    assert evening.deal().state == Deal.State.CONFIRMED
    assert not Confirmation.objects.exists()


def test_nobody_signs_as_director_where_nobody_asked_for_it() -> None:
    evening = finished_evening()
    with pytest.raises(recording.NotNow):
        sign_as_director(evening)


# The lock.


def test_nothing_is_changed_at_the_table_once_the_game_is_signed() -> None:
    evening = signed_evening()
    by, game = evening.device(0), evening.game
    player = evening.player(0)
    stopping = (recording.NotNow, recording.CorrectionNotAllowed, recording.AlreadyChanged)
    attempts: dict[str, Callable[[], object]] = {
        "take seats": lambda: recording.take_seats(by, game, recording.Seats(highest=player.pk, key=uuid4())),
        "start": lambda: recording.start_deal(by, game, 2, uuid4()),
        "record": lambda: recording.record_deal(by, game, a_deal(2)),
        "record again": lambda: recording.record_deal(by, game, a_deal(1)),
        "hand in": lambda: recording.hand_in_protocol(by, game, a_deal(2)),
        "arithmetic": lambda: evening.amend(1, a_body(meld_points=840), by=by),
        "a samba less": lambda: evening.amend(1, NO_SAMBA, by=by),
        "approve": lambda: recording.confirm_deal(evening.device(1), game, evening.approval(1)),
        "send back": lambda: recording.send_back_deal(
            evening.device(1), game, evening.approval(1, reason="no")
        ),
        "dispute": lambda: recording.dispute_deal(evening.device(1), game, evening.approval(1, reason="no")),
        "sign": lambda: sign(evening),
        "refuse": lambda: refuse(evening),
    }
    before = digest_of(evening)
    for name, attempt in attempts.items():
        with pytest.raises(stopping):
            attempt()
        assert (evening.fresh().state, digest_of(evening)) == (SIGNED, before), name
    assert acts(evening)[-1] == "game.signed"


def test_the_scorer_at_the_desk_changes_a_signed_game_no_more_than_the_table() -> None:
    evening = signed_evening()
    for body in (a_body(meld_points=840), NO_SAMBA):
        with pytest.raises(recording.CorrectionNotAllowed):
            evening.amend(1, body, by=evening.scorer, reason="a mistake")


def test_seats_are_not_taken_in_a_signed_game_without_deals() -> None:
    evening = stopped_evening()
    all_sign(evening)
    seats = recording.Seats(highest=evening.player(0).pk, key=uuid4())
    with pytest.raises(recording.NotNow, match="The game is signed"):
        recording.take_seats(evening.device(0), evening.game, seats)


def test_whoever_directs_reopens_a_signed_game_before_he_ends_it_otherwise_or_changes_who_sits() -> None:
    evening = signed_evening()
    leaving = evening.player(0)
    final = recording.FinalResult(totals=[0, 0], reason="no", key=uuid4())
    end = EarlyEnd(GameEnd.TIME)
    for attempt in (
        lambda: recording.substitute(evening.director, evening.game, 0, leaving, a_player(), uuid4()),
        lambda: recording.end_game(evening.director, evening.game, end, "10 pm", uuid4()),
        lambda: recording.record_result(evening.director, evening.game, final),
    ):
        with pytest.raises(recording.NotNow, match="The game is signed"):
            attempt()


def test_after_signing_the_director_corrects_arithmetic_in_samba_with_a_reason() -> None:
    evening = signed_evening()
    with pytest.raises(recording.CorrectionNotAllowed) as refusal:
        evening.amend(1, a_body(meld_points=840), by=evening.director)
    assert refusal.value.verdicts[CorrectionKind.ARITHMETIC] == (Answer.DIRECTOR_ONLY, "35b")
    version = evening.amend(1, a_body(meld_points=840), by=evening.director, reason="added up again")
    assert (version.kind, version.rule, version.overridden_rule) == ("arithmetic", "35b", "")
    assert (evening.fresh().state, evening.totals) == (SIGNED, [10020, -85])
    assert Signing.objects.get().content["deals"][0]["version"] == 1


def test_after_signing_what_was_forgotten_is_changed_against_the_paragraph_or_by_a_ruling_alone() -> None:
    evening = signed_evening()
    without = NO_SAMBA
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, without, by=evening.director, reason="no samba")
    version = evening.amend(1, without, by=evening.director, reason="no samba", override=True)
    assert (version.kind, version.overridden_rule) == ("ruling", "35c")


SITOUMUS: dict[str, JsonValue] = {
    "ended": "stock",
    "contract": {"side": 0, "level": 2, "strain": "spades", "doubled": False},
}


def sitoumus_body(meld_points: int) -> dict[str, JsonValue]:
    tally = {"hand_points": 0, "hand_red_threes": 0, "hand_black_threes": 0}
    out: JsonValue = {"combinations": {"samba": 1, "red": 1}, "meld_points": meld_points, **tally}
    nothing: JsonValue = {"combinations": {}, "meld_points": 0, **tally, "hand_points": 100}
    return {**SITOUMUS, "hands": [{"tally": out}, {"tally": nothing}]}


def signed_sitoumussamba() -> Evening:
    evening = an_evening(ruleset="sitoumussamba")
    evening.record(1, sitoumus_body(800))
    approve(evening)
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid4())
    return evening


def test_in_sitoumussamba_arithmetic_is_corrected_by_right_until_the_game_is_signed() -> None:
    evening = signed_sitoumussamba()
    version = evening.amend(1, sitoumus_body(795), by=evening.device(0))
    assert (version.kind, version.rule) == ("arithmetic", "41B")


def test_in_sitoumussamba_the_signature_locks_even_arithmetic() -> None:
    evening = signed_sitoumussamba()
    all_sign(evening)
    for by in (evening.device(0), evening.scorer, evening.director):
        with pytest.raises(recording.CorrectionNotAllowed) as refusal:
            evening.amend(1, sitoumus_body(795), by=by, reason="added up again")
        assert refusal.value.verdicts[CorrectionKind.ARITHMETIC] == (Answer.NO, "41A")
    version = evening.amend(
        1, sitoumus_body(795), by=evening.director, reason="added up again", override=True
    )
    assert (version.kind, version.overridden_rule) == ("ruling", "41A")


# Reopened.


def test_the_director_reopens_a_signed_game_and_what_was_signed_stays_readable() -> None:
    evening = signed_evening()
    reopen(evening)
    assert evening.fresh().state == FINISHED
    signing = Signing.objects.get()
    assert (signing.state, signing.reopened_because, signing.reopened_by) == (
        "reopened",
        "deal 1 is wrong",
        evening.director.user,
    )
    evening.amend(1, a_body(meld_points=840), by=evening.device(0))
    all_sign(evening)
    assert signing_states(evening) == ["reopened", "signed"]
    first, second = Signing.objects.order_by("number")
    assert (first.content["results"], second.content["results"]) == ([10025, -85], [10020, -85])
    assert first.signatures.count() == second.signatures.count() == 4


def test_a_reopened_game_is_signed_anew_even_when_nothing_has_changed() -> None:
    evening = signed_evening()
    reopen(evening)
    all_sign(evening)
    assert signing_states(evening) == ["reopened", "signed"]


def test_a_game_is_reopened_by_the_director_alone_with_a_reason() -> None:
    evening = signed_evening()
    assert refused_at(lambda: reopen(evening, reason=" ")) == ["reason"]
    for by in (evening.scorer, evening.device(0), an_author(a_user())):
        with pytest.raises(PermissionDenied):
            reopen(evening, by=by)
    assert evening.fresh().state == SIGNED


def test_a_game_that_is_not_signed_is_not_reopened() -> None:
    evening = finished_evening()
    for _ in range(2):
        with pytest.raises(recording.NotNow, match="not signed"):
            reopen(evening)
        sign(evening, len(signing_states(evening)))


def test_a_game_below_its_target_goes_on_when_it_is_reopened() -> None:
    evening = signed_evening()
    without = NO_SAMBA
    evening.amend(1, without, by=evening.director, reason="no samba", override=True)
    assert evening.fresh().state == SIGNED
    reopen(evening)
    assert evening.fresh().state == OPEN
    assert evening.start(2).number == 2


def test_a_correction_before_signing_can_reopen_a_finished_game_and_the_log_says_so() -> None:
    evening = finished_evening()
    evening.amend(1, a_body(meld_points=800), by=evening.scorer)
    assert evening.fresh().state == OPEN
    assert acts(evening)[-2:] == ["deal.amended", "game.goes_on"]
    with pytest.raises(recording.NotNow, match="not over"):
        sign(evening)
