"""A drawn round changed by keyboard, without scripts and by two directors at once; the board by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open, follows
from tests.browser.live_round import sign_in, told
from tests.house.starting import Talon


@pytest.fixture
def drawn(talon: Talon, request: pytest.FixtureRequest) -> int:
    return int(told(talon.data, f"drawn('{request.node.name}')"))


def choose(page: Page, name: str, number: int) -> None:
    """By its first letters, as a keyboard chooses in a list."""
    page.locator(f"[name={name}]").focus()
    page.keyboard.type(f"{number}. ")


def seats(talon: Talon, drawn: int) -> str:
    return told(talon.data, f"seats({drawn})").strip()


def turned(seats: str, one: int, other: int) -> str:
    places = {str(one): str(other), str(other): str(one)}
    tables = [[places.get(entry, entry) for entry in table.split("-")] for table in seats.split()]
    return " ".join("-".join(table) for table in tables)


def test_two_change_places_by_the_keyboard_alone(page: Page, talon: Talon, drawn: int) -> None:
    sign_in(page, drawn)
    before = seats(talon, drawn)
    page.goto(f"/rounds/{drawn}/")
    page.get_by_role("link", name="Change by hand").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/change/")
    choose(page, "one", 2)
    choose(page, "other", 5)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("button[name=save]")).to_be_focused()
    assert seats(talon, drawn) == before
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rounds/{drawn}/")
    assert seats(talon, drawn) == turned(before, 2, 5)


def test_the_whole_round_is_typed_on_a_phone_without_scripts(
    open_page: Open, talon: Talon, drawn: int
) -> None:
    phone = open_page(PHONE, scripts=False)
    sign_in(phone, drawn)
    phone.goto(f"/rounds/{drawn}/change/")
    for at, number in enumerate(range(1, 7)):
        phone.locator(f"[name=table{at // 2 + 1}-side{at % 2}]").fill(str(number))
    phone.locator("#seats button").first.click()
    phone.locator("button[name=save]").click()
    phone.wait_for_url(f"**/rounds/{drawn}/")
    assert seats(talon, drawn) == "1-2 3-4 5-6"


def test_of_two_directors_the_second_sees_what_the_first_has_set(
    open_page: Open, talon: Talon, drawn: int
) -> None:
    one, other = open_page(), open_page()
    before = seats(talon, drawn)
    for page in (one, other):
        sign_in(page, drawn)
    one.goto(f"/rounds/{drawn}/change/?one=1&other=4")
    other.goto(f"/rounds/{drawn}/change/?one=2&other=6")
    one.locator("button[name=save]").click()
    one.wait_for_url(f"**/rounds/{drawn}/")
    other.locator("button[name=save]").click()
    expect(other.locator(".note[role=alert]")).to_be_visible()
    assert seats(talon, drawn) == turned(before, 1, 4)
    other.locator("button[name=save]").click()
    other.wait_for_url(f"**/rounds/{drawn}/")
    assert seats(talon, drawn) == turned(before, 2, 6)


def test_the_round_shows_by_itself_what_needs_a_person(page: Page, talon: Talon, drawn: int) -> None:
    sign_in(page, drawn)
    event = int(told(talon.data, f"published({drawn})"))
    page.goto(f"/events/{event}/round/")
    page.evaluate("window.stayed = true")
    follows(page)
    expect(page.locator("#needs li")).to_have_count(0)
    told(talon.data, f"disputed({drawn}, 2)")
    expect(page.locator("#needs li")).to_have_count(1)
    expect(page.locator(".result-rows > li", has_text="disputed")).to_have_count(1)
    assert page.title().startswith("(1) ")
    assert page.evaluate("window.stayed")
