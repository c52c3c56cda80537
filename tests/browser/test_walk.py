"""The path through the house that never breaks: from signing in to the protocol, in each language."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.documents.reading import text_of
from tests.house.starting import Talon

EIGHT = [
    "Åsa Öberg",
    "Bo Ek",
    "Søren Kjær",
    "Anna-Liisa Mäkelä",
    "Kim Berg",
    "Pirkko Ääri",
    "Æmilie Ørsted",
    "Nils Å",
]
WORDS = {"sv": "Ställning", "fi": "Tilanne", "da": "Stilling", "en": "Standings"}


IN_ANY_PROFILE = ("sv",)


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(language, marks=() if language in IN_ANY_PROFILE else (pytest.mark.long,))
        for language in WORDS
    ],
)
def test_from_signing_in_to_the_protocol(open_page: Callable[..., Page], talon: Talon, language: str) -> None:
    page = open_page(language=language)
    club = f"Klubben {uuid4().hex[:6]}"
    sign_in(page, talon)
    found_club(page, club)
    paste_players(page, [f"{name}{club[-3:]}" for name in EIGHT])
    set_up_event(page)
    enter_pairs(page, [f"{name}{club[-3:]}" for name in EIGHT])
    draw_and_publish(page)
    record_a_deal(page)
    totals = [cell.inner_text() for cell in page.locator("dl.score dd").all()]
    assert [re.sub(r"[^0-9−]", "", total) for total in totals] == ["2725", "−85"]
    protocol = page.request.get(page.locator("a[href$='protocol.pdf']").get_attribute("href") or "")
    assert protocol.ok
    text = re.sub(r"[^0-9−\n]", "", text_of(protocol.body()))
    assert "2725" in text
    page.goto(page.locator(".breadcrumb a").last.get_attribute("href") or "")
    expect(page.get_by_role("heading", name=WORDS[language])).to_be_visible()
    expect(page.locator("table.sheet tbody tr")).to_have_count(4)


def sign_in(page: Page, talon: Talon) -> None:
    """With what the first start printed once."""
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(talon.email)
    page.locator("[name=password]").fill(talon.password)
    page.locator("main button.primary").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def found_club(page: Page, name: str) -> None:
    page.goto("/clubs/new/")
    page.locator("[name=name]").fill(name)
    page.locator("main button.primary").click()
    page.wait_for_url(re.compile(r"/clubs/\d+/"))


def paste_players(page: Page, names: list[str]) -> None:
    page.goto(f"{club_address(page)}players/paste/")
    page.locator("textarea").fill("\n".join(names))
    with page.expect_navigation():  # the list stands under the same address
        page.locator("main button.primary").click()
    page.locator("main button.primary").click()
    page.wait_for_url(re.compile(r"/clubs/\d+/players/$"))


def club_address(page: Page) -> str:
    found = re.search(r"/clubs/\d+/", page.url)
    assert found
    return found[0]


def set_up_event(page: Page) -> None:
    page.goto(f"{club_address(page)}events/new/")
    page.locator("[name=name]").fill("Torsdag")
    page.locator("[name=on_day]").fill("2026-05-02")
    page.locator("[name=ruleset]").select_option("samba")
    page.locator("main button.primary").click()
    page.wait_for_url(re.compile(r"/events/\d+/pairs/"))


def enter_pairs(page: Page, names: list[str]) -> None:
    couples = zip(names[::2], names[1::2], strict=True)
    page.locator("textarea").fill("\n".join(f"{first} – {second}" for first, second in couples))
    page.locator("main button.primary").click()
    page.wait_for_url(re.compile(r"/events/\d+/desk/"))


def draw_and_publish(page: Page) -> None:
    page.locator("form[action$='/draw/'] button.primary").click()
    with page.expect_navigation(url=re.compile(r"/rounds/\d+/$")):  # from there back to there
        page.locator("form[action$='/publish/'] button.primary").click()
    expect(page.locator("a[href*='/deals/new/']")).to_have_count(2)


def record_a_deal(page: Page) -> None:
    """A samba and a mixed canasta, going out, against a hand of 85."""
    page.locator("main a[href*='/desk/?desk=']").first.click()
    page.locator("a[href$='/deals/new/']").first.click()
    page.locator("[name=ended][value=out-0]").check()
    typed = {
        "side0-combination_samba": "1",
        "side0-combination_mixed": "1",
        "side0-meld_points": "500+345",
        "side0-hand_points": "120",
        "side1-hand_points": "85",
    }
    for name, value in typed.items():
        page.locator(f"[name={name}]").fill(value)
    with page.expect_navigation(url=re.compile(r"/games/\d+/deals/new/$")):  # the form has the same address
        page.locator("main button.primary").click()
    game = page.url.partition("deals/")[0].partition("/games/")[2]
    page.locator(f"main a[href='/games/{game}']").first.click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))
