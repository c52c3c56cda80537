"""What a phone at a table keeps of every act while there is no line, and what it tells of it afterwards."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.beside import inside
from tests.browser.conftest import PHONE, Open
from tests.browser.evening import Match, Stored, TableSet, set_out
from tests.browser.signatures import FOUR
from tests.browser.signing import draw
from tests.browser.test_entry import entry, kept, says, type_a_deal
from tests.browser.test_signing import MADE, sign_by_name
from tests.house.starting import Talon

KEPT = "Saved on this device but not sent yet."


@pytest.fixture
def table(talon: Talon) -> TableSet:
    match = Match(label="New", ruleset="samba", people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["New"]


@pytest.fixture
def fresh(talon: Talon) -> TableSet:
    """Nobody has drawn a card yet."""
    return set_out(talon.data, [Match(label="New", ruleset="samba", people=(2, 2), deals=())])["New"]


def write(page: Page, table: TableSet) -> None:
    """The first side writes the first deal down."""
    entry(page, table)
    type_a_deal(page)
    page.locator("button.primary").click()
    page.wait_for_url(f"**{table.address}")


def notice(page: Page) -> str:
    return page.locator("#outbox .unsent").inner_text()


# --- every act of a table ---------------------------------------------------------------------------------


def start(page: Page, table: TableSet) -> None:
    page.get_by_role("button", name="Start deal 1").click()


def take_seats(page: Page, table: TableSet) -> None:
    page.locator("[name=highest]").first.check()
    page.get_by_role("button", name="Save the seats").click()


def call(page: Page, table: TableSet) -> None:
    page.locator("[name=why]").first.check()
    page.get_by_label("In a few words").fill("Eight cards?")
    page.get_by_role("button", name="Call", exact=True).click()


def approve(page: Page, table: TableSet) -> None:
    page.get_by_role("radio", name=table.sides[1][0]).check()
    page.get_by_role("button", name="Correct: approve").click()


def dispute(page: Page, table: TableSet) -> None:
    page.get_by_role("radio", name=table.sides[1][0]).check()
    page.get_by_text("Something is wrong").click()
    page.get_by_label("What is wrong?").fill("The samba is ours")
    page.get_by_role("button", name="Dispute").click()


ACTS = {
    "": (start, "Start deal 1", "deal.started"),
    "seats/": (take_seats, "Take your seats · Save the seats", "game.seats_taken"),
    "call/": (call, "Call the director · Call", "director.called"),
}
ANSWERS = [(approve, "Correct: approve", "deal.approved"), (dispute, "Dispute", "deal.disputed")]


@pytest.mark.parametrize("place", ACTS)
def test_an_act_without_a_connection_is_kept_and_sent_once_by_itself(
    unsteady: Page, fresh: TableSet, talon: Talon, place: str
) -> None:
    act, named, logged = ACTS[place]
    unsteady.goto(f"{fresh.address}{place}")
    unsteady.context.set_offline(True)
    act(unsteady, fresh)
    says(unsteady, KEPT)
    assert f"Table New · {named}" in notice(unsteady)
    assert Stored(talon.data, fresh.game).acts(logged) == 0
    unsteady.context.set_offline(False)
    expect(unsteady.locator(".unsent")).to_have_count(0)
    unsteady.wait_for_url(f"**{fresh.address}")
    assert kept(unsteady) == []
    assert Stored(talon.data, fresh.game).acts(logged) == 1


@pytest.mark.parametrize(("act", "named", "logged"), ANSWERS)
def test_an_answer_whose_response_was_lost_is_stored_once_and_told(
    unsteady: Page, table: TableSet, talon: Talon, act: Callable[..., None], named: str, logged: str
) -> None:
    """The server has it, the phone has not heard so; then the page of the table is opened."""
    write(unsteady, table)
    unsteady.goto(f"{table.address}deals/1/answer/")

    def deaf(route: Route) -> None:
        route.fetch()
        route.abort()

    unsteady.route("**/answer/", deaf, times=1)
    act(unsteady, table)
    says(unsteady, KEPT)
    unsteady.goto(table.address)
    says(unsteady, "Sent.")
    expect(unsteady.locator("#outbox [data-state=sent]")).to_contain_text(f"Table New · Deal 1 · {named}")
    assert kept(unsteady) == []
    assert Stored(talon.data, table.game).acts(logged) == 1


def test_a_page_that_follows_the_play_keeps_its_notices(
    unsteady: Page, open_page: Open, table: TableSet
) -> None:
    """Another phone starts the deal first: the notice of the one that waited says so."""
    unsteady.goto(table.address)
    unsteady.route("**/start/", lambda route: route.abort())
    start(unsteady, table)
    says(unsteady, KEPT)
    other = open_page(PHONE)
    other.goto(table.address)
    start(other, table)
    expect(unsteady.locator("#step")).to_have_text("Deal 1 is being played")
    says(unsteady, KEPT)
    unsteady.unroute("**/start/")
    says(unsteady, "Not recorded.")
    expect(unsteady.locator(".unsent q")).to_have_text("Deal 1 has been started in the meantime.")
    unsteady.get_by_role("button", name="Delete from this device").click()
    expect(unsteady.locator("#outbox")).to_be_hidden()
    assert kept(unsteady) == []


def test_a_deal_and_its_approval_arrive_in_their_order(unsteady: Page, table: TableSet, talon: Talon) -> None:
    write(unsteady, table)
    answering = unsteady.context.new_page()
    answering.goto(f"{table.address}deals/1/answer/")
    unsteady.goto(table.address)
    unsteady.context.set_offline(True)
    approve(answering, table)
    says(answering, KEPT)
    unsteady.get_by_role("button", name="Start deal 2").click()
    expect(unsteady.locator(".unsent [data-state=kept]:visible")).to_have_count(2)
    unsteady.context.set_offline(False)
    expect(unsteady.locator("#step")).to_have_text("Deal 2 is being played")
    expect(answering.locator(".unsent")).to_have_count(0)
    assert kept(unsteady) == []
    assert Stored(talon.data, table.game).deals == [(1, "confirmed", 1), (2, "draft", 0)]


# --- the contract before play ------------------------------------------------------------------------------


@pytest.fixture
def bidding(talon: Talon) -> TableSet:
    match = Match(label="New", ruleset="sitoumussamba", people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["New"]


def contract(page: Page, table: TableSet) -> None:
    page.goto(f"{table.address}deals/1/contract/")


def press(page: Page, name: str) -> None:
    page.locator("#contract").get_by_role("button", name=name, exact=True).click()


def one_club(page: Page) -> None:
    page.get_by_text("Only the outcome").click()
    for name, value in (("side", "0"), ("level", "1"), ("strain", "clubs")):
        page.locator(f"[name=contract-{name}][value='{value}']").check()
    press(page, "Save the contract")


def test_a_call_without_a_connection_is_kept_and_made_once(
    unsteady: Page, bidding: TableSet, talon: Talon
) -> None:
    """The page goes on by itself: it is not loaded again, and the keyboard is where the next call is."""
    unsteady.goto(bidding.address)
    start(unsteady, bidding)
    unsteady.wait_for_url("**/contract/")
    unsteady.evaluate("window.isSamePage = true")
    unsteady.context.set_offline(True)
    press(unsteady, "2 spades ♠")
    says(unsteady, KEPT)
    assert "Table New · Deal 1: the contract · 2 spades ♠" in notice(unsteady)
    assert Stored(talon.data, bidding.game).acts("contract.entered") == 0
    unsteady.context.set_offline(False)
    expect(unsteady.locator(".calls li")).to_have_count(1)
    expect(unsteady.locator("#outbox")).to_be_hidden()
    expect(unsteady.locator("#call-pass")).to_be_focused()
    assert unsteady.evaluate("window.isSamePage")
    press(unsteady, "Pass")
    expect(unsteady.locator(".calls li")).to_have_count(2)
    assert kept(unsteady) == []
    assert Stored(talon.data, bidding.game).acts("contract.entered") == 2


def test_a_call_for_the_director_and_a_contract_arrive_in_their_order(
    unsteady: Page, bidding: TableSet, talon: Talon
) -> None:
    unsteady.goto(bidding.address)
    start(unsteady, bidding)
    unsteady.wait_for_url("**/contract/")
    calling = unsteady.context.new_page()
    calling.goto(f"{bidding.address}call/")
    unsteady.context.set_offline(True)
    call(calling, bidding)
    says(calling, KEPT)
    one_club(unsteady)
    expect(unsteady.locator(".unsent [data-state=kept]:visible")).to_have_count(2)
    unsteady.context.set_offline(False)
    unsteady.wait_for_url(f"**{bidding.address}")
    expect(unsteady.locator("main")).to_contain_text("1 club ♣, by")
    expect(calling.locator(".unsent")).to_have_count(0)
    assert Stored(talon.data, bidding.game).log[-2:] == ["director.called", "contract.entered"]


def test_a_newer_contract_of_another_phone_is_not_overwritten(
    unsteady: Page, open_page: Open, bidding: TableSet, talon: Talon
) -> None:
    unsteady.goto(bidding.address)
    start(unsteady, bidding)
    unsteady.wait_for_url("**/contract/")
    unsteady.route(
        "**/contract/",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    one_club(unsteady)
    says(unsteady, KEPT)
    other = open_page(PHONE)
    contract(other, bidding)
    press(other, "2 spades ♠")
    expect(other.locator(".calls li")).to_have_count(1)
    unsteady.unroute("**/contract/")
    says(unsteady, "Not recorded.")
    assert "Table New · Deal 1: the contract · Save the contract" in notice(unsteady)
    quoted = unsteady.locator(".unsent q")
    expect(quoted).to_contain_text("Somebody else has entered a call or the contract in the meantime")
    expect(quoted).to_contain_text(": 2 spades ♠")
    expect(unsteady.locator(".calls li")).to_have_count(1)
    assert Stored(talon.data, bidding.game).acts("contract.entered") == 1
    unsteady.get_by_role("button", name="Put it back into the form").click()
    expect(unsteady.locator("[name=contract-strain][value=clubs]")).to_be_checked()
    assert kept(unsteady) == []


def test_an_outcome_without_its_level_is_asked_for_at_its_field(
    unsteady: Page, bidding: TableSet, talon: Talon
) -> None:
    unsteady.goto(bidding.address)
    start(unsteady, bidding)
    unsteady.wait_for_url("**/contract/")
    unsteady.get_by_text("Only the outcome").click()
    unsteady.locator("[name=contract-side][value='0']").check()
    press(unsteady, "Save the contract")
    expect(unsteady.locator("#outcome .wrong").first).to_contain_text("Enter the level of the bid.")
    expect(unsteady.locator("#outbox")).to_be_hidden()
    assert kept(unsteady) == []


# --- signatures -------------------------------------------------------------------------------------------


@pytest.fixture
def over(talon: Talon) -> tuple[str, int]:
    """The address of a table at which a game is over, and the game."""
    made = json.loads(inside(talon.data, MADE.format(name=f"Club {uuid.uuid4().hex[:8]}")))
    return f"/t/{made['secret']}/", made["game"]


def test_a_drawn_signature_is_kept_and_seen_through_a_reload(
    unsteady: Page, over: tuple[str, int], talon: Talon
) -> None:
    address, game = over
    unsteady.goto(f"{address}sign/")
    unsteady.route(
        "**/sign/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    draw(unsteady)
    drawn = unsteady.locator(".pen-line").get_attribute("d")
    unsteady.get_by_role("radio", name=FOUR[0]).check()
    unsteady.get_by_role("button", name="Sign", exact=True).click()
    says(unsteady, KEPT)
    unsteady.reload()
    says(unsteady, KEPT)
    expect(unsteady.locator(".pen-line")).to_have_attribute("d", drawn or "")
    unsteady.get_by_text("What was sent", exact=True).click()
    expect(unsteady.locator(".unsent dd")).to_have_count(2)
    expect(unsteady.locator(".unsent dd svg path")).to_have_attribute(
        "d", re.compile(r"^M\d+ \d+L.*M\d+ \d+L")
    )
    unsteady.unroute("**/sign/")
    unsteady.get_by_role("button", name="Try now").click()
    expect(unsteady.get_by_text(f"{FOUR[0]} has signed.").first).to_be_visible()
    assert kept(unsteady) == []
    assert Stored(talon.data, game).acts("game.signature") == 1


def test_the_last_signature_is_told_although_the_table_has_gone_on(
    unsteady: Page, over: tuple[str, int], talon: Talon
) -> None:
    address, game = over
    unsteady.goto(f"{address}sign/")
    for name in FOUR[:3]:
        sign_by_name(unsteady, name)
        expect(unsteady.get_by_text(f"{name} has signed.").first).to_be_visible()

    def deaf(route: Route) -> None:
        route.fetch()
        inside(
            talon.data,
            f"from scoring.models import Table; Table.objects.filter(game={game}).update(game=None)",
        )
        route.abort()

    unsteady.route("**/sign/", deaf, times=1)
    sign_by_name(unsteady, FOUR[3])
    says(unsteady, KEPT)
    unsteady.get_by_role("button", name="Try now").click()
    expect(unsteady.get_by_text("No game is being played at this table at present.")).to_be_visible()
    assert kept(unsteady) == []
    assert Stored(talon.data, game).acts("game.signature") == 4


# --- what was refused -------------------------------------------------------------------------------------


def sent_too_late(unsteady: Page, other: Page, table: TableSet) -> None:
    """A deal is sent without a line and the window closed; meanwhile another phone has recorded it."""
    entry(unsteady, table)
    type_a_deal(unsteady, held="90")
    unsteady.context.set_offline(True)
    unsteady.locator("button.primary").click()
    says(unsteady, KEPT)
    # Before the window is closed: as it closes, the browser may let a last try through.
    write(other, table)
    unsteady.goto("about:blank")
    unsteady.context.set_offline(False)
    unsteady.goto(table.address)
    says(unsteady, "Not recorded.")


def test_a_stale_notice_is_named_and_read_and_put_back_into_its_form(
    unsteady: Page, open_page: Open, table: TableSet, talon: Talon
) -> None:
    sent_too_late(unsteady, open_page(PHONE), table)
    assert "Table New · Deal 1 · Record the deal" in notice(unsteady)
    assert "This deal has been recorded by somebody else in the meantime" in notice(unsteady)
    unsteady.get_by_text("What was sent", exact=True).click()
    assert "Points left in hand\n90" in re.sub(r".* · ", "", notice(unsteady))
    entry(unsteady, table)
    says(unsteady, "Not recorded.")
    expect(unsteady.locator("[name=side1-hand_points]")).to_have_value("85")
    unsteady.get_by_role("button", name="Put it back into the form").click()
    says(unsteady, "Your earlier entry has been restored.")
    expect(unsteady.locator("[name=side1-hand_points]")).to_have_value("90")
    unsteady.locator("button.primary").click()
    unsteady.wait_for_url(f"**{table.address}")
    assert Stored(talon.data, table.game).deals == [(1, "entered", 2)]


def test_a_stale_notice_is_of_its_own_table_alone_and_goes_when_told_to(
    unsteady: Page, open_page: Open, table: TableSet, fresh: TableSet
) -> None:
    sent_too_late(unsteady, open_page(PHONE), table)
    unsteady.goto(fresh.address)
    expect(unsteady.locator("#step")).to_have_text("Take your seats")
    expect(unsteady.locator("#outbox")).to_be_hidden()
    unsteady.goto(table.address)
    unsteady.get_by_role("button", name="Delete from this device").click()
    expect(unsteady.locator("#outbox")).to_be_hidden()
    unsteady.reload()
    expect(unsteady.locator("#outbox")).to_be_hidden()
    assert kept(unsteady) == []


AGED = """(days) => {
  for (const name of Object.keys(localStorage)) {
    const sending = JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify({ ...sending, since: sending.since - days * 86400000 }));
  }
}"""


def test_what_is_too_old_is_told_once(unsteady: Page, open_page: Open, table: TableSet) -> None:
    sent_too_late(unsteady, open_page(PHONE), table)
    unsteady.evaluate(AGED, 3)
    unsteady.reload()
    says(unsteady, "too old now")
    unsteady.reload()
    expect(unsteady.locator("#outbox")).to_be_hidden()


def test_what_was_meant_for_the_game_before_is_told_once(
    unsteady: Page, open_page: Open, table: TableSet, talon: Talon
) -> None:
    sent_too_late(unsteady, open_page(PHONE), table)
    inside(
        talon.data,
        f"from scoring.models import Table; Table.objects.filter(game={table.game}).update(game=None)",
    )
    unsteady.goto(table.address)
    says(unsteady, "meant for another game at this table")
    unsteady.reload()
    expect(unsteady.locator("#outbox")).to_be_hidden()


def test_who_leaves_theirs_as_it_is_does_not_find_the_own_values_again(
    open_page: Open, table: TableSet
) -> None:
    mine, other = open_page(PHONE), open_page(PHONE)
    entry(mine, table)
    type_a_deal(mine, held="90")
    write(other, table)
    mine.locator("button.primary").click()
    expect(mine.locator("#conflict")).to_be_visible()
    mine.get_by_role("link", name="Leave theirs as it is").click()
    mine.wait_for_url(f"**{table.address}")
    entry(mine, table)
    expect(mine.locator("[name=side1-hand_points]")).to_have_value("85")
    expect(mine.locator("#outbox")).to_be_hidden()


def test_the_token_of_an_old_page_loses_nothing(unsteady: Page, fresh: TableSet, talon: Talon) -> None:
    unsteady.goto(fresh.address)
    unsteady.context.clear_cookies()
    start(unsteady, fresh)
    expect(unsteady.locator("#step")).to_have_text("Deal 1 is being played")
    assert kept(unsteady) == []
    assert Stored(talon.data, fresh.game).acts("deal.started") == 1


# --- while somebody types ---------------------------------------------------------------------------------


def test_a_score_that_is_not_of_what_is_typed_says_so(unsteady: Page, table: TableSet) -> None:
    entry(unsteady, table)
    type_a_deal(unsteady)
    expect(unsteady.locator("#preview tr.running td")).to_have_text(["2,725", "−85"])
    words = unsteady.get_by_text("the score shown is not that of what is typed now")
    unsteady.context.set_offline(True)
    unsteady.locator("[name=side1-hand_points]").fill("90")
    expect(words).to_be_visible()
    unsteady.context.set_offline(False)
    unsteady.locator("[name=side1-hand_points]").fill("95")
    expect(words).to_be_hidden()
    expect(unsteady.locator("#preview tr.running td")).to_have_text(["2,725", "−95"])


def test_a_call_that_cannot_be_sent_says_so(unsteady: Page, talon: Talon) -> None:
    match = Match(label="New", ruleset="sitoumussamba", people=(2, 2), deals=(), highest=(0, 0))
    entry(unsteady, set_out(talon.data, [match])["New"])
    unsteady.get_by_text("The auction, call by call").click()
    bid = unsteady.locator("#contract").get_by_role("button", name="1 heart ♥")
    unsteady.context.set_offline(True)
    bid.click()
    words = unsteady.get_by_text("this call was not taken")
    expect(words).to_be_visible()
    unsteady.context.set_offline(False)
    bid.click()
    expect(unsteady.locator(".calls li")).to_have_count(1)
    expect(words).to_be_hidden()


def type_something_unlikely(page: Page) -> None:
    """A side that has five cards and no more."""
    page.locator("[name=ended][value=stock]").check()
    page.locator(".side[data-side='0'] .way label").last.click()
    page.locator("[name=side0-melds]").fill("KKKKK")
    page.locator("[name=side1-hand_points]").fill("85")


def test_what_is_unlikely_is_in_sight_with_its_question_and_the_button(phone: Page, table: TableSet) -> None:
    entry(phone, table)
    type_something_unlikely(phone)
    phone.locator("button.primary").click()
    reason = phone.locator("#unlikely li").first
    for seen in (reason, phone.locator("#id_looked"), phone.locator("#question button")):
        expect(seen).to_be_in_viewport()
    phone.evaluate("scrollTo(0, 0)")
    phone.get_by_role("link", name=re.compile("^Nothing has been recorded yet")).click()
    expect(reason).to_be_in_viewport()
    phone.locator("#id_looked").check()
    phone.locator("#question button").click()
    phone.wait_for_url(f"**{table.address}")


def test_who_is_too_late_is_told_before_anything_is_asked(open_page: Open, table: TableSet) -> None:
    mine, other = open_page(PHONE), open_page(PHONE)
    entry(mine, table)
    type_something_unlikely(mine)
    write(other, table)
    mine.locator("button.primary").click()
    expect(mine.locator("#conflict")).to_be_visible()
    expect(mine.locator(".asks")).to_have_count(0)
