"""Take the pictures of the README from the running product: `python -m tests.browser.picture`.

Starts the product with its demo, as anybody does, and photographs a table's phone, the desk and a protocol.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests import ROOT
from tests.browser.beside import inside, leave
from tests.browser.conftest import FLAGS
from tests.house.starting import Talon, running_talon
from tests.steps.machine import chromium

PICTURES = ROOT / "docs" / "pictures"
LIMIT = 60  # seconds; it ends what hangs


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        running_talon(Path(folder) / "data") as talon,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        take_deal(_window(browser, talon, 1100, 760))
        take_phone(_window(browser, talon, 360, 720, scale=2), talon)
        take_desk(_window(browser, talon, 1280, 860), talon)
        take_protocol(_window(browser, talon, 1280, 800), Path(folder))
        browser.close()


def take_deal(page: Page) -> None:
    """A deal with its points, and the paragraph of one of its lines opened."""
    page.goto("/games/1/deals/1/")
    page.wait_for_load_state("networkidle")
    page.reload()  # letters that came too late for the first look are there for the second
    page.locator("#line-1-1 summary").click()
    _take(page, "game.png")


# The table at which most has been played of a game that goes on.
BUSY_TABLE = """
from django.db.models import Count
from scoring.models import Table
tables = Table.objects.filter(game__state="open").annotate(deals=Count("game__deals")).order_by("-deals")
print(tables[0].secret)
"""


def take_phone(page: Page, talon: Talon) -> None:
    """The page of a table in the middle of its game."""
    page.goto(f"/t/{inside(talon.data, BUSY_TABLE)}/")
    _take(page, "phone.png")
    leave(talon.data)


def take_desk(page: Page, talon: Talon) -> None:
    """The desk over an evening: what needs a person, and every game."""
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(talon.email)
    page.locator("[name=password]").fill(talon.password)
    page.locator("main button.primary").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    page.goto("/events/1/round/")
    _take(page, "desk.png")


def take_protocol(page: Page, folder: Path) -> None:
    """The first page of a protocol, as a printer gets it."""
    file = folder / "protocol.pdf"
    file.write_bytes(page.request.get("/games/1/protocol.pdf").body())
    command = [
        "pdftoppm",
        "-png",
        "-singlefile",
        "-f",
        "1",
        "-r",
        "80",
        str(file),
        str(PICTURES / "protocol"),
    ]
    subprocess.run(command, check=True, timeout=LIMIT)


def _window(browser: Browser, talon: Talon, width: int, height: int, scale: int = 1) -> Page:
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(
        base_url=talon.address,
        viewport=size,
        locale="en",
        device_scale_factor=scale,
    )
    return context.new_page()


def _take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / name)


if __name__ == "__main__":
    main()
