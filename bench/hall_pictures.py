"""Pictures of the screens of a hall: python bench/hall_pictures.py FOLDER [--entries N …] [--sizes WxH …]

Events of 10, 60 and 300 pairs with long names, in the second round with its clock running, an announcement
and a call: the sheets of their screen are drawn at 1280x720, 1920x1080 and 3840x2160, by turns in each
language and for a light and a dark hall; and their public pages and an own page on a phone of 360 px. A line
is printed for each sheet: the letters of its rows and the smallest of all in hundredths of the height of the
window, and how much of the height is used; at the end what is cut off, with exit status 1. Look at the
pictures.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from installation import use_installation_of

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from big_event import BigEvent
    from playwright.sync_api import Browser, Page

ENTRIES: Final = (10, 60, 300)
SIZES: Final = ("1280x720", "1920x1080", "3840x2160")
LANGUAGES: Final = ("fi", "sv", "da", "en")
PHONE: Final = (360, 740)
TITLE: Final = "Suomen Canastaliiton parimestaruuskilpailut"
COFFEE: Final = {
    "": "Coffee at three",
    "fi": "Kahvitauko kolmannen kierroksen jälkeen ravintolasalissa kello kolme",
    "sv": "Kaffe i restaurangen klockan tre",
    "da": "Kaffe i restauranten klokken tre",
}
# What is seen of a sheet of a screen.
SEEN: Final = """() => {
  const root = document.documentElement;
  const page = document.querySelector(".turn.shown");
  const list = page.querySelector(".rows");
  const isSeen = (it) => it.offsetParent && it.textContent.trim();
  const letters = (it) => Number.parseFloat(getComputedStyle(it).fontSize);
  const part = (size) => (size / innerHeight) * 100;
  const all = [...document.querySelectorAll("main *")].filter(isSeen);
  const leaves = all.filter((it) => ![...it.children].some(isSeen)).sort((a, b) => letters(a) - letters(b));
  const rows = [...page.querySelectorAll("li:not([hidden])")];
  const box = list.getBoundingClientRect();
  return {
    kind: page.dataset.kind,
    count: page.querySelector(".turn-count")?.textContent ?? "",
    rows: rows.length,
    row: part(Math.min(...rows.map(letters))),
    least: part(letters(leaves[0])),
    words: leaves[0].textContent.trim().slice(0, 30),
    used: ((Math.max(...rows.map((it) => it.getBoundingClientRect().bottom)) - box.top) / box.height) * 100,
    cut: leaves
      .filter((it) => it.clientWidth && it.scrollWidth > it.clientWidth + 1)
      .map((it) => it.textContent),
    overflows: list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1
      || root.scrollHeight > innerHeight,
  };
}"""


def main() -> int:
    from tests.house.starting import THIS_VENV, running_talon

    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    given.add_argument("folder", type=Path)
    given.add_argument("--entries", type=int, nargs="*", default=ENTRIES)
    given.add_argument("--sizes", nargs="*", default=SIZES)
    asked = given.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="talon-pictures-") as place,
        running_talon(Path(place) / "data", "--no-demo", extra=THIS_VENV) as talon,
    ):
        use_installation_of(talon)
        events = {str(entries): an_evening(entries) for entries in asked.entries}
        events["prizes"] = an_end()
        wrong = list(drawn(talon.address, events, asked.sizes, asked.folder))
    print("\n".join(f"CUT {line}" for line in wrong) or "Nothing is cut off.")
    return 1 if wrong else 0


# What is looked at.


def an_evening(entries: int) -> BigEvent:
    """The second round is played, since twenty minutes; two tables have another end."""
    from datetime import timedelta

    from big_event import BigEvent

    from tests.builders import an_author
    from tournaments import personal, running

    event = BigEvent(entries)
    event.event.name = TITLE
    event.event.save(update_fields=["name"])
    event.play(1)
    drawn = running.publish_round(event.by, event.draw())
    earlier = an_author(event.by.user, at=event.by.at - timedelta(minutes=20))
    running.start_clock(earlier, drawn, running.ClockTerms(minutes=50, more_minutes=10))
    for table in (2, 5):
        running.give_minutes(event.by, drawn.pairings.get(table=table), 3, uuid4())
    running.announce(event.by, event.event, COFFEE, 600)
    running.call_players(event.by, event.event, running.CalledPlayers(entry=3, player=None, table=2))
    personal.make_codes(event.by, event.event, 0)
    return event


def an_end() -> BigEvent:
    from big_event import BigEvent

    from tournaments import running
    from tournaments.models import Tournament

    event = BigEvent(10, rounds=1)
    event.event.name, event.event.state = TITLE, Tournament.State.RUNNING
    event.event.save(update_fields=["name", "state"])
    event.play(1)
    running.show_results(event.by, event.event)
    return event


# The pictures.


def drawn(address: str, events: dict[str, BigEvent], sizes: Sequence[str], folder: Path) -> Iterator[str]:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS
    from tests.steps.machine import chromium

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "yes"
    looks = cycle((language, dark) for language in LANGUAGES for dark in (False, True))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, event in events.items():
            for size in sizes:
                language, dark = next(looks)
                set_look(event, language, dark=dark)
                yield from screen_pictures(browser, address, event, f"{name}-{size}", size, folder)
            next(looks)  # so that each size comes in each language
            yield from phone_pictures(browser, address, event, name, folder)
        browser.close()


def set_look(event: BigEvent, language: str, *, dark: bool) -> None:
    from django.db import connection

    from tournaments import running
    from tournaments.play.screens import HallScreen, PageKind

    pages = dict.fromkeys(PageKind.values, 600)
    running.set_screen(event.by, event.event, HallScreen(1, pages, dark, language))
    connection.close()


def screen_pictures(
    browser: Browser, address: str, event: BigEvent, name: str, size: str, folder: Path
) -> Iterator[str]:
    width, height = map(int, size.split("x"))
    page = browser.new_page(viewport={"width": width, "height": height}, base_url=address)
    page.goto(f"/screen/{event.event.pk}/")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1500)
    first, at = None, 0
    while True:
        seen = page.evaluate(SEEN)
        if (seen["kind"], seen["count"]) == first:
            break
        first = first or (seen["kind"], seen["count"])
        # Of many sheets of a page the first and the last.
        if len({*seen["count"].split(" / "), "1"}) < 3:
            page.wait_for_timeout(700)
            path = folder / f"{name}-{at:02}-{seen['kind']}.png"
            page.screenshot(path=path)
            print(
                f"{path.name:44} {seen['rows']:3} rows of {seen['row']:.2f} vh, least {seen['least']:.2f} vh"
                f" ({seen['words']}), {seen['used']:.0f} % used {seen['count']}",
                flush=True,
            )
        if seen["cut"] or seen["overflows"]:
            yield f"{name} {seen['kind']}: {seen['cut']} {seen['overflows']}"
        page.keyboard.press("PageDown")
        at += 1
    page.close()


def phone_pictures(browser: Browser, address: str, event: BigEvent, name: str, folder: Path) -> Iterator[str]:
    from tournaments.play.personal_codes import personal_path

    number = event.event.pk
    paths = {"event": f"/events/{number}/", "round": f"/events/{number}/rounds/1/"}
    if own := personal_path(event.fresh, event.event.entries.get(number=1).pk):
        paths |= {"own": own, "playing": f"/events/{number}/rounds/2/"}
    for language, (kind, path) in zip(cycle(LANGUAGES), paths.items(), strict=False):
        page = browser.new_page(
            viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=address, locale=language
        )
        page.goto(path)
        page.wait_for_timeout(1000)
        page.screenshot(path=folder / f"{name}-phone-{kind}-{language}.png")
        if wide := too_wide(page):
            yield f"{name} phone {kind} {language}: {wide} px wide"
        page.close()


def too_wide(page: Page) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width if width > PHONE[0] else 0


if __name__ == "__main__":
    sys.exit(main())
