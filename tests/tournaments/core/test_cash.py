"""The sums of a desk: the drawer balances whatever was entered, and amounts are read as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.cash import (
    MAX_AMOUNT,
    Account,
    Booking,
    account_of,
    drawer_of,
    read_amount,
    refund,
    sale,
)

amounts = st.integers(0, MAX_AMOUNT)
sales = st.builds(lambda price, paid: sale(price, is_paid=paid), amounts, st.booleans())
bookings = st.lists(
    sales | st.builds(Booking, taken=amounts) | st.builds(lambda sum_: refund(sum_, Account()), amounts)
)


@given(st.lists(bookings, max_size=8), amounts, amounts)
def test_the_drawer_balances_with_what_everybody_has_paid(
    people: list[list[Booking]], opening: int, counted: int
) -> None:
    drawer = drawer_of((one for rows in people for one in rows), opening, counted)
    paid = sum(account_of(rows).paid for rows in people)
    assert drawer.expected == opening + paid
    assert drawer.difference is not None
    assert drawer.expected + drawer.difference == counted


@given(bookings)
def test_what_was_charged_is_paid_or_owed(rows: list[Booking]) -> None:
    account = account_of(rows)
    assert sum(one.charge for one in rows) == account.paid + account.owed


@given(bookings, st.data())
def test_what_is_taken_back_leaves_no_trace_in_the_sums(rows: list[Booking], data: st.DataObject) -> None:
    entered = data.draw(sales)
    assert account_of([*rows, entered][:-1]) == account_of(rows)
    both = drawer_of([*rows, entered])
    assert both.expected - entered.taken == drawer_of(rows).expected


@given(bookings, st.integers(1, MAX_AMOUNT))
def test_money_given_back_makes_no_debt(rows: list[Booking], amount: int) -> None:
    before = account_of(rows)
    after = account_of([*rows, refund(amount, before)])
    assert after.paid == before.paid - amount
    assert after.owed == (before.owed if before.owed >= 0 else min(0, before.owed + amount))


@given(amounts)
def test_what_is_written_is_read_again(amount: int) -> None:
    whole, rest = divmod(amount, 100)
    assert read_amount(f"{whole},{rest:02}") == read_amount(f"{whole}.{rest:02}") == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5", 500),
        ("5,5", 550),
        ("5.50", 550),
        ("1 250,00", 125_000),
        ("1\u00a0250", 125_000),
        ("0", 0),
        ("", None),
        ("-5", None),
        ("5,505", None),
        ("1.250", None),
        ("5 €", None),
        ("1e3", None),
        ("٥", None),
        ("999999", None),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, amount: int | None) -> None:
    assert read_amount(text) == amount
