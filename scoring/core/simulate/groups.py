"""Groups: cards of one rank, begun and added to, with naturals and with wild cards.

Knows what the hand has of a rank; must not know whose turn it is.
"""

from __future__ import annotations

from typing import Final

from scoring.core.cards import LONGEST_CANASTA, NATURALS, RANKS, SUITS
from scoring.core.melds import SHORTEST
from scoring.core.simulate.pack import Held, wild_of
from scoring.core.simulate.table import Group, Table
from scoring.core.simulate.ways import Way

# The cards of a suit one and two places below and above each.
NEIGHBOURS: Final = {
    suit + rank: tuple(suit + RANKS[at % len(RANKS)] for at in (place - 2, place - 1, place + 1, place + 2))
    for suit in SUITS
    for place, rank in enumerate(RANKS)
}
OF_RANK: Final = {rank: tuple(suit + rank for suit in SUITS) for rank in NATURALS}


def lay_naturals(table: Table, hand: Held, way: Way, keep: int) -> None:
    for rank in [rank for rank in hand.ranks if rank in OF_RANK]:
        held = _spare(hand, rank) if way.rows_first else hand.ranks[rank]
        number = min(held, hand.size - keep)
        if rank in table.open:
            number = min(number, table.room_for_naturals(rank))
            _add_naturals(table, hand, rank, number)
        elif number >= way.least_group:
            begin_group(table, hand, rank, min(number, LONGEST_CANASTA))
        elif number and rank in table.full:
            _add_naturals(table, hand, rank, number)


def _spare(hand: Held, rank: str) -> int:
    """Cards of a rank of which there are two, or that stand beside no other of their suit."""
    count = 0
    for card in OF_RANK[rank]:
        held = hand.cards.get(card, 0)
        if held:
            count += held - any(other in hand.cards for other in NEIGHBOURS[card])
    return count


def _add_naturals(table: Table, hand: Held, rank: str, number: int) -> None:
    if number > 0:
        hand.take_rank(rank, number)
        table.add_naturals(rank, number)


def begin_group(table: Table, hand: Held, rank: str, naturals: int, wild: str = "") -> None:
    hand.take_rank(rank, naturals)
    for card in wild:
        hand.take_rank(card, 1)
    table.put_group(Group(rank, naturals, wild), len(table.groups))


# With wild cards.


def complete_groups(table: Table, hand: Held, way: Way, keep: int) -> None:
    """Wild cards where they make a group complete."""
    for at in list(table.open.values()):
        lacking = LONGEST_CANASTA - table.groups[at].naturals - len(table.groups[at].wild)
        wild = wild_of(hand)
        if lacking <= 2 and min(len(wild), hand.size - keep) >= lacking:
            _add_wild(table, hand, at, wild[:lacking], beyond=int(way.third_wild))


def _add_wild(table: Table, hand: Held, at: int, wild: str, beyond: int = 0) -> None:
    for card in wild:
        if not table.takes_wild(table.groups[at], beyond):
            return
        hand.take_rank(card, 1)
        table.add_wild(at, card)


def begin_mixed(table: Table, hand: Held, way: Way, keep: int) -> None:
    """Pairs with a wild card; a single natural with two, where that is allowed and dared."""
    for rank in [rank for rank in hand.ranks if rank in OF_RANK]:
        naturals = hand.ranks[rank]
        wild = wild_of(hand)[: SHORTEST - naturals]
        least = table.rules.melds.ranks.least_naturals if way.single else 2
        if not least <= naturals < SHORTEST or len(wild) < SHORTEST - naturals:
            continue
        if (
            hand.size - keep >= SHORTEST
            and table.may_begin(rank)
            and _is_allowed(table, rank, naturals, wild)
        ):
            begin_group(table, hand, rank, naturals, wild)


def _is_allowed(table: Table, rank: str, naturals: int, wild: str) -> bool:
    return all(table.takes_wild(Group(rank, naturals, wild[:at])) for at in range(len(wild)))


def spread_wild(table: Table, hand: Held, keep: int) -> None:
    """What wild cards are left, wherever they fit, on the longest groups first."""
    longest = sorted(table.open.values(), key=lambda at: -table.groups[at].naturals)
    for at in longest:
        _add_wild(table, hand, at, wild_of(hand)[: max(0, hand.size - keep)])
