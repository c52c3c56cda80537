"""The papers of an event by the keyboard alone, on a phone and at a desk: from the event's desk to a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_walk import sign_in
from tests.house.starting import Talon

MOST_STEPS = 80


def step_to(page: Page, wanted: str) -> None:
    """With the key that goes on from one thing to the next."""
    for _step in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} is not reached by the keyboard")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_language_is_chosen_and_a_paper_opened_by_the_keyboard_alone(
    open_page: Callable[..., Page], talon: Talon, size: tuple[int, int]
) -> None:
    page = open_page(size)
    sign_in(page, talon)
    page.goto("/events/1/desk/")
    step_to(page, "a[href$='/papers/']")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/papers/$"))
    step_to(page, "select[name=languages]")
    page.keyboard.type("Finnish")
    expect(page.locator("select[name=languages]")).to_have_value("fi-sv")
    step_to(page, "[name=places]")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    step_to(page, "main form button")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"languages=fi-sv"))
    expect(page.locator("[name=places]")).to_have_value("2")
    step_to(page, "a[href*='/papers/slips/']")
    address = page.evaluate("document.activeElement.href")
    assert parse_qs(urlsplit(address).query) == {"languages": ["fi-sv"], "places": ["2"]}
    paper = page.request.get(address)
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.body().startswith(b"%PDF")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
