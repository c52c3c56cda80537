"""How cards come into a hand: from the stock, with the pile, in place of red threes.

The pile is taken under what the games of the family have in common, on the strict side where they differ:
with two naturals of its top card's rank or, while it is not frozen, for a meld that has room. Must not know
what a player does with the cards.
"""

from __future__ import annotations

from scoring.core.cards import NATURALS, RED_THREE
from scoring.core.simulate.melding import KEPT, reaches
from scoring.core.simulate.pack import PLAIN, Held
from scoring.core.simulate.state import Deal, Seat
from scoring.core.simulate.table import Group, Table
from scoring.core.simulate.tempers import FIRST_TURN


def draw(deal: Deal, seat: Seat) -> bool:
    """Cards from the stock: one with two packs, two with three. False when that leaves too few to go on."""
    if not deal.stock:
        return False
    for _ in range(min(deal.rules.decks - 1, len(deal.stock))):
        seat.hand.add(deal.stock.pop())
    lay_red_threes(deal, seat)
    return seat.hand.size >= KEPT


def lay_red_threes(deal: Deal, seat: Seat, *, replaced: bool = True) -> None:
    """Red threes laid for their bonus, or given for another card where they cost something."""
    while RED_THREE in seat.hand.ranks and seat.hand.size > 1 and _lays_red_three(deal, seat):
        seat.hand.take_rank(RED_THREE, 1)
        deal.table(seat).lay_red_three()
        if replaced and deal.stock:
            seat.hand.add(deal.stock.pop())


def _lays_red_three(deal: Deal, seat: Seat) -> bool:
    if deal.rules.red_threes.each > 0:
        return deal.rng.random() >= seat.habits.forgets
    likely = 0.8 if deal.nearly_gone else deal.temper(seat).buys_threes
    return deal.rng.random() < likely


def take_pile(deal: Deal, seat: Seat) -> bool:
    """The pile taken for its top card, if the player may and wants to."""
    pile = deal.pile
    if not pile or not _wants_pile(deal, seat) or seat.hand.size + len(pile) - 1 < KEPT:
        return False
    if PLAIN[pile[-1]] not in NATURALS or not _melds_top(deal, seat, pile[-1]):
        return False
    for card in pile[:-1]:
        seat.hand.add(card)
    deal.pile, deal.frozen = [], False
    seat.has_melded = True
    lay_red_threes(deal, seat, replaced=False)
    return True


def _wants_pile(deal: Deal, seat: Seat) -> bool:
    if seat.turns <= FIRST_TURN or seat.habits.hides:
        return False
    return not deal.stock or len(deal.pile) >= deal.temper(seat).pile_from


def _melds_top(deal: Deal, seat: Seat, top: str) -> bool:
    """The top card onto a meld, or melded with two cards of its rank."""
    table = deal.table(seat)
    if table.opened and not deal.frozen and _adds_to_a_meld(table, top):
        return True
    left = seat.hand.size - 2 + len(deal.pile) - 1
    if seat.hand.ranks.get(PLAIN[top], 0) < 2 or left < KEPT:
        return False
    if table.opened:
        return _adds_three(table, seat.hand, PLAIN[top])
    return _opens_with(deal, seat, PLAIN[top])


def _opens_with(deal: Deal, seat: Seat, rank: str) -> bool:
    """The first meld of a side with the top card of the pile, whose other cards come only afterwards."""
    table, hand = deal.table(seat).copy(), seat.hand.copy()
    keep = max(0, KEPT - len(deal.pile) + 1)
    if not _adds_three(table, hand, rank) or not reaches(deal, seat, table, hand, keep):
        return False
    deal.adopt(seat, table, hand)
    return True


def _adds_to_a_meld(table: Table, top: str) -> bool:
    """The top card of the pile onto a row or an unfinished group."""
    for number, row in enumerate(table.rows):
        for step in (-1, 1):
            at = table.beside(row, step)
            if at is not None and row.suit + table.sequences.ranks[at] == top:
                table.prolong(number, step, at, top[1])
                return True
    rank = PLAIN[top]
    if rank in table.open:
        table.add_naturals(rank, 1)
        return True
    return False


def _adds_three(table: Table, hand: Held, rank: str) -> bool:
    """The top card of the pile with two from the hand, as a group of their own where that may be."""
    if table.may_begin(rank):
        hand.take_rank(rank, 2)
        table.put_group(Group(rank, 3), len(table.groups))
        return True
    if table.room_for_naturals(rank) < 3:
        return False
    hand.take_rank(rank, 2)
    table.add_naturals(rank, 3)
    return True
