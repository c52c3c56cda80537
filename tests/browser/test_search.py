"""A player is found while one types, and without JavaScript by the button."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.live_game import told
from tests.browser.test_walk import sign_in
from tests.house.starting import Talon


@pytest.fixture
def players(open_page: Callable[..., Page], talon: Talon) -> Callable[..., Page]:
    """The players of a club of the demo, before the eyes of its admin."""

    def shown(*, scripts: bool) -> Page:
        page = open_page(scripts=scripts)
        sign_in(page, talon)
        page.goto("/clubs/?q=resunds")
        with page.expect_navigation():
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


def test_a_game_is_found_by_who_plays_it_and_by_what_is_chosen(page: Page, talon: Talon) -> None:
    told(talon.data, "opened()")
    page.goto("/games/")
    found = page.locator("#found tbody tr")
    everything = found.count()
    player = (page.locator(".game-row a").first.text_content() or "").split(" – ")[0]
    page.locator("#id_q").press_sequentially(player)
    expect(page).to_have_url(re.compile(r"q="))
    expect(page.locator(".game-row").first).to_contain_text(player)
    page.locator("#id_q").fill("nobody of this name")
    expect(page.locator("#found .empty")).to_be_visible()
    page.locator("#id_q").fill("")
    expect(found).to_have_count(everything)
    page.get_by_text("Filter games").click()
    page.locator("[name=state]").select_option("official")
    expect(page.locator("#found .empty")).to_be_visible()


def test_without_javascript_games_are_chosen_by_the_button(open_page: Callable[..., Page]) -> None:
    page = open_page(scripts=False)
    page.goto("/games/")
    page.get_by_text("Filter games").click()
    page.locator("[name=state]").select_option("open")
    page.locator("form.search .actions button").click()
    expect(page).to_have_url(re.compile(r"state=open"))
    expect(page.locator("[name=state]")).to_have_value("open")
