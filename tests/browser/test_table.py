"""The page of a table on several phones: it follows the play, says when it cannot, and works by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE, Open, follows
from tests.browser.evening import Match, TableSet, set_out
from tests.browser.test_pages import enter, reach
from tests.house.starting import Talon

THUMB = 44  # pixels


@pytest.fixture
def table(talon: Talon) -> TableSet:
    """A game that nobody has touched yet."""
    return set_out(talon.data, [Match(label="New", ruleset="samba", people=(2, 2), deals=())])["New"]


@pytest.fixture
def unsteady(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A phone on which a cut connection is no mistake of the page."""
    size = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = chromium.new_context(
        service_workers="block", base_url=talon.address, viewport=size, locale="en"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def start(page: Page, table: TableSet) -> None:
    """Another phone at the table: the cards are dealt."""
    page.goto(table.address)
    page.get_by_role("button", name="Start deal 1").click()
    expect(page.locator("#step")).to_have_text("Deal 1 is being played")


def test_every_phone_at_a_table_sees_what_one_of_them_does(open_page: Open, table: TableSet) -> None:
    watching = open_page(PHONE)
    watching.goto(table.address)
    watching.evaluate("window.stayed = true")
    follows(watching)
    call = watching.get_by_role("link", name="Call the director")
    call.focus()
    start(open_page(PHONE), table)
    expect(watching.locator("#step")).to_have_text("Deal 1 is being played")
    expect(call).to_be_focused()
    assert watching.evaluate("window.stayed")


def test_what_a_followed_page_shows_can_be_touched(open_page: Open, table: TableSet) -> None:
    """The forms that were put in anew are as good as those the page was opened with."""
    watching, other = open_page(PHONE), open_page(PHONE)
    watching.goto(table.address)
    other.goto(f"{table.address}seats/")
    other.locator("[name=highest]").first.check()
    other.get_by_role("button", name="Save the seats").click()
    expect(watching.locator(".turns")).to_contain_text("Plays first")
    watching.get_by_role("button", name="Start deal 1").click()
    expect(watching.locator("#step")).to_have_text("Deal 1 is being played")


def test_a_lost_connection_is_said_quietly_and_made_good(
    unsteady: Page, open_page: Open, table: TableSet
) -> None:
    unsteady.goto(table.address)
    unsteady.evaluate("window.stayed = true")
    unsteady.context.set_offline(True)
    expect(unsteady.locator("[data-live] [role=status]")).to_contain_text("Not connected.")
    start(open_page(PHONE), table)
    expect(unsteady.locator("#step")).to_have_text("Take your seats")
    unsteady.context.set_offline(False)
    expect(unsteady.locator("#step")).to_have_text("Deal 1 is being played")
    assert unsteady.evaluate("window.stayed")


def test_seats_are_taken_and_a_deal_is_started_with_a_keyboard_alone(page: Page, table: TableSet) -> None:
    page.goto(table.address)
    enter(page, "a[href$='/seats/']", "/seats/")
    reach(page, "[name=highest]")
    page.keyboard.press("ArrowDown")
    reach(page, "[name=left]")
    # The third of four is the first of the other side.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    enter(page, "main button.primary", table.address)
    expect(page.locator(".turns")).to_contain_text("Plays first")
    reach(page, "main .step button")
    page.keyboard.press("Enter")
    expect(page.locator("#step")).to_have_text("Deal 1 is being played")


def test_without_scripts_the_table_is_whole(open_page: Open, table: TableSet) -> None:
    page = open_page(PHONE, scripts=False)
    start(page, table)
    page.get_by_role("link", name="Call the director").click()
    page.locator("[name=why]").first.check()
    page.get_by_role("button", name="Call", exact=True).click()
    expect(page.locator("main")).to_contain_text(
        re.compile("The director was called at .*: to check an opening")
    )


def test_nothing_that_is_touched_is_smaller_than_a_thumb(phone: Page, table: TableSet) -> None:
    start(phone, table)
    touched = phone.locator("main a:visible, main button:visible")
    heights = touched.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert min(heights) >= THUMB
