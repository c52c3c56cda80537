"""A hall without a line: pages that a phone keeps, a page that would be lost, Talon installed on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.evening import Match, Stored, TableSet, set_out
from tests.browser.line import Line, line_to
from tests.browser.test_entry import entry, kept, says, type_a_deal
from tests.browser.world import World
from tests.house.starting import Talon

AT = re.compile(r"Not connected\. Last updated at \d\d:\d\d")


@pytest.fixture
def table(talon: Talon) -> TableSet:
    match = Match(label="New", ruleset="samba", people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["New"]


@pytest.fixture
def line(talon: Talon) -> Iterator[Line]:
    """What the phone is connected by."""
    with line_to(talon.address) as line:
        yield line


@pytest.fixture
def keeping(chromium: Browser, line: Line) -> Iterator[Page]:
    """A phone whose browser runs a service worker, as it does on this machine and behind TLS."""
    size = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = chromium.new_context(base_url=line.address, viewport=size, locale="en")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


# `wait_for_function` takes a promise for a yes.
KEPT = """async ([address, patience]) => {
  const end = Date.now() + patience;
  while (!(await caches.match(address)) && Date.now() < end) await new Promise(requestAnimationFrame);
  return Boolean(await caches.match(address));
}"""
REPLACED = """async ([name, patience]) => {
  const end = Date.now() + patience;
  while ((await caches.has(name)) && Date.now() < end) await new Promise(requestAnimationFrame);
  return !(await caches.has(name));
}"""


def is_kept(page: Page, address: str) -> None:
    """Waits until the phone has a page."""
    assert page.evaluate(KEPT, [address, PATIENCE])


def test_a_table_is_there_after_a_reload_and_its_deal_is_sent_once(
    keeping: Page, line: Line, table: TableSet, talon: Talon
) -> None:
    keeping.goto(table.address)
    keeping.get_by_role("button", name="Start deal 1").click()
    expect(keeping.locator("#step")).to_have_text("Deal 1 is being played")
    is_kept(keeping, table.address)
    is_kept(keeping, f"{table.address}deals/1/")
    line.cut()
    keeping.reload()
    expect(keeping.locator("#step")).to_have_text("Deal 1 is being played")
    expect(keeping.locator("[data-live]")).to_have_text(AT)
    keeping.get_by_role("link", name="Enter deal 1").click()
    expect(keeping.locator("main > .live")).to_have_text(AT)
    expect(keeping.locator("#toasts > *")).to_have_count(0)
    type_a_deal(keeping)
    keeping.locator("button.primary").click()
    says(keeping, "Saved on this device but not sent yet.")
    keeping.reload()
    says(keeping, "Saved on this device but not sent yet.")
    assert Stored(talon.data, table.game).deals == [(1, "draft", 0)]
    line.mend()
    expect(keeping.locator("#step")).to_have_text("Deal 1 has been recorded")
    assert kept(keeping) == []
    assert Stored(talon.data, table.game).acts("deal.recorded") == 1


def test_a_page_of_an_event_is_kept_and_one_of_staff_never(
    keeping: Page, line: Line, table: TableSet, talon: Talon, world: World
) -> None:
    game = f"/games/{table.game}/"
    keeping.goto(table.address)
    is_kept(keeping, table.address)
    keeping.goto(game)
    is_kept(keeping, game)
    keeping.goto("/sign-in/")
    keeping.locator("[name=username]").fill(talon.email)
    keeping.locator("[name=password]").fill(talon.password)
    keeping.locator("main button.primary").click()
    keeping.wait_for_url(lambda url: "sign-in" not in url)
    keeping.goto("/games/1/desk/")
    keeping.goto("/styleguide/")
    addresses = keeping.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    pages = {each for each in addresses if not each.startswith("/static/")}
    assert {table.address, game, "/offline/"} <= pages
    assert not [each for each in pages if re.search("desk|sign-in|account|styleguide", each)]
    line.cut()
    keeping.goto(game)
    expect(keeping.locator("[data-live]")).to_have_text(AT)
    keeping.goto("/styleguide/")
    expect(keeping.get_by_role("heading", name="No connection")).to_be_visible()
    line.mend()


def test_nothing_of_who_has_signed_in_stands_in_a_page_that_is_kept(
    keeping: Page, table: TableSet, talon: Talon
) -> None:
    keeping.goto("/sign-in/")
    keeping.locator("[name=username]").fill(talon.email)
    keeping.locator("[name=password]").fill(talon.password)
    keeping.locator("main button.primary").click()
    keeping.wait_for_url(lambda url: "sign-in" not in url)
    keeping.goto(table.address)
    is_kept(keeping, table.address)
    expect(keeping.locator("#account-menu .signed-in")).to_be_attached()
    name = keeping.locator("#account-menu").inner_text()
    html = keeping.evaluate("async (address) => (await caches.match(address)).text()", table.address)
    assert "signed-in" not in html.split("<main", 1)[0]
    assert name.strip() not in html
    assert talon.email not in html


def test_a_new_release_replaces_what_is_kept(keeping: Page, table: TableSet) -> None:
    keeping.goto(table.address)
    is_kept(keeping, table.address)
    keeping.evaluate("() => caches.open('talon-pages-of-an-older-release')")
    keeping.evaluate(
        "async () => { const worker = await navigator.serviceWorker.ready; await worker.unregister(); }"
    )
    keeping.reload()
    assert keeping.evaluate(REPLACED, ["talon-pages-of-an-older-release", PATIENCE])
    is_kept(keeping, table.address)


# --- a browser without a worker, as over plain HTTP -------------------------------------------------------


def test_a_page_that_would_be_lost_says_so_before_it_is_left(unsteady: Page, table: TableSet) -> None:
    entry(unsteady, table)
    type_a_deal(unsteady)
    unsteady.context.set_offline(True)
    leaving = unsteady.get_by_role("link", name="Table New")
    leaving.click()
    asked = unsteady.get_by_role("dialog", name="There is no connection")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Stay on this page").click()
    expect(asked).to_have_count(0)
    expect(unsteady.locator("[name=side1-hand_points]")).to_have_value("85")
    leaving.click()
    expect(asked).to_be_visible()
    unsteady.context.set_offline(False)
    asked.get_by_role("link", name="Leave it all the same").click()
    unsteady.wait_for_url(f"**{table.address}")


# --- installed --------------------------------------------------------------------------------------------


def test_chromium_finds_that_talon_can_be_installed(keeping: Page, line: Line, table: TableSet) -> None:
    keeping.goto(table.address)
    is_kept(keeping, table.address)
    session = keeping.context.new_cdp_session(keeping)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    told = json.loads(found["data"])
    assert (told["name"], told["start_url"], told["display"]) == ("Talon", "/", "standalone")
    assert (
        keeping.evaluate("navigator.serviceWorker.controller.scriptURL")
        == f"{line.address}/service-worker.js"
    )
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
