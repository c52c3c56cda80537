"""A deal on a phone by thumb: how many taps it takes, its counts and totals, its contract on two phones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from scoring.core.vocabulary import Contract, Strain
from tests.browser.conftest import PATIENCE, PHONE, SOON
from tests.browser.evening import Match, Stored, TableSet, set_out
from tests.browser.playing import TablePhone
from tests.house.starting import Talon

# What of a phone's height a thumb moves at once.
SWIPE = 0.7
PhoneAt = Callable[[TableSet], "Thumb"]


@dataclass
class Thumb:
    """A thumb on a phone, and what it does."""

    page: Page
    taps: int = 0
    keys: int = 0
    swipes: int = 0

    def tap(self, target: Locator) -> None:
        """Touch what may have to be brought into sight first."""
        box = target.bounding_box()
        assert box is not None
        beyond = max(-box["y"], box["y"] + box["height"] - PHONE[1])
        self.swipes += math.ceil(max(0.0, beyond) / (SWIPE * PHONE[1]))
        target.tap()
        self.taps += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def lead_on(self) -> None:
        """The key of the phone's keyboard that leads to the next field."""
        self.page.keyboard.press("Enter")
        self.keys += 1

    def count(self, side: int, name: str, many: int) -> None:
        more = self.field(side, name).locator("xpath=..").get_by_role("button", name="One more")
        for _one in range(many):
            self.tap(more)

    def field(self, side: int, name: str) -> Locator:
        return self.page.locator(f"[name='side{side}-{name}']")

    def choose(self, name: str, value: str) -> None:
        self.tap(
            self.page.locator("label").filter(has=self.page.locator(f"[name='{name}'][value='{value}']"))
        )

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def record_and_approve(self, other: str, player: str) -> None:
        """The deal is recorded, the phone handed over, and the other side approves."""
        self.tap(self.button("Record the deal"))
        self.tap(self.link(f"Hand the phone to {other}"))
        self.tap(self.page.locator("label").filter(has_text=player))
        self.tap(self.button("Correct: approve"))
        expect(self.page.locator("main")).to_contain_text("has been approved")


@pytest.fixture
def phone_at(chromium: Browser, talon: Talon) -> Iterator[PhoneAt]:
    """Phones that are touched, each with cookies of its own, on the page of a table."""
    contexts: list[BrowserContext] = []

    def opened(table: TableSet) -> Thumb:
        size = ViewportSize(width=PHONE[0], height=PHONE[1])
        context = chromium.new_context(base_url=talon.address, viewport=size, locale="en", has_touch=True)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(table.address)
        return Thumb(page)

    yield opened
    for context in contexts:
        context.close()


def a_table(talon: Talon, ruleset: str) -> TableSet:
    """A table at which the first player of the first side has drawn highest."""
    match = Match(label="New", ruleset=ruleset, people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["New"]


# --- how much there is to do ------------------------------------------------------------------------------


def test_the_taps_of_a_samba_deal(phone_at: PhoneAt, talon: Talon) -> None:
    """From the page of the table to the next deal, approved; it took 17 taps and 17 keys before."""
    table = a_table(talon, "samba")
    thumb = phone_at(table)
    thumb.tap(thumb.button("Start deal 1"))
    thumb.tap(thumb.link("Enter deal 1"))
    thumb.choose("ended", "out-0")
    thumb.count(0, "combination_samba", 1)
    thumb.count(0, "combination_mixed", 1)
    thumb.count(0, "red_threes", 1)
    thumb.tap(thumb.field(0, "meld_points"))
    thumb.type("845")
    thumb.lead_on()
    thumb.type("120")
    thumb.tap(thumb.field(1, "hand_points"))
    thumb.type("85")
    expect(thumb.page.locator("#tally strong")).to_have_text(["2,825", "−85"])
    thumb.record_and_approve(table.side(1), table.sides[1][0])
    thumb.tap(thumb.button("Start deal 2"))
    expect(thumb.page.locator("#step")).to_contain_text("Deal 2 is being played")
    assert (thumb.taps, thumb.keys) == (13, 9)
    assert thumb.swipes <= 10


def test_the_taps_of_a_sitoumussamba_deal(phone_at: PhoneAt, talon: Talon) -> None:
    """The contract is entered when the cards are dealt, and the form has it."""
    table = a_table(talon, "sitoumussamba")
    thumb = phone_at(table)
    thumb.tap(thumb.button("Start deal 1"))
    for calls, call in enumerate(("2 spades ♠", "Pass", "Pass", "Pass"), 1):
        thumb.tap(thumb.button(call))
        expect(thumb.page.locator(".calls li")).to_have_count(calls)
    thumb.tap(thumb.link("To the table: play"))
    thumb.tap(thumb.link("Enter deal 1"))
    thumb.choose("ended", "out-0")
    thumb.count(0, "combination_samba", 1)
    thumb.count(0, "combination_red", 2)
    thumb.tap(thumb.field(0, "meld_points"))
    thumb.type("600")
    thumb.tap(thumb.field(1, "meld_points"))
    thumb.type("100")
    thumb.lead_on()
    thumb.type("50")
    expect(thumb.page.locator("#preview")).to_contain_text("made")
    thumb.record_and_approve(table.side(1), table.sides[1][0])
    thumb.tap(thumb.button("Start deal 2"))
    expect(thumb.page.locator("h1")).to_have_text("Deal 2: the contract")
    (sheet,) = Stored(talon.data, table.game).sheets
    assert sheet.contract == Contract(0, 2, Strain.SPADES, doubled=False)
    assert (thumb.taps, thumb.keys) == (18, 9)
    # Each line of the deal that is approved can be touched for its paragraph: they are as high as a thumb.
    assert thumb.swipes <= 15


# --- counting ---------------------------------------------------------------------------------------------


def test_a_count_goes_up_and_down_and_is_said(phone_at: PhoneAt, talon: Talon) -> None:
    table = a_table(talon, "samba")
    thumb = phone_at(table)
    thumb.page.goto(f"{table.address}deals/1/")
    field = thumb.field(1, "combination_samba")
    fewer = field.locator("xpath=..").get_by_role("button", name="One less")
    for target in (fewer, field.locator("xpath=..").get_by_role("button", name="One more")):
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    thumb.count(1, "combination_samba", 3)
    fewer.tap()
    expect(field).to_have_value("2")
    expect(thumb.page.locator("#stepped")).to_have_text(f"{table.side(1)} Sambas: 2")
    fewer.tap()
    fewer.tap()
    expect(field).to_have_value("")
    fewer.tap()
    expect(field).to_have_value("")


def test_a_penalty_is_counted_too_and_says_what_it_costs(phone_at: PhoneAt, talon: Talon) -> None:
    table = a_table(talon, "samba")
    thumb = phone_at(table)
    thumb.page.goto(f"{table.address}deals/1/")
    thumb.page.locator(".side[data-side='0'] details.fold > summary").tap()
    thumb.count(0, "penalty_drew_out_of_turn", 2)
    label = thumb.page.locator("label").filter(has_text="Drew out of turn").first
    expect(label).to_contain_text("How many times? −100 each (§ 25 c3)")
    thumb.choose("ended", "stock")
    expect(thumb.page.locator("#tally b")).to_have_text(["−200", "0"])


def test_the_totals_stay_at_the_edge_of_the_screen(phone_at: PhoneAt, talon: Talon) -> None:
    table = a_table(talon, "samba")
    thumb = phone_at(table)
    thumb.page.goto(f"{table.address}deals/1/")
    bar = thumb.page.locator("#tally a")
    for side in range(2):
        thumb.field(side, "hand_points").focus()
        expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_contain_text("Before the deal: 0")


# --- the contract on two phones ---------------------------------------------------------------------------


def test_both_phones_see_each_call_and_neither_overwrites_the_other(phone_at: PhoneAt, talon: Talon) -> None:
    table = a_table(talon, "sitoumussamba")
    one, other = phone_at(table), phone_at(table)
    one.tap(one.button("Start deal 1"))
    expect(one.page.locator("h1")).to_have_text("Deal 1: the contract")
    other.page.goto(f"{table.address}deals/1/contract/")
    one.tap(one.button("2 spades ♠"))
    expect(other.page.locator(".calls li")).to_have_count(1, timeout=PATIENCE + SOON)
    other.tap(other.button("Pass"))
    expect(other.page.locator(".calls li")).to_have_count(2)
    expect(one.page.locator(".calls li")).to_have_count(2)
    watching = phone_at(table)
    expect(watching.page.locator("main")).to_contain_text("The auction of deal 1 so far:")
    one.tap(one.button("Pass"))
    expect(one.page.locator(".calls li")).to_have_count(3)
    one.tap(one.button("Double"))
    expect(one.page.locator("[role=alert]")).to_have_count(0)
    expect(watching.page.locator("main")).to_contain_text("2 spades ♠, doubled, by", timeout=PATIENCE)


def test_a_draft_does_not_bring_back_an_older_contract(phone_at: PhoneAt, talon: Talon) -> None:
    table = a_table(talon, "sitoumussamba")
    phone = TablePhone(phone_at(table).page, table)
    phone.start(1)
    phone.open_deal(1)
    phone.bid({"side": 0, "level": 4, "strain": "hearts"})
    phone.type_in(0, "hand_points", 25)
    expect(phone.page.locator("#preview table, #preview .problems").first).to_be_visible()
    other = phone_at(table)
    other.page.goto(f"{table.address}deals/1/contract/")
    other.page.get_by_text("Only the outcome").tap()
    for name, value in (("side", "1"), ("level", "2"), ("strain", "spades")):
        other.choose(f"contract-{name}", value)
    other.tap(other.button("Save the contract"))
    expect(other.page.locator("main")).to_contain_text("The contract has been saved.")
    phone.page.reload()
    phone.is_back()
    expect(phone.page.locator("[name=side0-hand_points]")).to_have_value("25")
    expect(phone.page.locator("[name=contract-side][value='1']")).to_be_checked()
    expect(phone.page.locator("[name=contract-strain][value=spades]")).to_be_checked()


def test_three_sides_share_the_width_of_a_phone(phone_at: PhoneAt, talon: Talon) -> None:
    match = Match(label="Three", ruleset="royal", people=(1, 1, 1), deals=(), highest=(0, 0))
    thumb = phone_at(set_out(talon.data, [match])["Three"])
    thumb.tap(thumb.button("Start deal 1"))
    thumb.tap(thumb.link("Enter deal 1"))
    thumb.choose("ended", "stock")
    for side, points in enumerate(("20", "25", "30")):
        thumb.field(side, "hand_points").fill(points)
    running = thumb.page.locator("#preview tr.running")
    expect(running.locator("td")).to_have_text(["−20", "−25", "−30"])
    widths = running.locator("td").evaluate_all("(cells) => cells.map((cell) => cell.clientWidth)")
    assert min(widths) > PHONE[0] / 4
