"""The mishaps of `docs/mishaps.md`: each is made and put right by the words on the pages alone.

The evening is then played to its end, and its standings are those of a sheet that was counted by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.mishap_world import asked
from tests.browser.mishaps import Mishap, mishaps, walk
from tests.house.starting import Talon

CLICKS = 20  # within a minute: a click and its page in three seconds
# The cells of a table as they are written, without what stands below a name where the screen is narrow.
CELLS = """table => [...table.rows].map(row => [...row.cells].map(cell => {
  const first = [...cell.childNodes].find(node => node.textContent.trim());
  return first ? first.textContent.trim() : "";
}))"""
SHEET = re.compile(r"(?P<place>\d+)\. (?P<pair>.+): (?P<points>.+); (?P<difference>.+)")


def evenings() -> Iterator[ParameterSet]:
    """Each mishap at both widths; in the quick profile every third, on a wide screen and a phone in turn."""
    for mishap in mishaps():
        for at, (name, size) in enumerate({"1280": DESKTOP, "360": PHONE}.items()):
            is_quick = mishap.number % 3 == 1 and mishap.number % 2 == at
            marks = [] if is_quick else [pytest.mark.long]
            yield pytest.param(mishap, size, id=f"{mishap.number:02}-{name}", marks=marks)


def open_overview(page: Page, talon: Talon, mishap: Mishap) -> int:
    """The director, signed in, at the overview of an event that has come as far as the mishap asks for."""
    begun = asked(talon.data, "begin", mishap=mishap.facts)
    page.context.add_cookies([{"name": "sessionid", "value": begun["session"], "url": talon.address}])
    page.goto(f"/events/{begun['event']}/desk/")
    return int(begun["event"])


def final_standings(page: Page) -> list[list[str]]:
    """Place, pair, points and difference, as the director reads them."""
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("link", name="Standings").first.click()
    names, *rows = page.locator("main table").first.evaluate(CELLS)
    at = [names.index(name) for name in ("Place", "Pair", "Points", "Difference")]
    return [[row[column].replace(",", "") for column in at] for row in rows]


def by_hand(line: str) -> list[str]:
    found = SHEET.fullmatch(line)
    assert found, line
    return [found["place"], found["pair"], total(found["points"]), total(found["difference"])]


def total(column: str) -> str:
    """What a column of the sheet makes, which is its sum."""
    counted, _is, made = column.rpartition(" = ")
    figures = [int(figure) for figure in re.findall(r"[+-]?\d+", counted.replace("−", "-").replace(" ", ""))]
    assert sum(figures) == int(made.replace("−", "-")), column
    return made


def test_there_are_thirty_mishaps_and_none_takes_more_than_a_minute() -> None:
    assert [mishap.number for mishap in mishaps()] == list(range(1, 31))
    assert [mishap.title for mishap in mishaps() if not 0 < mishap.clicks <= CLICKS] == []


def test_the_sheets_that_were_counted_by_hand_add_up() -> None:
    for mishap in mishaps():
        places = [by_hand(line)[0] for line in mishap.facts["sheet"]]
        assert places == sorted(places), mishap.title


@pytest.mark.parametrize(("mishap", "size"), [*evenings()])
def test_a_mishap_is_put_right_by_the_words_on_the_pages(
    mishap: Mishap, size: tuple[int, int], open_page: Open, talon: Talon
) -> None:
    page = open_page(size)
    event = open_overview(page, talon, mishap)
    overview = page.url
    walk(page, mishap.happens)
    if mishap.from_overview:
        page.goto(overview)
    walk(page, mishap.put_right)
    asked(talon.data, "go_on", event=event, rounds=mishap.facts["then"])
    page.goto(overview)
    assert final_standings(page) == [by_hand(line) for line in mishap.facts["sheet"]]
