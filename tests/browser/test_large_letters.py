"""With letters twice as large a phone shows names and figures whole; nothing lies over what is wrong."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.evening import Match, TableSet, set_out
from tests.browser.world import World
from tests.house.starting import Talon

# What a phone of 360 pixels has room for then.
LARGE = (180, 370)
LINES = """(it) => {
  const { height } = it.getBoundingClientRect();
  return Math.round(height / parseFloat(getComputedStyle(it).lineHeight));
}"""


def a_table(talon: Talon, ruleset: str) -> TableSet:
    match = Match(label="Large", ruleset=ruleset, people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["Large"]


def lines(what: Locator) -> list[int]:
    """How many lines each of them takes."""
    return [one.evaluate(LINES) for one in what.all()]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_count_stands_under_its_name(open_page: Open, talon: Talon) -> None:
    page = open_page(LARGE, language="fi")
    page.goto(f"{a_table(talon, 'sitoumussamba').address}deals/1/")
    names = lines(page.locator(".side .field > label > span:first-child"))
    assert len(names) > 20
    assert max(names) <= 3
    assert fits(page)


def test_no_name_and_no_total_is_divided(open_page: Open, world: World) -> None:
    page = open_page(LARGE, language="fi")
    page.goto(f"/t/{world['dealt_table']}/")
    assert lines(page.locator(".sides .has, .sides .needs strong")) == [1, 1, 1, 1]
    assert fits(page)
    page.goto(f"/events/{world['event']}/")
    widths = page.locator(".sheet tbody th").evaluate_all("(names) => names.map((name) => name.clientWidth)")
    assert widths
    assert min(widths) > LARGE[0] / 2
    assert fits(page)


def test_the_totals_do_not_lie_over_what_is_wrong(open_page: Open, talon: Talon) -> None:
    page = open_page(PHONE)
    page.goto(f"{a_table(talon, 'samba').address}deals/1/")
    page.get_by_role("button", name="Record the deal").last.click()
    wrong = page.locator(".error-summary")
    expect(wrong).to_be_focused()
    box, totals = wrong.bounding_box(), page.locator("#tally").bounding_box()
    assert box is not None
    assert totals is not None
    assert box["y"] >= totals["y"] + totals["height"]
