"""An auction cut short: who promises how much, and opens at once.

A player bids what the hand seems worth; whoever could not open does not bid, so that no bid fails. Knows the
rule set's contract table; must not know what becomes of the bid.
"""

from __future__ import annotations

from typing import Final

from scoring.core.cards import JOKER, LONGEST_CANASTA, TWO
from scoring.core.deal_sheet import Contract, Strain
from scoring.core.melds import SHORTEST
from scoring.core.rulesets.base import ContractRules
from scoring.core.simulate.groups import OF_RANK, begin_group
from scoring.core.simulate.melding import KEPT, reaches
from scoring.core.simulate.pack import Held
from scoring.core.simulate.rows import begin_row, runs
from scoring.core.simulate.state import Deal, Seat
from scoring.core.simulate.table import Table
from scoring.core.simulate.ways import Way

_SUIT_OF: Final = {Strain.CLUBS: "c", Strain.DIAMONDS: "d", Strain.HEARTS: "h", Strain.SPADES: "s"}
# So many cards of a rank open a bid of canastas, and so many twos are worth a bid of them.
_FOUR: Final = 4
# One bid of so many at level 1 is doubled, at level 8 nearly every second one.
_SELDOM: Final = 20


def bid(deal: Deal, rules: ContractRules) -> None:
    """The highest bid becomes the contract; perhaps an opponent doubles it."""
    bids = sorted(((_level_of(deal, seat, rules), at) for at, seat in enumerate(deal.seats)), reverse=True)
    for level, at in bids:
        if level < 1:
            return
        seat, doubled = deal.seats[at], deal.rng.random() < level / _SELDOM
        strain = _strain_of(deal, seat)
        if doubled or _opens(deal, seat, strain, by_strain=level >= rules.opens_by_strain_from):
            deal.contract = Contract(seat.side, level, strain, doubled)
            return


def _level_of(deal: Deal, seat: Seat, rules: ContractRules) -> int:
    """What a hand with its wild cards and long rows is good for, in the eyes of a bold or a timid player."""
    wild = seat.hand.ranks.get(TWO, 0) + seat.hand.ranks.get(JOKER, 0)
    longest = max(map(len, _rows_of(deal, seat).values()))
    return min(round(deal.rng.gauss((wild + longest) / 3, 1.5)), rules.levels)


def _rows_of(deal: Deal, seat: Seat) -> dict[Strain, list[int]]:
    """The longest row of each suit."""
    table = deal.table(seat)
    return {
        strain: max(runs(table, seat.hand, Way(), suit), key=len, default=[])
        for strain, suit in _SUIT_OF.items()
    }


def _strain_of(deal: Deal, seat: Seat) -> Strain:
    if seat.hand.ranks.get(TWO, 0) >= _FOUR:
        return Strain.TWOS
    if any(number >= _FOUR for rank, number in seat.hand.ranks.items() if rank in OF_RANK):
        return Strain.CANASTA
    rows = _rows_of(deal, seat)
    return max(rows, key=lambda strain: len(rows[strain]))


def _opens(deal: Deal, seat: Seat, strain: Strain, *, by_strain: bool) -> bool:
    """The bidder's first meld: a high bid is opened by what it names, any bid by the requirement."""
    table, hand = deal.table(seat).copy(), seat.hand.copy()
    if by_strain and _lays_strain(deal, seat, table, hand, strain):
        deal.adopt(seat, table, hand)
        return True
    if not reaches(deal, seat, table, hand, KEPT):
        return False
    deal.adopt(seat, table, hand)
    return True


def _lays_strain(deal: Deal, seat: Seat, table: Table, hand: Held, strain: Strain) -> bool:
    if strain in _SUIT_OF:
        places = _rows_of(deal, seat)[strain]
        if len(places) >= SHORTEST:
            begin_row(table, hand, _SUIT_OF[strain], places)
    elif strain is Strain.CANASTA:
        rank = max(OF_RANK, key=lambda rank: hand.ranks.get(rank, 0))
        if hand.ranks.get(rank, 0) >= _FOUR:
            begin_group(table, hand, rank, min(hand.ranks[rank], LONGEST_CANASTA))
    return table.opened
