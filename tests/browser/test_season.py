"""A season of a league through its pages: its manager, captains without an account, and everybody else."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.live_league import told
from tests.builders import PASSWORD
from tests.house.starting import Talon

FIRST, LAST = date.today() - timedelta(days=1), date.today() + timedelta(days=60)
LANGUAGES = ("sv", *(pytest.param(code, marks=pytest.mark.long) for code in ("fi", "da", "en")))
NEXT = "main .step a.button"


def show(page: Page, address: str, language: str) -> None:
    """Go to a page, which is in the reader's language and no wider than the window."""
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def click(page: Page, what: str) -> None:
    """Click, and wait for the page that comes of it."""
    with page.expect_navigation():
        page.locator(what).click()


def press(page: Page) -> None:
    """Do what the page is for."""
    click(page, "main button.primary")


def sign_in(page: Page, who: str) -> None:
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(who)
    page.locator("[name=password]").fill(PASSWORD)
    press(page)


def make_league(page: Page, club: str, language: str) -> int:
    """A league of two teams of a pair, who meet at home and away today."""
    show(page, f"/clubs/{club}/leagues/new/", language)
    page.locator("[name=name]").fill(f"Cup {FIRST.year}")
    page.locator("[name=public]").check()
    for name, value in {
        "since": FIRST.isoformat(),
        "until": LAST.isoformat(),
        "tables": "1",
        "legs": "2",
    }.items():
        page.locator(f"[name={name}]").fill(value)
    press(page)
    league = int(page.url.split("/")[4])
    for team in ("Alfa", "Beta"):
        show(page, f"/leagues/{league}/teams/new/", language)
        page.locator("[name=name]").fill(team)
        page.locator("[name=players]").fill(f"{team}1 Berg\n{team}2 Berg")
        press(page)
    show(page, f"/leagues/{league}/fixtures/1/plan/", language)
    page.locator("[name=first]").fill(date.today().isoformat())
    page.locator("[name=weeks]").fill("0")
    press(page)
    press(page)
    show(page, f"/leagues/{league}/captains/", language)
    press(page)
    return league


def name_line_up(page: Page, home: str, language: str) -> None:
    """By the one button that the page of the team has for it."""
    show(page, home, language)
    click(page, NEXT)
    for at, seat in enumerate(page.locator("main select").all(), start=1):
        seat.select_option(index=at)
    press(page)


def enter_result(page: Page, home: str, language: str) -> None:
    show(page, home, language)
    click(page, NEXT)
    for field, points in zip(page.locator("form.totals .fields input").all(), ("5200", "4800"), strict=True):
        field.fill(points)
    page.locator("main button.primary").click()
    expect(page).not_to_have_url(re.compile("/result/$"))


def confirm_result(page: Page, home: str, language: str) -> None:
    show(page, home, language)
    click(page, NEXT)
    click(page, "main button[value=confirm]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_season_is_played_to_the_next_one(
    open_page: Open, talon: Talon, request: pytest.FixtureRequest, language: str
) -> None:
    club, director = told(talon.data, f"club_of_two_teams({request.node.name[:60]!r})").split()
    manager, captain = open_page(language=language), open_page(PHONE, language)
    sign_in(manager, director)
    league = make_league(manager, club, language)
    first, second = told(talon.data, f"captains_of({league})").split()
    for home, away in ((first, second), (second, first)):
        name_line_up(captain, home, language)
        name_line_up(captain, away, language)
        enter_result(captain, home, language)
        confirm_result(captain, away, language)
        show(manager, f"/leagues/{league}/desk/", language)
        click(manager, "form[action$='/accept/'] button")
    click(manager, "form[action$='/close/'] button.primary")
    click(manager, "main a.primary")
    press(manager)
    expect(manager.get_by_role("heading", level=1)).to_have_text(f"Cup {FIRST.year + 1}")
    show(captain, f"/leagues/{league}/", language)
    expect(captain.locator("main table").first).to_contain_text("Alfa")
    player = told(talon.data, f"player_of('Alfa1', {league})")
    show(captain, f"/players/{player}/matches/", language)
    expect(captain.get_by_role("main")).to_contain_text("Alfa – Beta")
    paper = captain.request.get(f"/leagues/{league}/matches/1/protocol/")
    assert (paper.status, paper.body()[:5]) == (200, b"%PDF-")
