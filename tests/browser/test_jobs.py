"""Long work in a browser: the protocols of a round by keyboard, cancelled, and without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live_jobs
from tests.browser.conftest import Open, follows
from tests.browser.live_round import PAIRS, sign_in, told
from tests.documents.reading import text_of
from tests.house.starting import Talon


@pytest.fixture
def published(talon: Talon, request: pytest.FixtureRequest) -> tuple[int, int]:
    """A round that is played, and its event."""
    drawn = int(told(talon.data, f"drawn('{request.node.name}')"))
    return drawn, int(told(talon.data, f"published({drawn})"))


def taken(page: Page, folder: Path) -> bytes:
    """What comes of the link that has the focus."""
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    made = folder / download.value.suggested_filename
    download.value.save_as(made)
    return made.read_bytes()


def test_the_protocols_of_a_round_are_printed_by_the_keyboard_alone(
    page: Page, tmp_path: Path, published: tuple[int, int]
) -> None:
    drawn, _event = published
    sign_in(page, drawn)
    page.goto(f"/rounds/{drawn}/")
    page.get_by_label("Language of the score sheets").focus()
    page.keyboard.type("Swedish and F")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="a sheet of its own").last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Print the score sheets")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/jobs/*/")
    page.evaluate("window.stayed = true")
    ready = page.get_by_role("link", name="Download the file")
    expect(ready).to_be_visible()
    assert page.evaluate("window.stayed"), "the page has followed by itself"
    ready.focus()
    text = text_of(taken(page, tmp_path))
    assert text.count("Protokoll / Pöytäkirja") >= PAIRS // 2
    page.get_by_role("link", name="Round 1").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rounds/{drawn}/")


@pytest.mark.parametrize("asked_from", [pytest.param("round", marks=pytest.mark.long), "papers"])
def test_the_emergency_pack_is_printed_by_the_keyboard_alone(
    page: Page, tmp_path: Path, published: tuple[int, int], asked_from: str
) -> None:
    """On the papers it is one stroke: they are in a language already."""
    drawn, event = published
    sign_in(page, drawn)
    page.goto(f"/rounds/{drawn}/" if asked_from == "round" else f"/events/{event}/papers/")
    page.get_by_role("button", name="Print the emergency pack").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/jobs/*/")
    ready = page.get_by_role("link", name="Download the file")
    expect(ready).to_be_visible()
    ready.focus()
    pages = text_of(taken(page, tmp_path)).split("\f")
    assert "Emergency pack of round 1" in pages[0]
    assert sum("Running total" in text and "Carried forward" in text for text in pages) >= PAIRS // 2
    page.get_by_role("link", name="Round 1" if asked_from == "round" else "Papers").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rounds/{drawn}/" if asked_from == "round" else f"**/events/{event}/papers/")


def test_every_line_of_every_deal_is_made_a_file_by_the_keyboard_alone(
    page: Page, talon: Talon, tmp_path: Path, published: tuple[int, int]
) -> None:
    """Where the deals are many their file leads here; the page has the kind of file that was asked for."""
    drawn, event = published
    told(talon.data, f"disputed({drawn}, 1)")
    sign_in(page, drawn)
    page.goto(f"/events/{event}/deals/make/?as=json")
    kind = page.get_by_label("Kind of file")
    expect(kind).to_have_value("json")
    kind.focus()
    page.keyboard.type("CSV with c")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Make the file")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/jobs/*/")
    ready = page.get_by_role("link", name="Download the file")
    expect(ready).to_be_visible()
    ready.focus()
    head, *lines = taken(page, tmp_path).decode().splitlines()
    assert head.startswith("Round,Table,Deal,State,Side,Part,Line,")
    assert lines
    assert all(line.startswith("1,1,1,disputed,") for line in lines)
    page.get_by_role("link", name="Event").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/events/{event}/")


def test_work_is_cancelled_and_the_page_says_when_it_has_ended(
    page: Page, talon: Talon, published: tuple[int, int]
) -> None:
    """Its worker has died meanwhile: the next one finds the wish."""
    drawn, event = published
    sign_in(page, drawn)
    job = int(live_jobs.told(talon.data, f"being_printed({event})"))
    page.goto(f"/jobs/{job}/")
    follows(page)
    expect(page.locator("progress")).to_have_attribute("value", "12")
    page.get_by_role("button", name="Cancel").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#job")).to_contain_text("It is being cancelled.")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    page.evaluate("window.stayed = true")
    live_jobs.told(talon.data, f"died({job})")
    expect(page.locator("#job")).to_contain_text("It was cancelled.")
    assert page.evaluate("window.stayed")


def test_without_scripts_it_is_looked_at_by_hand(
    open_page: Open, talon: Talon, tmp_path: Path, published: tuple[int, int]
) -> None:
    drawn, event = published
    page = open_page(scripts=False)
    sign_in(page, drawn)
    page.goto(f"/events/{event}/desk/")
    page.get_by_role("button", name="Print all score sheets").click()
    page.wait_for_url("**/jobs/*/")
    again = page.get_by_role("link", name="Show progress")
    ready = page.get_by_role("link", name="Download the file")
    # Between two pages neither is there: only the file ends the looking, and each look is a whole page.
    while not ready.count():
        with page.expect_navigation():
            again.click()
    ready.focus()
    assert taken(page, tmp_path).startswith(b"%PDF")
