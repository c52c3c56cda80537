"""Kinds of events whose whole evenings are held in the long profile alone: what a phone shows of a round."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening_house import House
from tests.browser.evening_people import Director, Player
from tests.browser.live_round import told
from tests.house.starting import Talon


def held(phone: Page, talon: Talon, kind: str, entries: int) -> tuple[Player, int]:
    """Somebody before an event of this kind, of which a round has been played."""
    event = int(told(talon.data, f"held('{kind}', {entries})"))
    phone.goto(f"/events/{event}/")
    return Player(phone), event


@pytest.mark.parametrize(("kind", "entries"), [("three_sided", 6), ("drawn_partners", 9)])
def test_the_round_and_the_standings_fit_a_phone(phone: Page, talon: Talon, kind: str, entries: int) -> None:
    """Tables of three pairs, and of four single players of whom one sits out."""
    player, event = held(phone, talon, kind, entries)
    player.open_round(1)
    if entries % 2:
        assert player.who_sits_out()
    player.open_standings()
    player.sees(House(talon.data).ask("places", event=event))


def test_two_sides_share_the_victory_points_of_three_deals(phone: Page, talon: Talon) -> None:
    player, event = held(phone, talon, "three_deals", 4)
    player.shares(20, of_tables=2, number=1)
    player.open_standings()
    player.sees(House(talon.data).ask("places", event=event))


def test_a_number_of_rounds_typed_while_another_kind_is_fetched_stays(page: Page, talon: Talon) -> None:
    """The fields of the kind come from the server, and by then somebody has typed on."""
    director = Director(page)
    director.sign_in(talon)
    director.found("Typing club")
    page.goto(f"/clubs/{director.club}/events/new/")

    def late(route: Route) -> None:
        page.locator("[name=rounds]").fill("7")
        route.continue_()

    page.route("**/events/new/", late, times=1)
    with page.expect_response("**/events/new/"):
        page.locator("[name=preset][value=three_sided]").check()
    expect(page.locator("[name=ruleset]")).to_have_value("royal")
    expect(page.locator("[name=rounds]")).to_have_value("7")
    # A game that is chosen lets go of an answer that is still on its way, which would bring the one before.
    waiting: list[Route] = []
    let_go: list[str] = []
    page.on("requestfailed", lambda request: let_go.append(request.url))
    page.route("**/events/new/", lambda route: waiting.append(route), times=1)
    page.locator("[name=preset][value=championship_samba]").check()
    with page.expect_response("**/events/new/"):
        page.locator("[name=ruleset]").select_option("bolivia")
    assert let_go == [waiting[0].request.url]
    expect(page.locator("[name=ruleset]")).to_have_value("bolivia")
