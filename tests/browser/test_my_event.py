"""My event: a name that was looked up is remembered on that device, marked and told, until forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Axe, Open, follows
from tests.browser.live_event import told
from tests.house.starting import Talon

KEPT = "localStorage.getItem('talon/entries')"
OUT_OR_OVER = re.compile(r"Round 1 is out: table 1, against|You sit out round 1\.")


def look_up(phone: Page, name: str) -> None:
    phone.get_by_label(re.compile("^Where do I sit")).fill(name)
    phone.get_by_role("button", name="Search").click()


@pytest.fixture
def event(talon: Talon, request: pytest.FixtureRequest) -> int:
    """An event of three pairs whose first round is published."""
    return int(told(talon.data, f"published({request.node.name[:60]!r})"))


def test_who_has_looked_a_name_up_is_told_of_the_next_round_and_forgets_with_one_tap(
    phone: Page, talon: Talon, event: int
) -> None:
    phone.goto(f"/events/{event}/")
    look_up(phone, "agda")
    mine = phone.get_by_role("complementary", name="My event")
    expect(mine).to_contain_text("Agda Fors – Birger Fors")
    expect(mine).to_contain_text(OUT_OR_OVER)
    phone.goto("/")
    expect(mine).to_contain_text(OUT_OR_OVER)
    phone.reload()
    expect(mine).to_contain_text(OUT_OR_OVER)
    phone.goto(f"/events/{event}/rules/")
    phone.evaluate("window.stayed = true")
    follows(phone)
    told(talon.data, f"next_round({event})")
    expect(mine).to_contain_text(re.compile(r"Round 2 is out: table 1, against|You sit out round 2\."))
    expect(mine).to_contain_text(re.compile(r"Place \d of 3 · \d points · after round 1"))
    assert phone.evaluate("window.stayed")
    mine.get_by_role("button", name="Forget on this device").click()
    expect(mine).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-live]")).to_contain_text("Up to date at")
    expect(mine).to_be_hidden()
    assert phone.evaluate(KEPT) == "[]"


def test_it_is_forgotten_also_where_the_address_still_asks_for_it(phone: Page, event: int) -> None:
    phone.goto(f"/events/{event}/rounds/1/?q=agda")
    mine = phone.get_by_role("complementary", name="My event")
    mine.get_by_role("button", name="Forget on this device").click()
    phone.reload()
    expect(phone.locator("[data-live]")).to_contain_text("Up to date at")
    expect(mine).to_be_hidden()


@pytest.mark.parametrize("page", ["", "rounds/2/", "rounds/1/?by=name", "places/", "cross/", "statistics/"])
def test_it_is_marked_in_every_list(phone: Page, talon: Talon, event: int, page: str) -> None:
    told(talon.data, f"next_round({event})")
    phone.goto(f"/events/{event}/{page}")
    named = phone.locator("main a[href*='/entries/'][href^='/events/']").first.get_attribute("href")
    assert named is not None
    phone.goto(named)
    phone.get_by_role("button", name="Remember on this device").click()
    phone.goto(f"/events/{event}/{page}")
    links = phone.locator(f"main a[href='{named}']")
    expect(links.first).to_have_attribute("aria-current", "true")
    assert phone.locator("main .own-row a[aria-current=true]").count() == links.count()
    assert phone.locator("main a[aria-current=true]").count() == links.count()


def test_what_is_remembered_leaves_the_addresses_of_the_other_pages(phone: Page, event: int) -> None:
    phone.goto(f"/events/{event}/rounds/1/?q=agda")
    expect(phone.get_by_role("complementary", name="My event")).to_be_visible()
    phone.get_by_role("link", name="Rules").click()
    expect(phone).to_have_url(re.compile(rf"/events/{event}/rules/$"))


def test_a_friend_who_is_looked_up_does_not_take_one_s_place(phone: Page, event: int) -> None:
    phone.goto(f"/events/{event}/rounds/1/?q=agda")
    mine = phone.get_by_role("complementary", name="My event")
    expect(mine).to_contain_text("Agda Fors")
    phone.goto(f"/events/{event}/rounds/1/?q=edit")
    expect(phone.locator(".answer")).to_contain_text("Edit Moe")
    expect(mine).to_contain_text("Agda Fors")
    expect(mine).not_to_contain_text("Edit Moe")
    phone.locator(".answer").get_by_role("button", name="Remember on this device").click()
    expect(mine).to_contain_text("Edit Moe")
    expect(mine).not_to_contain_text("Agda Fors")
    expect(phone.get_by_role("button", name="Remember on this device")).to_be_hidden()


def test_a_device_that_has_looked_nobody_up_keeps_and_asks_nothing(phone: Page, event: int) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"/events/{event}/")
    expect(phone.locator("[data-live]")).to_contain_text("Up to date at")
    expect(phone.locator("#mine")).to_be_hidden()
    assert phone.evaluate(KEPT) is None
    assert not any(address.endswith("/now/") for address in asked)


def test_without_scripts_who_is_asked_for_goes_along(open_page: Callable[..., Page], event: int) -> None:
    phone = open_page(PHONE, scripts=False)
    phone.goto(f"/events/{event}/rounds/1/?q=agda")
    phone.locator(".tabs a").first.click()
    expect(phone.locator(".answer")).to_contain_text("Agda Fors – Birger Fors")
    expect(phone.get_by_role("button", name="Remember on this device")).to_be_hidden()


def test_what_is_told_keeps_the_accessibility_rules(open_page: Open, axe: Axe, event: int) -> None:
    phone = open_page(PHONE)
    phone.goto(f"/events/{event}/rounds/1/?q=agda")
    expect(phone.get_by_role("complementary", name="My event")).to_be_visible()
    assert axe(phone, styles=True) == []
    phone.goto(f"/events/{event}/entries/1/")
    expect(phone.get_by_role("complementary", name="My event")).to_be_visible()
    assert axe(phone, styles=True) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
