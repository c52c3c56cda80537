"""Laying cards down: what of a hand goes onto which meld, in the way that a player has.

Every function lays as much as its `Way` asks for and the kinds of melds allow, and leaves `keep` cards in the
hand. Knows the table and the hand; must not know whose turn it is or what is gained by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from scoring.core.cards import (
    BLACK_THREE,
    JOKER,
    LONGEST_CANASTA,
    NATURALS,
    RANKS,
    RED_THREE,
    SUITS,
    TWO,
)
from scoring.core.melds import SHORTEST, WildMelds
from scoring.core.simulate.pack import Held
from scoring.core.simulate.table import Group, Row, Table

NEIGHBOURS = {
    suit + rank: tuple(suit + RANKS[at % len(RANKS)] for at in (place - 2, place - 1, place + 1, place + 2))
    for suit in SUITS
    for place, rank in enumerate(RANKS)
}
OF_RANK = {rank: tuple(suit + rank for suit in SUITS) for rank in NATURALS}


class Wild(StrEnum):
    """What a player does with wild cards."""

    KEPT = "kept"
    COMPLETING = "completing"
    ALONE = "alone"
    ALL = "all"


class Way(NamedTuple):
    """How a player lays out what he holds."""

    # From how many cards on a row, and a group, is begun.
    least_row: int = 3
    least_group: int = 3
    # Cards that stand beside others of their suit are left for rows.
    rows_first: bool = False
    wild: Wild = Wild.COMPLETING
    # No joker among the twos.
    twos_pure: bool = False
    # From how many red threes on black ones are laid beside them; 0: never.
    threes_from: int = 0
    # What a player ought not to do, where the game forgives it: a wild card too many, a row with a gap, a
    # single natural between two wild cards.
    third_wild: bool = False
    gaps: bool = False
    single: bool = False
    # All of the hand at once, to go out.
    out: bool = False


def lay(table: Table, hand: Held, way: Way, keep: int) -> None:
    if table.rules.melds.sequences is not None:
        prolong_rows(table, hand, way, keep)
        begin_rows(table, hand, way, keep)
    lay_naturals(table, hand, way, keep)
    lay_wild(table, hand, way, keep)
    lay_threes(table, hand, way, keep)
    if way.out:
        lay_black_threes(table, hand)


# Rows.


def prolong_rows(table: Table, hand: Held, way: Way, keep: int) -> None:
    for number in range(len(table.rows)):
        prolong_row(table, hand, way, number, -1, keep)
        prolong_row(table, hand, way, number, 1, keep)


def prolong_row(table: Table, hand: Held, way: Way, number: int, step: int, keep: int) -> None:
    ranks = table.sequences.ranks
    while hand.size > keep:
        row = table.rows[number]
        at = table.beside(row, step)
        if at is None or not lies_in(hand, row.suit + ranks[at], way):
            return
        hand.take(row.suit + ranks[at])
        table.prolong(number, step, at, ranks[at])


def lies_in(hand: Held, card: str, way: Way) -> bool:
    """Whether a card is held and may go into a row: a side that collects twos keeps them for that."""
    return card in hand.cards and (card[1] != TWO or way.wild is not Wild.ALONE)


def begin_rows(table: Table, hand: Held, way: Way, keep: int) -> None:
    for suit in SUITS:
        if hand.size - keep < way.least_row:
            return
        for places in list(runs(table, hand, way, suit)):
            if min(len(places), hand.size - keep) >= way.least_row:
                begin_row(table, hand, suit, places[: hand.size - keep])


def begin_row(table: Table, hand: Held, suit: str, places: list[int]) -> None:
    cards = "".join(table.sequences.ranks[at] for at in places)
    for card in cards:
        hand.take(suit + card)
    table.rows.append(Row(suit, places[0], places[-1], cards))


def runs(table: Table, hand: Held, way: Way, suit: str) -> Iterator[list[int]]:
    """The places of cards in a row that a hand has of a suit, at most seven of them."""
    kind = table.sequences
    size = len(kind.ranks)
    have = [card in hand.cards for card in cards_of(suit, kind.ranks)]
    if way.wild is Wild.ALONE and TWO in kind.ranks:
        have[kind.ranks.index(TWO)] = False
    for start in range(size):
        if have[start] and not (have[start - 1] and (start or kind.circular)):
            places = run_from(table, have, start, kind.most_gaps if way.gaps else 0)
            for at in places:
                have[at] = False
            yield places


@cache
def cards_of(suit: str, ranks: str) -> tuple[str, ...]:
    return tuple(suit + rank for rank in ranks)


def run_from(table: Table, have: list[bool], start: int, gaps: int) -> list[int]:
    size = len(have)
    places = [start]
    for at in range(start + 1, start + size if table.sequences.circular else size):
        if len(places) == LONGEST_CANASTA:
            break
        if have[at % size]:
            places.append(at % size)
        elif gaps and have[(at + 1) % size]:
            gaps -= 1
        else:
            break
    return places


# Groups.


def lay_naturals(table: Table, hand: Held, way: Way, keep: int) -> None:
    for rank in [rank for rank in hand.ranks if rank in OF_RANK]:
        held = spare(hand, rank) if way.rows_first else hand.ranks[rank]
        number = min(held, hand.size - keep)
        if rank in table.open:
            number = min(number, table.room_for_naturals(rank))
            add_naturals(table, hand, rank, number)
        elif number >= way.least_group:
            begin_group(table, hand, rank, min(number, LONGEST_CANASTA))
        elif number and rank in table.full:
            add_naturals(table, hand, rank, number)


def spare(hand: Held, rank: str) -> int:
    """Cards of a rank of which there are two, or that stand beside no other of their suit."""
    count = 0
    for card in OF_RANK[rank]:
        held = hand.cards.get(card, 0)
        if held:
            count += held - any(other in hand.cards for other in NEIGHBOURS[card])
    return count


def add_naturals(table: Table, hand: Held, rank: str, number: int) -> None:
    if number > 0:
        hand.take_rank(rank, number)
        table.add_naturals(rank, number)


def begin_group(table: Table, hand: Held, rank: str, naturals: int, wild: str = "") -> None:
    hand.take_rank(rank, naturals)
    for card in wild:
        hand.take_rank(card, 1)
    table.put_group(Group(rank, naturals, wild), len(table.groups))


# Wild cards.


def lay_wild(table: Table, hand: Held, way: Way, keep: int) -> None:
    if way.wild is Wild.KEPT or not (TWO in hand.ranks or JOKER in hand.ranks):
        return
    if way.wild in (Wild.ALONE, Wild.ALL):
        lay_wild_alone(table, hand, way, keep)
    if way.wild in (Wild.COMPLETING, Wild.ALL):
        complete_groups(table, hand, way, keep)
        complete_rows(table, hand, keep)
    if way.wild is Wild.ALL:
        begin_mixed(table, hand, way, keep)
        spread_wild(table, hand, keep)


def wild_of(hand: Held) -> str:
    """The wild cards of a hand, the cheaper ones first."""
    return TWO * hand.ranks.get(TWO, 0) + JOKER * hand.ranks.get(JOKER, 0)


def complete_groups(table: Table, hand: Held, way: Way, keep: int) -> None:
    """Wild cards where they make a group complete."""
    for at in list(table.open.values()):
        lacking = LONGEST_CANASTA - table.groups[at].naturals - len(table.groups[at].wild)
        wild = wild_of(hand)
        if lacking <= 2 and min(len(wild), hand.size - keep) >= lacking:
            add_wild(table, hand, at, wild[:lacking], beyond=int(way.third_wild))


def add_wild(table: Table, hand: Held, at: int, wild: str, beyond: int = 0) -> None:
    for card in wild:
        if not table.takes_wild(table.groups[at], beyond):
            return
        hand.take_rank(card, 1)
        table.add_wild(at, card)


def complete_rows(table: Table, hand: Held, keep: int) -> None:
    """A wild card at the end of a row, where it is the seventh or stands before a card of the hand."""
    for number, row in enumerate(table.rows):
        for step in (-1, 1):
            at, wild = table.beside(row, step), wild_of(hand)[:1]
            if at is None or not wild or row.wild >= table.sequences.most_wild or hand.size - keep < 2:
                break
            card = table.sequences.ranks[(at + step) % len(table.sequences.ranks)]
            if len(row.cards) == LONGEST_CANASTA - 1 or row.suit + card in hand.cards:
                hand.take_rank(wild, 1)
                table.prolong(number, step, at, wild, wild=True)
                prolong_row(table, hand, Way(), number, step, keep)
                break


def lay_wild_alone(table: Table, hand: Held, way: Way, keep: int) -> None:
    kind = table.rules.melds.wild
    if kind is None:
        return
    jokers = 0 if way.twos_pure else hand.ranks.get(JOKER, 0)
    wild = TWO * hand.ranks.get(TWO, 0) + JOKER * jokers
    if table.wild and len(table.wild[-1]) < LONGEST_CANASTA:
        add_wild_alone(table, hand, kind, wild[: max(0, hand.size - keep)])
    elif kind.least_twos <= hand.ranks.get(TWO, 0):
        meld = within(kind, wild[: max(0, hand.size - keep)])
        if len(meld) >= SHORTEST:
            table.wild.append("")
            add_wild_alone(table, hand, kind, meld)


def within(kind: WildMelds, wild: str) -> str:
    """As many wild cards as one meld of them may hold."""
    twos, jokers = wild.count(TWO), wild.count(JOKER)
    if kind.most_jokers is not None:
        jokers = min(jokers, kind.most_jokers)
    return (TWO * twos + JOKER * jokers)[:LONGEST_CANASTA]


def add_wild_alone(table: Table, hand: Held, kind: WildMelds, wild: str) -> None:
    for card in wild:
        longer = table.wild[-1] + card
        if within(kind, longer) == "".join(sorted(longer, key=(TWO + JOKER).index)):
            hand.take_rank(card, 1)
            table.wild[-1] = longer


def begin_mixed(table: Table, hand: Held, way: Way, keep: int) -> None:
    """Pairs with a wild card; a single natural with two, where that is allowed and dared."""
    for rank in [rank for rank in hand.ranks if rank in OF_RANK]:
        naturals = hand.ranks[rank]
        wild = wild_of(hand)[: SHORTEST - naturals]
        least = table.rules.melds.ranks.least_naturals if way.single else 2
        if not least <= naturals < SHORTEST or len(wild) < SHORTEST - naturals:
            continue
        if hand.size - keep >= SHORTEST and table.may_begin(rank) and is_allowed(table, rank, naturals, wild):
            begin_group(table, hand, rank, naturals, wild)


def is_allowed(table: Table, rank: str, naturals: int, wild: str) -> bool:
    return all(table.takes_wild(Group(rank, naturals, wild[:at])) for at in range(len(wild)))


def spread_wild(table: Table, hand: Held, keep: int) -> None:
    """What wild cards are left, wherever they fit, on the longest groups first."""
    longest = sorted(table.open.values(), key=lambda at: -table.groups[at].naturals)
    for at in longest:
        add_wild(table, hand, at, wild_of(hand)[: max(0, hand.size - keep)])


# Threes.


def lay_threes(table: Table, hand: Held, way: Way, keep: int) -> None:
    """Red and black threes together, where the game has that meld and the side wants it."""
    if not way.threes_from or table.rules.melds.threes.together is None or not table.opened:
        return
    room = hand.size - keep
    if not table.threes and table.reds >= way.threes_from and hand.ranks.get(BLACK_THREE) and room > 0:
        table.threes.append(RED_THREE * table.reds)
        table.reds = 0
    if table.threes:
        black = min(room, hand.ranks.get(BLACK_THREE, 0), LONGEST_CANASTA - len(table.threes[-1]))
        hand.take_rank(BLACK_THREE, black)
        table.threes[-1] += BLACK_THREE * black


def lay_black_threes(table: Table, hand: Held) -> None:
    black = hand.ranks.get(BLACK_THREE, 0)
    if SHORTEST <= black <= table.rules.melds.threes.most_black:
        hand.take_rank(BLACK_THREE, black)
        table.black = black
