"""A dispute, from the table's call to the jury's ruling: on the table's phone, at the desk and in public."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE, Open, listen
from tests.browser.evening import Match, TableSet, set_out
from tests.browser.playing import TablePhone
from tests.browser.tables import a_column
from tests.house.starting import Talon

THUMB = 44  # pixels
HOST, PASSWORD = "ida.host@example.org", "eleven red canastas"
BODY = {"ended": "out", "hands": [a_column(845, samba=1, mixed=1), a_column(0, 85)]}
TOLD = "Seven cards were counted at the table."


@pytest.fixture
def table(talon: Talon) -> TableSet:
    match = Match(label="Court", ruleset="samba", people=(2, 2), deals=(), highest=(0, 0))
    return set_out(talon.data, [match])["Court"]


def dispute(phone: TablePhone) -> None:
    """The others do not agree with what was written, and the table calls."""
    phone.open()
    phone.start(1)
    phone.open_deal(1)
    phone.write(BODY, writer=phone.table.sides[0][0])
    phone.record()
    phone.hand_over(1, 1)
    phone.choose("player", phone.table.sides[1][0])
    phone.page.locator("details.fold > summary").tap()
    phone.page.get_by_label("What is wrong?").fill("Only six cards")
    phone.follow(phone.button("Dispute"))
    phone.shows("under protest")
    phone.shows("Only six cards")
    phone.shows("The director was called")


@pytest.fixture
def touched(chromium: Browser, talon: Talon) -> Iterator[Page]:
    """A small phone that is touched, in English."""
    size = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = chromium.new_context(
        service_workers="block", base_url=talon.address, viewport=size, locale="en", has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page = context.new_page()
    listen(page, talon.address, complaints)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def desk(page: Page, table: TableSet) -> Page:
    """Signed in as the one who has set the tables out."""
    sign_in(page)
    return page


def sign_in(page: Page) -> None:
    """As the one who has set the tables out."""
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(HOST)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button.primary").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def open_ruling(desk: Page, table: TableSet) -> None:
    """The desk leads there first of all."""
    desk.goto(f"/games/{table.game}/desk/")
    expect(desk.locator("main .primary")).to_have_text(re.compile("^Give a ruling"))
    desk.locator("main .primary").click()
    expect(desk.locator("h1")).to_have_text("Ruling on deal 1")
    expect(desk.locator(".case")).to_contain_text("Only six cards")
    expect(desk.locator(".case")).to_contain_text("Only six cards")


def test_a_dispute_from_the_call_of_the_table_to_the_ruling(
    open_page: Open, touched: Page, desk: Page, table: TableSet
) -> None:
    phone, watching = TablePhone(touched, table), open_page()
    dispute(phone)
    watching.goto(f"/games/{table.game}/")
    expect(watching.locator(".page-header")).to_contain_text("under protest")
    open_ruling(desk, table)
    desk.get_by_label("the deal remains as written").check()
    desk.get_by_label("Ruling", exact=True).fill(TOLD)
    desk.get_by_label("Paragraph").fill("§ 25 c3")
    desk.get_by_text("Points attached").click()
    desk.locator("[name=points0]").fill("100")
    desk.get_by_role("button", name="Enter the ruling").click()
    expect(desk.locator(".messages")).to_contain_text("Ruling 1 has been entered.")
    expect(phone.page.locator("#step")).to_have_text("Next: deal 2")
    expect(phone.page.locator("main")).not_to_contain_text("under protest")
    phone.fits()
    ruling = watching.locator("#ruling-1")
    expect(ruling).to_contain_text(TOLD)
    expect(ruling).to_contain_text("Decided by the director")
    expect(watching.locator(".page-header")).not_to_contain_text("under protest")
    ruling.locator("summary").click()
    expect(ruling.locator(".paragraph-text")).to_be_visible()


def test_a_ruling_is_entered_with_a_keyboard_alone_and_leads_on_to_the_deal(
    touched: Page, desk: Page, table: TableSet
) -> None:
    phone = TablePhone(touched, table)
    dispute(phone)
    open_ruling(desk, table)
    desk.locator("[name=outcome]").first.focus()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Space")
    desk.keyboard.press("Tab")
    desk.keyboard.type(TOLD)
    expect(desk.locator("[name=outcome][value=anew]")).to_be_checked()
    desk.get_by_role("button", name="Enter the ruling").press("Enter")
    desk.wait_for_url(re.compile(r"/deals/1/amend/\?ruling=\d+$"))
    phone.open()
    phone.shows("under protest")


def test_the_page_of_a_ruling_fits_a_small_phone_and_its_fields_fit_a_thumb(
    touched: Page, open_page: Open, table: TableSet
) -> None:
    phone = TablePhone(touched, table)
    dispute(phone)
    page = open_page(PHONE)
    sign_in(page)
    page.goto(f"/games/{table.game}/desk/rulings/new/?deal=1")
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = page.locator(
        "main form label:visible:has(input), main form input:visible[type=text]"
    ).evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert min(heights) >= THUMB


def test_what_one_act_costs_is_told_while_it_is_chosen(page: Page, talon: Talon) -> None:
    match = Match(label="Royal court", ruleset="royal", people=(2, 2), deals=(), highest=(0, 0))
    table = set_out(talon.data, [match])["Royal court"]
    sign_in(page)
    page.goto(f"/games/{table.game}/desk/adjust/")
    page.get_by_label("Touched the pile: −50").check()
    expect(page.locator("#act")).to_contain_text("Penalty applied: Touched the pile")
    page.get_by_label("Picked up the pile improperly: −100").check()
    expect(page.locator("#act")).to_contain_text("One act: only the fault with the highest penalty counts.")
    expect(page.locator("#act")).to_contain_text("Not applied: Touched the pile: −50")
    page.get_by_label(table.side(0)).check()
    page.get_by_role("button", name="Add it").click()
    expect(page.locator(".messages")).to_contain_text("not applied: Touched the pile")
    expect(page.locator("dl.score dd").first).to_contain_text("−100")
