"""The auction on the entry page: who speaks, what may be said, and the walk down of bids that cannot open."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Deal, Game
from tests.pages.reading_pages import forms_of
from tests.scoring.entry.test_entry_pages import Evening, post_entry, text_of, totals

pytestmark = pytest.mark.django_db


class AuctionOnPage:
    """A table of Sitoumussamba whose phone has no script: each call is a button of the form."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.game: Game = evening.game("sitoumussamba")
        self.client = Client()
        self.page = self.client.get(evening.at_table()).content.decode()

    def touch(self, act: str) -> None:
        """A button of the page, with all that the form would send along."""
        answer = self.client.post(self.evening.at_table(), {**self.fields, "act": act})
        assert answer.status_code == 200
        self.page = answer.content.decode()

    def call(self, *calls: str) -> None:
        for call in calls:
            self.touch(f"call:{call}")

    @property
    def fields(self) -> dict[str, str]:
        (form,) = [form for form in forms_of(self.page, "") if "ended" in form.fields]
        return form.sent()

    @property
    def offered(self) -> list[str]:
        return re.findall(r'name="act" value="call:([\w ]+)"', self.page)

    @property
    def text(self) -> str:
        """The text in the fold of the auction."""
        return text_of(self.page.partition('class="fold auction"')[2].partition("</details>")[0])

    def contract(self) -> tuple[str, str, str, bool]:
        values = self.fields
        return (
            values["contract-side"],
            values.get("contract-level", ""),
            values.get("contract-strain", ""),
            "contract-doubled" in values,
        )

    def charged(self) -> list[str]:
        return [self.fields[f"side{side}-penalty_bid_without_opening"] for side in range(2)]


@pytest.fixture
def bidding() -> AuctionOnPage:
    """Berta Ek drew highest: she leads, and the player on her right deals."""
    return AuctionOnPage(Evening())


def test_the_player_on_the_dealers_left_speaks_first_and_then_around_the_table(
    bidding: AuctionOnPage,
) -> None:
    speakers = []
    for _ in range(4):
        speakers += re.findall(r"(\w+ \w+) to call", bidding.text)
        bidding.call("pass")
    assert speakers == ["Berta Ek", "Anna Berg", "Bo Falk", "Arne Dal"]
    assert "Played without a contract." in bidding.text
    assert "Berta Ek leads." in bidding.text
    assert bidding.contract() == ("none", "", "", False)


def test_only_what_is_higher_may_be_bid_and_only_the_other_side_doubles(bidding: AuctionOnPage) -> None:
    assert len(bidding.offered) == 1 + 8 * 6
    bidding.call("7 spades")
    assert bidding.offered == [
        "pass",
        "double",
        "7 canasta",
        "7 twos",
        *(f"8 {strain}" for strain in ("clubs", "diamonds", "hearts", "spades", "canasta", "twos")),
    ]
    bidding.call("pass")
    assert "double" not in bidding.offered
    bidding.call("3 clubs")
    assert bidding.fields["contract-calls"] == "7 spades,pass"


def test_three_passes_make_the_last_bid_the_contract(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "2 hearts", "pass", "pass", "pass")
    assert bidding.contract() == ("0", "2", "hearts", False)
    assert bidding.offered == []
    assert "Anna Berg has bid 2 hearts" in bidding.text
    assert "Opens at once with at least 50 points" in bidding.text


def test_the_doubler_leads_and_the_bidder_opens_as_without_a_bid(bidding: AuctionOnPage) -> None:
    bidding.call("pass", "2 twos", "double")
    assert bidding.contract() == ("0", "2", "twos", True)
    assert "Bo Falk leads." in bidding.text
    assert "§ 16 D" in bidding.text
    assert 'value="cannot-open"' not in bidding.page


@pytest.mark.parametrize(
    ("bid", "opens"),
    [
        (
            "3 canasta",
            "50 points, or a complete canasta or samba; an opening with twos needs at least four of them",
        ),
        ("4 spades", "a sequence of at least three cards in spades"),
        ("4 canasta", "at least four cards of one rank"),
        ("5 twos", "at least four twos"),
    ],
)
def test_what_may_be_opened_with_depends_on_the_bid(bidding: AuctionOnPage, bid: str, opens: str) -> None:
    bidding.call(bid, "pass", "pass", "pass")
    assert opens in bidding.text


def test_bids_that_cannot_open_are_walked_down_and_cost_a_thousand_each(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "2 hearts", "3 twos", "pass", "pass", "pass")
    assert bidding.contract() == ("1", "3", "twos", False)
    bidding.touch("cannot-open")
    assert (bidding.contract(), bidding.charged()) == (("0", "2", "hearts", False), ["", "1"])
    assert "Bo Falk could not open with 3 twos" in bidding.text
    bidding.touch("cannot-open")
    assert (bidding.contract(), bidding.charged()) == (("1", "1", "clubs", False), ["1", "1"])
    bidding.touch("cannot-open")
    assert (bidding.contract(), bidding.charged()) == (("none", "", "", False), ["1", "2"])
    assert "Played without a contract." in bidding.text
    bidding.touch("take-back")
    assert (bidding.contract(), bidding.charged()) == (("1", "1", "clubs", False), ["1", "1"])


def test_a_call_is_taken_back(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "pass", "pass", "pass")
    bidding.touch("take-back")
    assert bidding.fields["contract-calls"] == "1 clubs,pass,pass"
    assert bidding.contract() == ("none", "", "", False)


def test_the_calls_are_stored_beside_the_deal_and_stand_there_again(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "2 hearts", "pass", "pass", "pass")
    bidding.touch("cannot-open")
    played = {"ended": "clock", "side1-meld_points": "100"}
    answer = bidding.client.post(bidding.evening.at_table(), {**bidding.fields, **played})
    assert answer.status_code == 302
    stored = Deal.objects.get().versions.get().sheet
    assert stored["auction"] == {
        "dealer": 0,
        "calls": ["1 clubs", "2 hearts", "pass", "pass", "pass"],
        "failed": ["2 hearts"],
    }
    assert stored["contract"] == {"side": 1, "level": 1, "strain": "clubs", "doubled": False}
    assert totals(bidding.game) == [-2000, 100]
    again = bidding.client.get(bidding.evening.at_table()).content.decode()
    assert 'value="1 clubs,2 hearts,pass,pass,pass"' in again


def test_calls_that_lead_elsewhere_than_the_contract_are_refused(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "pass", "pass", "pass")
    typed = {**bidding.fields, "contract-level": "2", "ended": "stock"}
    page = bidding.client.post(bidding.evening.at_table(), typed).content.decode()
    assert "The calls lead to a different contract" in text_of(page)
    bidding.touch("take-back")
    typed = {**bidding.fields, "ended": "stock"}
    page = bidding.client.post(bidding.evening.at_table(), typed).content.decode()
    assert "The auction is not over yet." in text_of(page)
    assert Deal.objects.count() == 0


def test_swapping_the_columns_leaves_the_bids_where_the_calls_have_put_them(bidding: AuctionOnPage) -> None:
    bidding.call("1 clubs", "2 hearts", "pass", "pass", "pass")
    bidding.touch("cannot-open")
    bidding.touch("swap")
    assert bidding.contract() == ("1", "1", "clubs", False)
    assert bidding.charged() == ["1", ""]


def test_a_call_with_a_script_changes_the_contract_alone(bidding: AuctionOnPage) -> None:
    address = reverse("scoring:table_preview", args=[bidding.evening.table.secret])
    answer = bidding.client.post(address, {**bidding.fields, "act": "call:4 hearts"}).content.decode()
    assert answer.startswith("\n") or answer.lstrip().startswith("<section")
    assert "4 hearts" in answer
    assert 'id="preview"' not in answer


def test_somebody_else_may_be_said_to_deal(bidding: AuctionOnPage) -> None:
    fields = {**bidding.fields, "contract-dealer": "1"}
    answer = bidding.client.post(bidding.evening.at_table(), {**fields, "act": "dealer"})
    page = answer.content.decode()
    assert "Anna Berg to call." in text_of(page)
    # The fold stays open: it looked as if nothing had happened.
    assert '<details class="fold auction" open>' in page
    assert '<details class="fold auction">' in bidding.page


def test_a_contract_may_be_written_without_its_calls(bidding: AuctionOnPage) -> None:
    bid = {"contract-side": "0", "contract-level": "2", "contract-strain": "twos"}
    status, _page = post_entry(
        bidding.client,
        bidding.evening.at_table(),
        **{"ended": "clock", "side0-meld_points": "100", **bid},
    )
    assert status == 302
    assert "auction" not in Deal.objects.get().versions.get().sheet
