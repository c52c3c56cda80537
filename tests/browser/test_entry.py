"""Entering a deal on a phone: what it keeps when the network is gone, cards by thumb, bids by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE, Open
from tests.browser.evening import Match, Stored, TableSet, set_out
from tests.house.starting import Talon

SET = Callable[[str], TableSet]


@pytest.fixture
def table(talon: Talon) -> SET:
    """A table at which the first player of the first side has drawn highest."""

    def laid(ruleset: str) -> TableSet:
        match = Match(label="New", ruleset=ruleset, people=(2, 2), deals=(), highest=(0, 0))
        return set_out(talon.data, [match])["New"]

    return laid


def entry(page: Page, table: TableSet, number: int = 1) -> None:
    page.goto(f"{table.address}deals/{number}/")


def type_a_deal(page: Page, held: str = "85") -> None:
    """2725 for the first side, what it holds against the second."""
    page.locator("[name=ended][value=out-0]").check()
    for name, text in (
        ("side0-combination_samba", "1"),
        ("side0-combination_mixed", "1"),
        ("side0-meld_points", "500+345"),
        ("side0-hand_points", "120"),
        ("side1-hand_points", held),
    ):
        page.locator(f"[name={name}]").fill(text)


def says(page: Page, sentence: str) -> None:
    """What the page says of what the phone keeps: one line of several is seen."""
    expect(page.locator("#outbox [data-state]:visible")).to_contain_text(sentence)


def toasts(page: Page) -> Locator:
    return page.locator("#toasts [data-failure]")


def kept(page: Page) -> list[str]:
    names: list[str] = page.evaluate("Object.keys(localStorage).map((name) => name.split('/')[1])")
    return names


def test_the_rows_of_all_sides_line_up_whatever_wraps(page: Page, table: SET) -> None:
    entry(page, table("samba"))
    long = "(element, words) => { element.firstChild.textContent = words.repeat(9); }"
    page.locator(".side-heading").first.evaluate(long, "A long name ")
    page.locator("label[for=id_side1-red_threes]").evaluate(long, "several lines ")
    one, other = (
        page.locator(f"[data-side='{side}'] input.number:visible").evaluate_all(
            "lines => lines.map((line) => line.getBoundingClientRect().top)"
        )
        for side in (0, 1)
    )
    assert one == other
    assert len(set(one)) == len(one) > 1


def test_what_a_deal_scores_is_in_sight_while_it_is_typed(open_page: Open, table: SET) -> None:
    """Beside the form on a wide screen, as two totals at the top of a phone."""
    at = table("samba")
    for width in (1100, 1280):
        wide = open_page((width, 800))
        entry(wide, at)
        type_a_deal(wide)
        sheet, last = wide.locator("#preview table"), wide.locator("[name=side1-hand_points]")
        expect(sheet).to_be_in_viewport()
        assert left_of(sheet) > left_of(last) + 100
        expect(wide.locator("#tally")).to_be_hidden()
    phone = open_page(PHONE)
    entry(phone, at)
    type_a_deal(phone)
    expect(phone.locator("#tally b")).to_have_text(["+2,725", "−85"])
    for field in ("side0-meld_points", "side1-hand_points"):
        phone.locator(f"[name={field}]").focus()
        expect(phone.locator("#tally a")).to_be_in_viewport()


def left_of(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["x"]


# --- what a phone keeps -----------------------------------------------------------------------------------


def test_what_is_typed_is_there_again_after_a_reload(open_page: Open, table: SET) -> None:
    page = open_page(PHONE)
    entry(page, table("samba"))
    type_a_deal(page)
    page.reload()
    says(page, "Your earlier entry has been restored.")
    expect(page.locator("[name=side0-meld_points]")).to_have_value("500+345")
    expect(page.locator("[name=ended][value=out-0]")).to_be_checked()
    expect(page.locator("#preview tr.running td")).to_have_text(["2,725", "−85"])
    page.get_by_role("button", name="Start afresh").click()
    expect(page.locator("[name=side0-meld_points]")).to_have_value("")


def test_a_deal_sent_without_a_connection_is_sent_again_by_itself(
    unsteady: Page, table: SET, talon: Talon
) -> None:
    at = table("samba")
    entry(unsteady, at)
    type_a_deal(unsteady)
    unsteady.context.set_offline(True)
    unsteady.locator("button.primary").click()
    says(unsteady, "Saved on this device but not sent yet.")
    assert Stored(talon.data, at.game).deals == []
    unsteady.context.set_offline(False)
    unsteady.wait_for_url(f"**{at.address}")
    assert kept(unsteady) == []
    assert len(Stored(talon.data, at.game).deals) == 1


def test_a_deal_whose_answer_was_lost_is_stored_once(unsteady: Page, table: SET, talon: Talon) -> None:
    """The server has stored it, the phone has not heard so; then the page is opened again."""
    at = table("samba")
    entry(unsteady, at)
    type_a_deal(unsteady)
    heard = []

    def deaf(route: Route) -> None:
        heard.append(route.fetch())
        route.abort()

    unsteady.route("**/deals/1/", deaf, times=1)
    unsteady.locator("button.primary").click()
    says(unsteady, "Saved on this device but not sent yet.")
    unsteady.goto(at.address)
    says(unsteady, "Sent.")
    assert kept(unsteady) == []
    assert len(Stored(talon.data, at.game).deals) == 1


def test_what_the_server_refuses_comes_back_with_its_messages(open_page: Open, table: SET) -> None:
    page = open_page(PHONE)
    entry(page, table("samba"))
    type_a_deal(page, held="87")
    page.locator("button.primary").click()
    expect(page.locator(".error-summary.whole li")).to_have_count(1)
    expect(page.locator("[name=side1-hand_points]")).to_have_value("87")
    page.locator("[name=side1-hand_points]").fill("85")
    page.locator("button.primary").click()
    page.wait_for_url("**/t/*/")


def test_two_windows_of_a_phone_send_one_deal(unsteady: Page, table: SET, talon: Talon) -> None:
    at = table("samba")
    entry(unsteady, at)
    type_a_deal(unsteady)
    unsteady.context.set_offline(True)
    unsteady.locator("button.primary").click()
    says(unsteady, "Saved on this device but not sent yet.")
    unsteady.context.set_offline(False)
    other = unsteady.context.new_page()
    other.goto(f"{at.address}deals/1/")
    other.wait_for_url(f"**{at.address}**")
    unsteady.wait_for_load_state()
    expect(unsteady.locator("form.waiting")).to_have_count(0)
    assert kept(unsteady) == []
    assert len(Stored(talon.data, at.game).deals) == 1


# --- while somebody types ---------------------------------------------------------------------------------


def test_a_mistake_is_marked_at_its_field_once_that_is_left(open_page: Open, table: SET) -> None:
    page = open_page(PHONE)
    entry(page, table("samba"))
    type_a_deal(page, held="87")
    field = page.locator("[name=side1-hand_points]")
    expect(page.locator("#preview")).to_contain_text("87 is not")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    page.locator("[name=side1-red_threes]").focus()
    page.locator("[name=side1-red_threes]").fill("1")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("85")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_the_sides_change_places_at_one_touch(open_page: Open, table: SET) -> None:
    page = open_page(PHONE)
    entry(page, table("samba"))
    type_a_deal(page)
    page.get_by_role("button", name="Swap the sides").click()
    expect(page.locator("#preview tr.running td")).to_have_text(["−85", "2,725"])
    expect(page.locator("[name=ended][value=out-1]")).to_be_checked()


# --- cards by thumb ---------------------------------------------------------------------------------------


def by_cards(page: Page) -> None:
    page.locator(".side[data-side='0'] .way label").last.tap()


def press(page: Page, *keys: str) -> None:
    """Keys of the first side's keypad, by what stands on them."""
    keypad = page.locator(".side[data-side='0'] .keypad")
    for key in keys:
        keypad.locator(f"button[data-label='{key}'], button:text-is('{key}')").first.tap()


def test_melds_are_laid_down_by_thumb_and_each_says_what_it_is(thumbs: Page, table: SET) -> None:
    entry(thumbs, table("samba"))
    by_cards(thumbs)
    press(thumbs, "K", "×5", "2", "*", "Lay down as a meld")
    press(thumbs, "♠", "4", "10", "Lay down as a meld")
    press(thumbs, "A", "A", "7", "To hand")
    read = thumbs.locator("#read-0 li")
    expect(read.first).to_contain_text("1 mixed canasta, with wild cards: 300 + 120")
    expect(read.last).to_contain_text("1 samba: 1,500 + 50")
    expect(thumbs.locator("[name=side0-hand]")).to_have_value("A×2 7")


def test_what_is_left_in_the_deck_is_counted_down(thumbs: Page, table: SET) -> None:
    entry(thumbs, table("samba"))
    by_cards(thumbs)
    kings = thumbs.locator(".side[data-side='0'] .keypad [data-card=K] small")
    expect(kings).to_have_text("12")
    press(thumbs, "K", "×5")
    expect(kings).to_have_text("7")
    press(thumbs, "Lay down as a meld")
    expect(thumbs.locator("#read-0 li")).to_have_count(1)
    expect(kings).to_have_text("7")
    expect(thumbs.locator(".side[data-side='1'] .keypad [data-card=K] small")).to_have_text("7")
    thumbs.get_by_role("button", name="Remove K×5").tap()
    expect(kings).to_have_text("12")
    expect(thumbs.locator("[name=side0-melds]")).to_have_value("")


@pytest.mark.parametrize(
    ("ruleset", "keys", "staged"),
    [
        ("samba", ("♥", "7", "10"), "♥ 7 8 9 10"),
        pytest.param("samba", ("♥", "7", "5"), "♥ 5 6 7", marks=pytest.mark.long),
        pytest.param("sambola", ("♦", "5", "*", "8"), "♦ 5 * 7 8", marks=pytest.mark.long),
        ("sitoumussamba", ("♣", "K", "3b"), "♣ K A 2 3"),
        pytest.param("royal", ("3r", "×3", "3b", "×4"), "3r×3 3b×4", marks=pytest.mark.long),
        pytest.param("danish", ("2", "9", "×4"), "9×4 2", marks=pytest.mark.long),
    ],
)
def test_a_run_is_the_first_and_the_last_of_its_cards(
    thumbs: Page, table: SET, ruleset: str, keys: tuple[str, ...], staged: str
) -> None:
    entry(thumbs, table(ruleset))
    by_cards(thumbs)
    press(thumbs, *keys)
    expect(thumbs.locator(".side[data-side='0'] .staged")).to_have_text(staged)


@pytest.fixture
def thumbs(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A phone that is touched."""
    size = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = chromium.new_context(
        service_workers="block", base_url=talon.address, viewport=size, locale="en", has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


# --- bids by touch ----------------------------------------------------------------------------------------


def test_an_auction_by_touch_leads_to_its_contract(thumbs: Page, table: SET) -> None:
    entry(thumbs, table("sitoumussamba"))
    thumbs.get_by_text("The auction, call by call").tap()
    for calls, call in enumerate(("1 heart ♥", "2 twos", "Pass", "Pass", "Pass"), 1):
        thumbs.locator("#contract").get_by_role("button", name=call).tap()
        expect(thumbs.locator(".calls li")).to_have_count(calls)
    expect(thumbs.locator("[name=contract-level][value='2']")).to_be_checked()
    thumbs.get_by_role("button", name="cannot open: −1,000").tap()
    expect(thumbs.locator("[name=contract-strain][value=hearts]")).to_be_checked()
    expect(thumbs.locator("[name=side1-penalty_bid_without_opening]")).to_have_value("1")


def test_a_call_leaves_the_page_where_it_is(thumbs: Page, table: SET) -> None:
    """The calls grow above the box of bids, which stays under the thumb as far as they let it."""
    entry(thumbs, table("sitoumussamba"))
    thumbs.get_by_text("The auction, call by call").tap()
    box = thumbs.locator("#contract")
    box.get_by_role("button", name="3 hearts ♥", exact=True).scroll_into_view_if_needed()
    for calls, call in enumerate(("1 heart ♥", "2 hearts ♥", "3 hearts ♥"), 1):
        before = thumbs.evaluate("scrollY")
        box.get_by_role("button", name=call, exact=True).tap()
        expect(thumbs.locator(".calls li")).to_have_count(calls)
        assert abs(thumbs.evaluate("scrollY") - before) < 120


TAPPED_AT_ONCE = """
() => new MutationObserver((_changes, watch) => {
  const next = document.querySelector("#contract [value=cannot-open]");
  if (!next?.textContent.startsWith("Carita Lind")) return;
  watch.disconnect();
  next.click();
}).observe(document.getElementById("entry"), { childList: true, subtree: true })
"""


def test_a_button_that_has_just_come_does_its_act(thumbs: Page, table: SET) -> None:
    """A thumb may be quicker than any wait between the new page and its buttons."""
    entry(thumbs, table("sitoumussamba"))
    thumbs.get_by_text("The auction, call by call").tap()
    box = thumbs.locator("#contract")
    for calls, call in enumerate(("3 hearts ♥", "3 canasta", "4 clubs ♣", "Pass", "Pass", "Pass"), 1):
        box.get_by_role("button", name=call, exact=True).tap()
        expect(box.locator(".calls li")).to_have_count(calls)
    thumbs.evaluate(TAPPED_AT_ONCE)
    box.get_by_role("button", name="cannot open").tap()
    expect(box).to_contain_text("Carita Lind could not open with 3 canasta")
    expect(box).to_contain_text("Bo Ek could not open with 4 clubs ♣")


def test_a_count_without_an_answer_is_said_at_the_foot_until_there_is_one(unsteady: Page, table: SET) -> None:
    def broken(route: Route) -> None:
        route.fulfill(status=503, body='<div class="message error"><p>The database is away.</p></div>')

    def cut(route: Route) -> None:
        route.abort()

    entry(unsteady, table("samba"))
    field = unsteady.locator("[name=side1-hand_points]")
    for answer, words in ((broken, "The database is away."), (cut, "Talon does not answer.")):
        unsteady.route("**/preview/", answer)
        field.fill("85")
        expect(toasts(unsteady)).to_contain_text(words)
        unsteady.unroute("**/preview/")
        field.fill("90")
        expect(toasts(unsteady)).to_have_count(0)
    expect(field).to_have_value("90")
