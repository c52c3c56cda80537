"""The own page of an entry on a phone: a tap checks in, also without scripts; remembered if one says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, follows
from tests.browser.live_event import told
from tests.browser.test_large_letters import LARGE
from tests.browser.test_my_event import KEPT
from tests.house.starting import Talon


@pytest.fixture
def own(talon: Talon, request: pytest.FixtureRequest) -> str:
    """The address of the own page of the first pair of an event whose first round is published."""
    return told(talon.data, f"own_page({request.node.name[:60]!r})").strip()


def test_a_tap_checks_in_and_another_takes_it_back_without_scripts(open_page: Open, own: str) -> None:
    page = open_page(LARGE, scripts=False)
    page.goto(own)
    assert page.locator("main").evaluate("(it) => it.getBoundingClientRect().right <= innerWidth")
    assert page.locator("main").evaluate("(it) => it.scrollWidth <= it.clientWidth")
    page.get_by_role("button", name="I am here", exact=True).click()
    expect(page.get_by_role("button", name="Take it back: I am not here")).to_be_visible()
    page.get_by_role("button", name="Take it back: I am not here").press("Enter")
    expect(page.get_by_role("button", name="I am here", exact=True)).to_be_visible()


def test_it_is_remembered_only_when_one_says_so_and_my_event_leads_there(phone: Page, own: str) -> None:
    phone.goto(own)
    expect(phone.locator("[data-live]")).to_contain_text("Up to date at")
    assert phone.evaluate(KEPT) in (None, "[]")
    phone.get_by_role("button", name="Remember on this device").click()
    phone.goto(own.split("my/")[0])
    phone.get_by_role("complementary", name="My event").get_by_role("link", name="My page").click()
    expect(phone).to_have_url(re.compile(f"{own}$"))
    phone.get_by_role("button", name="Forget on this device").click()
    expect(phone.get_by_role("button", name="Remember on this device")).to_be_visible()
    assert phone.evaluate(KEPT) == "[]"


def test_it_follows_what_happens(phone: Page, talon: Talon, own: str) -> None:
    phone.goto(own)
    follows(phone)
    told(talon.data, f"next_round({own.split('/')[2]})")
    expect(phone.get_by_role("main")).to_contain_text(re.compile("Round 2 is out|You sit out round 2"))
