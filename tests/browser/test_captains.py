"""Captains on their phones: a line-up, totals on a bad line, an answer in three taps, a game deal by deal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.live_league import told
from tests.browser.test_large_letters import LARGE
from tests.builders import PASSWORD
from tests.house.starting import Talon


@pytest.fixture
def captains(talon: Talon, request: pytest.FixtureRequest) -> tuple[str, str]:
    """The addresses of both captains of a match whose line-ups are open."""
    home, away = told(talon.data, f"open_match({request.node.name[:60]!r})").split()
    return home, away


def enter(page: Page, home: str) -> None:
    page.goto(home)
    page.get_by_role("link", name="Enter the result").click()
    for name, points in (
        ("Table 1, Alfa", "5200"),
        ("Table 1, Beta", "4800"),
        ("Table 2, Alfa", "4000"),
        ("Table 2, Beta", "5100"),
    ):
        page.get_by_label(name).fill(points)


def test_the_away_captain_confirms_in_three_taps(
    phone: Page, talon: Talon, captains: tuple[str, str]
) -> None:
    home, away = captains
    enter(phone, home)
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_role("main")).to_contain_text("waits for confirmation")
    phone.goto(away)  # the first tap, on the link in the mail
    phone.get_by_role("link", name="Check the result").click()
    phone.get_by_role("button", name="The result is right").click()
    expect(phone.get_by_text("Thank you. The result is confirmed.")).to_be_visible()
    assert told(talon.data, f"state({away!r})") == "confirmed 5200-4800 1"


def test_totals_wait_on_the_phone_for_a_connection_and_arrive_once(
    unsteady: Page, talon: Talon, captains: tuple[str, str]
) -> None:
    home, _away = captains
    enter(unsteady, home)
    unsteady.context.set_offline(True)
    unsteady.get_by_role("button", name="Send the result").click()
    expect(unsteady.get_by_text("Saved on this device but not sent yet.")).to_be_visible()
    unsteady.context.set_offline(False)
    expect(unsteady.get_by_role("main")).to_contain_text("waits for confirmation")
    assert told(talon.data, f"state({home!r})") == "entered 5200-4800 1"


def test_what_was_typed_is_there_after_a_reload(phone: Page, captains: tuple[str, str]) -> None:
    home, _away = captains
    enter(phone, home)
    phone.reload()
    expect(phone.get_by_label("Table 2, Beta")).to_have_value("5100")
    expect(phone.get_by_text("Your earlier entry has been restored.")).to_be_visible()


def test_a_line_up_is_sealed_with_the_keyboard_alone_and_without_scripts(
    open_page: Open, talon: Talon, request: pytest.FixtureRequest
) -> None:
    page = open_page(LARGE, scripts=False)
    page.goto(told(talon.data, f"sealed_match({request.node.name[:60]!r})"))
    page.get_by_role("link", name="Name the line-up").press("Enter")
    for number in range(4):
        page.get_by_label(f"Pair {number // 2 + 1}, player {number % 2 + 1}").press("ArrowDown")
        for _further in range(number):
            page.keyboard.press("ArrowDown")
    assert page.locator("main").evaluate("(it) => it.scrollWidth <= it.clientWidth")
    page.get_by_role("button", name="Seal the line-up").press("Enter")
    expect(page.get_by_text("The line-up is sealed.")).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text(re.compile("Alfa1 Berg – Alfa2 Berg"))


def test_a_table_is_played_deal_by_deal_and_the_match_follows_to_its_acceptance(
    open_page: Open, talon: Talon, request: pytest.FixtureRequest
) -> None:
    """The home captain on a phone, the table, the away captain, the league manager and a spectator."""
    home, away = told(talon.data, f"open_match({request.node.name[:60]!r}, deals=1)").split()
    captain, desk = open_page((360, 740)), open_page()
    captain.goto(home)
    captain.get_by_role("link", name="Alfa – Beta").click()
    captain.get_by_role("link", name="Table 1").click()
    captain.get_by_role("button", name="Play it as a game").click()
    captain.get_by_role("link", name="Keep the score on this phone").click()
    expect(captain.get_by_role("main")).to_contain_text("Alfa – Beta")
    game = told(talon.data, f"played({home!r})")
    captain.goto(f"{home}1/result/")
    expect(captain.get_by_role("main")).to_contain_text("Played as a game: 2,725 : −85")
    captain.get_by_label("Table 2, Alfa").fill("4000")
    captain.get_by_label("Table 2, Beta").fill("5100")
    captain.get_by_role("button", name="Send the result").click()
    expect(captain.get_by_role("main")).to_contain_text("waits for confirmation")
    # Every figure is in sight on a phone.
    assert captain.locator(".table-frame").first.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    captain.goto(away)
    captain.get_by_role("link", name="Check the result").click()
    captain.get_by_role("button", name="The result is right").click()
    expect(captain.get_by_text("Thank you. The result is confirmed.")).to_be_visible()
    desk.goto("/sign-in/")
    desk.locator("[name=username]").fill(told(talon.data, f"manager({home!r})"))
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("main button.primary").click()
    desk.wait_for_url(lambda url: "/sign-in/" not in url)
    league = home.split("/")[2]
    desk.goto(f"/leagues/{league}/desk/")
    desk.get_by_role("button", name="Accept").click()
    expect(desk.get_by_text("The result is accepted.")).to_be_visible()
    captain.goto(f"/leagues/{league}/matches/1/")
    expect(captain.get_by_role("main")).to_contain_text("The differences decide. Match points: 2–0.")
    captain.get_by_role("main").get_by_role("link", name="Table 1").click()
    expect(captain).to_have_url(re.compile(rf"/games/{game}/$"))
