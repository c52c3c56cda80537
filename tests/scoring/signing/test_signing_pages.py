"""The pages of the signatures: at the table, at the desk, and the public ones of a signed game."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.accounts.throttling import CODES_PER_SIDE
from clubs.models import Role
from clubs.people.names import public_name
from clubs.reports.report import Report
from clubs.reports.report import SignatureLine as Line
from scoring import recording
from scoring.game import signatures
from scoring.game.overrides import describe_overrides
from scoring.models import Call, Game, Signature, Signing
from scoring.printing import protocol
from scoring.signing.forms import MAX_DRAWING_LENGTH, parse_strokes
from scoring.store import printing_queries
from scoring.store.deal_queries import deal_rows
from scoring.store.game_queries import side_names
from scoring.store.signing_queries import overriding_versions, signings_of
from tests.builders import a_user, an_author
from tests.scoring.support.played import Evening, a_body, an_evening
from tests.scoring.support.signed import (
    A_CROSS,
    EVERYBODY,
    all_sign,
    digest_of,
    finished_evening,
    refuse,
    reopen,
    sign,
    sign_as_director,
    sign_for_absent,
    signed_evening,
    stopped_evening,
)

pytestmark = pytest.mark.django_db
STEP = re.compile(r'<section class="step".*?</section>', re.DOTALL)
MAX_QUERIES = 12


def words_in(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def table_address(evening: Evening, name: str = "table_sign") -> str:
    return reverse(f"scoring:{name}", args=[evening.table.secret])


def sign_page(evening: Evening, client: Client | None = None) -> str:
    answer = (client or Client()).get(table_address(evening))
    assert answer.status_code == 200
    return answer.content.decode()


def step_of(evening: Evening, client: Client | None = None) -> str:
    page = (client or Client()).get(table_address(evening, "table")).content.decode()
    (step,) = STEP.findall(page)
    return str(step)


def send(
    evening: Evening, side: int = 0, position: int = 0, client: Client | None = None, **extra: Any
) -> Any:
    """Post the signature of a player on the table's phone."""
    player = evening.player(side, position)
    sent = {
        "game": evening.game.pk,
        "digest": digest_of(evening),
        "key": uuid.uuid4(),
        "player": player.pk,
        "typed": player.name,
        "said": "signed",
    }
    return (client or Client()).post(table_address(evening), sent | extra)


def errors_of(answer: Any) -> str:
    assert answer.status_code == 200
    summary = re.search(r"error-summary.*?</div>", answer.content.decode(), re.DOTALL)
    assert summary is not None
    return " ".join(re.sub(r"<[^>]*>", " ", summary[0]).split())


def offered(page: str) -> set[int]:
    return {int(value) for value in re.findall(r'name="player" value="(\d+)"', page)}


# --- the table's next step --------------------------------------------------------------------------------


def test_when_the_game_is_over_the_next_step_is_to_sign_it() -> None:
    evening = finished_evening()
    step = step_of(evening)
    assert "The game is over: sign it" in step
    assert table_address(evening) in step
    assert all(evening.player(*seat).name in step for seat in EVERYBODY)


def test_the_step_says_who_has_signed_and_who_is_missing() -> None:
    evening = finished_evening()
    sign(evening, 0, 1, strokes=A_CROSS)
    text, missing = step_of(evening).split("Signatures missing:")
    assert evening.player(0, 1).name in text
    assert 'd="M10 10L200 100L590 190M590 10L10 190"' in text
    assert evening.player(0, 1).name not in missing
    assert evening.player(0, 0).name in missing


def test_what_is_still_open_comes_before_the_signatures() -> None:
    evening = finished_evening(approved=False)
    assert table_address(evening, "table_sign") in step_of(evening)
    assert "Sign the game straight away" in step_of(evening)
    recording.send_back_deal(evening.device(1), evening.game, evening.approval(1, reason="840, not 845"))
    assert "Deal 1 was sent back" in step_of(evening)
    assert table_address(evening) not in step_of(evening)
    assert Client().get(table_address(evening)).headers["Location"] == table_address(evening, "table")


def test_once_somebody_has_signed_the_others_do_and_that_approves_the_last_deal() -> None:
    evening = finished_evening(approved=False)
    assert "Deal 1 has been recorded" in step_of(evening)
    sign(evening)
    assert "The game is over: sign it" in step_of(evening)


def test_a_deal_further_up_that_is_disputed_comes_before_the_signatures() -> None:
    evening = an_evening(carried=[4600, 0])
    for number in (1, 2):
        evening.record(number, by=evening.device(0))
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, 2))
    recording.adjust(evening.director, evening.game, evening.charge(0, 500, deal=2))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 1, reason="no samba"))
    recording.end_game(
        evening.director, evening.game, recording.EarlyEnd(recording.GameEnd.TIME), "late", uuid.uuid4()
    )
    assert "Deal 1 is disputed" in step_of(evening)


def test_a_signed_game_says_so_and_leads_to_its_result() -> None:
    evening = signed_evening()
    step = step_of(evening)
    assert "The game is signed" in step
    assert reverse("scoring:game", args=[evening.game.pk]) in step
    assert step.count("has signed.") == len(EVERYBODY)


def test_where_only_the_director_is_missing_nobody_at_the_table_is_asked() -> None:
    evening = finished_evening(director_signs=True)
    all_sign(evening)
    assert "The director signs at the desk" in step_of(evening)
    assert table_address(evening) not in step_of(evening)
    assert Client().get(table_address(evening)).status_code == 302


# --- the page for signing ---------------------------------------------------------------------------------


def test_the_page_says_what_is_signed() -> None:
    evening = finished_evening(approved=False)
    recording.adjust(evening.director, evening.game, evening.charge(0, -500))
    text = words_in(sign_page(evening))
    for part in (
        "9,525",
        "−85",
        "2,725",
        "10,025",
        "won",
        "Deal 1 has not been approved yet: your signatures will approve it",
    ):
        assert part in text


def test_in_sitoumussamba_the_page_says_before_the_first_signature_that_41a_ends_arithmetic() -> None:
    page = sign_page(stopped_evening(ruleset="sitoumussamba"))
    assert "nothing can be corrected, not even addition errors" in words_in(page)
    assert "§ 41 A" in page


def test_the_director_is_told_so_as_well_where_the_first_signature_is_for_somebody_absent() -> None:
    evening = stopped_evening(ruleset="sitoumussamba")
    page = desk_page(evening, at_desk(evening), "sign_absent")
    assert "nothing can be corrected, not even addition errors" in words_in(page)
    assert "§ 41 A" in page


@pytest.mark.parametrize(("ruleset", "paragraph"), [("samba", "§ 35 b"), ("royal", None), ("danish", None)])
def test_elsewhere_the_page_says_that_the_director_alone_corrects_arithmetic(
    ruleset: str, paragraph: str | None
) -> None:
    page = sign_page(stopped_evening(ruleset=ruleset))
    assert "only the director can correct addition errors" in words_in(page)
    assert (paragraph is None) == ('class="cited"' not in page)
    assert paragraph is None or paragraph in page


def test_those_who_are_missing_are_offered_and_the_phone_goes_from_one_to_the_next() -> None:
    evening = finished_evening()
    assert offered(sign_page(evening)) == {evening.player(*seat).pk for seat in EVERYBODY}
    for at, seat in enumerate(EVERYBODY[:-1], start=1):
        assert send(evening, *seat).headers["Location"] == table_address(evening)
        page = sign_page(evening)
        assert offered(page) == {evening.player(*left).pk for left in EVERYBODY[at:]}
        assert len(re.findall("<li>", page.partition("Signed so far")[2].partition("</ul>")[0])) == at
    assert re.search(rf'value="{evening.player(1, 1).pk}"[^>]*checked', sign_page(evening))
    client = Client()
    answer = send(evening, *EVERYBODY[-1], client=client)
    assert answer.headers["Location"] == table_address(evening, "table")
    assert "The game is signed." in client.get(table_address(evening, "table")).content.decode()
    assert evening.fresh().state == Game.State.SIGNED


def test_what_was_drawn_is_kept_as_it_was_sent_and_shown_to_the_next() -> None:
    evening = finished_evening()
    send(evening, strokes=json.dumps(A_CROSS), typed="")
    assert Signature.objects.get().strokes == A_CROSS
    assert 'd="M10 10L200 100L590 190M590 10L10 190"' in sign_page(evening)


@pytest.mark.parametrize(
    "drawing",
    [
        "x",
        "{}",
        "[1]",
        "[[1]]",
        "[[[1]]]",
        '[[["1","2"]]]',
        "[[[1.5,2]]]",
        "[[[true,1]]]",
        "[" * 9000,
        "[[[NaN,1]]]",
    ],
)
def test_what_is_no_drawing_is_refused_and_not_given_back(drawing: str) -> None:
    evening = finished_evening()
    answer = send(evening, strokes=drawing, typed="")
    assert "This is not a signature" in errors_of(answer)
    (kept,) = re.findall(r'<input type="hidden" name="strokes"[^>]*>', answer.content.decode())
    assert 'value=""' in kept
    assert not Signature.objects.exists()


def test_the_longest_drawing_that_is_taken_can_be_sent() -> None:
    longest = json.dumps([[[600, 200]] * 3000], separators=(",", ":"))
    assert len(longest) < MAX_DRAWING_LENGTH
    assert parse_strokes(longest) is not None


def test_an_error_keeps_everything_that_was_typed_and_drawn() -> None:
    evening = finished_evening(approval="own_code")
    answer = send(evening, 1, strokes=json.dumps(A_CROSS), typed="Bo", reason="no", code="12")
    page = answer.content.decode()
    assert "not the side" in errors_of(answer)
    assert json.dumps(A_CROSS).replace('"', "&quot;") in page
    assert 'value="Bo"' in page
    assert ">no</textarea>" in page.replace("\r", "").replace("\n", "")
    assert re.search(rf'value="{evening.player(1).pk}"[^>]*checked', page)


def test_who_neither_draws_nor_types_is_asked_to() -> None:
    assert "Sign with your finger, or type your name." in errors_of(send(finished_evening(), typed=""))


def test_with_digits_of_its_own_a_side_types_them_and_cannot_try_for_ever() -> None:
    evening = finished_evening(approval="own_code")
    code = evening.sides[0].code
    assert send(evening, code=code).status_code == 302
    for other in range(1, CODES_PER_SIDE + 1):
        send(evening, 0, 1, code=f"{(int(code) + other) % 10_000:04}")
    assert "too many" in errors_of(send(evening, 0, 1, code=code)).lower()


def test_on_a_phone_of_its_own_a_side_signs_for_itself_alone() -> None:
    evening, phone = finished_evening(approval="own_phone"), Client()
    assert Client().get(table_address(evening)).status_code == 302
    assert "Each side signs on its own phone" in step_of(evening)
    phone.get(reverse("scoring:own_phone", args=[evening.table.secret, evening.sides[1].secret]))
    page = sign_page(evening, phone)
    assert offered(page) == {evening.player(1, 0).pk, evening.player(1, 1).pk}
    assert "Hand the phone to" not in page
    assert send(evening, 1, client=phone).status_code == 302
    assert "on its own phone" in errors_of(send(evening, 0, client=phone))


def test_a_result_that_has_changed_is_shown_and_looked_at_before_it_is_signed() -> None:
    evening = finished_evening()
    looked_at = digest_of(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.scorer)
    answer = send(evening, digest=looked_at, typed="Anna")
    assert "The result has changed since you last saw it" in errors_of(answer)
    page = answer.content.decode()
    assert "10,020" in page
    assert 'value="Anna"' in page
    (game,) = re.findall(r'name="digest" value="(\w+)"', page)
    assert game == digest_of(evening) != looked_at
    assert send(evening, digest=game).status_code == 302


def test_when_the_result_has_changed_the_page_says_that_all_sign_anew() -> None:
    evening = finished_evening()
    sign(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.director)
    for page in (sign_page(evening), step_of(evening)):
        assert "everyone has to sign again" in page
    assert offered(sign_page(evening)) == {evening.player(*seat).pk for seat in EVERYBODY}


def test_who_does_not_sign_says_why_and_the_director_is_called() -> None:
    evening, client = finished_evening(), Client()
    assert "Give a reason" in errors_of(send(evening, said="refused"))
    assert send(evening, client=client, said="refused", reason="A samba is missing").status_code == 302
    assert (
        "does not sign. The director has been called." in client.get(table_address(evening)).content.decode()
    )
    kept = Signature.objects.get()
    assert (kept.kind, kept.typed, kept.reason) == ("refused", "", "A samba is missing")
    assert Call.objects.get().text == "A samba is missing"
    assert "The director was called" in client.get(table_address(evening, "table")).content.decode()


def test_who_refused_may_sign_after_all() -> None:
    evening = finished_evening()
    refuse(evening)
    assert f"{evening.player(0).name}, after all" in sign_page(evening)
    all_sign(evening, EVERYBODY[1:-1])
    assert send(evening, *EVERYBODY[-1]).headers["Location"] == table_address(evening, "table")
    assert "Sign after all" in step_of(evening)
    assert "Hand the phone to" not in sign_page(evening)
    assert send(evening).status_code == 302
    assert evening.fresh().state == Game.State.SIGNED


def test_the_same_sending_twice_signs_once() -> None:
    evening, key = finished_evening(), uuid.uuid4()
    for _sent in range(2):
        assert send(evening, key=key).status_code == 302
    assert Signature.objects.count() == 1


def test_who_signs_twice_is_told() -> None:
    evening = finished_evening()
    sign(evening)
    assert send(evening).status_code == 409


def test_a_game_that_goes_on_is_not_signed() -> None:
    evening = an_evening()
    evening.record(1)
    assert Client().get(table_address(evening)).headers["Location"] == table_address(evening, "table")
    answer = send(evening)
    assert answer.status_code == 409
    assert "The game is not over yet." in answer.content.decode()


# --- the desk ---------------------------------------------------------------------------------------------


def at_desk(evening: Evening, who: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(who, club=evening.table.club))
    return client


def desk_page(evening: Evening, client: Client, name: str = "game_desk") -> str:
    answer = client.get(reverse(f"scoring:{name}", args=[evening.game.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def desk_send(evening: Evening, client: Client, name: str, **extra: Any) -> Any:
    sent = {"key": uuid.uuid4(), "digest": digest_of(evening)}
    return client.post(reverse(f"scoring:{name}", args=[evening.game.pk]), sent | extra)


def acts_on(page: str) -> set[str]:
    return set(re.findall(r"/games/\d+/desk/(sign|absent|reopen)/", page))


def test_the_desk_says_who_has_signed_refused_or_is_missing_and_why() -> None:
    evening = finished_evening()
    sign(evening, strokes=A_CROSS)
    refuse(evening, 1, reason="A samba is missing")
    page = desk_page(evening, at_desk(evening))
    text = words_in(page)
    assert f"{evening.player(0).name} has signed." in text
    assert f"{evening.player(1).name} has refused to sign." in text
    assert "A samba is missing" in text
    assert (
        f"Signatures missing: {evening.player(0, 1).name}, {evening.player(1, 1).name}, the director" in text
    )
    assert 'class="signature"' in page
    assert acts_on(page) == {"absent"}


def test_nobody_but_the_director_is_offered_what_the_director_does() -> None:
    evening = finished_evening()
    assert acts_on(desk_page(evening, at_desk(evening, Role.Kind.SCORER))) == set()


def test_the_director_signs_for_somebody_absent_and_closes_what_was_refused() -> None:
    evening = finished_evening()
    client = at_desk(evening)
    refuse(evening, 1)
    page = desk_page(evening, client, "sign_absent")
    assert offered(page) == {evening.player(*seat).pk for seat in EVERYBODY} - {evening.player(1).pk}
    assert "Reason: This field is required" in errors_of(
        desk_send(evening, client, "sign_absent", player=evening.player(0).pk)
    )
    for side, position in ((0, 0), (0, 1), (1, 1)):
        gone = {"player": evening.player(side, position).pk, "reason": "took the last bus"}
        assert desk_send(evening, client, "sign_absent", **gone).status_code == 302
    assert acts_on(desk_page(evening, client)) == {"sign"}
    assert desk_send(evening, client, "sign_director", strokes=json.dumps(A_CROSS)).status_code == 302
    assert evening.fresh().state == Game.State.SIGNED
    assert acts_on(desk_page(evening, client)) == {"reopen"}


def test_the_director_is_shown_a_result_that_has_changed() -> None:
    evening = finished_evening(director_signs=True)
    all_sign(evening)
    client, looked_at = at_desk(evening), digest_of(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.scorer)
    answer = desk_send(evening, client, "sign_director", digest=looked_at, typed="Siv")
    assert "The result has changed" in errors_of(answer)
    assert f'name="digest" value="{digest_of(evening)}"' in answer.content.decode()
    assert "signs last" in errors_of(desk_send(evening, client, "sign_director", typed="Siv"))


def test_the_director_opens_a_signed_game_again_with_a_reason() -> None:
    evening = signed_evening()
    client = at_desk(evening)
    assert "Reason: This field is required" in errors_of(desk_send(evening, client, "reopen"))
    assert desk_send(evening, client, "reopen", reason="Deal 1 is wrong").status_code == 302
    page = desk_page(evening, client)
    assert evening.fresh().state == Game.State.FINISHED
    assert "Deal 1 is wrong" in words_in(page)
    assert reverse("scoring:signed", args=[evening.game.pk, 1]) in page
    assert "not signed" in errors_of(desk_send(evening, client, "reopen", reason="Once more"))


def test_a_signed_game_that_the_director_changes_below_its_target_is_opened_before_it_goes_on() -> None:
    evening = signed_evening()
    less = a_body(combinations={"natural": 1, "mixed": 1})
    evening.amend(1, less, by=evening.director, reason="no samba", override=True)
    page = desk_page(evening, at_desk(evening))
    assert "To continue the game, reopen it." in page
    assert acts_on(page) == {"reopen"}
    assert "The game is signed" in step_of(evening)


def test_a_game_that_goes_on_has_no_signatures_on_its_desk() -> None:
    evening = an_evening()
    evening.record(1)
    assert 'id="signatures"' not in desk_page(evening, at_desk(evening))


# --- for everybody ----------------------------------------------------------------------------------------


def public(evening: Evening, name: str = "game", *extra: int) -> str:
    answer = Client().get(reverse(f"scoring:{name}", args=[evening.game.pk, *extra]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_signed_game_says_so_with_the_day_and_who_signed() -> None:
    evening = finished_evening()
    refuse(evening, 1, 1, reason="A samba is missing")
    sign_for_absent(evening, 0, 1)
    all_sign(evening, ((0, 0), (1, 0)))
    sign_as_director(evening)
    page = public(evening)
    text = words_in(page)
    assert re.search(r'badge ink">signed<', page)
    assert "Signed on " in text
    assert f"{public_name(evening.player(0))} has signed." in text
    assert f"{public_name(evening.player(1, 1))} has refused to sign." in text
    assert f"{public_name(evening.player(0, 1))} was absent; the director has signed." in text
    assert "The director has signed." in text


def test_the_public_page_shows_no_signature_no_reason_and_no_name_without_consent() -> None:
    evening = finished_evening()
    hidden = evening.player(0)
    hidden.may_publish = False
    hidden.save()
    sign(evening, strokes=A_CROSS, typed="")
    sign(evening, 0, 1, typed="Known Only At The Table")
    refuse(evening, 1, reason="A samba is missing")
    page = public(evening)
    for private in (hidden.family_name, "M10 10", "Known Only At The Table", "A samba is missing"):
        assert private not in page
    assert public_name(hidden) in page


def test_a_game_that_nobody_has_signed_says_nothing_of_signatures() -> None:
    assert 'id="signatures"' not in public(finished_evening())


def test_what_the_director_changes_after_the_signatures_is_shown_as_that() -> None:
    evening = signed_evening()
    assert "after signing" not in public(evening)
    evening.amend(1, a_body(meld_points=840), by=evening.director, reason="added up again")
    page = public(evening)
    assert "after signing" in page
    assert "2,725" in page
    assert "2,720" in page
    assert reverse("scoring:signed", args=[evening.game.pk, 1]) in page
    assert evening.fresh().state == Game.State.SIGNED


def test_a_deal_that_was_changed_after_the_signatures_says_so_itself() -> None:
    evening = signed_evening()
    assert "changed after the game was signed" not in public(evening, "deal", 1)
    evening.amend(1, a_body(meld_points=840), by=evening.director, reason="added up again")
    page = public(evening, "deal", 1)
    assert "This deal was changed after the game was signed." in page
    assert reverse("scoring:signed", args=[evening.game.pk, 1]) in page
    reopen(evening)
    assert "changed after the game was signed" not in public(evening, "deal", 1)


def test_the_signed_version_stays_readable_beside_the_new_one() -> None:
    evening = signed_evening()
    reopen(evening, "deal 1 is wrong")
    evening.amend(1, a_body(meld_points=840), by=evening.device(0))
    all_sign(evening)
    address = reverse("scoring:signed", args=[evening.game.pk, 1])
    assert address in public(evening)
    page = public(evening, "signed", 1)
    text = words_in(page)
    assert "Opened again by the director on" in text
    assert "deal 1 is wrong" in text
    assert re.findall(r"<mark><span[^>]*>changed: </span>([^<]*)</mark>", page) == [
        *("2,725", "10,025", "10,025"),
        *("2,720", "10,020", "10,020"),
    ]
    assert "Result, " in text
    second = public(evening, "signed", 2)
    assert "Unchanged since it was signed." in second
    assert "<mark>" not in second


def test_a_deal_declared_void_after_signing_is_told_as_changed() -> None:
    evening = signed_evening()
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid.uuid4())
    page = public(evening, "signed", 1)
    assert words_in(page).count("–") >= 2
    assert "2,725" in page
    assert Client().get(table_address(evening, "table")).status_code == 200
    assert "The game is signed" in step_of(evening)


def test_only_what_was_signed_by_all_can_be_read_back() -> None:
    evening = finished_evening()
    sign(evening)
    for number in (1, 2):
        address = reverse("scoring:signed", args=[evening.game.pk, number])
        assert Client().get(address).status_code == 404


def test_the_names_of_a_signed_version_are_those_that_may_be_shown_today() -> None:
    evening = signed_evening()
    reopen(evening)
    player = evening.player(1)
    player.may_publish = False
    player.save()
    assert player.family_name not in public(evening, "signed", 1)


def test_nothing_new_of_a_signed_version_is_answered_so() -> None:
    evening = signed_evening()
    address = reverse("scoring:signed", args=[evening.game.pk, 1])
    tag = Client().get(address)["ETag"]
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 304
    reopen(evening)
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 200


# --- a game that goes on, and decisions against the rules -------------------------------------------------


def test_a_finished_game_that_a_correction_opens_again_says_so() -> None:
    evening = finished_evening()
    assert "it goes on" not in public(evening)
    evening.amend(1, a_body(meld_points=800), by=evening.scorer)
    for page in (public(evening), desk_page(evening, at_desk(evening))):
        assert "a correction took it below its target, so the game continues" in page
    evening.record(2)
    assert "it goes on" not in public(evening)


def test_whoever_corrects_is_told_that_the_game_goes_on() -> None:
    evening, client = finished_evening(), Client()
    text = {"game": evening.game.pk, "number": 1, "version": 1, "player": evening.player(0).pk}
    sent = {"key": uuid.uuid4(), "ended": "out-0", "side0-meld_points": "800", "side1-hand_points": "85"}
    sent |= {"side0-combination_samba": "1", "side0-combination_mixed": "1", "side0-hand_points": "120"}
    address = reverse("scoring:table_deal", args=[evening.table.secret, 1])
    page = client.post(address, text | sent, follow=True).content.decode()
    assert "This correction puts the game back below its target: it continues." in page


def test_a_decision_against_the_rules_stays_visible_over_all_versions() -> None:
    evening = signed_evening()
    less = a_body(combinations={"natural": 1, "mixed": 1})
    evening.amend(1, less, by=evening.director, reason="it was no samba", override=True)
    evening.amend(1, a_body(), by=evening.director, reason="it was one", override=True)
    page = public(evening)
    text = words_in(page)
    assert "Decided against the rules" in text
    assert text.count("Against: § 35 c") == 2
    for reason in ("it was no samba", "it was one", "version 2 (since replaced)"):
        assert reason in text
    notes = protocol_of(evening).notes
    assert any("version 2 (the director, against: § 35 c): it was no samba" in note for note in notes)
    assert any("version 3 (the director, against: § 35 c): it was one" in note for note in notes)


def test_an_error_that_the_director_passed_over_is_named_with_its_side() -> None:
    evening = an_evening()
    body = a_body(combinations={"mixed": 1})
    written = recording.WrittenDeal(
        number=1, body=body, key=uuid.uuid4(), override=True, reason="the referee allowed it"
    )
    recording.record_deal(evening.director, evening.game, written)
    text = words_in(public(evening))
    assert "Overridden by the director:" in text
    assert "does not have the canastas needed for going out" in text
    assert "the referee allowed it" in text
    (note,) = [note for note in protocol_of(evening).notes if "overridden" in note]
    assert "the referee allowed it" in note


# --- the protocol -----------------------------------------------------------------------------------------


def protocol_of(evening: Evening) -> Report:
    game = printing_queries.games_for_paper().get(pk=evening.game.pk)
    names, rows = side_names(game), deal_rows(game)
    contents = protocol.ProtocolContents(
        overrides=describe_overrides(game, names, overriding_versions(game)),
        signatures=signatures.signature_overview(game, names, rows, signings_of(game)),
    )
    return protocol.build_protocol(game, names, rows, contents)


def lines_of(report: Report) -> list[str]:
    return [line.text for line in report.signatures if isinstance(line, Line)]


def test_the_protocol_has_a_line_for_each_who_signed_and_each_who_is_missing() -> None:
    evening = finished_evening()
    players = [
        f"Signature, {'AB'[side]}: {evening.player(side, at).name}" for side in (0, 1) for at in (0, 1)
    ]
    assert lines_of(protocol_of(evening)) == [*players, "The director"]
    sign(evening)
    refuse(evening, 1, reason="A samba is missing")
    report = protocol_of(evening)
    signs, waits, refuses, *rest = lines_of(report)
    assert signs.startswith(f"A: {evening.player(0).name} has signed.\n")
    assert refuses.startswith(f"B: {evening.player(1).name} has refused to sign.\n")
    assert [waits, *rest] == [players[1], players[3], "The director"]
    # It was typed on a phone, by whoever held it: the paper says only that there is a reason.
    hidden = "A reason was given; those who work at the event can read it."
    assert f"{evening.player(1).name} has refused to sign. Reason: {hidden}" in report.notes


def test_who_has_signed_stands_by_side_and_seat_and_the_director_last() -> None:
    evening = finished_evening(director_signs=True)
    all_sign(evening, [(1, 1), (0, 1), (1, 0), (0, 0)])
    sign_as_director(evening)
    *players, director = (line.split("\n")[0] for line in lines_of(protocol_of(evening)))
    assert players == [
        f"{'AB'[side]}: {evening.player(side, at).name} has signed." for side in (0, 1) for at in (0, 1)
    ]
    assert director == "The director has signed."


@pytest.mark.parametrize("director_signs", [True, False])
def test_the_director_has_a_line_on_paper_whether_or_not_he_signs_on_the_screen(director_signs: bool) -> None:
    evening = finished_evening(director_signs=director_signs)
    all_sign(evening)
    *players, director = lines_of(protocol_of(evening))
    assert all("has signed" in line for line in players)
    assert (len(players), director) == (4, "The director")


def test_the_protocol_says_what_was_changed_and_opened_after_the_signatures() -> None:
    evening = signed_evening()
    evening.amend(1, a_body(meld_points=840), by=evening.director, reason="added up again")
    notes = " ".join(protocol_of(evening).notes)
    assert "Changed after it was signed: Deal 1" in notes
    reopen(evening, "once more")
    assert "opened again by the director on" in " ".join(protocol_of(evening).notes)
    answer = Client().get(reverse("scoring:protocol", args=[evening.game.pk]))
    assert answer.content.startswith(b"%PDF")


# --- what it costs ----------------------------------------------------------------------------------------


def many_deals() -> Evening:
    """The same game with four deals, one of them not approved, signed twice and reopened."""
    evening = an_evening()
    for number in range(1, 5):
        evening.record(number, by=evening.device(0))
    for _ in range(2):
        all_sign(evening)
        reopen(evening)
    all_sign(evening, EVERYBODY[:3])
    return evening


@pytest.mark.parametrize("name", ["table", "table_sign"])
def test_the_table_s_pages_cost_the_same_after_many_deals_and_signatures(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = finished_evening(), many_deals()
    sign(few)
    with django_assert_max_num_queries(MAX_QUERIES) as seen:
        Client().get(table_address(few, name))
    with django_assert_max_num_queries(len(seen)):
        assert Client().get(table_address(many, name)).status_code == 200


@pytest.mark.parametrize("name", ["game", "signed", "protocol"])
def test_the_public_pages_cost_the_same_after_many_deals_and_signatures(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = signed_evening(), many_deals()
    reopen(few)
    sign(few)
    extra = [1] if name == "signed" else []
    # A protocol also says what has put its sheet right, who ruled at an own table, and of which state it is.
    more = 6 if name == "protocol" else 3
    with django_assert_max_num_queries(MAX_QUERIES + more) as seen:
        Client().get(reverse(f"scoring:{name}", args=[few.game.pk, *extra]))
    with django_assert_max_num_queries(len(seen)):
        answer = Client().get(reverse(f"scoring:{name}", args=[many.game.pk, *extra]))
        assert answer.status_code == 200


@pytest.mark.parametrize("name", ["game_desk", "sign_director", "sign_absent"])
def test_the_desk_s_pages_cost_the_same_after_many_deals_and_signatures(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = finished_evening(), many_deals()
    sign(few)
    clients = at_desk(few), at_desk(many)
    with django_assert_max_num_queries(30) as seen:
        desk_page(few, clients[0], name)
    with django_assert_max_num_queries(len(seen)):
        desk_page(many, clients[1], name)


def test_who_signs_costs_as_much_in_a_long_game_as_in_a_short_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    few, many = finished_evening(), many_deals()
    all_sign(few, EVERYBODY[:3])
    with django_assert_max_num_queries(60) as seen:
        assert send(few, *EVERYBODY[-1]).status_code == 302
    with django_assert_max_num_queries(len(seen)):
        assert send(many, *EVERYBODY[-1]).status_code == 302
    assert [Signing.objects.filter(game=played.game, state="signed").count() for played in (few, many)] == [
        1,
        1,
    ]


def test_an_author_of_another_club_sees_no_desk() -> None:
    evening = finished_evening()
    client = Client()
    user = an_author(a_user(Role.Kind.DIRECTOR)).user
    assert user is not None
    client.force_login(user)
    for name in ("sign_director", "sign_absent", "reopen"):
        assert client.get(reverse(f"scoring:{name}", args=[evening.game.pk])).status_code == 403
