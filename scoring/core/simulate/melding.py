"""What a player does with the hand in a turn: opens, melds, goes out.

Knows what a player wants and what the rule set asks for before somebody may open or go out; must not know
how a card is laid.
"""

from __future__ import annotations

from typing import Final

from scoring.core.cards import JOKER, RED_THREE
from scoring.core.counting import is_a_way
from scoring.core.deal_sheet import Contract
from scoring.core.rulesets.base import ContractRules
from scoring.core.simulate.laying import lay
from scoring.core.simulate.pack import PLAIN, Held
from scoring.core.simulate.state import Deal, Seat
from scoring.core.simulate.table import Table
from scoring.core.simulate.tempers import FIRST_TURN
from scoring.core.simulate.ways import Way, Wild

# One card to discard and one to stay, while nobody goes out.
KEPT: Final = 2
# More cards than these nobody tries to lay down at once, unless that is what he waits for.
_FEW: Final = 7
# What nobody discards in going out.
_NEVER_LAST: Final = RED_THREE + JOKER


def meld(deal: Deal, seat: Seat) -> None:
    waits = seat.habits.hides or seat.turns < deal.temper(seat).patience
    if waits and not deal.nearly_gone:
        return
    before = seat.hand.size
    if deal.table(seat).opened:
        lay(deal.table(seat), seat.hand, _way_of(deal, seat), KEPT)
    elif seat.turns > FIRST_TURN:
        table, hand = deal.table(seat).copy(), seat.hand.copy()
        if reaches(deal, seat, table, hand, KEPT):
            deal.adopt(seat, table, hand)
    seat.has_melded = seat.has_melded or seat.hand.size < before


def _way_of(deal: Deal, seat: Seat) -> Way:
    """The way of the side; at the end of the stock, everything."""
    way = deal.temper(seat).way
    return _everything(way) if deal.nearly_gone else way


def _everything(way: Way) -> Way:
    return way._replace(
        least_row=3,
        least_group=3,
        rows_first=False,
        wild=Wild.ALL,
        twos_pure=False,
        threes_from=min(way.threes_from, 3),
    )


def reaches(deal: Deal, seat: Seat, table: Table, hand: Held, keep: int) -> bool:
    """Lays what there is, in the end with wild cards, until it is enough to open with."""
    way = deal.temper(seat).way
    for wild in (Wild.KEPT, Wild.ALL):
        lay(table, hand, way._replace(wild=wild, least_row=3, third_wild=False), keep)
        if deal.is_enough(table, seat.side):
            return True
    return False


# Going out.


def go_out(deal: Deal, seat: Seat) -> bool:
    """The whole hand laid down but for a last card, if the player may and wants to go out."""
    if not _wants_out(deal, seat):
        return False
    table, hand = deal.table(seat).copy(), seat.hand.copy()
    lay(table, hand, _everything(deal.temper(seat).way)._replace(out=True), 0)
    last = hand.all()
    if len(last) > 1 or any(PLAIN[card] in _NEVER_LAST for card in last):
        return False
    if not table.opened or not deal.is_enough(table, seat.side) or not _may_go_out(deal, seat, table):
        return False
    deal.adopt(seat, table, Held())
    deal.pile += last
    deal.out, deal.concealed = seat, not seat.has_melded
    return True


def _wants_out(deal: Deal, seat: Seat) -> bool:
    if seat.turns <= FIRST_TURN:
        return False
    if seat.habits.hides:
        return True
    return seat.hand.size <= _FEW and len(deal.stock) <= deal.temper(seat).out_from


def _may_go_out(deal: Deal, seat: Seat, table: Table) -> bool:
    rules, made, rash = deal.rules, table.combinations(), deal.temper(seat).rash
    if rules.contract is not None and deal.contract is not None and deal.contract.side == seat.side:
        return rash or _seems_reached(deal, rules.contract, deal.contract, table)
    ways = rules.ways_out
    if deal.players[seat.side] == 1 and rules.ways_out_alone is not None:
        ways = rules.ways_out_alone
    return is_a_way(ways, made) and (bool(made) or rash)


def _seems_reached(deal: Deal, rules: ContractRules, contract: Contract, table: Table) -> bool:
    """Whether the bid is reached, as far as a player can tell who does not see his partner's hand."""
    made, bonuses = table.combinations(), deal.rules.combinations
    reached = sum(one.points * made.get(one.code, 0) for one in bonuses)
    reached += deal.rules.going_out.points + deal.rules.red_threes.each * table.reds
    if contract.level >= rules.melds_count_from:
        reached += table.points()
    return reached >= contract.level * rules.a_level
