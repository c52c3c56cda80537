"""The desk over a list of games: it changes by itself while phones speak, and keys lead from game to game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.beside import inside
from tests.browser.conftest import PHONE, Open, follows
from tests.browser.evening import Body, Match, TableSet, set_out
from tests.browser.test_keystrokes import desk_of, sign_in
from tests.browser.test_pages import reach
from tests.browser.world import column
from tests.house.starting import Talon

OVER = 4  # so many of these deals end a game
DEAL: Body = {
    "ended": "out",
    "hands": [column({"samba": 1, "mixed": 1}, 845, 120, 0) | {"went_out": True}, column({}, 0, 85, 0)],
}
TOTALS = "10900", "-340"


@pytest.fixture
def evening(talon: Talon) -> dict[str, TableSet]:
    """Three games that go on, and two that are over."""
    matches = [Match(label=label, ruleset="samba", people=(2, 2), deals=()) for label in ("1", "2", "3")]
    over = [
        Match(label=label, ruleset="samba", people=(2, 2), deals=(DEAL,) * OVER, played=OVER, highest=(0, 0))
        for label in ("4", "5")
    ]
    return set_out(talon.data, [*matches, *over])


@pytest.fixture
def desk(page: Page, talon: Talon, evening: dict[str, TableSet]) -> str:
    """The address of the desk; somebody who works at it is signed in."""
    sign_in(page)
    return f"/desk/{desk_of(talon, evening['1'])}/"


def write_at(talon: Talon, table: TableSet) -> None:
    """One side has written a deal on the phone of its table."""
    inside(
        talon.data,
        "from scoring.models import Table; from tests.browser import live_game, tables; "
        f"table = Table.objects.get(secret='{table.secret}'); "
        "tables.write(live_game.keeper(), table, table.game)",
    )


def call(phone: Page, table: TableSet) -> None:
    phone.goto(f"{table.address}call/")
    phone.locator("[name=why]").first.check()
    phone.locator("[name=text]").fill("Too few points")
    phone.locator("main button.primary").click()
    phone.wait_for_url(f"**{table.address}")


def say(phone: Page, table: TableSet, word: str, reason: str) -> None:
    """The other side's word on the first deal."""
    phone.goto(f"{table.address}deals/1/answer/")
    phone.get_by_label(table.sides[1][0]).check()
    phone.locator("details.fold > summary").click()
    phone.locator("[name=reason]").fill(reason)
    phone.locator(f"button[value={word}]").click()
    phone.wait_for_url(f"**{table.address}")


def test_what_the_phones_say_is_seen_without_a_reload_and_nothing_typed_is_lost(
    page: Page, open_page: Open, talon: Talon, evening: dict[str, TableSet], desk: str
) -> None:
    phone = open_page(PHONE)
    for label in ("2", "3"):
        write_at(talon, evening[label])
    page.goto(desk)
    page.evaluate("window.stayed = true")
    follows(page)
    page.locator("#jump").press_sequentially("17")
    steps: list[tuple[Callable[[], None], str]] = [
        (lambda: call(phone, evening["1"]), "Too few points"),
        (lambda: say(phone, evening["2"], "disputed", "We melded first"), "Deal 1 is disputed"),
        (lambda: say(phone, evening["3"], "sent_back", "Seven cards"), "Deal 1 was sent back"),
    ]
    for number, (speak, told) in enumerate(steps, 1):
        speak()
        expect(page.locator("#needs .pressing").nth(number - 1)).to_contain_text(told)
        expect(page).to_have_title(re.compile(rf"^\({number}\) "))
        expect(page.locator("#jump")).to_be_focused()
    expect(page.locator("#jump")).to_have_value("17")
    expect(page.locator(f"#game-{evening['2'].game} .badge.red")).to_have_text("disputed")
    assert page.evaluate("window.stayed")


def test_what_has_the_focus_keeps_it_and_when_it_is_done_its_place_has_it(
    page: Page, open_page: Open, talon: Talon, evening: dict[str, TableSet], desk: str
) -> None:
    other = open_page()
    sign_in(other)
    call(open_page(PHONE), evening["1"])
    page.goto(desk)
    other.goto(desk)
    held = page.locator("#needs button").first
    held.focus()
    write_at(talon, evening["2"])
    expect(page.locator(f"#game-{evening['2'].game}")).to_contain_text("2,845")
    expect(held).to_be_focused()
    other.locator("#needs button").first.click()
    expect(page.locator("#needs .pressing")).to_have_count(0)
    expect(page.locator("#needs")).to_be_focused()


def test_from_game_to_game_by_keyboard_alone(page: Page, evening: dict[str, TableSet], desk: str) -> None:
    page.goto(desk)
    expect(page.locator("#jump")).to_be_focused()
    page.keyboard.type("2")
    for label in ("2", "3", "1"):
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"/games/{evening[label].game}/deals/new/\?desk=\d+$"))


def test_result_slips_are_typed_one_after_the_other(
    page: Page, evening: dict[str, TableSet], desk: str
) -> None:
    page.goto(desk)
    reach(page, "a[href$='check=slip']")
    for label in ("4", "5"):
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"/games/{evening[label].game}/desk/check/"))
        expect(page.locator("[name=total0]")).to_be_focused()
        for total in TOTALS:
            page.keyboard.type(total)
            page.keyboard.press("Tab")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text("The slip agrees with the score sheet.")
        expect(page.locator(".next a")).to_be_focused()
    with page.expect_navigation(url=f"**{desk}"):
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("No other game is waiting for its result slip.")


def test_a_protocol_is_not_read_back_by_one_enter_too_many(
    page: Page, evening: dict[str, TableSet], desk: str
) -> None:
    page.goto(f"{desk}next/?check=read")
    expect(page.locator("#protocol")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Not read back yet.")
    expect(page).to_have_url(re.compile(rf"/games/{evening['4'].game}/desk/check/.*way=read"))


def test_without_scripts_the_list_is_whole(open_page: Open, evening: dict[str, TableSet], desk: str) -> None:
    page = open_page(scripts=False)
    sign_in(page)
    page.goto(desk)
    expect(page.locator(".desk-games tbody tr")).to_have_count(len(evening))
    expect(page.locator("[data-live]")).to_be_hidden()
    page.locator("#jump").fill("3")
    page.locator("#jump").press("Enter")
    expect(page).to_have_url(re.compile(rf"/games/{evening['3'].game}/deals/new/"))
