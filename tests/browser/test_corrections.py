"""A deal corrected after the next one was dealt, on the table's phone: what is refused, what is allowed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.evening import Match, Stored, TableSet, set_out
from tests.browser.tables import a_column
from tests.house.starting import Talon

# A samba, a mixed canasta, two red threes, going out: 1500 + 300 + 200 + 200 + 845 − 120 = 2925; and −85.
FIRST = a_column(845, 120, samba=1, mixed=1) | {"went_out": True, "red_threes": 2}
BODY = {"ended": "out", "hands": [FIRST, a_column(0, 85)]}


def table_with(talon: Talon, corrections: str) -> TableSet:
    """A deal is recorded and approved, and nothing more."""
    match = Match(
        label=corrections,
        ruleset="samba",
        people=(2, 2),
        deals=(BODY,),
        played=1,
        highest=(0, 0),
        corrections=corrections,
    )
    return set_out(talon.data, [match])[corrections]


@pytest.fixture
def strict(talon: Talon) -> TableSet:
    return table_with(talon, "strict")


@pytest.fixture
def by_consent(talon: Talon) -> TableSet:
    return table_with(talon, "by_consent")


def start(page: Page, table: TableSet) -> None:
    """The cards of deal 2 are dealt, on whichever phone."""
    page.goto(table.address)
    page.get_by_role("button", name="Start deal 2").click()
    expect(page.locator("#step")).to_have_text("Deal 2 is being played")


def open_correction(page: Page, table: TableSet) -> None:
    page.goto(f"{table.address}deals/1/")
    page.get_by_label("Who is recording this?").select_option(label=table.sides[0][0])


def record(page: Page) -> None:
    page.get_by_role("button", name="Record the correction").click()


def is_recorded(page: Page, table: TableSet) -> None:
    page.wait_for_url(lambda url: url.endswith(table.address))


def test_a_forgotten_canasta_is_refused_when_the_next_deal_was_dealt_meanwhile(
    open_page: Open, strict: TableSet, talon: Talon
) -> None:
    phone = open_page(PHONE)
    open_correction(phone, strict)
    phone.locator("[name='side0-combination_mixed']").fill("2")
    start(open_page(PHONE), strict)
    record(phone)
    refused = phone.locator("section.step")
    expect(refused).to_contain_text("This correction is not allowed now")
    expect(refused).to_contain_text(re.compile(r"35\sc"))
    assert Stored(talon.data, strict.game).deals[0] == (1, "confirmed", 1)


def test_after_the_next_deal_began_the_page_opens_the_points_alone_and_takes_them_without_consent(
    open_page: Open, strict: TableSet, talon: Talon
) -> None:
    phone = open_page(PHONE)
    start(phone, strict)
    open_correction(phone, strict)
    expect(phone.locator(".rights")).to_contain_text(re.compile(r"35\sb"))
    expect(phone.locator(".rights")).to_contain_text(re.compile(r"35\sc"))
    expect(phone.locator("[name='side0-combination_mixed']")).to_be_hidden()
    expect(phone.locator("[name='consent']")).to_have_count(0)
    phone.locator("[name='side0-hand_points']").fill("125")
    record(phone)
    is_recorded(phone, strict)
    stored = Stored(talon.data, strict.game)
    assert stored.deals[0][2] == 2
    assert stored.totals[0] == (2920, -85)


def test_what_stood_with_the_wrong_side_needs_the_other_side_where_the_setting_allows_it(
    open_page: Open, by_consent: TableSet, talon: Talon
) -> None:
    phone = open_page(PHONE)
    start(phone, by_consent)
    open_correction(phone, by_consent)
    phone.locator("[name='side0-red_threes']").fill("0")
    phone.locator("[name='side1-red_threes']").fill("2")
    record(phone)
    expect(phone.locator("section.step")).to_contain_text("only if the other side agrees")
    assert Stored(talon.data, by_consent.game).deals[0][2] == 1
    phone.get_by_label("The other side agrees to this correction.").check()
    record(phone)
    is_recorded(phone, by_consent)
    # 200 less for the one side; two red threes without a canasta cost the other 200.
    stored = Stored(talon.data, by_consent.game)
    assert stored.totals[0] == (2725, -285)


def test_where_the_setting_is_strict_the_wrong_side_is_not_open_at_all(
    open_page: Open, strict: TableSet
) -> None:
    phone = open_page(PHONE)
    start(phone, strict)
    open_correction(phone, strict)
    expect(phone.locator("[name='side1-red_threes']")).to_be_hidden()
    expect(phone.get_by_role("button", name="Swap the sides")).to_have_count(0)
