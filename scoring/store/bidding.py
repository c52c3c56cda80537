"""The bidding of a stored deal: the auction call by call or its outcome alone, as entered before play.

`core.auction` decides what the calls lead to; here are the stored data and the players in the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.books.writing import JsonValue
from clubs.models import Player
from scoring.core.auction import (
    AUCTION_SEATS,
    AUCTION_SIDES,
    Auction,
    AuctionMistake,
    read_auction,
    read_contract,
    walk_down,
)
from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract
from scoring.models import Deal, Game
from scoring.store import seating, sheets


@dataclass(frozen=True, slots=True)
class DealBidding:
    """The bidding of a deal; its contract is None while the auction goes on, and where all bids failed."""

    contract: Contract | None = None
    # How often each side had a bid and could not open.
    failed: tuple[int, int] = (0, 0)
    # The auction, where its calls were entered, with the bids that could not open.
    auction: Auction | None = None
    calls: tuple[str, ...] = ()
    cannot_open: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.auction is None or self.auction.is_over

    @property
    def as_data(self) -> dict[str, JsonValue]:
        """The bidding as a deal stores it."""
        contract, auction = self.contract, self.auction
        return {
            "contract": None if contract is None else {**contract._asdict(), "strain": contract.strain.value},
            "failed": [*self.failed],
            "auction": None
            if auction is None
            else {"dealer": auction.dealer, "calls": [*self.calls], "failed": [*self.cannot_open]},
        }


def bidding_of_calls(
    rules: ContractRules, dealer: int, calls: Sequence[str], cannot_open: Sequence[str] = ()
) -> DealBidding | AuctionMistake:
    """Return the bidding with these calls, from which its contract follows."""
    auction = read_auction(rules, dealer, calls)
    if isinstance(auction, AuctionMistake):
        return auction
    if not auction.is_over and not cannot_open:
        return DealBidding(auction=auction, calls=tuple(calls))
    result = walk_down(auction, cannot_open)
    if isinstance(result, AuctionMistake):
        return result
    return DealBidding(result.contract, result.failed, auction, tuple(calls), tuple(cannot_open))


def bidding_of_deal(deal: Deal) -> DealBidding | None:
    """Return what was entered of a deal before play; None if nothing was."""
    if deal.bidding is None:
        return None
    return read_bidding(sheets.rules_of_game(deal.game).contract, deal.bidding)


def read_bidding(rules: ContractRules | None, data: Mapping[str, Any]) -> DealBidding | None:
    """Return the bidding that a deal has stored; None where its game has no contracts."""
    if rules is None:
        return None
    auction = data["auction"]
    if auction is None:
        first, second = data["failed"]
        contract = data["contract"]
        return DealBidding(None if contract is None else read_contract(contract), (first, second))
    bidding = bidding_of_calls(rules, auction["dealer"], auction["calls"], auction["failed"])
    return None if isinstance(bidding, AuctionMistake) else bidding


# The seats.


@dataclass(frozen=True, slots=True)
class AuctionSeats:
    """The players by seat of the auction, in which the sides alternate, and the dealer's seat."""

    names: tuple[str, ...]
    dealer: int | None

    def choices(self) -> list[tuple[str, str]]:
        return [(str(seat), name) for seat, name in enumerate(self.names)]

    def callers(self, bidding: DealBidding) -> list[tuple[str, str]]:
        """Return each call with the player who made it."""
        first = 0 if bidding.auction is None else bidding.auction.dealer + 1
        return [(self.names[(first + at) % AUCTION_SEATS], call) for at, call in enumerate(bidding.calls)]


def auction_seats(
    game: Game, number: int, name_of: Callable[[Player], str], earlier: Deal | None = None
) -> AuctionSeats | None:
    """The seats of a deal. Until they are taken the players sit in order of entry.

    The dealer is then the next one after that of the `earlier` deal, or not known.
    """
    players = [[name_of(seat.player) for seat in side.seats.all()] for side in game.sides.all()]
    if len(players) != AUCTION_SIDES or min(map(len, players)) < AUCTION_SEATS // AUCTION_SIDES:
        return None
    seats = seating.seating_of(game, number, [len(side) for side in players])
    if seats is None or len(seats.seats) != AUCTION_SEATS:
        names = tuple(players[seat % AUCTION_SIDES][seat // AUCTION_SIDES] for seat in range(AUCTION_SEATS))
        return AuctionSeats(names, _next_dealer(earlier, number))
    # The first seat of the table may be one of the second side; an auction begins with the first side.
    first = seats.seats[0].side
    by_seat = [""] * AUCTION_SEATS
    for place, seat in enumerate(seats.seats):
        by_seat[(place + first) % AUCTION_SEATS] = players[seat.side][seat.number]
    return AuctionSeats(tuple(by_seat), (seats.dealer + first) % AUCTION_SEATS)


def _next_dealer(earlier: Deal | None, number: int) -> int | None:
    """The deal passes around the table, from the dealer of an earlier auction."""
    auction = None if earlier is None else _auction_of(earlier)
    if earlier is None or auction is None:
        return None
    dealer: int = auction["dealer"]
    return (dealer + number - earlier.number) % AUCTION_SEATS


def _auction_of(deal: Deal) -> Mapping[str, Any] | None:
    """Return the auction that was entered before play, else the one on the sheet of the deal."""
    if deal.bidding is not None and deal.bidding["auction"] is not None:
        return dict(deal.bidding["auction"])
    sheet = deal.versions.filter(current=True).values_list("sheet", flat=True).first()
    return None if sheet is None else sheet.get("auction")
