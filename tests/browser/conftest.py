"""A browser and the product it looks at: the real server, started by `bin/run` with data of its own.

A page fails its test when the browser reports an error, when a script or style is refused by the content
security policy, and when anything is asked of another host.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from tests.browser.furnished import furnished_talon
from tests.browser.world import World
from tests.house.starting import Talon
from tests.needs import unavailable
from tests.steps.machine import CHROMIUMS, NODE_MODULES
from tests.steps.machine import chromium as installed_chromium
from tests.steps.machine import full_chromium as installed_full_chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = NODE_MODULES / "axe-core/axe.min.js"
# The lines are made in the page: what axe tells of all it has looked at is far longer than they are.
# Styles need not be fetched again (`preload`): only the rule against a page to be held upright reads them.
BROKEN_RULES = """async (preload) => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run({ runOnly, resultTypes: ["violations"], preload });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}"""
PATIENCE = 60_000  # milliseconds after which a step hangs: it ends what hangs and measures nothing
SOON = 5  # seconds between two looks of a page that follows what happens, at most
DESKTOP, PHONE = (1280, 800), (360, 740)

Open = Callable[..., Page]
Axe = Callable[..., list[str]]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Iterator[tuple[Talon, World]]:
    with furnished_talon(shared_folder, tmp_path_factory.mktemp("talon") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def talon(furnished: tuple[Talon, World]) -> Talon:
    """The product with its demo, shared by the tests of a worker: a journey makes what it changes."""
    return furnished[0]


@pytest.fixture(scope="session")
def world(furnished: tuple[Talon, World]) -> World:
    """Rows of everything that a page can show."""
    return furnished[1]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "yes"
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    executable = installed_chromium()
    if executable is None:
        unavailable(f"none of {', '.join(CHROMIUMS)} is there (Debian's package chromium-headless-shell)")
    browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def full_chromium(playwright: Playwright, chromium: Browser) -> Iterator[Browser]:
    """It asks for more than the headless one, such as an icon, of the same server."""
    executable = installed_full_chromium()
    if executable is None:
        unavailable(f"{CHROMIUMS[1]} is missing (Debian's package chromium)")
    if executable == installed_chromium():
        yield chromium
        return
    browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def open_page(chromium: Browser, talon: Talon) -> Iterator[Open]:
    """Makes pages, each with cookies of its own: two of them are two people."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(size: tuple[int, int] = DESKTOP, language: str = "en", scripts: bool = True) -> Page:
        context = chromium.new_context(
            service_workers="block",
            base_url=talon.address,
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            java_script_enabled=scripts,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        listen(page, talon.address, complaints)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def unsteady(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A phone on which a cut connection is no mistake of the page."""
    context = chromium.new_context(
        service_workers="block",
        base_url=talon.address,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale="en",
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


# A page that is left while it counts lets go of the question: htmx tells of it as if that were an error. What
# really goes wrong has a name of its own.
LET_GO = ("htmx:sendAbort", "htmx:afterRequest")


def listen(page: Page, address: str, complaints: list[str]) -> Callable[[], None]:
    """What the browser complains of from now on; what it gives back ends the listening."""

    def failed(error: Error) -> None:
        complaints.append(f"{page.url}: {error}")

    def said(message: ConsoleMessage) -> None:
        if is_complaint(message):
            complaints.append(f"{page.url}: {message.text}")

    def asked(request: Request) -> None:
        if is_foreign(request.url, address):
            complaints.append(request.url)

    page.on("pageerror", failed)
    page.on("console", said)
    page.on("request", asked)

    def stop() -> None:
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", said)
        page.remove_listener("request", asked)

    return stop


def is_complaint(said: ConsoleMessage) -> bool:
    return said.type == "error" and not said.text.startswith(LET_GO)


def is_foreign(url: str, address: str) -> bool:
    return not url.startswith((f"{address}/", "data:", "blob:", "about:"))


def follows(page: Page) -> None:
    """The page says that it looks often enough for what is new; how fast this machine is says nothing."""
    every = page.locator("[data-live]").get_attribute("data-every")
    assert every is not None
    assert 0 < int(every) <= SOON


@pytest.fixture
def page(open_page: Open) -> Page:
    return open_page()


@pytest.fixture
def phone(open_page: Open) -> Page:
    """A small phone, held upright."""
    return open_page(PHONE)


@pytest.fixture
def touched(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A small phone that knows nothing but fingers."""
    context = chromium.new_context(
        service_workers="block",
        base_url=talon.address,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        is_mobile=True,
        locale="en",
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def axe_source() -> str:
    """A window that opens many pages takes it along: sending it to each page is a third of axe's work."""
    if not AXE.exists():
        unavailable("axe-core is missing (npm ci --ignore-scripts)")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def axe(axe_source: str) -> Axe:
    """Names what the page breaks of the accessibility rules (WCAG 2.2 AA), one line for each."""

    def broken(page: Page, styles: bool = False) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe_source)
        lines: list[str] = page.evaluate(BROKEN_RULES, styles)
        return lines

    return broken
