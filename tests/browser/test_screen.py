"""A screen of the hall: everything is shown in turn and nothing scrolls; it follows, and comes back."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser import live_event
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
  const isSeen = (it) => it.offsetParent && it.textContent.trim();
  const all = [...document.querySelectorAll("main *")].filter(isSeen);
  const words = all.filter((it) => ![...it.children].some(isSeen));
  const isClipped = (it) => it.clientWidth && it.scrollWidth > it.clientWidth + 1;
  return {
    kind: page.dataset.kind,
    rows: rows.length,
    seen,
    letters: Math.min(...seen.map((at) => Number.parseFloat(getComputedStyle(rows[at]).fontSize))),
    least: Math.min(...words.map((it) => Number.parseFloat(getComputedStyle(it).fontSize))),
    clipped: words.filter(isClipped).map((it) => it.textContent),
    used: Math.max(...seen.map((at) => rows[at].getBoundingClientRect().bottom)) / innerHeight,
    cut: list.scrollHeight - list.clientHeight > 1 || list.scrollWidth - list.clientWidth > 1,
    scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
  };
}"""
# The pictures of a bracket: where each of their names ends, and what is there for it.
DRAWN = """() => {
  const list = document.querySelector(".turn.shown .rows").getBoundingClientRect();
  const pictures = [...document.querySelectorAll(".turn.shown .rows > li > svg")];
  const seen = pictures.filter((picture) => picture.getClientRects().length);
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const boxes = seen.flatMap((picture) => [...picture.querySelectorAll("svg")]);
  const names = seen.flatMap((picture) => [...picture.querySelectorAll(".bracket-name")]);
  const cut = names.filter((name) => {
    const box = name.closest("svg").querySelector("rect").getBoundingClientRect();
    const score = name.closest("g").querySelector(".bracket-score");
    const end = score.textContent ? score.getBoundingClientRect().left : box.right;
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return !within({ left, right, top: (top + bottom) / 2, bottom: (top + bottom) / 2 }, box) || right > end;
  });
  const sizeOf = (name) => name.getScreenCTM().d * Number.parseFloat(getComputedStyle(name).fontSize);
  return {
    pictures: seen.length,
    outside: boxes.filter((box) => !within(box.getBoundingClientRect(), list)).length,
    names: names.map((name) => name.textContent),
    cut: cut.map((name) => name.textContent),
    letters: names.map(sizeOf).sort((a, b) => a - b),
  };
}"""
# The moments of the clock of a screen, what it shows, and what is left by the server's time.
CLOCK = """async () => {
  const clock = document.querySelector(".turn-clock [data-clock]");
  const { address, warns, stops } = clock.dataset;
  const before = Number(await (await fetch(address)).text());
  const [minutes, seconds] = clock.querySelector("[data-left]").textContent.split(":").map(Number);
  const after = Number(await (await fetch(address)).text());
  const left = (moment) => (Number(warns) - moment) / 1000;
  return { warns, stops, shown: minutes * 60 + seconds, most: left(before), least: left(after) };
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


@pytest.mark.long
@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
@pytest.mark.parametrize("pairs", [10, 60, 300])
def test_a_hall_of_any_size_is_shown_on_any_screen_in_every_language(
    open_page: Open, talon: Talon, pairs: int, language: str
) -> None:
    """With the clock running, an announcement and a long title; in turn for a light and a dark hall."""
    event = int(
        told(talon.data, f"large('Suomen Canastaliiton parimestaruuskilpailut {language} {pairs}', {pairs})")
    )
    every = dict.fromkeys(("announcements", "clock", "tables", "names", "playing"), 60)
    told(talon.data, f"shows({event}, {language!r}, {language in ('fi', 'en')}, **{every})")
    told(talon.data, f"announced({event}, 'Kahvitauko kolmannen kierroksen jälkeen ravintolasalissa')")
    live_event.told(talon.data, f"clock({event}, 'start', 10)")
    for size in SIZES:
        page = open_page(size, language)
        page.goto(f"/screen/{event}/")
        page.evaluate("document.fonts.ready")
        expect(page.locator(".turn-clock [data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
        sheets = walked(page)
        assert not [sheet for sheet in sheets if sheet["cut"] or sheet["scrolls"] or sheet["clipped"]]
        assert min(sheet["letters"] for sheet in sheets) >= 0.59 * size[1] / 36
        assert min(sheet["least"] for sheet in sheets) >= 0.019 * size[1]
        # Whatever has several sheets fills them.
        kinds = [sheet["kind"] for sheet in sheets]
        full = [sheet for sheet, after in pairwise(sheets) if after["kind"] == sheet["kind"]]
        assert all(sheet["used"] > 0.65 for sheet in full)
        assert {*kinds} == {*every}
        page.close()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)], ids=str)
def test_a_bracket_is_drawn_within_the_window_and_no_name_is_cut(
    open_page: Open, talon: Talon, size: tuple[int, int]
) -> None:
    event = int(told(talon.data, "knock_out(16)"))
    page = open_page(size)
    page.goto(f"/screen/{event}/")
    page.evaluate("document.fonts.ready")
    sheet, drawn = page.evaluate(SHOWN), page.evaluate(DRAWN)
    assert (sheet["kind"], sheet["rows"], sheet["cut"], sheet["scrolls"]) == ("bracket", 1, False, False)
    assert (drawn["pictures"], drawn["outside"], drawn["cut"]) == (1, 0, [])
    # Each of the two of a pair has a line: in the first round and in the second.
    assert len(drawn["names"]) == 2 * (16 + 8)
    assert not [name for name in drawn["names"] if "…" in name]
    # Only who has a very long name gets smaller letters than a fifty-fifth of the height.
    assert drawn["letters"][4] >= size[1] / 55
    assert drawn["letters"][0] >= 0.59 * size[1] / 55
    told(talon.data, f"played_on({event})")
    expect(page.locator(".turn.shown .bracket-score", has_text="7,345")).to_be_visible()
    assert page.evaluate(DRAWN)["cut"] == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
@pytest.mark.parametrize(
    ("pairs", "rounds", "movement", "sheets"),
    [
        (4, 9, "knock_out_third", 1),
        (9, 1, "knock_out_third", 1),
        (8, 2, "knock_out_second", 1),
        (16, 3, "knock_out_second", 2),
        (40, 0, "knock_out", 2),
        (40, 2, "knock_out", 1),
    ],
)
def test_a_bracket_of_any_size_is_drawn_whole_on_any_screen(
    open_page: Open, talon: Talon, pairs: int, rounds: int, movement: str, sheets: int, language: str
) -> None:
    event = int(told(talon.data, f"knock_out({pairs}, {rounds}, {movement!r}, {language!r})"))
    for size in SIZES:
        page = open_page(size, language)
        page.goto(f"/screen/{event}/")
        page.evaluate("document.fonts.ready")
        for _sheet in range(sheets):
            drawn = page.evaluate(DRAWN)
            assert (drawn["pictures"], drawn["outside"], drawn["cut"]) == (1, 0, [])
            assert drawn["letters"][len(drawn["letters"]) // 4] >= size[1] / 55
            page.keyboard.press("PageDown")
        assert page.locator(".turn-bracket .rows > li").count() == sheets
        page.close()


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


def clock_of(page: Page) -> dict[str, Any]:
    """The clock, which shows what is left to the second: one that has begun counts, and none is missed."""
    expect(page.locator(".turn-clock [data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    clock: dict[str, Any] = page.evaluate(CLOCK)
    assert clock["least"] - 1 <= clock["shown"] <= clock["most"] + 2
    return clock


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_the_clock_fills_the_screen_and_is_small_beside_every_other_page(
    open_page: Open, talon: Talon, size: tuple[int, int]
) -> None:
    event = int(told(talon.data, f"large('Clock {size[0]}', 20)"))
    told(talon.data, f"shows({event}, clock=60, tables=60)")
    live_event.told(talon.data, f"clock({event}, 'start', 10)")
    page = open_page(size)
    page.goto(f"/screen/{event}/")
    clock_of(page)
    expect(page.locator(".screen-clock")).to_be_hidden()
    sheet = page.evaluate(SHOWN)
    assert (sheet["kind"], sheet["cut"], sheet["scrolls"]) == ("clock", False, False)
    height = page.locator(".turn-clock [data-left]").evaluate("left => left.getBoundingClientRect().height")
    assert height > size[1] / 4
    page.keyboard.press("PageDown")
    expect(page.locator(".screen-clock [data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    sheet = page.evaluate(SHOWN)
    assert (sheet["kind"], sheet["cut"], sheet["scrolls"]) == ("tables", False, False)


def _kept(session: CDPSession) -> dict[str, float]:
    """What the page holds when nothing more can be collected: a page taken out is freed in several rounds."""
    session.send("Performance.enable")
    metrics: dict[str, float] = {"Nodes": math.inf}
    while True:
        session.send("HeapProfiler.collectGarbage")
        told = session.send("Performance.getMetrics")["metrics"]
        before, metrics = metrics, {each["name"]: each["value"] for each in told}
        if metrics["Nodes"] >= before["Nodes"]:
            return metrics


def test_the_memory_stays_flat_over_ten_thousand_updates(page: Page, talon: Talon) -> None:
    """The quick profile tries a hundred. Each puts in all pages of a screen anew, and fits their letters."""
    event = int(told(talon.data, "large('Updates', 12)"))
    times = 10_000 if LONG else 100
    page.goto(f"/screen/{event}/")
    bodies = [page.request.get(f"/screen/{event}/").text()]
    bodies.append(bodies[0].replace("Player1 ", "Somebody "))
    session = page.context.new_cdp_session(page)
    kept: list[dict[str, float]] = []
    for part in (0.2, 0.4, 0.4):
        page.evaluate(FEED, [bodies, round(part * times)])
        kept.append(_kept(session))
    # The first fifth has warmed up; what comes after it leaves nothing behind.
    assert kept[2]["JSHeapUsedSize"] < 1.1 * kept[0]["JSHeapUsedSize"] + 500_000
    assert kept[2]["Nodes"] <= 1.1 * kept[0]["Nodes"]
    assert kept[2]["JSEventListeners"] <= kept[0]["JSEventListeners"] + 2
