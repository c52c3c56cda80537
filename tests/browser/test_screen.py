"""A screen of the hall: everything is shown in turn and nothing scrolls; it follows, and comes back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, follows
from tests.browser.hall import told
from tests.conftest import LONG
from tests.house.starting import Talon

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
SHOWN = """() => {
  const root = document.documentElement;
  const page = document.querySelector(".turn.shown");
  const list = page.querySelector(".rows");
  const rows = [...page.querySelectorAll("li")];
  const seen = rows.map((row, at) => (row.hidden ? null : at)).filter((at) => at !== null);
  return {
    kind: page.dataset.kind,
    rows: rows.length,
    seen,
    letters: Math.min(...seen.map((at) => Number.parseFloat(getComputedStyle(rows[at]).fontSize))),
    cut: list.scrollHeight - list.clientHeight > 1 || list.scrollWidth - list.clientWidth > 1,
    scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
  };
}"""
# The answers of the server in turn, without the network: what is measured is what the page keeps.
FEED = """async ([pages, times]) => {
  let asked = 0;
  const answered = () => new Promise((done) => document.addEventListener("talon:line", done, { once: true }));
  window.fetch = async () => {
    asked += 1;
    const text = pages[asked % pages.length].replaceAll("Number0", `Number${asked}`);
    return new Response(text, { status: 200, headers: { ETag: `W/"${asked}"` } });
  };
  for (let time = 0; time < times; time += 1) {
    const told = answered();
    dispatchEvent(new Event("online"));
    await told;
  }
  return asked;
}"""


@pytest.fixture(scope="module")
def hall(talon: Talon) -> int:
    return int(told(talon.data, "large('Hall', 60)"))


def walked(page: Page) -> list[dict[str, Any]]:
    """Every sheet of the screen once, turned by hand."""
    sheets: list[dict[str, Any]] = []
    while True:
        sheet = page.evaluate(SHOWN)
        if sheets and (sheet["kind"], sheet["seen"]) == (sheets[0]["kind"], sheets[0]["seen"]):
            return sheets
        sheets.append(sheet)
        page.keyboard.press("PageDown")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_row_is_shown_whole_in_letters_that_can_be_read(
    open_page: Open, hall: int, size: tuple[int, int]
) -> None:
    page = open_page(size)
    page.goto(f"/screen/{hall}/")
    page.evaluate("document.fonts.ready")
    sheets = walked(page)
    assert not [sheet for sheet in sheets if sheet["cut"] or sheet["scrolls"]]
    for kind in ("tables", "names", "playing"):
        own = [sheet for sheet in sheets if sheet["kind"] == kind]
        assert sorted(at for sheet in own for at in sheet["seen"]) == list(range(own[0]["rows"]))
    # Only who has a very long name gets smaller letters than a thirty-sixth of the height.
    assert min(sheet["letters"] for sheet in sheets) >= 0.59 * size[1] / 36


def test_it_turns_by_itself_and_says_how_far_it_is(page: Page, talon: Talon, hall: int) -> None:
    told(talon.data, f"shows({hall}, names=3)")
    page.goto(f"/screen/{hall}/")
    follows(page)
    count = page.locator(".turn.shown .turn-count")
    expect(count).to_have_text(re.compile(r"^1 / \d+$"))
    expect(count).to_have_text(re.compile(r"^2 / \d+$"))
    assert page.evaluate("getComputedStyle(document.documentElement).cursor") == "none"
    assert page.locator("a, button, input, [tabindex]").count() == 0


def test_an_announcement_comes_and_goes_without_a_hand(page: Page, talon: Talon) -> None:
    event = int(told(talon.data, "large('Coffee', 4)"))
    page.goto(f"/screen/{event}/")
    page.evaluate("window.stayed = true")
    told(talon.data, f"announced({event}, 'Coffee at three')")
    expect(page.locator(".strip > p:not([hidden])")).to_have_text("Coffee at three")
    told(talon.data, f"taken_back({event}, 1)")
    expect(page.locator(".strip > p")).to_have_count(0)
    assert page.evaluate("window.stayed")


def test_without_a_connection_it_says_of_when_it_is_and_goes_on_afterwards(
    unsteady: Page, talon: Talon
) -> None:
    event = int(told(talon.data, "large('Unsteady', 4)"))
    unsteady.goto(f"/screen/{event}/")
    unsteady.context.set_offline(True)
    expect(unsteady.locator("[data-live]")).to_contain_text("Not connected. Last updated at")
    expect(unsteady.locator(".turn.shown li").first).to_be_visible()
    told(talon.data, f"announced({event}, 'Lunch')")
    unsteady.context.set_offline(False)
    expect(unsteady.locator(".strip > p:not([hidden])")).to_have_text("Lunch")


def test_on_a_phone_an_announcement_disappears_at_its_end(phone: Page, talon: Talon) -> None:
    event = int(told(talon.data, "large('Phones', 4)"))
    told(talon.data, f"announced({event}, 'Coffee at three')")
    phone.goto(f"/events/{event}/")
    notice = phone.locator("[data-until]")
    expect(notice).to_contain_text("Coffee at three")
    notice.evaluate("notice => { notice.dataset.until = Math.floor(Date.now() / 1000) - 1; }")
    expect(notice).to_be_hidden()


def test_the_memory_stays_flat_over_ten_thousand_updates(page: Page, talon: Talon, hall: int) -> None:
    """The quick profile tries a hundred."""
    times = 10_000 if LONG else 100
    page.goto(f"/screen/{hall}/")
    bodies = [page.request.get(f"/screen/{hall}/").text()]
    bodies.append(bodies[0].replace("Player1 ", "Somebody "))
    session = page.context.new_cdp_session(page)
    kept: list[dict[str, float]] = []
    for _part in range(3):
        page.evaluate(FEED, [bodies, times // 2])
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        metrics = session.send("Performance.getMetrics")["metrics"]
        kept.append({each["name"]: each["value"] for each in metrics})
    # The first half has warmed up; what comes after it leaves nothing behind.
    assert kept[2]["JSHeapUsedSize"] < 1.1 * kept[0]["JSHeapUsedSize"] + 500_000
    assert kept[2]["Nodes"] <= 1.1 * kept[0]["Nodes"]
    assert kept[2]["JSEventListeners"] <= kept[0]["JSEventListeners"] + 2
