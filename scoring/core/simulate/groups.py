"""Melding groups, which are cards of one rank, with naturals and with wild cards."""

from __future__ import annotations

from typing import Final

from scoring.core.cards import CANASTA_SIZE, NATURALS, RANKS, SUITS
from scoring.core.melds import MIN_MELD
from scoring.core.simulate.pack import HeldCards, wild_cards_of
from scoring.core.simulate.styles import LayingStyle
from scoring.core.simulate.table import RankGroup, SideTable

# The cards of a suit one and two places below and above each.
NEIGHBOURS: Final = {
    suit + rank: tuple(suit + RANKS[at % len(RANKS)] for at in (place - 2, place - 1, place + 1, place + 2))
    for suit in SUITS
    for place, rank in enumerate(RANKS)
}
CARDS_OF_RANK: Final = {rank: tuple(suit + rank for suit in SUITS) for rank in NATURALS}


def lay_naturals(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    for rank in [rank for rank in hand.ranks if rank in CARDS_OF_RANK]:
        available = _spare(hand, rank) if style.runs_first else hand.ranks[rank]
        number = min(available, hand.size - keep)
        if rank in table.open:
            number = min(number, table.room_for_naturals(rank))
            _add_naturals(table, hand, rank, number)
        elif number >= style.min_group:
            begin_group(table, hand, rank, min(number, CANASTA_SIZE))
        elif number and rank in table.full:
            _add_naturals(table, hand, rank, number)


def _spare(hand: HeldCards, rank: str) -> int:
    """Count the cards of a rank that are double or have no neighbour of their suit."""
    count = 0
    for card in CARDS_OF_RANK[rank]:
        copies = hand.cards.get(card, 0)
        if copies:
            count += copies - any(neighbour in hand.cards for neighbour in NEIGHBOURS[card])
    return count


def _add_naturals(table: SideTable, hand: HeldCards, rank: str, number: int) -> None:
    if number > 0:
        hand.take_rank(rank, number)
        table.add_naturals(rank, number)


def begin_group(table: SideTable, hand: HeldCards, rank: str, naturals: int, wild: str = "") -> None:
    hand.take_rank(rank, naturals)
    for card in wild:
        hand.take_rank(card, 1)
    table.put_group(RankGroup(rank, naturals, wild), len(table.groups))


# With wild cards.


def complete_groups(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    """Add wild cards where they complete a group."""
    for at in list(table.open.values()):
        missing = CANASTA_SIZE - table.groups[at].naturals - len(table.groups[at].wild)
        wild = wild_cards_of(hand)
        if missing <= 2 and min(len(wild), hand.size - keep) >= missing:
            _add_wild(table, hand, at, wild[:missing], beyond=int(style.third_wild))


def _add_wild(table: SideTable, hand: HeldCards, at: int, wild: str, beyond: int = 0) -> None:
    for card in wild:
        if not table.takes_wild(table.groups[at], beyond):
            return
        hand.take_rank(card, 1)
        table.add_wild(at, card)


def begin_mixed_groups(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    """Begin groups of a pair with a wild card, or of a single natural with two where the style has them."""
    for rank in [rank for rank in hand.ranks if rank in CARDS_OF_RANK]:
        naturals = hand.ranks[rank]
        wild = wild_cards_of(hand)[: MIN_MELD - naturals]
        min_naturals = table.rules.melds.ranks.min_naturals if style.single else 2
        if not min_naturals <= naturals < MIN_MELD or len(wild) < MIN_MELD - naturals:
            continue
        if (
            hand.size - keep >= MIN_MELD
            and table.may_begin(rank)
            and _is_allowed(table, rank, naturals, wild)
        ):
            begin_group(table, hand, rank, naturals, wild)


def _is_allowed(table: SideTable, rank: str, naturals: int, wild: str) -> bool:
    return all(table.takes_wild(RankGroup(rank, naturals, wild[:at])) for at in range(len(wild)))


def spread_wild(table: SideTable, hand: HeldCards, keep: int) -> None:
    """Add the remaining wild cards wherever they fit, to the longest groups first."""
    longest = sorted(table.open.values(), key=lambda at: -table.groups[at].naturals)
    for at in longest:
        _add_wild(table, hand, at, wild_cards_of(hand)[: max(0, hand.size - keep)])
