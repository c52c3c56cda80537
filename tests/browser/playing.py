"""A game of canasta at a table, as people play it: the phone that lies on the table, and the thumbs on it.

Everything on the pages of a table is found by its role and its words in English, or by the name of its field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

from scoring.core.cards import SUITS
from tests.browser.evening import Body, TableSet

MINUS = "\N{MINUS SIGN}"
# So many cards the keys of the keypad lay beside each other at once.
FEWEST_AT_ONCE, MOST_AT_ONCE = 3, 7


def figure(points: int) -> str:
    """Points as English pages write them: 2,725 and −85."""
    return f"{points:,}".replace("-", MINUS)


def signed(points: int) -> str:
    """Points of a line: plus as well as minus."""
    return f"+{figure(points)}" if points > 0 else figure(points)


class TablePhone:
    """The phone that lies on the table and is handed from side to side."""

    def __init__(self, page: Page, table: TableSet) -> None:
        self.page, self.table = page, table
        # Whether melds are laid down by thumb, not typed in letters.
        self.by_keypad = False

    # The page of the table.

    def open(self) -> None:
        self.page.goto(self.table.address)

    def take_seats(self, highest: str, left: str | None = None) -> None:
        """Say who drew the highest card, and who sits to the left of that player."""
        self.follow(self.link("Enter who drew highest"), "seats/")
        self.choose("highest", highest)
        if left is not None:
            self.choose("left", left)
        self.follow(self.button("Save the seats"))
        self.shows("The seats have been saved.")

    def start(self, number: int) -> None:
        """The cards are dealt."""
        self.deal_out(number)
        if self.page.url.endswith("/contract/"):
            self.follow(self.link("Back to the table"))

    def deal_out(self, number: int) -> None:
        """The cards are dealt; where there are contracts, the page of the auction comes next."""
        self.button(re.compile(rf"^Start deal {number}\b")).tap()
        begun = self.page.locator("#step, h1").filter(has_text=re.compile(rf"^Deal {number}\b"))
        expect(begun).to_be_visible()

    def shows(self, sentence: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(sentence)

    @property
    def openings(self) -> list[str]:
        """What each side needs in this deal, as the page says it in large figures."""
        return [" ".join(told.split()) for told in self.page.locator(".sides .needs").all_inner_texts()]

    @property
    def totals(self) -> list[str]:
        """What each side has, as the head of the page says it."""
        told = self.page.locator(".sides .has").all_inner_texts()
        return [text.rpartition(":")[2].strip() for text in told]

    def turn(self, what: str) -> str:
        """Who does something in this deal: “Deals”, “Plays first”, “Sits out”."""
        term = self.page.locator(".turns div").filter(has=self.page.get_by_text(what, exact=True))
        return term.locator("dd").inner_text()

    # Writing a deal down.

    def open_deal(self, number: int) -> None:
        self.follow(self.link(f"Enter deal {number}"), f"deals/{number}/")

    def write(self, body: Body, *, writer: str) -> None:
        """Type a whole deal into its page."""
        self.page.get_by_label("Who is recording this?").select_option(label=writer)
        self.say_how_it_ended(body)
        if body.get("contract"):
            self.bid(body["contract"])
        for side, hand in enumerate(body["hands"]):
            if hand is not None:
                self.write_side(side, hand)
        for side, times in enumerate(body.get("opening_raises") or ()):
            self.type_rare(side, "opening_raises", times)

    def say_how_it_ended(self, body: Body) -> None:
        out = next((side for side, hand in enumerate(body["hands"]) if hand and hand.get("went_out")), None)
        self.touch("ended", body["ended"] if out is None else f"out-{out}")
        if any(hand and hand.get("concealed") for hand in body["hands"]):
            self.page.locator("[name=concealed]").tap()

    def bid(self, contract: Mapping[str, Any]) -> None:
        """The contract: whose, how high, in what, doubled."""
        for name in ("side", "level", "strain"):
            self.touch(f"contract-{name}", str(contract[name]))
        if contract.get("doubled"):
            self.page.locator("[name=contract-doubled]").tap()

    def go_to_contract(self, number: int) -> None:
        """The auction of the deal, which is entered before it is played."""
        self.follow(self.link("Enter the contract"), f"deals/{number}/contract/")

    def play(self) -> None:
        """The contract is known: back to the table."""
        self.follow(self.link("To the table: play"))

    def open_auction(self) -> None:
        self.page.get_by_text("The auction, call by call").tap()

    def call(self, *calls: tuple[str, str]) -> None:
        """The next calls of the auction; before each the page says who speaks."""
        box = self.page.locator("#contract")
        for player, call in calls:
            expect(box).to_contain_text(f"{player} to call.")
            box.get_by_role("button", name=call).tap()
            expect(box.locator(".calls li").last).to_contain_text(f"{player} {call}", use_inner_text=True)

    def cannot_open(self, player: str, bid: str) -> None:
        """The highest bid that is left is walked down from, by one touch."""
        box = self.page.locator("#contract")
        expect(box).to_contain_text(f"{player} has bid {bid}.")
        box.get_by_role("button", name=f"{player} cannot open: {MINUS}1,000").tap()
        expect(box).to_contain_text(f"{player} could not open with {bid}: {MINUS}1,000")

    def contract_is(self, player: str, bid: str, leader: str) -> None:
        """What the auction has led to, and who begins."""
        box = self.page.locator("#contract")
        expect(box).to_contain_text(f"{player} has bid {bid}.")
        expect(box).to_contain_text(f"{leader} leads.")

    def write_side(self, side: int, hand: Body) -> None:
        if "tally" in hand:
            self.write_tally(side, hand["tally"])
        else:
            self.write_cards(side, hand)
        self.type_in(side, "red_threes", hand.get("red_threes", 0))
        for code, times in (hand.get("penalties") or {}).items():
            self.type_rare(side, f"penalty_{code}", times)
        if hand.get("forfeits_card_points"):
            self.unfold(side, "forfeits_card_points").tap()

    def write_tally(self, side: int, tally: Mapping[str, Any]) -> None:
        """As on paper."""
        for code, count in tally["combinations"].items():
            self.type_in(side, f"combination_{code}", count)
        for name, value in tally.items():
            if name != "combinations":
                self.type_in(side, name, value)

    def write_cards(self, side: int, hand: Body) -> None:
        """By cards: by thumb on the keypad, or in letters, one meld a line."""
        self.touch(f"side{side}-way", "melds")
        if not self.by_keypad:
            self.type_in(side, "melds", "\n".join(hand["melds"]))
            self.type_in(side, "hand", hand["hand"])
            return
        for meld in hand["melds"]:
            self.lay_down(side, meld)
        expect(self.column(side).locator(".read li:not(.bad)")).to_have_count(len(hand["melds"]))
        self.press_cards(side, hand["hand"])
        self.press(side, "hand")

    def lay_down(self, side: int, meld: str) -> None:
        """A meld by thumb. Of a sequence the two ends are enough."""
        if meld[0] in SUITS:
            self.press(side, "suit", suit=meld[0])
            self.press(side, "card", card=meld[1])
            self.press(side, "card", card=meld[-1])
        else:
            self.press_cards(side, meld)
        self.press(side, "meld")

    def press_cards(self, side: int, cards: str) -> None:
        """Each card once, and then how many there are of it; or touched again, where no key says so many."""
        for card, many in Counter(cards).items():
            self.press(side, "card", card=card)
            counted = min(many, MOST_AT_ONCE) if many >= FEWEST_AT_ONCE else 1
            if counted > 1:
                self.press(side, "times", times=str(counted))
            for _again in range(many - counted):
                self.press(side, "card", card=card)

    def press(self, side: int, value: str, **data: str) -> None:
        """A key of a side's keypad."""
        which = "".join(f"[data-{name}='{what}']" for name, what in data.items())
        self.column(side).locator(f".keypad button[value='{value}']{which}").tap()

    def type_rare(self, side: int, name: str, value: int) -> None:
        """A penalty, or what else is folded away."""
        if value:
            self.unfold(side, name)
            self.type_in(side, name, value)

    def unfold(self, side: int, name: str) -> Locator:
        """A field that is folded away until it is needed."""
        field = self.field(side, name)
        if not field.is_visible():
            self.column(side).locator("details.fold > summary").tap()
        return field

    def type_in(self, side: int, name: str, value: int | str) -> None:
        """What there is none of is left empty."""
        if not value:
            return
        field = self.field(side, name)
        field.tap()
        field.fill(str(value))

    def field(self, side: int, name: str) -> Locator:
        return self.page.locator(f"[name='side{side}-{name}']")

    def column(self, side: int) -> Locator:
        return self.page.locator(f".side[data-side='{side}']")

    def foresees(self, totals: Sequence[int]) -> None:
        """While one types the page says what the deal would lead to."""
        running = self.page.locator("#preview tr.running td")
        expect(running).to_have_text([figure(total) for total in totals])

    def look_again(self) -> None:
        """Whatever is unlikely has been looked at."""
        looked = self.page.get_by_label("We have checked: it is correct.")
        with self.page.expect_response("**/preview/"):
            looked.tap()
        expect(looked).to_be_checked()

    def record(self) -> None:
        """Send what was typed; it leads back to the table."""
        self.follow(self.send_button())

    # A poor connection.

    def lose_the_network(self) -> None:
        self.page.context.set_offline(True)

    def find_the_network(self) -> None:
        self.page.context.set_offline(False)

    def lose_the_answer(self) -> None:
        """The deal that is sent next arrives, and the phone never hears of it."""

        def swallowed(route: Route) -> None:
            assert route.fetch().status == HTTPStatus.CREATED
            route.abort()

        self.page.route(f"**{self.table.address}deals/*/", swallowed, times=1)

    def try_to_record(self) -> None:
        """Send what was typed, with no answer: the phone keeps it, and says so where one looks."""
        self.send_button().tap()
        told = self.page.get_by_role("status").get_by_text("not sent yet")
        expect(told).to_be_visible()
        expect(told).to_be_in_viewport()

    def is_back(self) -> None:
        """What was typed before the page was opened anew stands there again."""
        expect(self.page.get_by_role("status").get_by_text("Your earlier entry has been")).to_be_visible()

    # The other side.

    def hand_over(self, number: int, *sides: int) -> None:
        """The phone goes to those who have not written the deal, and they see it."""
        names = " / ".join(self.table.side(side) for side in sides)
        self.follow(self.link(f"Hand the phone to {names}"), f"deals/{number}/answer/")

    def approve(self, number: int, player: str, code: str = "") -> None:
        """A player of another side says that it is right, with the digits of its slip if they are asked."""
        self.choose("player", player)
        digits = self.page.locator("[name=code]")
        if digits.count():
            digits.fill(code)
        self.follow(self.button("Correct: approve"))
        self.shows(f"Deal {number} has been approved")

    # Two protocols.

    def open_protocol(self, number: int, side: int) -> None:
        """A side's own protocol of a deal."""
        self.follow(self.link(f"Record as {self.table.side(side)}"), f"deals/{number}/?side={side}")

    def compare(self, number: int) -> list[list[str]]:
        """The rows on which the protocols differ: what it is, of which side, and what each says."""
        self.follow(self.link("Show the differences"), f"deals/{number}/compare/")
        rows = self.page.locator("table.compared tbody tr").all()
        return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]

    def take(self, side: int, player: str) -> None:
        """A player of another side takes a side's protocol in place of his own."""
        heading = self.page.get_by_role("heading", name=f"Score sheet of {self.table.side(side)}")
        offer = self.page.locator("section.offer").filter(has=heading)
        offer.locator("details.fold > summary").tap()
        offer.locator("label").filter(has_text=player).tap()
        self.follow(offer.get_by_role("button", name="We accept this score sheet"))

    # Touching.

    def follow(self, target: Locator, to: str = "") -> None:
        """Tap what leads to a page of the table, and wait until it is there."""
        target.tap()
        self.is_at(to)

    def is_at(self, to: str = "") -> None:
        """Wait until a page of the table is there: without more, the table's own."""
        here = re.compile(re.escape(f"{self.table.address}{to}") + "$")
        try:
            # A second tap on a link begins to load the page again: it is the address that is waited for.
            expect(self.page).to_have_url(here)
            self.page.wait_for_load_state()
        except (AssertionError, TooLate):
            told = self.page.locator("main").inner_text()
            raise AssertionError(f"{self.page.url}, not {self.table.address}{to}, says:\n{told}") from None
        self.fits()

    def fits(self) -> None:
        """Nothing is pushed out of the small window."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url

    def choose(self, name: str, label: str) -> None:
        """One of several, by what stands beside it."""
        self.page.locator("label").filter(has=self.page.locator(f"[name='{name}']"), has_text=label).tap()

    def touch(self, name: str, value: str) -> None:
        """One of several, by what it stands for."""
        self.page.locator("label").filter(has=self.page.locator(f"[name='{name}'][value='{value}']")).tap()

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def send_button(self) -> Locator:
        # A question about what is unlikely has a button of its own above this one.
        return self.button(re.compile("^(Record the deal|Hand in the score sheet)$")).last
