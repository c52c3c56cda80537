"""Who gets which prize: the row of the table for the number of entries, and what shared places get.

Amounts are in the smallest unit of the currency, entries are numbers. What is divided is rounded down to a
unit, and the remainder is returned: nothing is lost silently. What can be neither divided nor given alike
waits for a lot, and stands in `open` until it is drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple


class Sharing(StrEnum):
    """What becomes of the prizes of places that are shared."""

    # They are added up and divided; what is no money goes by lot.
    DIVIDE = "divide"
    # A lot says who gets which of them.
    DRAW = "draw"


class Prize(NamedTuple):
    """Money, or a thing in words, or both."""

    amount: int = 0
    thing: str = ""


NO_PRIZE: Final = Prize()


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """The prizes from the first place on, for so many entries; without `most` for any larger number."""

    prizes: tuple[Prize, ...]
    least: int = 1
    most: int | None = None

    def is_for(self, entries: int) -> bool:
        return self.least <= entries and (self.most is None or entries <= self.most)


class RankedEntry(NamedTuple):
    """The place of an entry among all, or among those of a category."""

    entry: int
    place: int
    shared: bool


class Award(NamedTuple):
    """What an entry gets for its place; `open` are prizes of which a lot has to say who gets which."""

    entry: int
    place: int
    shared: bool
    amount: int = 0
    thing: str = ""
    open: tuple[Prize, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.amount or self.thing or self.open)


class Allotment(NamedTuple):
    """The prizes by place, and what rounding has left over."""

    awards: tuple[Award, ...]
    remainder: int = 0


# The order of entries that shared a place, the best first, by who they are.
Orders = Mapping[frozenset[int], Sequence[int]]
_NO_ORDERS: Final[Orders] = {}


def row_for(rows: Sequence[PrizeRow], entries: int) -> PrizeRow | None:
    """Return the row for this number of entries; None where the table has none."""
    return next((row for row in rows if row.is_for(entries)), None)


def places_among(
    standings: Sequence[tuple[int, int]], members: Collection[int], orders: Orders = _NO_ORDERS
) -> tuple[RankedEntry, ...]:
    """Return the places of these entries among themselves, from the standings of all: entry and place.

    Who shares a place there shares it here, unless a decider has an order for exactly those.
    """
    found: list[RankedEntry] = []
    among = [(entry, place) for entry, place in standings if entry in members]
    for _place, same in groupby(among, key=lambda one: one[1]):
        tied = [entry for entry, _of in same]
        order = orders.get(frozenset(tied)) if len(tied) > 1 else None
        first = len(found) + 1
        if order is None:
            found += [RankedEntry(entry, first, len(tied) > 1) for entry in tied]
        else:
            found += [RankedEntry(entry, first + at, shared=False) for at, entry in enumerate(order)]
    return tuple(found)


def tied_groups(places: Sequence[RankedEntry]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each shared place with those who share it."""
    for place, same in groupby(places, key=lambda one: one.place):
        tied = tuple(one.entry for one in same)
        if len(tied) > 1:
            yield place, tied


def allot(
    places: Sequence[RankedEntry],
    prizes: Sequence[Prize],
    sharing: Sharing,
    unit: int,
    lots: Orders = _NO_ORDERS,
) -> Allotment:
    """Give the prizes to the places; those who share a place share the prizes of as many places."""
    awards: list[Award] = []
    remainder = 0
    for place, same in groupby(places, key=lambda one: one.place):
        tied = list(same)
        pool = [*prizes[place - 1 : place - 1 + len(tied)]]
        pool += [NO_PRIZE] * (len(tied) - len(pool))
        if sharing is Sharing.DIVIDE and len(tied) > 1:
            each, left = _divide(sum(prize.amount for prize in pool), len(tied), unit)
            pool = [Prize(0, prize.thing) for prize in pool]
            remainder += left
        else:
            each = 0
        awards += _awards(tied, pool, each, lots)
    return Allotment(tuple(awards), remainder)


def _divide(amount: int, shares: int, unit: int) -> tuple[int, int]:
    """Return the share of each, rounded down to the unit, and what is left over."""
    each = amount // shares // unit * unit
    return each, amount - shares * each


def _awards(tied: Sequence[RankedEntry], pool: Sequence[Prize], each: int, lots: Orders) -> Iterator[Award]:
    """Give every one of them the same share, and besides one of the prizes of the pool."""
    order = lots.get(frozenset(one.entry for one in tied))
    if len(set(pool)) > 1 and order is None:
        to_draw = tuple(prize for prize in pool if prize != NO_PRIZE)
        yield from (Award(*one, amount=each, open=to_draw) for one in tied)
        return
    rank = {entry: at for at, entry in enumerate(order or [one.entry for one in tied])}
    for one in tied:
        prize = pool[rank[one.entry]]
        yield Award(*one, amount=each + prize.amount, thing=prize.thing)


def draw_order(seed: str, entries: Collection[int]) -> tuple[int, ...]:
    """Return the entries in the order of their lots. Anybody who has the seed can repeat it."""
    return tuple(sorted(entries, key=lambda entry: hashlib.sha256(f"{seed}/{entry}".encode()).hexdigest()))
