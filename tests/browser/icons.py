"""Draw the icons of the installed Talon from its mark: `python -m tests.browser.icons`."""

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests import ROOT
from tests.steps.machine import chromium

STATIC = ROOT / "static"
PAPER = "#f8f4ea"
# Of what size, and how many hundredths of it the mark takes.
# A phone cuts a maskable icon to its own shape: nothing of the mark may stand outside the inner 80.
ICONS = {
    "talon-180.png": (180, 74),
    "talon-192.png": (192, 74),
    "talon-512.png": (512, 74),
    "talon-maskable-512.png": (512, 54),
}


def main() -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (size, mark) in ICONS.items():
            page = browser.new_page(viewport=ViewportSize(width=size, height=size), color_scheme="light")
            _draw(page, mark)
            page.screenshot(path=STATIC / "icons" / name)
        browser.close()


def _draw(page: Page, mark: int) -> None:
    svg = (STATIC / "mark.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>body {{ display: grid; place-items: center; height: 100vh; margin: 0; background: {PAPER} }}"
        f" svg {{ width: {mark}vw }}</style>{svg}"
    )


if __name__ == "__main__":
    main()
