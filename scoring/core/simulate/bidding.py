"""A simplified auction: one bid becomes the contract, and the bidder opens at once.

A player bids what the hand seems worth; a player who could not open does not bid, so that no bid fails.
"""

from __future__ import annotations

from typing import Final

from scoring.core.cards import CANASTA_SIZE, JOKER, TWO
from scoring.core.melds import MIN_MELD
from scoring.core.ruleset import ContractRules
from scoring.core.simulate.groups import CARDS_OF_RANK, begin_group
from scoring.core.simulate.melding import MIN_HELD, try_to_open
from scoring.core.simulate.pack import HeldCards
from scoring.core.simulate.runs import begin_run, runs_in_hand
from scoring.core.simulate.state import DealInPlay, SeatedPlayer
from scoring.core.simulate.styles import LayingStyle
from scoring.core.simulate.table import SideTable
from scoring.core.vocabulary import Contract, Strain

_SUIT_OF: Final = {Strain.CLUBS: "c", Strain.DIAMONDS: "d", Strain.HEARTS: "h", Strain.SPADES: "s"}
# The number of cards of a rank that opens a bid of canastas, and of twos that is worth a bid of them.
_FOUR: Final = 4
# One bid in this many is doubled at level 1, nearly every second one at level 8.
_DOUBLING_ODDS: Final = 20


def run_auction(deal: DealInPlay, rules: ContractRules) -> None:
    """The highest bid becomes the contract; perhaps an opponent doubles it."""
    bids = sorted(
        ((_level_of(deal, player, rules), at) for at, player in enumerate(deal.players_in_turn)), reverse=True
    )
    for level, at in bids:
        if level < 1:
            return
        player, doubled = deal.players_in_turn[at], deal.rng.random() < level / _DOUBLING_ODDS
        strain = _strain_of(deal, player)
        if doubled or _opens(deal, player, strain, by_strain=level >= rules.opens_by_strain_from_level):
            deal.contract = Contract(player.side, level, strain, doubled)
            return


def _level_of(deal: DealInPlay, player: SeatedPlayer, rules: ContractRules) -> int:
    """Return what a hand with its wild cards and long runs is worth to a bold or a timid player."""
    wild = player.hand.ranks.get(TWO, 0) + player.hand.ranks.get(JOKER, 0)
    longest = max(map(len, _longest_runs(deal, player).values()))
    return min(round(deal.rng.gauss((wild + longest) / 3, 1.5)), rules.levels)


def _longest_runs(deal: DealInPlay, player: SeatedPlayer) -> dict[Strain, list[int]]:
    """Return the longest run of each suit."""
    table = deal.table(player)
    return {
        strain: max(runs_in_hand(table, player.hand, LayingStyle(), suit), key=len, default=[])
        for strain, suit in _SUIT_OF.items()
    }


def _strain_of(deal: DealInPlay, player: SeatedPlayer) -> Strain:
    if player.hand.ranks.get(TWO, 0) >= _FOUR:
        return Strain.TWOS
    if any(number >= _FOUR for rank, number in player.hand.ranks.items() if rank in CARDS_OF_RANK):
        return Strain.CANASTA
    runs = _longest_runs(deal, player)
    return max(runs, key=lambda strain: len(runs[strain]))


def _opens(deal: DealInPlay, player: SeatedPlayer, strain: Strain, *, by_strain: bool) -> bool:
    """Open for the bidder: a high bid by what it names, any bid by the requirement."""
    table, hand = deal.table(player).copy(), player.hand.copy()
    if by_strain and _lays_strain(deal, player, table, hand, strain):
        deal.adopt(player, table, hand)
        return True
    if not try_to_open(deal, player, table, hand, MIN_HELD):
        return False
    deal.adopt(player, table, hand)
    return True


def _lays_strain(
    deal: DealInPlay, player: SeatedPlayer, table: SideTable, hand: HeldCards, strain: Strain
) -> bool:
    if strain in _SUIT_OF:
        places = _longest_runs(deal, player)[strain]
        if len(places) >= MIN_MELD:
            begin_run(table, hand, _SUIT_OF[strain], places)
    elif strain is Strain.CANASTA:
        rank = max(CARDS_OF_RANK, key=lambda rank: hand.ranks.get(rank, 0))
        if hand.ranks.get(rank, 0) >= _FOUR:
            begin_group(table, hand, rank, min(hand.ranks[rank], CANASTA_SIZE))
    return table.opened
