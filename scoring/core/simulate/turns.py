"""A deal played turn by turn until somebody goes out or the stock ends.

Knows the order of a turn; must not know which game it is.
"""

from __future__ import annotations

from scoring.core.simulate.bidding import bid
from scoring.core.simulate.discards import to_discard
from scoring.core.simulate.drawing import draw, lay_red_threes, take_pile
from scoring.core.simulate.melding import go_out, meld
from scoring.core.simulate.state import Deal, Seat


def play(deal: Deal) -> None:
    """The deal from the auction, where there is one, to its end."""
    if deal.rules.contract is not None:
        bid(deal, deal.rules.contract)
    deal.turn_up()
    at = 0
    while _turn(deal, deal.seats[at % len(deal.seats)]):
        at += 1


def _turn(deal: Deal, seat: Seat) -> bool:
    """One turn. False when it ended the deal."""
    seat.turns += 1
    lay_red_threes(deal, seat)
    if not take_pile(deal, seat) and not draw(deal, seat):
        return False
    if go_out(deal, seat):
        return False
    meld(deal, seat)
    _discard(deal, seat)
    return True


def _discard(deal: Deal, seat: Seat) -> None:
    following = deal.tables[(seat.side + 1) % len(deal.tables)]
    card = to_discard(seat.hand, deal.temper(seat), deal.rng, feeds=following.open, frozen=deal.frozen)
    seat.hand.take(card)
    deal.onto_the_pile(card)
