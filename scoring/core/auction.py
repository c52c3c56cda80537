"""The auction before a contract, call by call (Sitoumussamba 12), and the walk down of bids that cannot open.

Seats are numbered clockwise, a side has every second one. Knows which call may follow which; must not know
who holds which cards, nor what a contract is worth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.deal_sheet import Contract, Strain
from scoring.core.rulesets.base import ContractRules

SEATS: Final = 4
SIDES: Final = 2
STRAINS: Final = tuple(Strain)
# So many passes in a row end an auction with a bid; without one, everybody has to pass (12C, 17).
_PASSES_AFTER_BID: Final = 3


class Word(StrEnum):
    """The calls that are no bids."""

    PASS = "pass"  # noqa: S105 - a call, not a password
    DOUBLE = "double"


class Fault(StrEnum):
    """Why a call, or the end of an auction, cannot be."""

    UNKNOWN_CALL = "unknown_call"
    TOO_LOW = "too_low"
    CANNOT_DOUBLE = "cannot_double"
    AUCTION_OVER = "auction_over"
    NOT_OVER = "not_over"
    NOT_WALKED_DOWN = "not_walked_down"


class Bid(NamedTuple):
    """A promise; bids compare by level, then by strain (12B)."""

    level: int
    strain: Strain
    seat: int

    @property
    def side(self) -> int:
        return self.seat % SIDES

    @property
    def height(self) -> tuple[int, int]:
        return self.level, STRAINS.index(self.strain)

    def __str__(self) -> str:
        return f"{self.level} {self.strain}"


class Mistake(NamedTuple):
    """A fault and where: the number of the call, from 0, or a bid."""

    fault: Fault
    at: int | str

    def __str__(self) -> str:
        return f"{self.fault} at {self.at}"


class Auction(NamedTuple):
    """An auction as far as it has come."""

    dealer: int
    calls: int = 0
    bids: tuple[Bid, ...] = ()
    passes: int = 0
    doubled_by: int | None = None

    @property
    def speaker(self) -> int | None:
        """Whose turn it is; the player on the dealer's left begins (12A)."""
        return None if self.is_over else (self.dealer + 1 + self.calls) % SEATS

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, four without one, or a double (12C, 12D, 17)."""
        enough = _PASSES_AFTER_BID if self.bids else SEATS
        return self.doubled_by is not None or self.passes >= enough

    @property
    def leader(self) -> int:
        """Who leads the play: the doubler, else the player on the dealer's left (12D)."""
        return (self.dealer + 1) % SEATS if self.doubled_by is None else self.doubled_by

    @property
    def contract(self) -> Contract | None:
        """The last bid; None when everybody has passed."""
        return contract_of(self.bids[-1], doubled=self.doubled_by is not None) if self.bids else None

    def may_double(self) -> bool:
        """Only the last bid of the other side is doubled (12D)."""
        speaker = self.speaker
        return bool(self.bids) and speaker is not None and speaker % SIDES != self.bids[-1].side


class Opened(NamedTuple):
    """What became of the bids when their makers had to open (16C)."""

    contract: Contract | None
    # How often each side bid and could not open.
    failed: tuple[int, int]


def contract_of(bid: Bid, *, doubled: bool = False) -> Contract:
    return Contract(bid.side, bid.level, bid.strain, doubled)


def held(rules: ContractRules, dealer: int, calls: Sequence[str]) -> Auction | Mistake:
    """An auction from its calls, in the order of the seats."""
    auction = Auction(dealer)
    for call in calls:
        heard = called(rules, auction, call)
        if isinstance(heard, Mistake):
            return heard
        auction = heard
    return auction


def called(rules: ContractRules, auction: Auction, call: str) -> Auction | Mistake:
    """The auction with one call more."""
    seat = auction.speaker
    if seat is None:
        return Mistake(Fault.AUCTION_OVER, auction.calls)
    if call == Word.PASS:
        return auction._replace(calls=auction.calls + 1, passes=auction.passes + 1)
    if call == Word.DOUBLE:
        if not auction.may_double():
            return Mistake(Fault.CANNOT_DOUBLE, auction.calls)
        return auction._replace(calls=auction.calls + 1, doubled_by=seat)
    return _with_bid(auction, _read_bid(rules, call, seat))


def _with_bid(auction: Auction, bid: Bid | None) -> Auction | Mistake:
    if bid is None:
        return Mistake(Fault.UNKNOWN_CALL, auction.calls)
    if auction.bids and bid.height <= auction.bids[-1].height:
        return Mistake(Fault.TOO_LOW, auction.calls)
    return auction._replace(calls=auction.calls + 1, bids=(*auction.bids, bid), passes=0)


def _read_bid(rules: ContractRules, call: str, seat: int) -> Bid | None:
    """A bid such as "2 spades"; None when there is no such bid."""
    found = re.fullmatch(r"([1-9]) ([a-z]+)", call)
    if found is None or found[2] not in STRAINS or int(found[1]) > rules.levels:
        return None
    return Bid(int(found[1]), Strain(found[2]), seat)


def walked_down(auction: Auction, cannot_open: Sequence[str] = ()) -> Opened | Mistake:
    """The contract of an auction, after the bids that could not open, from the highest down (16C).

    A doubled bidder opens as if there were no bid: nothing is walked down (16D).
    """
    if not auction.is_over:
        return Mistake(Fault.NOT_OVER, auction.calls)
    bids, failed = list(auction.bids), [0] * SIDES
    for words in cannot_open:
        if not bids or auction.doubled_by is not None or str(bids[-1]) != words:
            return Mistake(Fault.NOT_WALKED_DOWN, words)
        failed[bids.pop().side] += 1
    contract = contract_of(bids[-1], doubled=auction.doubled_by is not None) if bids else None
    return Opened(contract, (failed[0], failed[1]))
