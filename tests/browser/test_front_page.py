"""The front page in a browser: it shows itself, asks nobody else for anything, and everyone can use it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Axe
from tests.browser.live_event import told
from tests.house.starting import Talon


def test_the_front_page_shows_itself(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_front_page_fits_a_small_phone(phone: Page) -> None:
    phone.goto("/")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


IN_OTHER_LANGUAGES = [pytest.param(language, marks=pytest.mark.long) for language in ("sv", "fi", "da")]


@pytest.mark.parametrize("language", ["en", *IN_OTHER_LANGUAGES])
def test_the_front_page_keeps_the_accessibility_rules(
    open_page: Callable[..., Page], axe: Axe, language: str
) -> None:
    page = open_page(language=language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert axe(page, styles=True) == []


def test_what_is_for_staff_is_seen_once_somebody_is_signed_in(page: Page, talon: Talon) -> None:
    page.goto("/clubs/")
    page.locator("main .table a, main .directory a, main td a").first.click()
    staff = page.get_by_role("link", name="Manage the club")
    expect(page.locator("#account-menu").get_by_role("link", name="Sign in")).to_be_visible()
    expect(staff).to_be_hidden()
    club = page.url
    sign_in(page, talon)
    page.goto(club)
    expect(staff).to_be_visible()


def test_a_club_of_ones_own_leads_into_its_workspace(page: Page, talon: Talon) -> None:
    sign_in(page, talon)
    page.goto("/account/")
    workspace = page.locator("main a[href$='/events/']").first.get_attribute("href") or ""
    page.goto("/")
    club = page.locator(f"#club-{re.findall('[0-9]+', workspace)[0]}")
    expect(club).to_have_attribute("href", workspace)
    club.click()
    expect(page.locator("nav.tabs [aria-current]")).to_have_text("Events")


def test_an_event_of_ones_own_is_shown_once(page: Page, talon: Talon) -> None:
    """On top with its next step; everybody else finds it in the list."""
    event = told(talon.data, "published('1 Once')")
    shown = page.locator("main").get_by_role("link", name="1 Once", exact=True).and_(page.locator(":visible"))
    page.goto("/")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("href", f"/events/{event}/")
    sign_in(page, talon)
    page.goto("/")
    open_the_fold_of_other_events(page)
    expect(page.locator(f"#own [data-event='{event}']")).to_be_visible()
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("href", f"/events/{event}/desk/")


def open_the_fold_of_other_events(page: Page) -> None:
    """Who runs more than three has the others in a fold."""
    expect(page.locator("#own [data-event]").first).to_be_visible()
    page.locator("#own details").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")


def sign_in(page: Page, talon: Talon) -> None:
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(talon.email)
    page.locator("[name=password]").fill(talon.password)
    with page.expect_navigation(url=lambda url: "/sign-in/" not in url):
        page.locator("main button.primary").click()


@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_the_front_page_fits_a_phone_that_enlarges_everything_by_half(
    open_page: Callable[..., Page], language: str
) -> None:
    page = open_page((240, 493), language=language)
    page.goto("/")
    expect(page.get_by_role("link", name="Talon", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
