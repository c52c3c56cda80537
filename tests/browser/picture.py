"""Takes the picture of the README from the running product: `python -m tests.browser.picture`.

Starts the product with its demo, as anybody does, and photographs a deal: its points with their paragraphs.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests import ROOT
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.house.starting import started

PICTURE = ROOT / "docs" / "pictures" / "game.png"
SIZE = {"width": 1100, "height": 760}


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, started(Path(folder) / "data") as talon, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=talon.address, viewport=SIZE, locale="en")  # type: ignore[arg-type] # a literal
        page.goto("/games/1/deals/1/")
        page.wait_for_load_state("networkidle")
        page.reload()  # letters that came too late for the first look are there for the second
        page.locator("#line-1-1 summary").click()
        page.mouse.move(0, 0)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
