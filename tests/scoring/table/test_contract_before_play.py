"""The contract of a deal as a table enters it before play: call by call or its outcome, on two phones."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from scoring import recording
from scoring.core.vocabulary import Contract, Strain
from scoring.models import Deal, DealVersion, Game
from scoring.store.bidding import DealBidding, bidding_of_deal
from tests.pages.reading_pages import forms_of
from tests.scoring.entry.test_entry_pages import Evening, form_values, post_entry, text_of

pytestmark = pytest.mark.django_db

THREE_SPADES = Contract(1, 3, Strain.SPADES, doubled=False)
# A samba and three canastas: enough for three spades.
MADE = {
    "ended": "out-1",
    "side1-combination_samba": "2",
    "side1-combination_red": "2",
    "side1-meld_points": "600",
    "side0-hand_points": "50",
}

CONTRACT_FOLD = r'<details class="fold">\s*<summary><span>Correct the contract'

OUTBOX = {"Talon-Outbox": "1"}


class Phone:
    """A phone at the table without scripts: its buttons are sent with the form that has them."""

    def __init__(self, evening: Evening, number: int = 1) -> None:
        self.address = reverse("scoring:table_contract", args=[evening.table.secret, number])
        self.client = Client()
        self.page = ""

    def look(self) -> str:
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        self.page = answer.content.decode()
        return text_of(self.page)

    def call(self, *calls: str) -> None:
        """Each call as the page offers it; afterwards the page is looked at again."""
        for call in calls:
            self.press(f"call:{call}")

    def press(self, act: str, **typed: str) -> str:
        """A button of the page that this phone shows."""
        if not self.page:
            self.look()
        answer = self.client.post(self.address, {**self.fields, **typed, "act": act}, follow=True)
        self.page = answer.content.decode()
        return text_of(self.page)

    @property
    def fields(self) -> dict[str, str]:
        (form,) = [form for form in forms_of(self.page, self.address) if "contract-calls" in form.fields]
        return form.sent()

    def outcome_fields(self, **typed: str) -> dict[str, str]:
        (form,) = [form for form in forms_of(self.page, self.address) if "contract-side" in form.fields]
        return {
            **form.sent(),
            **{f"contract-{name}": value for name, value in typed.items()},
            "act": "outcome",
        }

    def save_outcome(self, **typed: str) -> str:
        if not self.page:
            self.look()
        answer = self.client.post(self.address, self.outcome_fields(**typed), follow=True)
        self.page = answer.content.decode()
        return text_of(self.page)


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def game(evening: Evening) -> Game:
    """Berta Ek drew highest and speaks first; deal 1 has been dealt."""
    game = evening.game("sitoumussamba")
    recording.start_deal(evening.by, game, 1, uuid.uuid4())
    return game


@pytest.fixture
def phone(evening: Evening, game: Game) -> Phone:
    return Phone(evening)


def deal_of(game: Game, number: int = 1) -> Deal:
    return Deal.objects.select_related("game__book").get(game=game, number=number)


def bidding_of(game: Game) -> DealBidding | None:
    return bidding_of_deal(deal_of(game))


def contract_of(game: Game) -> Contract | None:
    bidding = bidding_of(game)
    return None if bidding is None else bidding.contract


def test_what_another_phone_has_overtaken_stands_in_the_form_again(evening: Evening, phone: Phone) -> None:
    other = Phone(evening)
    other.look()
    phone.save_outcome(side="0", level="1", strain="clubs")
    told = other.save_outcome(side="1", level="2", strain="spades")
    assert "Somebody else has entered" in told
    (form,) = [form for form in forms_of(other.page, other.address) if "contract-side" in form.fields]
    sent = form.sent()
    assert [sent[f"contract-{name}"] for name in ("side", "level", "strain")] == ["1", "2", "spades"]


def test_a_start_stays_while_its_contract_is_there(evening: Evening, game: Game, phone: Phone) -> None:
    phone.save_outcome(side="0", level="1", strain="clubs")
    with pytest.raises(recording.NotNow, match="contract of this deal"):
        recording.take_start_back(evening.by, game, 1, uuid.uuid4())
    assert Deal.objects.filter(game=game).exists()


def table_page(evening: Evening) -> str:
    return Client().get(reverse("scoring:table", args=[evening.table.secret])).content.decode()


def entered(bidding: DealBidding | None, version: int = 0, number: int = 1) -> recording.EnteredBidding:
    return recording.EnteredBidding(number=number, version=version, bidding=bidding, key=uuid.uuid4())


# --- entering ---------------------------------------------------------------------------------------------


def test_each_call_is_kept_by_the_server_and_the_last_bid_is_the_contract(phone: Phone, game: Game) -> None:
    phone.call("2 hearts", "pass")
    bidding = bidding_of(game)
    assert bidding is not None
    assert (bidding.calls, bidding.is_over) == (("2 hearts", "pass"), False)
    phone.call("3 spades", "pass", "pass", "pass")
    assert contract_of(game) == THREE_SPADES
    assert LogEntry.objects.filter(act="contract.entered").count() == 6


def test_another_phone_sees_the_calls_and_goes_on_with_them(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.call("2 hearts")
    other = Phone(evening)
    assert "Berta Ek 2 hearts ♥" in other.look()
    other.call("double")
    assert contract_of(game) == Contract(1, 2, Strain.HEARTS, doubled=True)


def test_the_outcome_alone_is_enough(evening: Evening, phone: Phone, game: Game) -> None:
    told = phone.save_outcome(side="1", level="3", strain="spades")
    assert "The contract has been saved." in told
    assert "3 spades ♠, by Berta Ek – Bo Falk, deal 1" in told
    assert contract_of(game) == THREE_SPADES


def test_an_outcome_without_its_level_is_not_saved(phone: Phone, game: Game) -> None:
    assert "Enter the level of the bid." in phone.save_outcome(side="1", strain="spades")
    assert bidding_of(game) is None


def test_that_there_is_no_contract_is_entered_too(evening: Evening, phone: Phone, game: Game) -> None:
    phone.save_outcome(side="none")
    assert bidding_of(game) == DealBidding()
    assert "Deal 1 is played without a contract." in text_of(table_page(evening))


def test_bids_that_cannot_open_are_walked_down(phone: Phone, game: Game) -> None:
    phone.call("1 clubs", "2 hearts", "pass", "pass", "pass")
    phone.press("cannot-open")
    bidding = bidding_of(game)
    assert bidding is not None
    assert (bidding.contract, bidding.failed) == (Contract(1, 1, Strain.CLUBS, doubled=False), (1, 0))


# --- taking back ------------------------------------------------------------------------------------------


def test_the_last_call_and_the_whole_contract_are_taken_back(phone: Phone, game: Game) -> None:
    phone.call("2 hearts", "pass")
    phone.press("take-back")
    bidding = bidding_of(game)
    assert bidding is not None
    assert bidding.calls == ("2 hearts",)
    phone.press("start-again")
    assert bidding_of(game) is None


def test_the_director_puts_back_what_had_been_entered_before(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.call("2 hearts", "pass")
    last = LogEntry.objects.filter(act="contract.entered").latest("number")
    address = reverse("clubs:undo", args=[game.book_id, last.number])
    client = evening.at_desk()
    (form,) = [form for form in forms_of(client.get(address).content.decode(), "") if "key" in form.fields]
    assert client.post(address, form.sent()).status_code == 302
    bidding = bidding_of(game)
    assert bidding is not None
    assert bidding.calls == ("2 hearts",)
    # The first call is no longer the last thing that was entered.
    first = LogEntry.objects.filter(act="contract.entered").earliest("number")
    told = text_of(client.get(reverse("clubs:undo", args=[game.book_id, first.number])).content.decode())
    assert "Puts back what had been entered before it." in told


def test_after_the_deal_is_recorded_its_sheet_has_the_contract(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.save_outcome(side="1", level="3", strain="spades")
    post_entry(Client(), evening.at_table(), player=evening.player(game, 1), **MADE)
    with pytest.raises(recording.AlreadyChanged):
        recording.enter_bidding(evening.by, game, entered(None, version=1))
    assert Client().get(phone.address).status_code == 302


# --- at once and again ------------------------------------------------------------------------------------


def test_a_call_sent_twice_is_made_once(phone: Phone, game: Game) -> None:
    phone.look()
    sent = {**phone.fields, "act": "call:pass"}
    for _again in range(2):
        assert phone.client.post(phone.address, sent).status_code == 302
    bidding = bidding_of(game)
    assert bidding is not None
    assert bidding.calls == ("pass",)
    assert LogEntry.objects.filter(act="contract.entered").count() == 1


def test_two_phones_do_not_overwrite_each_other(evening: Evening, phone: Phone, game: Game) -> None:
    other = Phone(evening)
    phone.look()
    other.look()
    phone.call("2 hearts")
    told = other.press("call:pass")
    assert "Somebody else has entered a call or the contract in the meantime" in told
    assert "Berta Ek 2 hearts ♥" in told
    other.page = ""
    stale = Phone(evening)
    stale.look()
    phone.call("pass")
    assert "in the meantime" in stale.save_outcome(side="0", level="1", strain="clubs")
    bidding = bidding_of(game)
    assert bidding is not None
    assert bidding.calls == ("2 hearts", "pass")


def test_a_phone_that_keeps_its_calls_is_answered_each_time(phone: Phone, game: Game) -> None:
    phone.look()
    sent = {**phone.fields, "act": "call:2 hearts"}
    answers = [phone.client.post(phone.address, sent, headers=OUTBOX) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(201, phone.address)] * 2
    bidding = bidding_of(game)
    assert bidding is not None
    assert bidding.calls == ("2 hearts",)


def test_an_outcome_that_was_kept_does_not_overwrite_a_newer_contract(
    evening: Evening, phone: Phone, game: Game
) -> None:
    late = Phone(evening)
    late.look()
    sent = late.outcome_fields(side="0", level="1", strain="clubs")
    phone.save_outcome(side="1", level="3", strain="spades")
    told = text_of(late.client.post(late.address, sent, headers=OUTBOX).content.decode())
    assert "this is how it stands. 3 spades ♠, by Berta Ek – Bo Falk, deal 1" in told
    assert contract_of(game) == THREE_SPADES


def test_a_call_that_comes_after_its_deal_is_refused_and_a_known_one_is_acknowledged(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.look()
    stored = phone.outcome_fields(side="1", level="3", strain="spades")
    phone.client.post(phone.address, stored)
    phone.look()
    late = {**phone.fields, "act": "call:2 hearts"}
    post_entry(Client(), evening.at_table(), player=evening.player(game, 1), **MADE)
    again, refused = (phone.client.post(phone.address, sent, headers=OUTBOX) for sent in (stored, late))
    assert (again.status_code, refused.status_code) == (201, 409)
    assert "Deal 1 has been recorded in the meantime." in text_of(refused.content.decode())


def test_calls_that_cannot_follow_each_other_are_refused(evening: Evening, game: Game) -> None:
    bidding = DealBidding(contract=THREE_SPADES, auction=None, calls=("3 spades",))
    with pytest.raises(ValidationError):
        recording.enter_bidding(evening.by, game, entered(bidding))


def test_a_deal_that_is_not_dealt_and_a_game_without_contracts_have_none(evening: Evening) -> None:
    samba = evening.game()
    with pytest.raises(recording.NotNow):
        recording.enter_bidding(evening.by, samba, entered(None))
    recording.start_deal(evening.by, samba, 1, uuid.uuid4())
    with pytest.raises(recording.NotNow):
        recording.enter_bidding(evening.by, samba, entered(DealBidding()))
    assert Client().get(Phone(evening).address).status_code == 404
    assert "contract" not in table_page(evening).lower()


# --- who sees it ------------------------------------------------------------------------------------------


def test_starting_a_deal_leads_to_its_contract(evening: Evening) -> None:
    game = evening.game("sitoumussamba")
    sent = {"game": str(game.pk), "number": "1", "key": str(uuid.uuid4())}
    answer = Client().post(reverse("scoring:table_start", args=[evening.table.secret]), sent)
    assert answer["Location"] == Phone(evening).address


def test_the_table_the_desk_and_everybody_else_see_the_contract(
    evening: Evening, phone: Phone, game: Game
) -> None:
    assert "Not entered yet." in text_of(table_page(evening))
    phone.call("pass")
    for page in seen_by_all(evening, game):
        assert "The auction of deal 1 so far: Berta Ek: Pass" in page
    phone.call("pass", "pass", "2 twos", "double")
    for page in seen_by_all(evening, game):
        assert "2 twos, doubled, by Anna Berg – Arne Dal, deal 1" in page
    desk = evening.at_desk().get(reverse("scoring:desk", args=[game.book_id]))
    assert "2 twos, doubled, by Anna Berg – Arne Dal, deal 1" in text_of(desk.content.decode())


def seen_by_all(evening: Evening, game: Game) -> list[str]:
    public = Client().get(reverse("scoring:game", args=[game.pk])).content.decode()
    desk = evening.at_desk().get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    return [text_of(page) for page in (table_page(evening), public, desk)]


def test_the_doubler_leads_on_the_page_of_the_table(evening: Evening, phone: Phone) -> None:
    phone.call("2 hearts", "double")
    assert re.search(r"<dt>Plays first</dt><dd>Anna Berg</dd>", table_page(evening))


def test_the_dealer_is_asked_once_where_nobody_has_drawn(evening: Evening) -> None:
    game = evening.game("sitoumussamba")
    Game.objects.filter(pk=game.pk).update(first_side=None)
    recording.start_deal(evening.by, game, 1, uuid.uuid4())
    phone = Phone(evening)
    assert "Begin the auction" in phone.look()
    told = phone.press("dealer", **{"contract-dealer": "3"})
    assert "Anna Berg to call." in told
    phone.save_outcome(side="none")
    # The deal after one whose auction was kept: the next player deals.
    again = Phone(evening)
    again.press("dealer", **{"contract-dealer": "3"})
    post_entry(Client(), evening.at_table(), player=evening.player(game, 1), **MADE)
    recording.start_deal(evening.by, game, 2, uuid.uuid4())
    assert "Berta Ek to call." in Phone(evening, 2).look()


# --- the deal itself --------------------------------------------------------------------------------------


def test_the_form_of_the_deal_comes_with_the_contract_filled_in(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.call("1 clubs", "2 hearts", "pass", "pass", "pass")
    phone.press("cannot-open")
    page = Client().get(evening.at_table()).content.decode()
    values = form_values(page)
    assert (values["contract-side"], values["contract-level"], values["contract-strain"]) == (
        "1",
        "1",
        "clubs",
    )
    assert values["side0-penalty_bid_without_opening"] == "1"
    assert values["contract-calls"] == "1 clubs,2 hearts,pass,pass,pass"
    told = text_of(page)
    assert "1 club ♣, by Berta Ek – Bo Falk, deal 1" in told
    assert "afterwards only as § 41 B allows" in told


def test_another_contract_than_before_play_is_shown_to_whoever_approves(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.save_outcome(side="1", level="3", strain="hearts")
    changed = {**MADE, "contract-strain": "spades", "player": evening.player(game, 1)}
    post_entry(Client(), evening.at_table(), **changed)
    version = DealVersion.objects.get(deal__game=game)
    assert version.sheet["contract"]["strain"] == "spades"
    answer = reverse("scoring:table_answer", args=[evening.table.secret, 1])
    for address in (answer, reverse("scoring:deal", args=[game.pk, 1])):
        told = text_of(Client().get(address).content.decode())
        assert "Contract entered before play 3 hearts ♥" in told
        assert "Bid 3 spades ♠" in told


def test_the_public_page_of_a_deal_keeps_the_calls(evening: Evening, phone: Phone, game: Game) -> None:
    calls = "Berta Ek: 2 hearts ♥, Anna Berg: Pass, Bo Falk: 3 spades ♠, Arne Dal: Pass"
    phone.call("2 hearts", "pass", "3 spades", "pass")
    address = reverse("scoring:deal", args=[game.pk, 1])
    assert f"Auction {calls}" in text_of(Client().get(address).content.decode())
    phone.call("pass", "pass")
    post_entry(Client(), evening.at_table(), player=evening.player(game, 1), **MADE)
    told = text_of(Client().get(address).content.decode())
    assert f"Auction {calls}, Berta Ek: Pass, Anna Berg: Pass" in told
    assert "Contract entered before play" not in told


def test_at_the_desk_the_contract_is_filled_in_and_open_for_the_keys(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.save_outcome(side="1", level="3", strain="spades")
    page = evening.at_desk().get(reverse("scoring:deal_new", args=[game.pk])).content.decode()
    assert form_values(page)["contract-level"] == "3"
    assert "Correct the contract" not in page


def test_a_correction_folds_the_contract_until_it_is_what_is_corrected(
    evening: Evening, phone: Phone, game: Game
) -> None:
    phone.save_outcome(side="1", level="3", strain="spades")
    post_entry(Client(), evening.at_table(), player=evening.player(game, 1), **MADE)
    address = reverse("scoring:table_deal", args=[evening.table.secret, 1])
    page = Client().get(address).content.decode()
    told = "3 spades ♠, by Berta Ek – Bo Falk, deal 1 Correct the contract"
    assert told in text_of(page)
    assert re.search(CONTRACT_FOLD, page)
    typed = {**form_values(page), "contract-level": "4", "act": "count"}
    page = Client().post(address, typed).content.decode()
    assert told in text_of(page)
    assert re.search(CONTRACT_FOLD.replace('"fold"', '"fold" open'), page)
    at_desk = evening.at_desk().get(reverse("scoring:deal_amend", args=[game.pk, 1])).content.decode()
    assert told in text_of(at_desk)
