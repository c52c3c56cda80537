"""How people sign on a page: with mouse or finger on the box, or with the keyboard alone."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Locator, Page

# A stroke across the box, in shares of its width and height.
STROKES = (
    ((0.1, 0.7), (0.25, 0.2), (0.35, 0.7), (0.5, 0.3), (0.6, 0.7)),
    ((0.55, 0.2), (0.9, 0.8)),
)


def pen_box(page: Page) -> Locator:
    return page.locator(".pen-box")


def strokes_on(page: Page) -> list[list[tuple[float, float]]]:
    """The points of the strokes in the window, the box in sight."""
    box = pen_box(page)
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    assert place is not None
    return [
        [(place["x"] + x * place["width"], place["y"] + y * place["height"]) for x, y in stroke]
        for stroke in STROKES
    ]


def draw_by_finger(page: Page) -> None:
    """A signature with a finger, as the browser hears of it: the page must not move under it."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    for first, *further in strokes_on(page):
        touch("touchStart", first)
        for point in further:
            touch("touchMove", point)
        touch("touchEnd")
    session.detach()


def draw(page: Page) -> None:
    """A signature with the mouse, in two strokes."""
    for points in strokes_on(page):
        page.mouse.move(*points[0])
        page.mouse.down()
        for _from, to in pairwise(points):
            page.mouse.move(*to, steps=6)
        page.mouse.up()
