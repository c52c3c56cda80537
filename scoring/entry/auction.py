"""The auction call by call, and the walk down of bids that cannot open (002 §12, §16).

The core's `auction` says which call may follow which; this module says who sits in which seat, what stands in
the fields, and what may be touched next. Must not know a form, nor what a contract is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.reports.numbers import written
from scoring.core.auction import (
    SEATS,
    SIDES,
    STRAINS,
    Auction,
    Bid,
    Mistake,
    Opened,
    Word,
    called,
    held,
    walked_down,
)
from scoring.core.deal_sheet import Contract, Strain
from scoring.core.rulesets.base import ContractRules, Opening, Penalty
from scoring.models import Game
from scoring.store import seating as table_seating
from scoring.wording import labels
from scoring.wording.labels import SUITS, head_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise

Typed = Mapping[str, str]
DEALER, CALLS, FAILED = "contract-dealer", "contract-calls", "contract-failed"
_CALL, _TAKE_BACK, _CANNOT_OPEN = "call:", "take-back", "cannot-open"
_TICKED: Final = "on"
# The side of a deal without a contract.
NOBODY: Final = "none"
# As many calls as there are bids, and three passes between two of them.
_MOST_CALLS: Final = 200
_CALLS_SAID: Final[Mapping[str, _Text]] = {Word.PASS: _lazy("Pass"), Word.DOUBLE: _lazy("Double")}


# Who sits where.


@dataclass(frozen=True, slots=True)
class Chairs:
    """The players by the seats of an auction, in which each side has every second one; and who deals."""

    names: tuple[str, ...]
    dealer: int | None

    def choices(self) -> list[tuple[str, str]]:
        return [(str(seat), name) for seat, name in enumerate(self.names)]


def chairs_of(game: Game, number: int) -> Chairs | None:
    """The seats of a deal. Until they are taken, the players sit as they were entered and nobody deals."""
    people = [[full_name(seat.player) for seat in side.seats.all()] for side in game.sides.all()]
    if len(people) != SIDES:
        return None
    seating = table_seating.seating_of(game, number, [len(side) for side in people])
    if seating is None or len(seating.seats) != SEATS:
        return Chairs(tuple(people[seat % SIDES][seat // SIDES] for seat in range(SEATS)), None)
    # The first seat of the table may be one of the second side; an auction begins with the first side.
    first = seating.seats[0].side
    names = [""] * SEATS
    for place, person in enumerate(seating.seats):
        names[(place + first) % SEATS] = people[person.side][person.number]
    return Chairs(tuple(names), (seating.dealer + first) % SEATS)


# What stands in the fields.


def calls_in(typed: Typed) -> list[str]:
    return [call for call in typed.get(CALLS, "").split(",") if call][:_MOST_CALLS]


def _failed_in(typed: Typed) -> int:
    said = typed.get(FAILED, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 2 else 0


def auction_in(rules: ContractRules, typed: Typed) -> Auction | None:
    """The auction as far as it has come; None where its calls cannot follow each other."""
    dealer = typed.get(DEALER, "")
    if dealer not in {str(seat) for seat in range(SEATS)}:
        return None
    auction = held(rules, int(dealer), calls_in(typed))
    return None if isinstance(auction, Mistake) else auction


def opened_in(auction: Auction, failed: int) -> Opened | None:
    """What became of the bids of an auction that is over, so many of them having failed."""
    cannot_open = [str(bid) for bid in reversed(auction.bids)][:failed]
    opened = walked_down(auction, cannot_open)
    return None if isinstance(opened, Mistake) else opened


def touched(rules: ContractRules, typed: Typed, act: str) -> dict[str, str]:
    """The fields after one touch: a call more or less, a bid that could not open, and what follows."""
    calls, failed = calls_in(typed), _failed_in(typed)
    auction = auction_in(rules, typed)
    if auction is None:
        return dict(typed)
    if act.startswith(_CALL) and not isinstance(called(rules, auction, act.removeprefix(_CALL)), Mistake):
        calls.append(act.removeprefix(_CALL))
    elif act == _CANNOT_OPEN and opened_in(auction, failed + 1) is not None and failed < len(auction.bids):
        failed += 1
    elif act == _TAKE_BACK and failed:
        failed -= 1
    elif act == _TAKE_BACK:
        calls = calls[:-1]
    again = {**typed, CALLS: ",".join(calls), FAILED: str(failed)}
    return {**again, **follows(rules, again)}


def follows(rules: ContractRules, typed: Typed) -> dict[str, str]:
    """The contract and the penalties that an auction leads to, in their fields."""
    auction = auction_in(rules, typed)
    opened = None if auction is None else opened_in(auction, _failed_in(typed))
    contract, failed = (None, (0, 0)) if opened is None else (opened.contract, opened.failed)
    charged = {
        f"side{side}-penalty_{rules.failed_bid}": str(times) if times else ""
        for side, times in enumerate(failed)
    }
    return {**contract_fields(contract), **charged}


def contract_fields(contract: Contract | None) -> dict[str, str]:
    if contract is None:
        return {"contract-side": NOBODY, "contract-level": "", "contract-strain": "", "contract-doubled": ""}
    return {
        "contract-side": str(contract.side),
        "contract-level": str(contract.level),
        "contract-strain": contract.strain.value,
        "contract-doubled": _TICKED if contract.doubled else "",
    }


# What the page shows.


@dataclass(frozen=True, slots=True)
class Said:
    """A call as it was made."""

    name: str
    call: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid that may be made now: what the button is called and what it sends."""

    level: int
    label: str
    act: str
    id: str


@dataclass(frozen=True, slots=True)
class Box:
    """The page's auction: who has said what, who speaks, and what may be said."""

    history: Sequence[Said]
    speaker: str = ""
    strains: Sequence[str] = ()
    # The bids that may be made, level by level; None where a bid is too low by now.
    rows: Sequence[Sequence[Offer | None]] = ()
    may_double: bool = False
    # Once the auction is over: who begins, the bids that could not open, and the one that has to now.
    leader: str = ""
    failed: Sequence[Said] = ()
    bid: Said | None = None
    opens: str = ""
    # Whether this bid can be walked down from, and what that costs by which paragraph.
    may_fail: bool = False
    cost: str = ""
    paragraph: str = ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """An auction as a page shows it: by what rules, who sits where, and what each side needs to open."""

    rules: ContractRules
    failure: Penalty
    chairs: Chairs
    openings: Sequence[Opening | None]

    def box(self, typed: Typed) -> Box | None:
        """What is shown of the auction; None until it is said who deals."""
        auction = auction_in(self.rules, typed)
        if auction is None:
            return None
        history = [
            Said(self.chairs.names[(auction.dealer + 1 + at) % SEATS], _said_of(call))
            for at, call in enumerate(calls_in(typed))
        ]
        if auction.speaker is None:
            return self.over(auction, _failed_in(typed), history)
        return Box(
            history,
            speaker=self.chairs.names[auction.speaker],
            strains=[head_of(strain) for strain in STRAINS],
            rows=_offers(self.rules, auction),
            may_double=auction.may_double(),
        )

    def over(self, auction: Auction, failed: int, history: Sequence[Said]) -> Box:
        bids = [*reversed(auction.bids)]
        top = bids[failed] if failed < len(bids) else None
        doubled = auction.doubled_by is not None
        return Box(
            history,
            leader=self.chairs.names[auction.leader],
            failed=[self.said(bid) for bid in bids[:failed]],
            bid=None if top is None else self.said(top),
            opens="" if top is None else _opens_with(self.rules, top, self.openings[top.side], doubled),
            may_fail=top is not None and not doubled,
            cost=labels.signed(-self.failure.points),
            paragraph=labels.paragraph(self.failure.rule),
        )

    def said(self, bid: Bid) -> Said:
        return Said(self.chairs.names[bid.seat], _said_of(str(bid)))


def _offers(rules: ContractRules, auction: Auction) -> list[list[Offer | None]]:
    """The bids by level; levels of which no bid may be made any more are left out."""
    highest = auction.bids[-1].height if auction.bids else (0, 0)
    rows = [
        [
            Offer(
                level, labels.bid(level, strain.value), f"{_CALL}{level} {strain}", f"call-{level}-{strain}"
            )
            if (level, at) > highest or not auction.bids
            else None
            for at, strain in enumerate(STRAINS)
        ]
        for level in range(1, rules.levels + 1)
    ]
    return [row for row in rows if any(row)]


def _said_of(call: str) -> str:
    """A call in words."""
    if call in _CALLS_SAID:
        return str(_CALLS_SAID[call])
    level, _blank, strain = call.partition(" ")
    return labels.bid(int(level), strain)


# § 16: what the bidder may open with.
_OPENS_DOUBLED: Final = _lazy(
    "Opens in turn, with at least %(points)s points, as if there were no bid (§ 16 D)."
)
_OPENS_LOW: Final = _lazy(
    "Opens at once, with at least %(points)s points or a complete canasta or samba; if with twos, with at"
    " least four of them (§ 16 A)."
)
_OPENS_SUIT: Final = _lazy(
    "Opens at once, with a sequence of at least three cards in %(strain)s, with %(points)s points or with a"
    " complete canasta or samba (§ 16 B)."
)
_OPENS_CANASTA: Final = _lazy(
    "Opens at once, with at least four cards of one rank, no threes, with %(points)s points or with a"
    " complete canasta or samba (§ 16 B)."
)
_OPENS_TWOS: Final = _lazy(
    "Opens at once, with at least four twos, with %(points)s points or with a complete canasta or samba"
    " (§ 16 B)."
)


def _opens_with(rules: ContractRules, bid: Bid, needed: Opening | None, doubled: bool) -> str:
    facts = {"points": written(needed, get_language() or "en"), "strain": labels.STRAINS[bid.strain]}
    if doubled:
        return str(_OPENS_DOUBLED % facts)
    if bid.level < rules.opens_by_strain_from:
        return str(_OPENS_LOW % facts)
    if bid.strain in SUITS:
        return str(_OPENS_SUIT % facts)
    return str((_OPENS_TWOS if bid.strain is Strain.TWOS else _OPENS_CANASTA) % facts)
