"""A public page that follows what is played: news without a reload, quiet words without a connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE, Open, follows
from tests.browser.live_game import told
from tests.house.starting import Talon

A_MINUTE = 60_000


@pytest.fixture
def game(talon: Talon) -> int:
    """A game with one deal."""
    return int(told(talon.data, "opened()"))


@pytest.fixture
def watching(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A phone on which a cut connection is no mistake of the page."""
    size = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = chromium.new_context(
        service_workers="block", base_url=talon.address, viewport=size, locale="en"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_a_new_deal_is_seen_within_five_seconds_and_nothing_else_moves(
    phone: Page, talon: Talon, game: int
) -> None:
    phone.goto(f"/games/{game}/")
    phone.evaluate("window.stayed = true")
    follows(phone)
    phone.locator("#progress-figures summary").click()
    phone.locator(".score-sheet .dealt th a").first.focus()
    told(talon.data, f"recorded({game})")
    expect(phone.locator("dl.score dd").first).to_have_text("5,450")
    expect(phone.locator("#progress-figures")).to_have_attribute("open", "")
    expect(phone.locator(".score-sheet .dealt th a").first).to_be_focused()
    assert phone.evaluate("window.stayed")


def test_a_deal_that_is_watched_shows_what_comes_after_it(phone: Page, talon: Talon, game: int) -> None:
    phone.goto(f"/games/{game}/deals/1/")
    follows(phone)
    phone.locator("#line-1-1 summary").click()
    expect(phone.locator("[rel=next]")).to_have_count(0)
    told(talon.data, f"recorded({game})")
    expect(phone.locator("[rel=next]")).to_be_visible()
    expect(phone.locator("#line-1-1 .paragraph-text")).to_be_visible()


def test_a_lost_connection_is_said_and_made_good(watching: Page, talon: Talon, game: int) -> None:
    watching.goto(f"/games/{game}/")
    expect(watching.locator("[data-live]")).to_contain_text("Up to date at")
    watching.context.set_offline(True)
    expect(watching.locator("[data-live] [role=status]")).to_contain_text("Not connected.")
    told(talon.data, f"recorded({game})")
    expect(watching.locator("dl.score dd").first).to_have_text("2,725")
    watching.context.set_offline(False)
    expect(watching.locator("dl.score dd").first).to_have_text("5,450")
    expect(watching.locator("[data-live] [role=status]")).to_be_empty()


def test_the_time_is_the_clubs_wherever_somebody_looks_from(page: Page, game: int) -> None:
    away = page.context.new_cdp_session(page)
    away.send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Auckland"})
    page.goto(f"/games/{game}/")
    line = page.locator("[data-live]")
    expect(line).to_contain_text("Up to date at")
    now, minute = datetime.now(ZoneInfo("Europe/Helsinki")), timedelta(minutes=1)
    near = "|".join(f"{at:%H:%M}" for at in (now - minute, now, now + minute))
    expect(line).to_have_text(re.compile(f"^Up to date at ({near})$"))


def hide(page: Page, hidden: bool) -> None:
    """As if another window were in front, or no longer."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_page_that_nobody_looks_at_does_not_ask(phone: Page, game: int) -> None:
    phone.clock.install()
    address = f"/games/{game}/"
    phone.goto(address)
    hide(phone, True)
    asked: list[str] = []
    # The browser fetches its little picture of the site when it likes.
    phone.on("request", lambda one: asked.append(one.url) if one.url.endswith(address) else None)
    phone.clock.run_for(10 * A_MINUTE)
    assert asked == []
    with phone.expect_response(lambda answer: answer.url.endswith(address)) as answer:
        hide(phone, False)
    assert answer.value.status == 304


def test_without_a_connection_it_asks_more_and_more_seldom(watching: Page, game: int) -> None:
    watching.clock.install()
    watching.goto(f"/games/{game}/")
    watching.context.set_offline(True)
    asked: list[str] = []
    watching.on("requestfailed", lambda request: asked.append(request.url))
    for _second in range(60):
        watching.clock.run_for(1000)
    assert 1 <= len(asked) <= 5


def test_without_scripts_the_page_is_whole(open_page: Open, game: int) -> None:
    page = open_page(PHONE, scripts=False)
    page.goto(f"/games/{game}/")
    expect(page.locator("dl.score dd").first).to_have_text("2,725")
    expect(page.locator("[data-live]")).to_be_hidden()
    expect(page.locator("svg.plot polyline")).to_have_count(2)
