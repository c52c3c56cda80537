"""A player is found while one types, and without JavaScript by the button."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_walk import sign_in
from tests.house.starting import Talon


@pytest.fixture
def players(open_page: Callable[..., Page], talon: Talon) -> Callable[..., Page]:
    """The players of a club of the demo, before the eyes of its admin."""

    def shown(*, scripts: bool) -> Page:
        page = open_page(scripts=scripts)
        sign_in(page, talon)
        page.goto("/clubs/")
        page.get_by_role("link", name="Øresunds Canastaklub").first.click()
        page.goto(f"{page.url}players/")
        return page

    return shown


def test_a_player_is_found_while_one_types(players: Callable[..., Page]) -> None:
    page = players(scripts=True)
    page.locator("#search-q").press_sequentially("orn")
    expect(page.locator("#found tbody tr")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"q=orn"))
    expect(page.locator("#search-q")).to_be_focused()


def test_without_javascript_the_button_searches(players: Callable[..., Page]) -> None:
    page = players(scripts=False)
    page.locator("#search-q").fill("kjaersig")
    page.locator("form.search button").click()
    expect(page.locator("#found tbody tr")).to_have_count(1)
    expect(page.locator("#search-q")).to_have_value("kjaersig")
