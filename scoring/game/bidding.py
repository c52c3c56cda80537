"""The bidding of a deal as pages describe it while the deal is played, and as it was entered before play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name, public_name
from scoring.core.vocabulary import Contract
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.bidding import DealBidding, auction_seats, bidding_of_deal, read_bidding
from scoring.store.game_queries import side_names
from scoring.wording.bids import bid_text, call_label


def bidding_sentence(deal: Deal, name_of: Callable[[Player], str] = public_name) -> str:
    """Return the contract of the deal in play, or its auction so far; empty before either."""
    bidding = bidding_of_deal(deal)
    if deal.state != Deal.State.DRAFT or bidding is None:
        return ""
    return _sentence(deal.game, deal.number, bidding, name_of)


def _sentence(game: Game, number: int, bidding: DealBidding, name_of: Callable[[Player], str]) -> str:
    if bidding.contract is not None:
        return contract_sentence(bidding.contract, side_names(game, name_of), number)
    if bidding.is_over:
        return _("Deal %(number)s is played without a contract.") % {"number": number}
    calls = ", ".join(call_texts(game, number, bidding, name_of))
    return _("The auction of deal %(number)s so far: %(calls)s") % {"number": number, "calls": calls or "–"}


def contract_sentence(contract: Contract, names: Sequence[str], number: int) -> str:
    """Return the contract of a deal, and whose it is."""
    return _("%(bid)s, by %(side)s, deal %(number)s") % {
        "bid": bid_text(contract),
        "side": names[contract.side],
        "number": number,
    }


def call_texts(
    game: Game, number: int, bidding: DealBidding, name_of: Callable[[Player], str] = public_name
) -> Iterator[str]:
    """Return each call with the player who made it."""
    seats = auction_seats(game, number, name_of)
    for name, call in seats.callers(bidding) if seats is not None else ():
        yield _("%(name)s: %(call)s") % {"name": name, "call": call_label(call)}


def contract_text(bidding: DealBidding) -> str:
    """Return the contract of a bidding that is over, or that there is none."""
    return _("No contract") if bidding.contract is None else bid_text(bidding.contract)


def leader_after_auction(deal: Deal) -> str:
    """Return the full name of the player who begins after an auction; empty where no auction says so."""
    bidding = bidding_of_deal(deal)
    auction = None if bidding is None else bidding.auction
    seats = (
        None if auction is None or not auction.is_over else auction_seats(deal.game, deal.number, full_name)
    )
    return "" if auction is None or seats is None else seats.names[auction.leader]


def bidding_of_sheet(game: Game, sheet: Mapping[str, object]) -> DealBidding | None:
    """Return the auction that was recorded with a deal; None where its calls were not kept."""
    auction = sheet.get("auction")
    data = {"auction": auction, "contract": None, "failed": (0, 0)}
    return None if auction is None else read_bidding(sheets.rules_of_game(game).contract, data)
