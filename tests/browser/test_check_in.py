"""Who is here is tapped down a list, faster than a slow network answers."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.test_pages import sign_in
from tests.browser.world import KEEPER, World

ENTRIES = (1, 2, 3)


def test_every_tap_counts_while_the_first_is_still_on_its_way(
    open_page: Callable[..., Page], world: World
) -> None:
    page = open_page()
    sign_in(page.context.new_page(), KEEPER)
    page.goto(reverse("tournaments:entries", args=[world["entered_event"]]))
    check_in = reverse("tournaments:check_in", args=[world["entered_event"]])
    held: list[Route] = []
    page.route(f"**{check_in}", lambda route: held.append(route) if not held else route.continue_())
    for number in ENTRIES:
        page.locator(f"#here-{number}").click()
    page.locator("#away-2").click()
    are_here(page, 1, 3)
    expect(page.locator("#away-2")).to_have_attribute("aria-pressed", "true")
    with page.expect_response(lambda answer: check_in in answer.url):
        held[0].continue_()
    expect(page.locator("#entries .counted b")).to_contain_text("2")
    page.unroute(f"**{check_in}")
    page.reload()
    are_here(page, 1, 3)
    expect(page.locator("#away-2")).to_have_attribute("aria-pressed", "true")


def test_a_tap_without_a_connection_is_sent_when_there_is_one(unsteady: Page, world: World) -> None:
    page = unsteady
    sign_in(page.context.new_page(), KEEPER)
    page.goto(reverse("tournaments:entries", args=[world["entered_event"]]))
    check_in = reverse("tournaments:check_in", args=[world["entered_event"]])
    lost: list[Route] = []

    def lose(route: Route) -> None:
        lost.append(route)
        route.abort()

    page.route(f"**{check_in}", lose, times=1)
    with page.expect_response(lambda answer: check_in in answer.url):
        page.locator("#here-4").click()
    assert len(lost) == 1
    page.reload()
    are_here(page, 4)


def are_here(page: Page, *numbers: int) -> None:
    for number in numbers:
        expect(page.locator(f"#here-{number}")).to_have_attribute("aria-pressed", "true")
