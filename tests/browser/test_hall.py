"""The clock of a hall on all that hangs and lies there: screens, phones of tables, pages of one's own.

Minutes for one table leave all others as they are; a server that is killed in a round and started again, or
restored elsewhere at the same address, goes on at the same second on pages that nobody touches.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import live_event, live_round
from tests.browser.beside import leave
from tests.browser.conftest import PHONE, Open
from tests.browser.furnished import take
from tests.browser.test_clock import SHOWN, WRONG
from tests.house.starting import Talon, running_talon
from tests.house.test_rehearsal import kill_all, manage

TABLES = 40
DIGITS = re.compile(r"^\d+:\d\d$")


# Three minutes to table 7.


def ends_at(talon: Talon, secrets: list[str]) -> list[str]:
    """The moments of the clock on the phone of each table: when it warns, and when it stops."""
    place = urlsplit(talon.address)
    connection, found = HTTPConnection(place.hostname or "", place.port), list[str]()
    for secret in secrets:
        connection.request("GET", f"/t/{secret}/")
        page = connection.getresponse().read().decode()
        moments = re.search(r'data-warns="(\d+)" data-stops="(\d+)"', page)
        assert moments is not None, page
        found.append("-".join(moments.groups()))
    connection.close()
    return found


def test_three_minutes_to_table_7_come_to_the_screen_and_leave_39_tables_as_they_are(
    open_page: Open, talon: Talon
) -> None:
    """The director gives them on the page of the round; nobody touches the screen and the phone."""
    drawn = int(live_round.told(talon.data, f"playing('Table 7', {TABLES}, 'phones')"))
    secrets = live_round.told(talon.data, f"cards({drawn})").split()
    event = int(live_round.told(talon.data, f"event_of({drawn})"))
    live_event.told(talon.data, f"clock({event}, 'start', 10)")
    before = ends_at(talon, secrets)
    screen, phone, desk = open_page((1920, 1080)), open_page(PHONE), open_page()
    screen.goto(f"/screen/{event}/")
    phone.goto(f"/t/{secrets[6]}/")
    for page in (screen, phone):
        page.evaluate("window.stayed = true")
    live_round.sign_in(desk, drawn)
    desk.goto(f"/rounds/{drawn}/")
    row = desk.locator("[id^='row-']").nth(6)
    row.locator("summary").click()
    row.get_by_role("link", name="Give minutes").click()
    desk.get_by_label("Minutes").fill("3")
    desk.get_by_role("button", name="Give the minutes").click()
    after = ends_at(talon, secrets)
    warns, stops = map(int, before[6].split("-"))
    assert after.pop(6) == f"{warns + 180_000}-{stops + 180_000}"
    assert after == [end for at, end in enumerate(before) if at != 6]
    assert len(set(after)) == 1
    expect(screen.locator(".turn-clock .lines")).to_have_text(re.compile(r"^Table 7: until \d\d:\d\d$"))
    expect(screen.locator(".turn-clock [data-clock]")).to_have_attribute("data-stops", str(stops))
    expect(phone.locator("[data-clock]")).to_have_attribute("data-stops", str(stops + 180_000))
    expect(phone.locator("[data-clock]")).to_contain_text("This table has been given 3 minutes")
    for page in (screen, phone):
        assert page.evaluate("window.stayed")


# Killed, started again, and restored.


@pytest.fixture
def visitors(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(locale="en", service_workers="block")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def opened(visitors: BrowserContext, talon: Talon, path: str, *, wrong: int = 0) -> Page:
    """A page, on a phone whose own clock is wrong by so many minutes."""
    page = visitors.new_page()
    page.add_init_script(WRONG.replace("MINUTES", str(wrong)))
    page.goto(f"{talon.address}{path}")
    page.evaluate("window.stayed = true")
    return page


def moments_of(page: Page) -> tuple[str, str]:
    """When the clock of the page warns and stops; what it shows is what is left by the server's time."""
    clock = page.locator("[data-clock]:visible").first
    expect(clock.locator("[data-left]")).to_have_text(DIGITS)
    shown = page.evaluate(SHOWN)
    assert shown["least"] - 1 <= shown["shown"] <= shown["most"] + 2
    warns, stops = (clock.get_attribute(name) for name in ("data-warns", "data-stops"))
    assert warns is not None
    assert stops is not None
    return warns, stops


def lose(talon: Talon) -> None:
    leave(talon.data)
    kill_all(talon)


@pytest.mark.long
def test_killed_in_a_round_and_restored_elsewhere_it_goes_on_at_the_same_second_everywhere(
    visitors: BrowserContext, shared_folder: Path, tmp_path: Path
) -> None:
    """What happened after the backup is lost: no page may go on showing it, though as much happens anew."""
    data, backup = tmp_path / "data", tmp_path / "stick"
    take(shared_folder / "furnished", data)
    with running_talon(data) as first:
        own = live_event.told(data, "own_page('Killed')")
        event = int(own.split("/")[2])
        live_event.told(data, f"clock({event}, 'start', 10)")
        screen = opened(visitors, first, f"/screen/{event}/")
        pages = [screen, mine := opened(visitors, first, own, wrong=37)]
        before = moments_of(screen)
        assert moments_of(mine) == before
        lose(first)
    shown = screen.locator(".turn-clock [data-left]").text_content()
    expect(screen.locator(".turn-clock [data-left]")).not_to_have_text(str(shown))
    port = str(urlsplit(first.address).port)
    with running_talon(data, "--port", port) as again:
        for page in pages:
            expect(page.locator("[data-live]")).to_contain_text("Up to date at")
            assert moments_of(page) == before
        assert manage(data, "backup").returncode == 0
        newest = max((data / "backups").glob("talon-*.zip"))
        shutil.copytree(newest.parent, backup)
        live_event.told(data, f"clock({event}, 'pause')")
        for page in pages:
            expect(page.locator("[data-clock]:visible")).to_contain_text("The clock has been paused since")
        lose(again)
    second = tmp_path / "second laptop" / "data"
    with running_talon(second, "--restore", str(backup / newest.name), "--port", port):
        # As many acts as were lost with the first laptop.
        live_event.told(second, f"announced({event}, 'Lunch')")
        for page in pages:
            expect(page.locator("[data-clock='running']").first).to_be_attached()
            assert moments_of(page) == before
            expect(page.get_by_text("Lunch").first).to_be_attached()
            assert page.evaluate("window.stayed")
            page.reload()
            assert moments_of(page) == before
        mine.get_by_role("button", name="I am here", exact=True).click()
        expect(mine.get_by_role("button", name="Take it back: I am not here")).to_be_visible()
        leave(second)
