"""The clock on a page: the same second on every phone, whatever its own clock says, also after sleep."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Axe, Open
from tests.browser.live_event import told
from tests.house.starting import Talon

DIGITS: Final = re.compile(r"^\d+:\d\d$")
# The clock of a phone that goes wrong by so many minutes.
WRONG: Final = """(() => {
  const Real = Date, off = MINUTES * 60000;
  window.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + off); }
    static now() { return Real.now() + off; }
  };
})()"""
# A machine that can sleep, which its pages do not measure.
SLEEPER: Final = """(() => {
  const measured = performance.now.bind(performance);
  let slept = 0;
  performance.now = () => measured() - slept;
  window.sleep = (time) => {
    for (const until = measured() + time; measured() < until;);
    slept += time;
  };
})()"""
# What the page shows, and what is left until its warning by the time of the server, in seconds.
SHOWN: Final = """async () => {
  const clock = document.querySelector("[data-clock]");
  const before = Number(await (await fetch(clock.dataset.address)).text());
  const [minutes, seconds] = clock.querySelector("[data-left]").textContent.split(":").map(Number);
  const after = Number(await (await fetch(clock.dataset.address)).text());
  const left = (moment) => (Number(clock.dataset.warns) - moment) / 1000;
  return { shown: minutes * 60 + seconds, most: left(before), least: left(after) };
}"""


@pytest.fixture
def event(talon: Talon, request: pytest.FixtureRequest) -> int:
    """An event of three pairs whose first round is published, with a clock since ten minutes."""
    number = int(told(talon.data, f"published({request.node.name[-60:]!r})"))
    told(talon.data, f"clock({number}, 'start', 10)")
    return number


def looks(page: Page, event: int) -> None:
    page.goto(f"/events/{event}/rounds/1/")
    expect(page.locator("[data-left]")).to_have_text(DIGITS)


def is_right(page: Page) -> None:
    """What is shown is what is left, to the second: a second that has begun counts, and none is missed."""
    told_by_page = page.evaluate(SHOWN)
    assert told_by_page["least"] - 1 <= told_by_page["shown"] <= told_by_page["most"] + 2


@pytest.mark.parametrize("minutes", [0, 37, -26 * 60])
def test_a_phone_whose_clock_is_wrong_shows_what_is_left_by_the_servers(
    open_page: Open, event: int, minutes: int
) -> None:
    page = open_page(PHONE)
    page.add_init_script(WRONG.replace("MINUTES", str(minutes)))
    looks(page, event)
    is_right(page)
    expect(page.locator("[data-phase='playing']")).to_be_visible()
    expect(page.locator("[data-phase='warning']")).to_be_hidden()


def test_after_sleep_it_shows_no_figures_until_it_has_the_time_again(unsteady: Page, event: int) -> None:
    looks(unsteady, event)
    unsteady.context.set_offline(True)
    unsteady.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(unsteady.locator("[data-left]")).to_be_hidden()
    expect(unsteady.locator(".clock-ends")).to_contain_text("Time is up at")
    unsteady.context.set_offline(False)
    expect(unsteady.locator("[data-left]")).to_be_visible()
    is_right(unsteady)


def test_a_phone_that_slept_with_the_page_open_asks_before_it_counts_on(open_page: Open, event: int) -> None:
    """Nothing tells the page but that one clock of the machine has gone further than the other."""
    page = open_page(PHONE)
    page.add_init_script(SLEEPER)
    looks(page, event)
    is_right(page)
    with page.expect_response(lambda answer: answer.url.endswith("/now/")):
        page.evaluate("sleep(5000)")
    expect(page.locator("[data-left]")).to_be_visible()
    is_right(page)


def test_a_pause_stops_every_page_and_the_end_comes_later(page: Page, talon: Talon, event: int) -> None:
    looks(page, event)
    told(talon.data, f"clock({event}, 'pause')")
    expect(page.locator("[data-clock]")).to_contain_text("The clock has been paused since")
    stops = told(talon.data, f"clock({event}, 'resume')").strip()
    expect(page.locator("[data-clock='running']")).to_have_attribute("data-stops", stops)
    expect(page.locator("[data-left]")).to_have_text(DIGITS)
    is_right(page)


def test_a_clock_that_is_started_comes_to_a_page_that_was_open_before(
    page: Page, talon: Talon, request: pytest.FixtureRequest
) -> None:
    number = int(told(talon.data, f"published({request.node.name[-60:]!r})"))
    page.goto(f"/events/{number}/rounds/1/")
    expect(page.locator("[data-live]")).to_contain_text("Up to date at")
    expect(page.locator("[data-clock]")).to_have_count(0)
    told(talon.data, f"clock({number}, 'start')")
    expect(page.locator("[data-left]")).to_have_text(DIGITS)
    is_right(page)


def test_without_scripts_it_says_the_moments(open_page: Open, event: int) -> None:
    page = open_page(PHONE, scripts=False)
    page.goto(f"/events/{event}/rounds/1/")
    expect(page.locator(".clock-ends")).to_have_text(
        re.compile(r"No new deal from \d\d:\d\d\. Time is up at \d\d:\d\d\.")
    )
    expect(page.locator("[data-left]")).to_be_hidden()
    expect(page.get_by_role("button", name="Sound and vibration")).to_be_hidden()


def test_it_is_read_by_everybody_and_sound_is_off_until_somebody_wants_it(
    phone: Page, axe: Axe, event: int
) -> None:
    looks(phone, event)
    switch = phone.get_by_role("button", name="Sound and vibration")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-left]")).to_have_text(DIGITS)
    assert axe(phone) == []
