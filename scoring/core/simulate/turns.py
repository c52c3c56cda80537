"""Plays a deal turn by turn until a player goes out or the stock ends."""

from __future__ import annotations

from scoring.core.simulate.bidding import run_auction
from scoring.core.simulate.discards import choose_discard
from scoring.core.simulate.drawing import draw_from_stock, lay_red_threes, take_pile
from scoring.core.simulate.melding import meld_cards, try_to_go_out
from scoring.core.simulate.state import DealInPlay, SeatedPlayer


def play_turns(deal: DealInPlay) -> None:
    """Play the deal from the auction, where there is one, to its end."""
    if deal.rules.contract is not None:
        run_auction(deal, deal.rules.contract)
    deal.turn_up_first_card()
    at = 0
    while _play_turn(deal, deal.players_in_turn[at % len(deal.players_in_turn)]):
        at += 1


def _play_turn(deal: DealInPlay, player: SeatedPlayer) -> bool:
    """Play one turn; return False when it ended the deal."""
    player.turns += 1
    lay_red_threes(deal, player)
    if not take_pile(deal, player) and not draw_from_stock(deal, player):
        return False
    if try_to_go_out(deal, player):
        return False
    meld_cards(deal, player)
    _discard(deal, player)
    return True


def _discard(deal: DealInPlay, player: SeatedPlayer) -> None:
    following = deal.tables[(player.side + 1) % len(deal.tables)]
    card = choose_discard(
        player.hand, player.temperament, deal.rng, wanted_next=following.open, frozen=deal.frozen
    )
    player.hand.take(card)
    deal.put_on_pile(card)
