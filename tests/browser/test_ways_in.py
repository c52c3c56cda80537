"""The ways in, counted: from an empty installation to a published round, from the front page to a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, PHONE, Open
from tests.house.starting import Talon, running_talon
from tests.house.tables import with_tables

MOST_CLICKS = MOST_PAGES = 10
PAIRS = ("Anna Asp – Bo Ek", "Carl Dal – Dag Holm", "Eva Berg – Finn Lund", "Gun Sten – Hans Vik")


@pytest.fixture
def empty(tmp_path: Path, shared_folder: Path) -> Iterator[Talon]:
    """An installation in which nothing is but its keeper."""
    with running_talon(with_tables(shared_folder, tmp_path / "data"), "--no-demo") as talon:
        yield talon


@dataclass
class Way:
    """Goes through pages by the words on them, and counts clicks and pages."""

    page: Page
    clicks: int = 0
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("load", lambda page: self.pages.append(page.url))

    def click(self, role: str, name: str) -> None:
        self.clicks += 1
        self.page.locator("main").get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).first.fill(text)


def test_from_nothing_to_a_published_round_with_every_name_pasted_once(
    chromium: Browser, empty: Talon
) -> None:
    context = chromium.new_context(service_workers="block", base_url=empty.address, locale="en")
    context.set_default_timeout(PATIENCE)
    way = Way(context.new_page())
    way.page.goto("/")
    way.click("link", "Sign in")
    way.fill("E-mail", empty.email)
    way.fill("Password", empty.password)
    way.click("button", "Sign in")
    way.click("link", "Create a club")
    way.fill("Name", "Ekenäs Samba")
    way.click("button", "Create the club")
    way.fill("Name", "Autumn evening")
    way.click("button", "Set up the event")
    way.fill("Pairs", "\n".join(PAIRS))
    way.click("button", "Enter these")
    expect(way.page.get_by_text("8 names are new to the club.").first).to_be_visible()
    way.click("button", "Enter these")
    way.click("button", "Draw round 1")
    way.click("button", "Publish the round")
    expect(way.page.get_by_text("Round 1 is published.")).to_be_visible()
    expect(way.page.get_by_text("The club has new tables: 1, 2.")).to_be_visible()
    assert way.clicks <= MOST_CLICKS
    assert len(way.pages) <= MOST_PAGES
    context.close()


def test_the_standings_of_tonight_are_one_page_from_the_front_page(open_page: Open) -> None:
    way = Way(open_page(PHONE))
    way.page.goto("/")
    way.page.locator("main").get_by_role("link", name="Talon Open (trial)").click()
    expect(way.page.get_by_role("heading", name="Standings").first).to_be_visible()
    assert len(way.pages) == 2


def test_one_s_seat_and_one_s_table_are_on_the_first_screen_of_a_phone(open_page: Open) -> None:
    phone = open_page(PHONE)
    phone.goto("/")
    for name in ("Where do I sit? Name or number", "Table PIN"):
        expect(phone.get_by_label(name)).to_be_in_viewport()
    phone.get_by_label("Table PIN").fill("0000 0000")
    expect(phone.locator("#pin-token")).to_have_attribute("name", "csrfmiddlewaretoken")
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_text("No table has this PIN.").first).to_be_visible()
