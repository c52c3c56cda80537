"""A game of an event on the phone of its table: from the PIN to the drawn signatures and the next seats.

Every button is tapped twice, and after each act the way back is taken: nothing is done twice, nothing is out
of date. The last deal is written down by thumb; those before, and the other table, play through the verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.core.pipeline import DealResult
from tests.browser.conftest import listen
from tests.browser.evening import Body, Match, Stored, TableSet
from tests.browser.evening_house import House
from tests.browser.live_event import told
from tests.browser.playing import TablePhone
from tests.browser.signing import draw_by_finger
from tests.browser.test_games import CONTRACTS, SAMBA, uncharged
from tests.house.starting import Talon

# A contract that is made, and a game that ends with it.
SITOUMUSSAMBA = replace(
    CONTRACTS, label="Sitoumussamba", deals=[*CONTRACTS.deals[:-1], uncharged(CONTRACTS.deals[-1])]
)


class HastyPhone(TablePhone):
    """A phone in the hands of somebody who taps every button twice."""

    def __init__(self, page: Page, table: TableSet, codes: list[str]) -> None:
        super().__init__(page, table)
        self.codes = codes

    def tap_twice(self, target: Locator) -> None:
        """The second tap falls where the first one fell, whatever is there by then."""
        target.scroll_into_view_if_needed()
        place = target.bounding_box()
        assert place is not None
        at = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        self.page.touchscreen.tap(*at)
        self.page.touchscreen.tap(*at)

    def goes_back(self, to: str, says: str | re.Pattern[str]) -> None:
        """The way back, what the page there says now, and the table again."""
        self.page.go_back()
        self.is_at(to)
        self.shows(says)
        self.open()

    def start(self, number: int) -> None:
        self.tap_twice(self.button(re.compile(rf"^Start deal {number}\b")))
        begun = self.page.locator("#step, h1").filter(has_text=re.compile(rf"^Deal {number}\b"))
        expect(begun).to_be_visible()

    def bid_before_play(self, body: Body) -> Body:
        """The contract is entered before the first card is played; what is left to be written down then."""
        if not self.page.url.endswith("/contract/"):
            return body
        self.page.get_by_text("Only the outcome").tap()
        self.bid(body["contract"])
        self.tap_twice(self.button("Save the contract"))
        self.shows("The contract has been saved.")
        self.open()
        return {**body, "contract": None}

    def write_down(self, number: int, body: Body, scored: DealResult) -> None:
        """A deal is recorded; the way back leads to its correction, not to a second recording."""
        assert scored.score is not None
        self.open_deal(number)
        self.write(body, writer=self.table.sides[0][0])
        self.foresees([side.after for side in scored.score.sides])
        if scored.problems:
            self.look_again()
        self.tap_twice(self.send_button())
        self.is_at()
        self.goes_back(f"deals/{number}/", "What may be changed now")

    def agree(self, number: int) -> None:
        """The other side approves; the way back says so, and does not ask again."""
        self.hand_over(number, 1)
        self.choose("player", self.table.sides[1][0])
        if self.page.locator("[name=code]").count():
            self.page.locator("[name=code]").fill(self.codes[1])
        self.tap_twice(self.button("Correct: approve"))
        self.is_at()
        self.goes_back(f"deals/{number}/answer/", "Approved: ")
        expect(self.button("Correct: approve")).to_have_count(0)

    def sign(self, name: str) -> None:
        """A player draws a signature with a finger."""
        self.choose_player(name)
        draw_by_finger(self.page)
        expect(self.page.locator(".pen-line")).to_have_attribute("d", re.compile(r"^M.*M"))
        self.tap_twice(self.button(re.compile("^Sign$")))
        expect(self.page.get_by_role("img", name=f"Signature: {name}")).to_be_visible()

    def choose_player(self, name: str) -> None:
        self.page.locator("label").filter(has=self.page.locator("[type=radio]"), has_text=name).tap()


@pytest.fixture
def house(talon: Talon) -> House:
    return House(talon.data)


@pytest.fixture
def quiet(touched: Page, talon: Talon) -> Iterator[Page]:
    """A phone of which no page fails."""
    complaints: list[str] = []
    listen(touched, talon.address, complaints)
    yield touched
    assert complaints == []


@pytest.mark.parametrize(
    "match", [SAMBA, pytest.param(SITOUMUSSAMBA, marks=pytest.mark.long)], ids=lambda one: one.label
)
def test_a_game_of_an_event_from_its_pin_to_the_next_seats(
    quiet: Page, talon: Talon, house: House, match: Match
) -> None:
    event, pin = told(talon.data, f"at_tables({match.label!r}, {match.ruleset!r})").split()
    last = len(match.deals)
    table, codes = house.table(int(event), 1, match.deals[:-1])
    house.ask("play", event=int(event), but=[1])
    quiet.goto("/")
    quiet.get_by_label("Table PIN").fill(pin)
    phone = HastyPhone(quiet, table, codes)
    phone.tap_twice(phone.button("Open the table"))
    phone.is_at()
    phone.start(last)
    rest = phone.bid_before_play(match.deals[-1])
    phone.write_down(last, rest, match.expected.deals[-1])
    phone.agree(last)
    phone.shows(f"The game is over: {table.side(1 if match is SAMBA else 0)} won.")
    everybody = list(chain.from_iterable(table.sides))
    phone.follow(quiet.get_by_role("link", name="Sign", exact=True), "sign/")
    for name in everybody:
        phone.sign(name)
    phone.is_at()
    phone.shows("The game is signed")
    phone.page.go_back()
    phone.shows("The game is signed")
    phone.open()
    is_kept_once(Stored(talon.data, table.game), last, len(everybody))
    phone.shows(re.compile(r"Place \d of 4 · \d+ points · round 1 is being played"))
    house.ask("go_on", event=int(event))
    phone.shows(re.compile(r"Round 2 is out: table \d, against"))
    phone.shows(re.compile(r"Place \d of 4 · \d+ points · after round 1"))


def is_kept_once(stored: Stored, deals: int, signatures: int) -> None:
    """However often it was tapped."""
    assert stored.deals == [(number, "confirmed", 1) for number in range(1, deals + 1)]
    once = {"deal.started": 1, "game.signature": signatures, "game.signed": 1}
    assert {act: stored.acts(act) for act in once} == once
