"""The page of a round: totals typed by keys alone, on a phone, without scripts, and while others type too."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Axe, Open
from tests.browser.live_round import sign_in, told
from tests.house.starting import Talon

TABLES = 20


def playing(talon: Talon, request: pytest.FixtureRequest, tables: int) -> int:
    return int(told(talon.data, f"playing('{request.node.name}', {tables})"))


def results(talon: Talon, drawn: int) -> list[str]:
    return told(talon.data, f"results({drawn})").split()


def opened(page: Page, drawn: int) -> Page:
    """The page of the round as somebody opens it who has results to type."""
    sign_in(page, drawn)
    page.goto(f"/rounds/{drawn}/results/")
    return page


class Keys:
    """Types on a page, and counts what is pressed besides the digits."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = Counter[str]()

    def number(self, number: int) -> None:
        self.page.keyboard.type(str(number))
        self.press("Enter")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed[key] += 1


def test_twenty_tables_are_typed_by_keys_alone_on_one_page(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    """Two numbers a table and Enter after each; the last Enter closes the round."""
    drawn = playing(talon, request, TABLES)
    keys, loads = Keys(opened(page, drawn)), []
    page.on("load", lambda _page: loads.append(page.url))
    for table in range(TABLES):
        keys.number(10_000 + 5 * table)
        keys.number(5_000)
    expect(page.locator("#results-progress")).to_have_text(f"{TABLES} of {TABLES} tables have finished.")
    expect(page.get_by_role("button", name="Close the round")).to_be_focused()
    assert keys.pressed == {"Enter": 2 * TABLES}
    assert loads == []
    assert results(talon, drawn) == [f"{10_000 + 5 * table}-5000" for table in range(TABLES)]
    keys.press("Enter")
    expect(page.get_by_text("Round 1 is closed.")).to_be_visible()


def test_what_is_unlikely_is_under_the_focus_after_the_last_number(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    drawn = playing(talon, request, 2)
    keys = Keys(opened(page, drawn))
    for number in (105_000, 8_000, 10_000, 5_000):
        keys.number(number)
    sure = page.get_by_role("checkbox", name="The totals are right as they are typed")
    expect(sure).to_be_focused()
    expect(page.locator("#results-progress")).to_have_text("1 of 2 tables have finished.")
    assert results(talon, drawn) == ["none", "10000-5000"]
    keys.press("Enter")
    expect(page.locator("#results-progress")).to_have_text("2 of 2 tables have finished.")
    assert results(talon, drawn) == ["105000-8000", "10000-5000"]


def test_what_is_typed_while_a_row_is_being_saved_stays_and_is_saved_next(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    """The answer to the first number comes when the second has been typed over it."""
    drawn = playing(talon, request, 2)
    keys = Keys(opened(page, drawn))
    held: list[Route] = []

    def hold(route: Route) -> None:
        """The first answer comes when it is let go, the others at once."""
        if held:
            route.continue_()
        held.append(route)

    page.route("**/results/", hold)
    for number in (10_000, 5_000):
        keys.number(number)
    first = page.locator(".result-rows input.number").first
    first.fill("10500")
    held[0].continue_()
    expect(page.locator("#results-progress")).to_have_text("1 of 2 tables have finished.")
    expect(first).to_have_value("10500")
    assert results(talon, drawn) == ["10000-5000", "none"]
    with page.expect_response("**/results/"):
        page.locator(".result-rows input.number").nth(2).focus()
    assert results(talon, drawn) == ["10500-5000", "none"]


def test_on_a_phone_and_without_scripts_all_are_sent_together(
    open_page: Open, talon: Talon, request: pytest.FixtureRequest, axe: Axe
) -> None:
    drawn = playing(talon, request, 2)
    phone = opened(open_page(PHONE, scripts=False), drawn)
    fields = phone.locator(".result-rows input.number")
    for at, total in enumerate(("10 000", "5 000", "10 005")):
        fields.nth(at).fill(total)
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("1 table has a question. It is not saved yet.")).to_be_visible()
    assert results(talon, drawn) == ["10000-5000", "none"]
    expect(fields.nth(2)).to_have_value("10 005")
    fields.nth(3).fill("5000")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("1 result saved.")).to_be_visible()
    assert results(talon, drawn) == ["10000-5000", "10005-5000"]
    other = opened(open_page(PHONE), drawn)
    assert axe(other, styles=True) == []


def test_a_row_without_an_answer_says_so_and_is_sent_with_the_others(
    unsteady: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    drawn = playing(talon, request, 2)
    page = opened(unsteady, drawn)
    keys = Keys(page)

    def lost(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    page.route("**/results/", lost)
    for number in (10_000, 5_000, 10_005, 5_000):
        keys.number(number)
    expect(page.locator(".result-rows > .unsaved")).to_have_count(2)
    page.unroute("**/results/")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("2 results saved.")).to_be_visible()
    assert results(talon, drawn) == ["10000-5000", "10005-5000"]


def test_what_others_enter_comes_by_itself_and_nothing_that_is_being_typed_is_lost(
    page: Page, open_page: Open, talon: Talon, request: pytest.FixtureRequest
) -> None:
    """A row waits while somebody types in it, and says then what the other has typed there."""
    drawn = playing(talon, request, 3)
    opened(page, drawn)
    page.evaluate("window.stayed = true")
    fields = page.locator(".result-rows input.number")
    fields.first.press_sequentially("100")
    other = Keys(opened(open_page(), drawn))
    for number in (10_005, 5_000, 10_010, 6_000):
        other.number(number)
    expect(page.locator("#results-progress")).to_have_text("2 of 3 tables have finished.")
    expect(fields.nth(3)).to_have_value("6000")
    expect(fields.first).to_have_value("100")
    expect(fields.first).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    for total in ("10000", "5000"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    expect(
        page.get_by_text("Somebody else has changed this meanwhile. You typed 10000 : 5000.")
    ).to_be_visible()
    expect(fields.first).to_have_value("10005")
    assert results(talon, drawn) == ["10005-5000", "10010-6000", "none"]
    assert page.evaluate("window.stayed")


def test_the_number_of_a_table_leads_to_its_deals_from_the_first_key_on(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    drawn = int(told(talon.data, f"playing('{request.node.name}', 3, 'both')"))
    sign_in(page, drawn)
    page.goto(f"/rounds/{drawn}/")
    expect(page.get_by_label("Table number")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/games/\d+/deals/new/\?desk=\d+$"))
    expect(page.locator("main")).to_contain_text("Round 1, table 2")


def test_what_needs_attention_leaves_the_tables_in_sight(
    page: Page, open_page: Open, talon: Talon, request: pytest.FixtureRequest, axe: Axe
) -> None:
    """Ten tables call; what is not in sight is one click away."""
    drawn = playing(talon, request, 10)
    told(talon.data, f"calling({drawn})")
    opened(page, drawn)
    page.goto(f"/rounds/{drawn}/")
    expect(page.locator(".result-rows > li").first).to_be_in_viewport()
    expect(page.locator("#needs li:visible")).to_have_count(3)
    expect(page.locator("#further-needs > summary")).to_have_text("7 more")
    page.locator("#further-needs > summary").click()
    expect(page.locator("#needs li:visible")).to_have_count(10)
    phone = open_page(PHONE)
    sign_in(phone, drawn)
    phone.goto(f"/rounds/{drawn}/")
    expect(phone.locator(".result-rows > li")).to_have_count(10)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert axe(phone, styles=True) == []


def test_a_round_is_closed_and_the_next_one_drawn_from_its_page(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    drawn = playing(talon, request, 2)
    keys = Keys(opened(page, drawn))
    for number in (10_000, 5_000, 10_005, 5_000):
        keys.number(number)
    page.get_by_role("button", name="Close the round").click()
    expect(page.get_by_text("Round 1 is closed.")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/rounds/{drawn}/$"))
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.get_by_role("navigation", name="Pages of the event")).to_be_visible()
