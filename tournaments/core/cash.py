"""The sums of a cash desk, in the smallest unit of the currency: what is owed, what is in the drawer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# Cents in a euro, öre in a crown.
PER_WHOLE: Final = 100
MAX_AMOUNT: Final = 10_000_000
_AMOUNT: Final = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
_SPACES: Final = re.compile(r"\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """One entry: what it costs somebody, what was taken and given back, punches bought (or used, below 0)."""

    charge: int = 0
    taken: int = 0
    given: int = 0
    uses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a person has with the club: owed (below 0: to the good), paid in all, punches left."""

    owed: int = 0
    paid: int = 0
    uses: int = 0

    @property
    def credit(self) -> int:
        return max(0, -self.owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawer:
    """The line to the cashier; without a count there is no difference."""

    opening: int = 0
    taken: int = 0
    given: int = 0
    counted: int | None = None

    @property
    def expected(self) -> int:
        return self.opening + self.taken - self.given

    @property
    def difference(self) -> int | None:
        return None if self.counted is None else self.counted - self.expected


def account_of(bookings: Iterable[Booking]) -> Account:
    """Add up the entries of a person."""
    owed = paid = uses = 0
    for one in bookings:
        owed += one.charge - one.taken + one.given
        paid += one.taken - one.given
        uses += one.uses
    return Account(owed=owed, paid=paid, uses=uses)


def drawer_of(bookings: Iterable[Booking], opening: int = 0, counted: int | None = None) -> Drawer:
    """Add up the entries of an evening."""
    rows = list(bookings)
    taken, given = sum(one.taken for one in rows), sum(one.given for one in rows)
    return Drawer(opening=opening, taken=taken, given=given, counted=counted)


def sale(price: int, *, is_paid: bool, uses: int = 0) -> Booking:
    """Something that costs: paid at once, or owed."""
    return Booking(charge=price, taken=price if is_paid else 0, uses=uses)


def refund(amount: int, account: Account) -> Booking:
    """Money given back: first what somebody has to the good, then of what it had cost."""
    return Booking(charge=-max(0, amount - account.credit), given=amount)


def read_amount(text: str) -> int | None:
    """Read an amount as people write it: 5, 5,00, 5.50, 1 250,00; None for anything else.

    1.250 is a thousand to some and a little more than one to others: it is not read.
    """
    found = _AMOUNT.fullmatch(_SPACES.sub("", text))
    if found is None:
        return None
    amount = int(found[1]) * PER_WHOLE + int((found[2] or "0").ljust(2, "0"))
    return amount if amount <= MAX_AMOUNT else None
