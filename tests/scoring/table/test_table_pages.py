"""The pages of a table: what they show in each state of a game, what they do, and what they cost."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from html import unescape
from typing import Any, Final

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.accounts.pin_limits import PINS_PER_NETWORK, PINS_PER_PHONE, Guesser, count_pin
from clubs.accounts.throttling import CODES_PER_SIDE
from clubs.books.writing import JsonValue
from clubs.models import LogEntry
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.core.seats import Person
from scoring.models import Call, Confirmation, Deal, Game, OwnProtocol, Side
from tests.scoring.support.played import Evening, a_body, a_column, a_deal, a_game, an_evening

pytestmark = pytest.mark.django_db

MAX_QUERIES = 10
STEP = re.compile(r'<section class="step".*?</section>', re.DOTALL)
FIRST = re.compile(r'class="(?:button )?primary"')


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def address(evening: Evening, name: str = "table", *args: object) -> str:
    return reverse(f"scoring:{name}", args=[evening.table.secret, *args])


def load_page(evening: Evening, client: Client | None = None) -> str:
    answer = (client or Client()).get(address(evening))
    assert answer.status_code == 200
    return answer.content.decode()


def load_step(evening: Evening, client: Client | None = None) -> str:
    """The one next step, as the page of the table says it."""
    (step,) = STEP.findall(load_page(evening, client))
    return str(step)


def send(evening: Evening, name: str, *args: object, client: Client | None = None, **fields: Any) -> Any:
    """A form of the table, sent as its page has it."""
    sent = {"game": evening.game.pk, "key": uuid.uuid4(), **fields}
    return (client or Client()).post(address(evening, name, *args), sent)


def joined_names(side: Side) -> str:
    return " – ".join(seat.player.name for seat in side.seats.order_by("position"))


def played(deals: int = 1, people: Sequence[int] = (2, 2), **fields: Any) -> Evening:
    """A game at its table, of which so many deals are written down and approved."""
    evening = an_evening(people, **fields)
    for number in range(1, deals + 1):
        written(evening, number)
        recording.confirm_deal(evening.director, evening.game, evening.approval(None, number))
    return evening


def written(evening: Evening, number: int = 1, side: int = 0) -> None:
    """A deal that a side has written down, and that nobody has approved yet."""
    evening.record(number, deal_data(evening), by=evening.device(side))


def deal_data(evening: Evening, melded: int = 845) -> dict[str, JsonValue]:
    """The first side goes out; single players hold nothing then."""
    if len(evening.sides) == 2:
        return a_body(meld_points=melded)
    out = a_column(combinations={"samba": 1, "mixed": 1}, meld_points=melded, went_out=True)
    return {"ended": "out", "hands": [out, a_column(hand_points=85), a_column(hand_points=10)]}


def answer(evening: Evening, said: str = "approved", side: int = 1, **more: Any) -> Any:
    """A word of a side on deal 1, by its first player."""
    given: dict[str, Any] = {
        "version": evening.deal().version,
        "player": evening.player(side).pk,
        "said": said,
    }
    return send(evening, "table_answer", 1, **(given | more))


# --- coming to a table ------------------------------------------------------------------------------------


def test_the_right_pin_leads_to_its_table_with_or_without_blanks(evening: Evening) -> None:
    pin = evening.table.pin
    for typed in (pin, f" {pin[:4]} {pin[4:]} "):
        assert Client().post("/t/", {"pin": typed}).headers["Location"] == address(evening)


def test_right_pins_are_never_too_many(evening: Evening) -> None:
    for _ in range(PINS_PER_PHONE + 1):
        assert Client().post("/t/", {"pin": evening.table.pin}).status_code == 302


def wrong_pins(right: str) -> Iterator[str]:
    """PINs that no table has."""
    return (f"{number:08}" for number in range(10**8) if f"{number:08}"[:2] != right[:2])


def guess(pin: str, client: Client | None = None) -> str:
    answer: str = (client or Client()).post("/t/", {"pin": pin}).content.decode()
    return answer


def test_after_too_many_wrong_pins_of_a_phone_the_right_one_is_answered_like_a_wrong_one(
    evening: Evening,
) -> None:
    wrong, phone = wrong_pins(evening.table.pin), Client()
    phone.get("/t/")
    for _ in range(PINS_PER_PHONE):
        assert "No table has this PIN" in guess(next(wrong), phone)
    answers = [phone.post("/t/", {"pin": typed}) for typed in (next(wrong), evening.table.pin)]
    said = [re.search(r"Too many attempts[^<]*", each.content.decode()) for each in answers]
    assert [each.status_code for each in answers] == [200, 200]
    assert said[0] is not None
    assert said[1] is not None
    assert said[0][0] == said[1][0]


def test_a_phone_that_has_opened_a_table_types_another_pin_when_its_network_has_guessed_too_much(
    evening: Evening,
) -> None:
    wrong, phone = wrong_pins(evening.table.pin), Client()
    phone.get(address(evening))
    for number in range(PINS_PER_NETWORK):
        by = Guesser(phone=str(number), network="127.0.0.1")
        count_pin(next(wrong), by, tables=1, now=timezone.now())
    assert "Scan the code on the card" in guess(evening.table.pin)
    right = phone.post("/t/", {"pin": evening.table.pin})
    assert right.headers["Location"] == address(evening)
    assert Client().post("/t/", {"pin": evening.table.pin}).status_code == 302


def test_the_same_wrong_pin_counts_once(evening: Evening) -> None:
    phone, wrong = Client(), next(wrong_pins(evening.table.pin))
    phone.get("/t/")
    for _ in range(PINS_PER_PHONE + 1):
        assert "No table has this PIN" in guess(wrong, phone)
    assert phone.post("/t/", {"pin": evening.table.pin}).headers["Location"] == address(evening)


@pytest.mark.parametrize("name", ["table", "table_seats", "table_call"])
def test_a_wrong_secret_opens_nothing(name: str) -> None:
    an_evening()
    assert Client().get(reverse(f"scoring:{name}", args=["not-a-secret"])).status_code == 404


def test_a_table_without_a_game_says_so_and_its_forms_do_too(evening: Evening) -> None:
    recording.assign_table(evening.scorer, evening.table, None)
    assert "No game is being played at this table at present" in load_page(evening)
    refused = send(evening, "table_start", number=1)
    assert refused.status_code == 409
    assert "no longer at this table" in refused.content.decode()


def test_a_form_of_the_game_before_does_nothing_to_the_next_one(evening: Evening) -> None:
    later = a_game(evening.table.club, evening.scorer)
    recording.assign_table(evening.scorer, evening.table, later)
    refused = send(evening, "table_start", number=1)
    assert refused.status_code == 409
    assert "This game is no longer at this table" in refused.content.decode()
    assert not Deal.objects.exists()


def test_a_device_is_remembered_by_every_answer_and_is_the_same_the_next_time(evening: Evening) -> None:
    client = Client()
    client.get(address(evening))
    first = client.cookies["talon_device"].value
    send(evening, "table_start", client=client, number=1)
    entry = LogEntry.objects.get(act="deal.started")
    assert client.cookies["talon_device"].value.split(":")[0] == first.split(":")[0]
    assert f'"device":"{first.split(":")[0]}"' in entry.text


# --- the next step ----------------------------------------------------------------------------------------


def test_before_the_first_deal_seats_are_taken_or_left_out(evening: Evening) -> None:
    step = load_step(evening)
    assert address(evening, "table_seats") in step
    assert address(evening, "table_start") in step
    send(evening, "table_start", number=1)
    assert "Deal 1 is being played" in load_step(evening)


def test_who_drew_highest_leads_and_the_player_to_the_right_deals(evening: Evening) -> None:
    highest, left = evening.player(1, 1), evening.player(0, 1)
    answered = send(evening, "table_seats", highest=highest.pk, left=left.pk, keeper="")
    page = load_page(evening)
    assert answered.headers["Location"] == address(evening)
    assert f"<dt>Plays first</dt><dd>{highest.name}</dd>" in page
    # Four at a table: to the right sits the partner of the one on the left.
    assert f"<dt>Dealer</dt><dd>{evening.player(0, 1).name}</dd>" in page
    assert f"<dt>Keeps score</dt><dd>{highest.name}</dd>" in page
    assert "Next: deal 1" in load_step(evening)


def test_to_the_left_of_a_player_sits_nobody_of_the_same_side(evening: Evening) -> None:
    answered = send(
        evening, "table_seats", highest=evening.player(0).pk, left=evening.player(0, 1).pk, keeper=""
    )
    assert "be from another side" in answered.content.decode()
    assert evening.fresh().first_side is None


def test_seats_stay_as_they_are_once_a_deal_has_been_dealt(evening: Evening) -> None:
    evening.start()
    refused = send(evening, "table_seats", highest=evening.player(0).pk, left="", keeper="")
    assert [refused.status_code, Client().get(address(evening, "table_seats")).status_code] == [409, 409]
    assert "seats can no longer be changed" in refused.content.decode()


def test_in_a_table_of_five_the_page_says_who_sits_out() -> None:
    evening = an_evening((2, 3))
    send(evening, "table_seats", highest=evening.player(0).pk, left="", keeper="")
    assert f"<dt>Sits out</dt><dd>{evening.player(1, 2).name}</dd>" in load_page(evening)
    send(evening, "table_start", number=1)
    assert f"<dt>Sits out</dt><dd>{evening.player(1, 2).name}</dd>" in load_page(evening)


def test_a_started_deal_shows_the_openings_it_was_dealt_with_and_asks_to_be_entered() -> None:
    evening = played(1)
    evening.start(2)
    page = load_page(evening)
    assert "<strong>90</strong>" in page
    assert "<strong>15</strong>" in page
    assert address(evening, "table_deal", 2) in load_step(evening)


def test_a_deal_that_is_written_down_is_handed_to_the_other_side(evening: Evening) -> None:
    written(evening)
    page, step = load_page(evening), load_step(evening)
    assert f"Hand the phone to {joined_names(evening.sides[1])}" in step
    assert address(evening, "table_answer", 1) in step
    assert '<tbody class="pencil">' in page
    assert "not approved yet" in page


def test_an_approved_deal_is_in_ink_and_the_next_may_be_dealt() -> None:
    evening = played(1)
    assert "pencil" not in load_page(evening)
    assert "Start deal 2" in load_step(evening)


def test_the_next_deal_may_be_dealt_before_the_last_one_is_approved(evening: Evening) -> None:
    written(evening)
    assert "Start deal 2, approve later" in load_step(evening)
    assert send(evening, "table_start", number=2).status_code == 302


def test_the_page_says_what_ends_the_game_and_who_is_how_near() -> None:
    evening = played(1)
    leading = joined_names(evening.sides[0])
    assert f"played to 10,000. Leading: {leading}, needing 7,275 more." in load_page(evening)


def test_a_game_that_is_over_leads_to_its_result(evening: Evening) -> None:
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "late", uuid.uuid4())
    page = load_page(evening)
    assert "The game is over: a draw. It ended before its target: time." in page
    assert reverse("scoring:game", args=[evening.game.pk]) in load_step(evening)
    assert "to open" not in page


def test_three_sides_see_how_their_game_is_settled() -> None:
    evening = played(1, (1, 1, 1))
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "late", uuid.uuid4())
    page = load_page(evening)
    assert "Settlement" in page
    assert re.search(r'<dd class="number">\+5,785</dd>', page) is not None


def test_a_shared_top_is_played_out_in_an_extra_deal() -> None:
    evening = an_evening(ruleset="royal")
    Side.objects.filter(game=evening.game).update(total=18_100, plays_extra_deal=True)
    Game.objects.filter(pk=evening.game.pk).update(first_side=0)
    assert "an extra deal is played between" in load_page(evening)
    assert "Next: an extra deal" in load_step(evening)


def test_penalties_of_the_game_stand_below_the_deals_with_what_they_leave() -> None:
    evening = played(1)
    recording.adjust(evening.director, evening.game, evening.charge(points=-500))
    page = load_page(evening)
    assert re.search(r"Penalties and awards</th><td>−500</td><td>0</td>", page) is not None
    assert re.search(r"Result</th><td>2,225</td><td>−85</td>", page) is not None


def test_a_void_deal_keeps_its_row_and_counts_nothing() -> None:
    evening = played(1)
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid.uuid4())
    page = load_page(evening)
    assert "void, does not count" in page
    assert "<td>–</td><td>–</td>" in page
    assert "Start deal 2" in load_step(evening)


def test_seats_may_be_taken_otherwise_until_the_first_deal(evening: Evening) -> None:
    for side in (0, 1):
        send(evening, "table_seats", highest=evening.player(side).pk, left="", keeper="")
        assert evening.fresh().first_side == side
        assert address(evening, "table_seats") in load_step(evening)


def test_totals_from_paper_stand_before_the_first_deal() -> None:
    evening = an_evening(carried=[1500, 2000])
    written(evening)
    assert re.search(r"From paper</th><td>1,500</td><td>2,000</td>", load_page(evening)) is not None


# --- the other side's word --------------------------------------------------------------------------------


def test_the_handed_over_deal_shows_every_line_and_the_totals_before_and_after() -> None:
    evening = played(1)
    written(evening, 2)
    page = Client().get(address(evening, "table_answer", 2)).content.decode()
    for said in ("1 samba", "Deal total", "<dd>2,725</dd>", "<dd>5,450</dd>"):
        assert said in page
    assert f"Hand the phone to <b>{joined_names(evening.sides[1])}</b>" in page
    opened = re.search(r"<details id=\"line-0-1\"><summary>(.*?)</summary>(.*?)</details>", page, re.DOTALL)
    assert opened is not None
    assert "1 samba" in opened[1]
    assert "1,500" in opened[2]


def test_only_players_of_the_side_that_did_not_write_are_offered(evening: Evening) -> None:
    written(evening)
    page = Client().get(address(evening, "table_answer", 1)).content.decode()
    offered = {int(value) for value in re.findall(r'name="player" value="(\d+)"', page)}
    assert offered == {evening.player(1, position).pk for position in range(2)}


def test_a_named_player_approves_on_the_phone_that_was_handed_over(evening: Evening) -> None:
    written(evening)
    assert answer(evening).headers["Location"] == address(evening)
    word = Confirmation.objects.get()
    assert (word.kind, word.side, word.player) == ("approved", 1, evening.player(1))
    assert evening.deal().state == Deal.State.CONFIRMED


def test_the_side_that_wrote_does_not_approve_its_own_deal(evening: Evening) -> None:
    written(evening)
    refused = answer(evening, side=0)
    assert "The other side has to approve what you recorded" in refused.content.decode()
    assert evening.deal().state == Deal.State.ENTERED


def test_the_same_word_sent_twice_is_said_once_and_answered_alike(evening: Evening) -> None:
    key = uuid.uuid4()
    written(evening)
    version = evening.deal().version
    answers = [answer(evening, key=key, version=version) for _ in range(2)]
    assert [each.headers["Location"] for each in answers] == [address(evening)] * 2
    assert Confirmation.objects.count() == 1


def test_a_second_approval_is_told_what_happened_in_the_meantime(evening: Evening) -> None:
    written(evening)
    answer(evening)
    late = answer(evening)
    assert late.status_code == 409
    assert "Deal 1 has been approved in the meantime" in late.content.decode()


def test_a_word_on_a_version_that_was_written_anew_is_not_taken(evening: Evening) -> None:
    written(evening)
    evening.amend(1, a_body(meld_points=850), by=evening.device(0))
    late = answer(evening, version=1)
    assert late.status_code == 409
    assert "has been recorded in the meantime" in late.content.decode()


def test_an_earlier_deal_of_a_game_that_is_over_is_still_approved(evening: Evening) -> None:
    for number in (1, 2):
        written(evening, number)
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "late", uuid.uuid4())
    assert (
        joined_names(evening.sides[1]) in Client().get(address(evening, "table_answer", 1)).content.decode()
    )
    answer(evening)
    assert [deal.state for deal in Deal.objects.order_by("number")] == [
        Deal.State.CONFIRMED,
        Deal.State.ENTERED,
    ]


def test_sending_back_asks_for_a_reason_and_leads_back_to_the_entry(evening: Evening) -> None:
    written(evening)
    asked = answer(evening, "sent_back").content.decode()
    assert "Give a reason." in asked
    assert "(to send back or dispute)" in asked
    assert "What is wrong? Give a reason." in asked
    assert re.search(r'<details class="fold" open', asked) is not None
    answer(evening, "sent_back", reason="the samba is ours")
    step = load_step(evening)
    assert "the samba is ours" in step
    assert address(evening, "table_deal", 1) in step
    assert "the samba is ours" in Client().get(address(evening, "table_deal", 1)).content.decode()


def test_who_has_sent_a_deal_back_may_approve_it_after_all() -> None:
    evening = an_evening((1, 1, 1))
    written(evening)
    for said in ("approved", "sent_back", "approved"):
        answer(evening, said, reason="a moment")
    assert [word.kind for word in Confirmation.objects.order_by("at")] == ["sent_back", "approved"]
    assert f"Hand the phone to {joined_names(evening.sides[2])}" in load_step(evening)


def test_a_disputed_deal_stops_the_game_and_leads_to_the_director(evening: Evening) -> None:
    written(evening)
    answer(evening, "disputed", reason="we counted eight")
    step = load_step(evening)
    assert "we counted eight" in step
    assert "The director was called" in load_page(evening)
    send(evening, "table_call_take_back")
    assert address(evening, "table_call") in load_step(evening)
    refused = send(evening, "table_start", number=2)
    assert refused.status_code == 409
    assert "the director decides first" in refused.content.decode()


def test_three_sides_say_their_word_one_after_the_other() -> None:
    evening = an_evening((1, 1, 1))
    written(evening)
    answer(evening, side=1)
    assert f"Hand the phone to {joined_names(evening.sides[2])}" in load_step(evening)
    assert answer(evening, side=1).status_code == 409
    answer(evening, side=2)
    assert evening.deal().state == Deal.State.CONFIRMED


def test_a_deal_from_the_desk_is_approved_by_both_sides(evening: Evening) -> None:
    evening.record(1)
    for side in (0, 1):
        assert evening.deal().state == Deal.State.ENTERED
        answer(evening, side=side)
    assert evening.deal().state == Deal.State.CONFIRMED


def load_answer(evening: Evening) -> str:
    """The words of the page on which deal 1 is approved."""
    page = Client().get(reverse("scoring:table_answer", args=[evening.table.secret, 1])).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


CONTRACT: Final[dict[str, JsonValue]] = {"side": 0, "level": 1, "strain": "hearts", "doubled": True}


def test_who_approves_sees_the_contract_its_outcome_and_how_the_deal_ended() -> None:
    evening = an_evening(ruleset="sitoumussamba")
    tally: dict[str, JsonValue] = {"hand_points": 0, "hand_red_threes": 0, "hand_black_threes": 0}
    out: JsonValue = {"tally": {"combinations": {"samba": 1, "red": 1}, "meld_points": 800, **tally}}
    nothing: JsonValue = {"tally": {"combinations": {}, "meld_points": 0, **tally, "hand_points": 100}}
    body: dict[str, JsonValue] = {"ended": "stock", "contract": CONTRACT, "hands": [out, nothing]}
    evening.record(1, body, by=evening.device(0))
    page = load_answer(evening)
    for said in ("How the deal ended", "Bidder", "doubled", "Needed", "Reached", "Outcome"):
        assert said in page
    assert "What the correction changed" not in page


def test_who_approves_a_correction_sees_what_it_has_changed_and_why(evening: Evening) -> None:
    written(evening)
    answer(evening, "sent_back", reason="one red three less")
    evening.amend(1, deal_data(evening, melded=745), by=evening.device(0), reason="Counted again")
    page = load_answer(evening)
    assert "What the correction changed Counted again" in page
    assert re.search(r"Melded cards: before: 845 → now: 745", page)


# --- a side's four digits, and its own phone --------------------------------------------------------------


def wrong_code(code: str, by: int = 1) -> str:
    """Four digits that are not these."""
    return f"{(int(code) + by) % 10000:04}"


def test_a_sides_own_digits_approve_and_wrong_ones_are_told_at_the_field() -> None:
    evening = an_evening(approval=Game.Approval.OWN_CODE)
    written(evening)
    right = evening.sides[1].code
    assert "four-digit code" in answer(evening, code=wrong_code(right)).content.decode()
    assert evening.deal().state == Deal.State.ENTERED
    answer(evening, code=right)
    assert evening.deal().state == Deal.State.CONFIRMED


def test_digits_that_were_typed_are_not_shown_to_whoever_gets_the_phone_next() -> None:
    evening = an_evening(approval=Game.Approval.OWN_CODE)
    written(evening)
    right = evening.sides[1].code
    asked = answer(evening, player="", code=right).content.decode()
    assert 'type="password" name="code"' in asked
    assert "Please type the four digits again." in asked
    assert f'value="{right}"' not in asked


def test_after_too_many_wrong_digits_the_field_says_when_again() -> None:
    evening = an_evening(approval=Game.Approval.OWN_CODE)
    written(evening)
    right = evening.sides[1].code
    for other in range(1, CODES_PER_SIDE + 1):
        answer(evening, code=wrong_code(right, other))
    assert "Try again at" in answer(evening, code=right).content.decode()
    assert evening.deal().state == Deal.State.ENTERED


def test_with_own_phones_the_phone_of_the_table_waits() -> None:
    evening = an_evening(approval=Game.Approval.OWN_PHONE)
    written(evening)
    assert "Next, on their own phone" in load_step(evening)
    page = Client().get(address(evening, "table_answer", 1)).content.decode()
    assert 'value="approved"' not in page
    assert "using its own link" in answer(evening).content.decode()
    assert evening.deal().state == Deal.State.ENTERED


def test_a_sides_own_link_makes_a_phone_its_own_and_that_phone_approves() -> None:
    evening, phone = an_evening(approval=Game.Approval.OWN_PHONE), Client()
    written(evening)
    opened = phone.get(address(evening, "own_phone", evening.sides[1].secret))
    assert opened.headers["Location"] == address(evening)
    assert "Look at the deal" in load_step(evening, phone)
    send(
        evening,
        "table_answer",
        1,
        client=phone,
        version=1,
        player=evening.player(1).pk,
        said="approved",
    )
    assert evening.deal().state == Deal.State.CONFIRMED


def test_the_link_of_a_side_of_another_game_opens_nothing() -> None:
    evening, other = an_evening(), an_evening()
    assert Client().get(address(evening, "own_phone", other.sides[0].secret)).status_code == 404


# --- two protocols ----------------------------------------------------------------------------------------


def both_written(second: int = 845, people: Sequence[int] = (2, 2), **fields: Any) -> Evening:
    """Each side has handed in its own protocol of deal 1; the second says so many melded points."""
    evening = an_evening(people, protocols=Game.Protocols.BOTH, **fields)
    for side in range(len(people)):
        hand_in(evening, side, 845 if side == 0 else second)
    return evening


def hand_in(evening: Evening, side: int, melded: int) -> None:
    """A side hands in its protocol; its digits count where they are asked for."""
    deal, code = a_deal(1, deal_data(evening, melded)), evening.sides[side].code
    recording.hand_in_protocol(evening.device(side), evening.game, deal, code)


def take(evening: Evening, taken: int, side: int, **more: Any) -> Any:
    """A side takes the protocol of another one."""
    given: dict[str, Any] = {"version": 1, "taken": taken, "player": evening.player(side).pk}
    return send(evening, "table_compare", 1, **(given | more))


def test_the_page_says_who_has_handed_in_a_protocol() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH)
    evening.start()
    hand_in(evening, 0, 845)
    step = load_step(evening)
    assert f"{joined_names(evening.sides[0])}: handed in" in step
    assert f"{joined_names(evening.sides[1])}: not yet" in step
    assert f"{address(evening, 'table_deal', 1)}?side=1" in step
    assert f"Record as {joined_names(evening.sides[0])}" not in step


def test_protocols_that_agree_need_no_further_word() -> None:
    evening = both_written()
    assert evening.deal().state == Deal.State.CONFIRMED
    assert "Start deal 2" in load_step(evening)


def test_of_protocols_that_differ_only_the_rows_that_differ_are_shown() -> None:
    evening = both_written(850)
    assert address(evening, "table_compare", 1) in load_step(evening)
    page = Client().get(address(evening, "table_compare", 1)).content.decode()
    rows = re.findall(r'<tr><th scope="row">([^<]*)<.*?<td>([^<]*)</td><td>([^<]*)</td>', page)
    assert rows == [("Melded cards", "845", "850")]


def test_a_side_takes_the_other_sides_protocol_and_both_have_approved() -> None:
    evening = both_written(850)
    assert take(evening, 0, 1).headers["Location"] == address(evening)
    assert evening.deal().state == Deal.State.CONFIRMED
    assert evening.totals == [2725, -85]
    assert sorted(Confirmation.objects.values_list("side", "player")) == [
        (0, evening.player(0).pk),
        (1, evening.player(1).pk),
    ]
    assert OwnProtocol.objects.filter(side=1).count() == 2


def test_taking_a_protocol_twice_by_one_sending_is_done_once() -> None:
    evening, key = both_written(850), uuid.uuid4()
    answers = [take(evening, 0, 1, key=key) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 302]
    assert LogEntry.objects.filter(act="deal.agreed").count() == 1


def test_nobody_takes_his_own_protocol_in_place_of_the_other_sides() -> None:
    evening = both_written(850)
    assert "The other side has to approve" in take(evening, 0, 0).content.decode()
    assert evening.deal().state == Deal.State.DRAFT


def test_a_protocol_that_was_put_right_meanwhile_is_not_taken_unseen() -> None:
    evening = both_written(850)
    hand_in(evening, 0, 840)
    assert take(evening, 0, 1).status_code == 409
    assert evening.deal().state == Deal.State.DRAFT


def test_the_third_side_takes_what_two_have_written() -> None:
    evening = both_written(850, (1, 1, 1))
    hand_in(evening, 2, 845)
    take(evening, 0, 1)
    assert evening.deal().state == Deal.State.CONFIRMED
    assert Confirmation.objects.count() == 3


def test_where_digits_are_asked_for_a_side_takes_the_other_sides_protocol_with_its_own() -> None:
    """The other side has given its digits with what it wrote, and is not asked again."""
    evening = both_written(850, approval=Game.Approval.OWN_CODE)
    right = evening.sides[1].code
    assert "four-digit code" in take(evening, 0, 1, code=wrong_code(right)).content.decode()
    assert evening.deal().state == Deal.State.DRAFT
    take(evening, 0, 1, code=right)
    assert evening.deal().state == Deal.State.CONFIRMED
    assert list(Confirmation.objects.order_by("side").values_list("side", flat=True)) == [0, 1]


# --- the director -----------------------------------------------------------------------------------------


def test_a_call_stands_on_the_page_until_it_is_answered(evening: Evening) -> None:
    send(evening, "table_call", why="inspection", text="the pile")
    page = load_page(evening)
    assert "to check an opening or the pile" in page
    assert "<q>the pile</q>" in page
    assert f'href="{address(evening, "table_call")}"' not in page
    recording.answer_call(evening.director, Call.objects.get(), uuid.uuid4())
    assert address(evening, "table_call") in load_page(evening)


def test_a_table_that_has_called_waits_for_the_answer(evening: Evening) -> None:
    send(evening, "table_call", why="time")
    again = send(evening, "table_call", why="dispute")
    assert "The director has already been called" in again.content.decode()
    assert Call.objects.count() == 1
    back = Client().get(address(evening, "table_call"))
    assert (back.status_code, back.headers["Location"]) == (302, address(evening))


# --- following the play -----------------------------------------------------------------------------------


def test_nothing_new_is_answered_by_reading_one_row(
    django_assert_num_queries: DjangoAssertNumQueries, evening: Evening
) -> None:
    client = Client()
    tag = client.get(address(evening)).headers["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(address(evening), headers={"if-none-match": tag})
    assert answer.status_code == 304
    evening.start()
    fresh = client.get(address(evening), headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag
    assert "Deal 1 is being played" in fresh.content.decode()


def test_another_language_and_another_game_are_something_new(evening: Evening) -> None:
    tag = Client().get(address(evening), headers={"accept-language": "fi"}).headers["ETag"]
    asked = {"if-none-match": tag, "accept-language": "fi"}
    live = address(evening)
    assert Client().get(live, headers=asked).status_code == 304
    assert Client().get(live, headers=asked | {"accept-language": "sv"}).status_code == 200
    recording.assign_table(evening.scorer, evening.table, None)
    assert Client().get(live, headers=asked).status_code == 200


def test_a_wrong_secret_has_no_state_to_ask_for() -> None:
    assert Client().get(reverse("scoring:table", args=["nothing"])).status_code == 404


def query_count(evening: Evening, at_most: DjangoAssertNumQueries) -> int:
    client = Client()
    with at_most(MAX_QUERIES) as seen:
        assert client.get(address(evening)).status_code == 200
    return len(seen)


def test_the_page_costs_the_same_after_many_deals_and_many_games(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    evening = played(1)
    few = query_count(evening, django_assert_max_num_queries)
    for number in range(2, 4):
        written(evening, number)
        recording.confirm_deal(evening.director, evening.game, evening.approval(None, number))
    for _ in range(3):
        played(1)
    assert query_count(evening, django_assert_max_num_queries) == few


def test_no_state_of_a_game_costs_more(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """Seats taken, a call open, words said of a deal, protocols that differ."""
    evening = both_written(850, (1, 1, 1))
    send(evening, "table_call", why="time")
    query_count(evening, django_assert_max_num_queries)
    other = an_evening((2, 3))
    send(other, "table_seats", highest=other.player(0).pk, left="", keeper="")
    written(other)
    answer(other, "sent_back", reason="a moment")
    send(other, "table_call", why="time")
    query_count(other, django_assert_max_num_queries)


def test_an_earlier_dispute_stops_the_table_once_what_was_dealt_is_written_down(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    evening.start(2)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 1, reason="not our canasta"))
    assert "Enter deal 2" in load_page(evening)
    evening.record(2, by=evening.device(0))
    page = load_page(evening)
    assert "under protest" in page
    assert "Start deal 3" not in page
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, 2))
    page = load_page(evening)
    assert "Deal 1 is disputed" in page
    assert "Start deal 3" not in page


def test_a_call_names_the_game_that_is_at_the_table(evening: Evening) -> None:
    refused = send(evening, "table_call", why="time", game=evening.game.pk + 1)
    assert "This game is no longer at this table." in refused.content.decode()
    assert not evening.game.calls.exists()


# --- taken back -------------------------------------------------------------------------------------------


def test_a_start_is_taken_back_until_something_has_come_of_it(evening: Evening) -> None:
    send(evening, "table_start", number=1)
    assert address(evening, "table_start_take_back") in load_step(evening)
    assert send(evening, "table_start_take_back", number=1).headers["Location"] == address(evening)
    assert not Deal.objects.exists()
    assert address(evening, "table_seats") in load_step(evening)
    written(evening)
    refused = send(evening, "table_start_take_back", number=1)
    assert refused.status_code == 409
    assert "Deal 1 has been recorded in the meantime." in refused.content.decode()
    assert evening.deal().state == Deal.State.ENTERED


def test_the_start_of_the_second_deal_lets_the_first_be_corrected_again() -> None:
    evening = played(1)
    evening.start(2)
    send(evening, "table_start_take_back", number=2)
    assert "Start deal 2" in load_step(evening)
    assert [deal.number for deal in Deal.objects.all()] == [1]


def test_a_start_stays_once_a_side_has_handed_its_score_sheet_in() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH)
    evening.start()
    assert address(evening, "table_start_take_back") in load_step(evening)
    recording.hand_in_protocol(evening.device(0), evening.game, a_deal())
    assert address(evening, "table_start_take_back") not in load_step(evening)
    refused = send(evening, "table_start_take_back", number=1)
    assert refused.status_code == 409
    assert "has handed in its score sheet" in refused.content.decode()
    assert Deal.objects.exists()


def test_a_call_is_taken_back_and_the_table_may_call_again(evening: Evening) -> None:
    send(evening, "table_call", why="time", text="")
    assert address(evening, "table_call_take_back") in load_page(evening)
    assert send(evening, "table_call_take_back").headers["Location"] == address(evening)
    assert not Call.objects.filter(answered_at=None).exists()
    assert "The director was called" not in load_page(evening)
    assert send(evening, "table_call_take_back").status_code == 409
    assert send(evening, "table_call", why="time", text="").status_code == 302


# --- one's own protocol -----------------------------------------------------------------------------------


def test_a_side_reads_what_it_has_handed_in_and_writes_only_for_itself() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH)
    evening.start()
    hand_in(evening, 0, 845)
    assert re.search(rf'href="{address(evening, "table_deal", 1)}\?side=0">\s*Read it', load_step(evening))
    page = Client().get(f"{address(evening, 'table_deal', 1)}?side=0").content.decode()
    assert 'value="845"' in page
    offered = re.findall(
        r'<option value="(\d+)"', page.partition('name="player"')[2].partition("</select>")[0]
    )
    assert offered == [str(evening.player(0, position).pk) for position in range(2)]


def test_a_side_on_its_own_phone_is_not_led_to_the_sheet_of_the_other() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH)
    evening.start()
    hand_in(evening, 0, 845)
    client = Client()
    client.get(reverse("scoring:own_phone", args=[evening.table.secret, evening.sides[1].secret]))
    assert "Read it" not in client.get(address(evening)).content.decode()


def test_where_each_side_keeps_score_nobody_is_called_the_scorekeeper() -> None:
    for protocols, told in ((Game.Protocols.ONE, True), (Game.Protocols.BOTH, False)):
        evening = an_evening(protocols=protocols)
        seats = recording.Seats(highest=evening.player(0).pk, key=uuid.uuid4())
        recording.take_seats(evening.scorer, evening.game, seats)
        assert ("Keeps score" in load_page(evening)) is told


# --- without the draw -------------------------------------------------------------------------------------


def test_starting_without_the_draw_says_what_is_given_up(evening: Evening) -> None:
    step = load_step(evening)
    assert "does not show who deals and who plays first. It cannot be made up for later." in step
    assert "Who sits out?" not in step


def test_five_players_who_have_not_drawn_say_before_each_deal_who_sits_out() -> None:
    evening = an_evening((2, 3), players_per_side=[2, 2])
    step = load_step(evening)
    assert "before each deal you are asked who sits out" in step
    assert 'name="sits_out_1_0"' in step
    assert re.search(r'<option value="2" selected', step)
    send(evening, "table_start", number=1, sits_out_1_0="1")
    assert evening.deal().sits_out == [[1, 1]]
    assert f"<dt>Sits out</dt><dd>{evening.player(1, 1).name}</dd>" in load_page(evening)
    evening.record(1)
    assert re.search(r'<option value="0" selected', load_step(evening))


def test_who_sits_out_is_named_only_where_the_seats_do_not_say_it() -> None:
    evening = an_evening((2, 3), players_per_side=[2, 2])
    somebody = [Person(1, 0)]
    for named in ([Person(0, 0)], [Person(1, 0), Person(1, 1)], [Person(1, 3)]):
        with pytest.raises(ValidationError):
            recording.start_deal(evening.scorer, evening.game, 1, uuid.uuid4(), named)
    seats = recording.Seats(highest=evening.player(0).pk, key=uuid.uuid4())
    recording.take_seats(evening.scorer, evening.game, seats)
    with pytest.raises(ValidationError):
        recording.start_deal(evening.scorer, evening.game, 1, uuid.uuid4(), somebody)
    assert 'name="sits_out' not in load_page(evening)


# --- a disputed deal --------------------------------------------------------------------------------------


def test_a_dispute_calls_the_director_whose_decision_ends_the_call(evening: Evening) -> None:
    written(evening)
    answer(evening, "disputed", reason="Only six cards")
    call = Call.objects.get(answered_at=None)
    assert (call.reason, call.text, call.side) == (Call.Reason.DISPUTE, "Only six cards", 1)
    page = load_page(evening)
    assert "The director was called" in page
    assert f'href="{address(evening, "table_call")}"' not in page
    approval = replace(evening.approval(None), reason="It is a samba")
    recording.confirm_deal(evening.director, evening.game, approval)
    assert not Call.objects.filter(answered_at=None).exists()


def test_a_table_that_has_called_already_does_not_call_twice_about_a_dispute(evening: Evening) -> None:
    written(evening)
    send(evening, "table_call", why="time", text="")
    answer(evening, "disputed", reason="Only six cards")
    assert Call.objects.get().reason == Call.Reason.TIME


@pytest.mark.parametrize("decide", ["amend", "void"])
def test_a_disputed_deal_that_is_decided_needs_nobody_any_more(evening: Evening, decide: str) -> None:
    written(evening)
    answer(evening, "disputed", reason="Only six cards")
    if decide == "void":
        recording.void_deal(evening.director, evening.game, 1, "dealt wrong", uuid.uuid4())
    else:
        evening.amend(1, deal_data(evening, 840), by=evening.director, reason="six cards", override=True)
    assert not Call.objects.filter(answered_at=None).exists()


def test_under_a_disputed_deal_nothing_is_said_of_the_next_one(evening: Evening) -> None:
    written(evening)
    answer(evening, "disputed", reason="Only six cards")
    page = load_page(evening)
    assert "Before deal 2" not in page
    assert "opens with" not in page
    assert "does not count" in Client().get(address(evening, "table_answer", 1)).content.decode()


def test_the_totals_of_a_disputed_deal_are_explained(evening: Evening) -> None:
    written(evening)
    assert "the totals after it are those before it" not in load_answer(evening)
    answer(evening, "disputed", reason="Only six cards")
    assert "the totals after it are those before it" in load_answer(evening)
