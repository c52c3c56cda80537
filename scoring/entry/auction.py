"""The auction on the entry page, call by call, and the walk down of bids that cannot open (002 §12, §16).

`core.auction` decides which calls are legal; this module adds the values of the fields, and the buttons that
are available.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core.auction import (
    AUCTION_SEATS,
    STRAIN_ORDER,
    Auction,
    AuctionMistake,
    AuctionResult,
    Bid,
    add_call,
    read_auction,
    walk_down,
)
from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract, Opening, Penalty, Strain
from scoring.entry.parts import FieldValues
from scoring.store.bidding import AuctionSeats, DealBidding, bidding_of_calls
from scoring.wording import labels
from scoring.wording.bids import bid_text, call_label
from scoring.wording.labels import SUIT_STRAINS, strain_heading

DEALER_FIELD, CALLS_FIELD, FAILED_FIELD = "contract-dealer", "contract-calls", "contract-failed"
_CALL, _TAKE_BACK, _CANNOT_OPEN = "call:", "take-back", "cannot-open"
_TICKED: Final = "on"
# The value of the side field in a deal without a contract.
NO_SIDE: Final = "none"
# Enough for every bid with three passes after each.
_MAX_CALLS: Final = 200


# The values of the fields.


def calls_in(typed: FieldValues) -> list[str]:
    return [call for call in typed.get(CALLS_FIELD, "").split(",") if call][:_MAX_CALLS]


def _failed_bids_in(typed: FieldValues) -> int:
    text = typed.get(FAILED_FIELD, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0


def auction_in(rules: ContractRules, typed: FieldValues) -> Auction | None:
    """The auction so far; None without a dealer or where the calls are illegal."""
    dealer = typed.get(DEALER_FIELD, "")
    if dealer not in {str(seat) for seat in range(AUCTION_SEATS)}:
        return None
    auction = read_auction(rules, int(dealer), calls_in(typed))
    return None if isinstance(auction, AuctionMistake) else auction


def auction_result(auction: Auction, failed: int) -> AuctionResult | None:
    """The result of an auction that is over after so many failed bids; None where it is not over."""
    cannot_open = [str(bid) for bid in reversed(auction.bids)][:failed]
    opened = walk_down(auction, cannot_open)
    return None if isinstance(opened, AuctionMistake) else opened


def bidding_in(rules: ContractRules, typed: FieldValues) -> DealBidding | None:
    """The bidding that the fields hold call by call; None without a dealer or where the calls are illegal."""
    auction = auction_in(rules, typed)
    if auction is None:
        return None
    cannot_open = [str(bid) for bid in reversed(auction.bids)][: _failed_bids_in(typed)]
    bidding = bidding_of_calls(rules, auction.dealer, calls_in(typed), cannot_open)
    return None if isinstance(bidding, AuctionMistake) else bidding


def press_button(rules: ContractRules, typed: FieldValues, act: str) -> dict[str, str]:
    """The fields after a button: a call added or taken back, a failed bid, and what follows from them."""
    calls, failed = calls_in(typed), _failed_bids_in(typed)
    auction = auction_in(rules, typed)
    if auction is None:
        return dict(typed)
    if act.startswith(_CALL) and not isinstance(
        add_call(rules, auction, act.removeprefix(_CALL)), AuctionMistake
    ):
        calls.append(act.removeprefix(_CALL))
    elif (
        act == _CANNOT_OPEN and auction_result(auction, failed + 1) is not None and failed < len(auction.bids)
    ):
        failed += 1
    elif act == _TAKE_BACK and failed:
        failed -= 1
    elif act == _TAKE_BACK:
        calls = calls[:-1]
    changed = {**typed, CALLS_FIELD: ",".join(calls), FAILED_FIELD: str(failed)}
    return {**changed, **derived_fields(rules, changed)}


def derived_fields(rules: ContractRules, typed: FieldValues) -> dict[str, str]:
    """The fields of the contract and the penalties that follow from the auction."""
    auction = auction_in(rules, typed)
    result = None if auction is None else auction_result(auction, _failed_bids_in(typed))
    contract, failed = (None, (0, 0)) if result is None else (result.contract, result.failed)
    penalties = {
        f"side{side}-penalty_{rules.failed_bid}": str(times) if times else ""
        for side, times in enumerate(failed)
    }
    return {**contract_fields(contract), **penalties}


def bidding_fields(rules: ContractRules, bidding: DealBidding) -> dict[str, str]:
    """The fields of what was entered before play."""
    auction = bidding.auction
    calls = (
        {}
        if auction is None
        else {
            DEALER_FIELD: str(auction.dealer),
            CALLS_FIELD: ",".join(bidding.calls),
            FAILED_FIELD: str(len(bidding.cannot_open)),
        }
    )
    return {
        **calls,
        **contract_fields(bidding.contract),
        **{
            f"side{side}-penalty_{rules.failed_bid}": str(times)
            for side, times in enumerate(bidding.failed)
            if times
        },
    }


def contract_fields(contract: Contract | None) -> dict[str, str]:
    if contract is None:
        return {"contract-side": NO_SIDE, "contract-level": "", "contract-strain": "", "contract-doubled": ""}
    return {
        "contract-side": str(contract.side),
        "contract-level": str(contract.level),
        "contract-strain": contract.strain.value,
        "contract-doubled": _TICKED if contract.doubled else "",
    }


# The panel of the page.


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call and the player who made it."""

    name: str
    call: str


@dataclass(frozen=True, slots=True)
class BidButton:
    """The button of a bid that may be made now."""

    level: int
    label: str
    act: str
    html_id: str


@dataclass(frozen=True, slots=True)
class AuctionPanel:
    """The auction on the page: the calls so far, the next player to call, and the calls available."""

    history: Sequence[CallLine]
    speaker: str = ""
    strains: Sequence[str] = ()
    # The bids by level; None where a bid has become too low.
    rows: Sequence[Sequence[BidButton | None]] = ()
    may_double: bool = False
    # After the auction: the player who leads, the bids that could not open, and the bid that must open now.
    leader: str = ""
    failed: Sequence[CallLine] = ()
    bid: CallLine | None = None
    opening_rule: str = ""
    # Whether the bidder may declare that he cannot open, and the points and paragraph of the penalty.
    may_fail: bool = False
    cost: str = ""
    paragraph: str = ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """What the auction depends on: its rules, the seats, and the opening requirement of each side."""

    rules: ContractRules
    failure: Penalty
    seats: AuctionSeats
    openings: Sequence[Opening | None]

    def panel(self, typed: FieldValues) -> AuctionPanel | None:
        """The panel of the auction; None until the dealer is known."""
        auction = auction_in(self.rules, typed)
        if auction is None:
            return None
        history = [
            CallLine(self.seats.names[(auction.dealer + 1 + at) % AUCTION_SEATS], call_label(call))
            for at, call in enumerate(calls_in(typed))
        ]
        if auction.next_seat is None:
            return self._finished_panel(auction, _failed_bids_in(typed), history)
        return AuctionPanel(
            history,
            speaker=self.seats.names[auction.next_seat],
            strains=[strain_heading(strain) for strain in STRAIN_ORDER],
            rows=_bid_buttons(self.rules, auction),
            may_double=auction.may_double(),
        )

    def _finished_panel(self, auction: Auction, failed: int, history: Sequence[CallLine]) -> AuctionPanel:
        bids = [*reversed(auction.bids)]
        top = bids[failed] if failed < len(bids) else None
        doubled = auction.doubled_by is not None
        return AuctionPanel(
            history,
            leader=self.seats.names[auction.leader],
            failed=[self._call_line(bid) for bid in bids[:failed]],
            bid=None if top is None else self._contract_line(top, doubled=doubled),
            opening_rule=""
            if top is None
            else _opening_rule(self.rules, top, self.openings[top.side], doubled),
            may_fail=top is not None and not doubled,
            cost=labels.signed_points(-self.failure.points),
            paragraph=labels.paragraph_label(self.failure.rule),
        )

    def _contract_line(self, bid: Bid, *, doubled: bool) -> CallLine:
        contract = Contract(bid.side, bid.level, bid.strain, doubled=doubled)
        return CallLine(self.seats.names[bid.seat], bid_text(contract))

    def _call_line(self, bid: Bid) -> CallLine:
        return CallLine(self.seats.names[bid.seat], call_label(str(bid)))


def _bid_buttons(rules: ContractRules, auction: Auction) -> list[list[BidButton | None]]:
    """The bids by level, without the levels that are too low."""
    highest = auction.bids[-1].rank if auction.bids else (0, 0)
    rows = [
        [
            BidButton(
                level,
                labels.bid_label(level, strain.value),
                f"{_CALL}{level} {strain}",
                f"call-{level}-{strain}",
            )
            if (level, at) > highest or not auction.bids
            else None
            for at, strain in enumerate(STRAIN_ORDER)
        ]
        for level in range(1, rules.levels + 1)
    ]
    return [row for row in rows if any(row)]


# § 16: the melds with which the bidder may open.
_OPENS_DOUBLED: Final = _lazy(
    "Opens in turn, with at least %(points)s points, as if there were no bid (§ 16 D)."
)
_OPENS_LOW: Final = _lazy(
    "Opens at once with at least %(points)s points, or a complete canasta or "
    "samba; an opening with twos needs at least four of them (§ 16 A)."
)
_OPENS_SUIT: Final = _lazy(
    "Opens at once with a sequence of at least three cards in %(strain)s, or "
    "%(points)s points, or a complete canasta or samba (§ 16 B)."
)
_OPENS_CANASTA: Final = _lazy(
    "Opens at once with at least four cards of one rank (not threes), or "
    "%(points)s points, or a complete canasta or samba (§ 16 B)."
)
_OPENS_TWOS: Final = _lazy(
    "Opens at once with at least four twos, or %(points)s points, or a complete canasta or samba (§ 16 B)."
)


def _opening_rule(rules: ContractRules, bid: Bid, needed: Opening | None, doubled: bool) -> str:
    facts = {
        "points": format_value(needed, get_language() or "en"),
        "strain": labels.STRAIN_NAMES[bid.strain],
    }
    if doubled:
        return str(_OPENS_DOUBLED % facts)
    if bid.level < rules.opens_by_strain_from_level:
        return str(_OPENS_LOW % facts)
    if bid.strain in SUIT_STRAINS:
        return str(_OPENS_SUIT % facts)
    return str((_OPENS_TWOS if bid.strain is Strain.TWOS else _OPENS_CANASTA) % facts)
