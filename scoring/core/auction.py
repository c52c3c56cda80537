"""The auction before a contract, call by call (Sitoumussamba 12), and the bids that cannot open.

Seats are numbered clockwise; each side has every second one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypedDict

from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract, Strain

AUCTION_SEATS: Final = 4
AUCTION_SIDES: Final = 2
STRAIN_ORDER: Final = tuple(Strain)
# The number of passes in a row that ends an auction with a bid; without a bid all four pass (12C, 17).
_PASSES_AFTER_BID: Final = 3


class NonBid(StrEnum):
    """The calls that are not bids."""

    PASS = "pass"  # noqa: S105 - a call, not a password
    DOUBLE = "double"


class AuctionFault(StrEnum):
    """Why a call, or the end of an auction, is not allowed."""

    UNKNOWN_CALL = "unknown_call"
    TOO_LOW = "too_low"
    CANNOT_DOUBLE = "cannot_double"
    AUCTION_OVER = "auction_over"
    NOT_OVER = "not_over"
    NOT_WALKED_DOWN = "not_walked_down"


class Bid(NamedTuple):
    """A bid; bids are ranked by level, then by strain (12B)."""

    level: int
    strain: Strain
    seat: int

    @property
    def side(self) -> int:
        return self.seat % AUCTION_SIDES

    @property
    def rank(self) -> tuple[int, int]:
        return self.level, STRAIN_ORDER.index(self.strain)

    def __str__(self) -> str:
        return f"{self.level} {self.strain}"


class AuctionMistake(NamedTuple):
    """A fault and its place: the number of the call, from 0, or a bid."""

    fault: AuctionFault
    at: int | str

    def __str__(self) -> str:
        return f"{self.fault} at {self.at}"


class Auction(NamedTuple):
    """An auction after some calls."""

    dealer: int
    calls: int = 0
    bids: tuple[Bid, ...] = ()
    passes: int = 0
    doubled_by: int | None = None

    @property
    def next_seat(self) -> int | None:
        """The seat of the next call; the player on the dealer's left begins (12A)."""
        return None if self.is_over else (self.dealer + 1 + self.calls) % AUCTION_SEATS

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, four without one, or a double (12C, 12D, 17)."""
        passes_needed = _PASSES_AFTER_BID if self.bids else AUCTION_SEATS
        return self.doubled_by is not None or self.passes >= passes_needed

    @property
    def leader(self) -> int:
        """The seat that leads the play: the doubler, else the player on the dealer's left (12D)."""
        return (self.dealer + 1) % AUCTION_SEATS if self.doubled_by is None else self.doubled_by

    @property
    def contract(self) -> Contract | None:
        """The last bid; None when all have passed."""
        return contract_of(self.bids[-1], doubled=self.doubled_by is not None) if self.bids else None

    def may_double(self) -> bool:
        """Only the last bid of the other side may be doubled (12D)."""
        seat = self.next_seat
        return bool(self.bids) and seat is not None and seat % AUCTION_SIDES != self.bids[-1].side


class ContractData(TypedDict):
    """A contract as it is stored."""

    side: int
    level: int
    strain: str
    doubled: bool


class AuctionResult(NamedTuple):
    """The result of an auction after the bidders had to open (16C)."""

    contract: Contract | None
    # How often each side had a bid and could not open.
    failed: tuple[int, int]


def contract_of(bid: Bid, *, doubled: bool = False) -> Contract:
    return Contract(bid.side, bid.level, bid.strain, doubled)


def read_contract(data: ContractData) -> Contract:
    """Return a contract from its stored fields."""
    return Contract(data["side"], data["level"], Strain(data["strain"]), data["doubled"])


def read_auction(rules: ContractRules, dealer: int, calls: Sequence[str]) -> Auction | AuctionMistake:
    """Return the auction with these calls, in the order of the seats."""
    auction = Auction(dealer)
    for call in calls:
        result = add_call(rules, auction, call)
        if isinstance(result, AuctionMistake):
            return result
        auction = result
    return auction


def add_call(rules: ContractRules, auction: Auction, call: str) -> Auction | AuctionMistake:
    """Return the auction with one more call."""
    seat = auction.next_seat
    if seat is None:
        return AuctionMistake(AuctionFault.AUCTION_OVER, auction.calls)
    if call == NonBid.PASS:
        return auction._replace(calls=auction.calls + 1, passes=auction.passes + 1)
    if call == NonBid.DOUBLE:
        if not auction.may_double():
            return AuctionMistake(AuctionFault.CANNOT_DOUBLE, auction.calls)
        return auction._replace(calls=auction.calls + 1, doubled_by=seat)
    return _with_bid(auction, _read_bid(rules, call, seat))


def _with_bid(auction: Auction, bid: Bid | None) -> Auction | AuctionMistake:
    if bid is None:
        return AuctionMistake(AuctionFault.UNKNOWN_CALL, auction.calls)
    if auction.bids and bid.rank <= auction.bids[-1].rank:
        return AuctionMistake(AuctionFault.TOO_LOW, auction.calls)
    return auction._replace(calls=auction.calls + 1, bids=(*auction.bids, bid), passes=0)


def _read_bid(rules: ContractRules, call: str, seat: int) -> Bid | None:
    """Read a bid such as "2 spades"; None when there is no such bid."""
    match = re.fullmatch(r"([1-9]) ([a-z]+)", call)
    if match is None or match[2] not in STRAIN_ORDER or int(match[1]) > rules.levels:
        return None
    return Bid(int(match[1]), Strain(match[2]), seat)


def walk_down(auction: Auction, cannot_open: Sequence[str] = ()) -> AuctionResult | AuctionMistake:
    """Return the contract of an auction after the bids that could not open, from the highest down (16C).

    A doubled bidder opens as if there were no bid, so there is no walk down (16D).
    """
    if not auction.is_over:
        return AuctionMistake(AuctionFault.NOT_OVER, auction.calls)
    bids, failed = list(auction.bids), [0] * AUCTION_SIDES
    for bid in cannot_open:
        if not bids or auction.doubled_by is not None or str(bids[-1]) != bid:
            return AuctionMistake(AuctionFault.NOT_WALKED_DOWN, bid)
        failed[bids.pop().side] += 1
    contract = contract_of(bids[-1], doubled=auction.doubled_by is not None) if bids else None
    return AuctionResult(contract, (failed[0], failed[1]))
