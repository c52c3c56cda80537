"""News on a phone: what the service worker shows, where it leads, and what is said where it cannot work.

A browser without a connection to a push service cannot subscribe, so the messages are handed to the worker
where it runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, PHONE, Open
from tests.browser.live_event import told
from tests.house.starting import Talon

# A worker that is still being activated is handed nothing.
ACTIVATED = """async () => {
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== 'activated') await new Promise(requestAnimationFrame);
}"""
# What is shown once there are so many messages, of which one says this. `wait_for_function` takes a
# promise for a yes.
SHOWN = """async ([count, says, patience]) => {
  const registration = await navigator.serviceWorker.ready, end = Date.now() + patience;
  const isThere = (shown) => shown.length === count && shown.some(({ body }) => body.includes(says));
  let shown = await registration.getNotifications();
  while (!isThere(shown) && Date.now() < end) {
    await new Promise(requestAnimationFrame);
    shown = await registration.getNotifications();
  }
  return shown.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
}"""
# A message as the browser hands it to the worker, once it is decrypted.
PUSHED = """async (text) => {
  const waits = [], message = new PushEvent("push", { data: text });
  message.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(message);
  await Promise.all(waits);
}"""
# A click as the system makes it; the windows that are opened and brought to the front are noted.
CLICKED = """async () => {
  const done = [];
  Clients.prototype.openWindow = async (address) => { done.push(["opened", address]); };
  WindowClient.prototype.focus = async function () { done.push(["focused", this.url]); };
  for (const notification of await self.registration.getNotifications()) {
    const waits = [];
    const click = new NotificationEvent("notificationclick", { notification });
    click.waitUntil = (promise) => waits.push(promise);
    self.dispatchEvent(click);
    await Promise.all(waits);
  }
  return [done, (await self.registration.getNotifications()).length];
}"""


@pytest.fixture
def own(talon: Talon, request: pytest.FixtureRequest) -> str:
    """The path of the own page of the first pair of an event whose first round is published."""
    return told(talon.data, f"own_page({request.node.name[:60]!r})").strip()


@pytest.fixture
def allowed(full_chromium: Browser, talon: Talon) -> Iterator[BrowserContext]:
    """A browser that allows messages, which the lighter one shows nowhere."""
    context = full_chromium.new_context(
        base_url=talon.address,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        permissions=["notifications"],
    )
    yield context
    context.close()


class Pushed:
    """A page with the worker, and messages for it."""

    def __init__(self, context: BrowserContext, path: str) -> None:
        self.context = context
        self.page = context.new_page()
        self.page.goto(path)
        self.page.evaluate(ACTIVATED)

    def push(self, text: str) -> None:
        self.context.service_workers[0].evaluate(PUSHED, text)

    def shown(self, number: int, says: str = "") -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.page.evaluate(SHOWN, [number, says, PATIENCE])
        assert len(found) == number
        return found

    def click(self) -> Any:
        return self.context.service_workers[0].evaluate(CLICKED)


def a_message(url: str, **fields: str) -> str:
    return json.dumps(
        {"title": "Spring", "body": "Round 2 is out", "tag": "1/round", "lang": "sv", "url": url} | fields
    )


def test_a_message_is_shown_once_for_each_tag_and_leads_to_the_own_page(
    allowed: BrowserContext, talon: Talon, own: str
) -> None:
    pushed = Pushed(allowed, own)
    pushed.push(a_message(own))
    assert pushed.shown(1) == [{"title": "Spring", "body": "Round 2 is out", "tag": "1/round", "lang": "sv"}]
    pushed.push(a_message(own, tag="1/call", body="You are called"))
    pushed.shown(2)
    pushed.push(a_message(own, tag="1/call", body="You are called again"))
    assert "You are called again" in [one["body"] for one in pushed.shown(2, "called again")]
    assert pushed.click() == [[["focused", f"{talon.address}{own}"]] * 2, 0]
    pushed.page.goto("/")
    pushed.push(a_message(own))
    pushed.shown(1)
    assert pushed.click() == [[["opened", f"{talon.address}{own}"]], 0]


def test_a_message_that_cannot_be_read_is_shown_and_none_leads_to_another_site(
    allowed: BrowserContext, talon: Talon, own: str
) -> None:
    pushed = Pushed(allowed, own)
    pushed.push("not json")
    assert pushed.shown(1)[0]["title"] == "Talon"
    pushed.push(a_message("https://elsewhere.example/"))
    pushed.shown(2)
    done, left = pushed.click()
    assert [how for how, address in done if "elsewhere" in address] == []
    assert left == 0


def test_a_phone_that_cannot_be_reached_is_told_and_may_try_again(allowed: BrowserContext, own: str) -> None:
    page = allowed.new_page()
    page.goto(own)
    page.get_by_role("button", name="Tell me on this phone", exact=True).click()
    expect(page.get_by_text("This phone cannot be reached now")).to_be_visible()
    expect(page.get_by_role("button", name="Tell me on this phone", exact=True)).to_be_enabled()
    expect(page.get_by_role("button", name="Tell me no longer on this phone")).to_be_hidden()


def test_a_browser_that_does_not_allow_it_is_told_where_to_change_that(phone: Page, own: str) -> None:
    phone.add_init_script("Notification.requestPermission = async () => 'denied';")
    phone.goto(own)
    phone.get_by_role("button", name="Tell me on this phone", exact=True).click()
    expect(phone.get_by_text("The browser does not allow messages of this site")).to_be_visible()


def test_nothing_is_offered_where_it_cannot_work(open_page: Open, own: str) -> None:
    for script in (
        "delete window.PushManager;",
        "Object.defineProperty(window, 'isSecureContext', { value: false });",
    ):
        page = open_page(PHONE)
        page.add_init_script(script)
        page.goto(own)
        expect(page.get_by_role("heading", name="Find this page again")).to_be_visible()
        expect(page.locator("#news-offer")).to_be_hidden()
    without = open_page(PHONE, scripts=False)
    without.goto(own)
    expect(without.locator("#news-offer")).to_be_hidden()
