"""Last time's evening again: counted in clicks, by keys alone on a phone, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.live_round import told
from tests.browser.test_ways_in import Way
from tests.builders import PASSWORD
from tests.house.starting import Talon

MOST_CLICKS = 6
# Presses of Tab from the top of a page to any of its fields.
MOST_TABS = 60
SHOWN = re.compile("^As last time: Thursday, ")


def signed_in(page: Page, email: str) -> Page:
    page.goto("/sign-in/")
    page.get_by_label("E-mail", exact=True).fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    return page


def names_on(page: Page) -> Locator:
    return page.locator(".again [data-player] > span")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    for _press in range(MOST_TABS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {wanted}")


def test_last_times_evening_with_fourteen_of_sixteen_pairs_back(open_page: Open, talon: Talon) -> None:
    """From signing in to the published round; two pairs are unticked, and two partners exchanged."""
    email = told(talon.data, "last_week('Torsdagsklubben', 16)").strip()
    way = Way(open_page())
    way.page.goto("/sign-in/")
    way.fill("E-mail", email)
    way.fill("Password", PASSWORD)
    way.click("button", "Sign in")
    way.click("link", way.page.locator("main").get_by_role("link", name=SHOWN).inner_text())
    ticks = way.page.locator(".again [type=checkbox]")
    for unticked in (3, 7):
        ticks.nth(unticked).uncheck()
    names = names_on(way.page)
    first, other = names.nth(0).inner_text(), names.nth(2).inner_text()
    for name in (0, 2):
        names.nth(name).click()
    expect(names.nth(0)).to_have_text(other)
    expect(names.nth(2)).to_have_text(first)
    way.click("button", "Set up and enter these")
    way.click("button", "Draw round 1")
    way.click("button", "Publish the round")
    expect(way.page.locator(".result-rows > li")).to_have_count(7)
    expect(way.page.locator(".result-rows")).to_contain_text(other)
    assert way.clicks <= MOST_CLICKS


def test_partners_are_exchanged_by_keys_alone_on_a_phone(open_page: Open, talon: Talon) -> None:
    page = signed_in(open_page(PHONE), told(talon.data, "last_week('Fredagsklubben', 4)").strip())
    page.get_by_role("link", name=SHOWN).click()
    buttons, names = page.locator(".again [data-player]"), names_on(page)
    one, two, three, four = (names.nth(at).inner_text() for at in range(4))
    tab_to(page, buttons.nth(0))
    page.keyboard.press("Enter")
    expect(buttons.nth(0)).to_have_attribute("aria-pressed", "true")
    tab_to(page, buttons.nth(2))
    page.keyboard.press("Enter")
    expect(page.locator(".again [role=status]")).to_have_text(f"{one} and {three} have changed places.")
    ticks = page.locator(".again [type=checkbox]")
    expect(ticks.nth(0)).to_have_accessible_name(f"{three} – {two}")
    expect(ticks.nth(1)).to_have_accessible_name(f"{one} – {four}")
    tab_to(page, ticks.nth(3))
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Set up and enter these"))
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Entries", exact=True).first.click()
    entries = page.locator("ol.entries > li")
    expect(entries).to_have_count(3)
    expect(entries.nth(0)).to_contain_text(f"{three} – {two}")
    expect(entries.nth(1)).to_contain_text(f"{one} – {four}")


def test_without_scripts_other_partners_are_written_below(open_page: Open, talon: Talon) -> None:
    email = told(talon.data, "last_week('Lördagsklubben', 4)").strip()
    page = signed_in(open_page(PHONE, scripts=False), email)
    club = told(talon.data, "club_named('Lördagsklubben')").strip()
    page.goto(f"/clubs/{club}/events/new/")
    page.get_by_role("link", name=re.compile("^Thursday, ")).click()
    expect(page.get_by_text("tap one name")).to_be_hidden()
    expect(page.get_by_text("leave both entries unticked and write the new ones below")).to_be_visible()
    names = names_on(page)
    one, two, three, four = (names.nth(at).inner_text() for at in range(4))
    for at in (0, 1):
        page.locator(".again [type=checkbox]").nth(at).uncheck()
    page.get_by_label("Who else comes").fill(f"{one} – {three}\n{two} – {four}")
    page.get_by_role("button", name="Set up and enter these").click()
    page.get_by_role("link", name="Entries", exact=True).first.click()
    entries = page.locator("ol.entries > li")
    expect(entries).to_have_count(4)
    expect(entries.nth(2)).to_contain_text(f"{one} – {three}")


def test_what_was_exchanged_and_typed_is_there_again_when_something_is_wrong(
    open_page: Open, talon: Talon
) -> None:
    page = signed_in(open_page(), told(talon.data, "last_week('Söndagsklubben', 4)").strip())
    page.get_by_role("link", name=SHOWN).click()
    names = names_on(page)
    one, three = names.nth(0).inner_text(), names.nth(2).inner_text()
    for at in (0, 2):
        names.nth(at).click()
    page.locator(".again [type=checkbox]").nth(3).uncheck()
    page.get_by_label("Who else comes").fill("Solo")
    page.get_by_role("button", name="Set up and enter these").click()
    expect(page.locator(".error-summary")).to_contain_text("It reads: “Solo”")
    expect(names.nth(0)).to_have_text(three)
    expect(names.nth(2)).to_have_text(one)
    expect(page.locator(".again [type=checkbox]").nth(3)).not_to_be_checked()
    expect(page.get_by_label("Who else comes")).to_have_value("Solo")
