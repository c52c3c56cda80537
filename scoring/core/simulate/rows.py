"""Rows: cards of one suit in sequence, begun, prolonged, completed with a wild card.

Knows what the hand has beside each other; must not know groups, nor whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from scoring.core.cards import LONGEST_CANASTA, SUITS, TWO
from scoring.core.simulate.pack import Held, wild_of
from scoring.core.simulate.table import Row, Table
from scoring.core.simulate.ways import Way, Wild


def prolong_rows(table: Table, hand: Held, way: Way, keep: int) -> None:
    for number in range(len(table.rows)):
        _prolong_row(table, hand, way, number, -1, keep)
        _prolong_row(table, hand, way, number, 1, keep)


def _prolong_row(table: Table, hand: Held, way: Way, number: int, step: int, keep: int) -> None:
    ranks = table.sequences.ranks
    while hand.size > keep:
        row = table.rows[number]
        at = table.beside(row, step)
        if at is None or not _lies_in(hand, row.suit + ranks[at], way):
            return
        hand.take(row.suit + ranks[at])
        table.prolong(number, step, at, ranks[at])


def _lies_in(hand: Held, card: str, way: Way) -> bool:
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
    have = [card in hand.cards for card in _cards_of(suit, kind.ranks)]
    if way.wild is Wild.ALONE and TWO in kind.ranks:
        have[kind.ranks.index(TWO)] = False
    for start in range(size):
        if have[start] and not (have[start - 1] and (start or kind.circular)):
            places = _run_from(table, have, start, kind.most_gaps if way.gaps else 0)
            for at in places:
                have[at] = False
            yield places


@cache
def _cards_of(suit: str, ranks: str) -> tuple[str, ...]:
    return tuple(suit + rank for rank in ranks)


def _run_from(table: Table, have: list[bool], start: int, gaps: int) -> list[int]:
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


def complete_rows(table: Table, hand: Held, keep: int) -> None:
    """A wild card at the end of a row, where it is the seventh or stands before a card of the hand."""
    for number in range(len(table.rows)):
        for step in (-1, 1):
            wild = wild_of(hand)[:1]
            at = table.beside(table.rows[number], step)
            if wild and at is not None and hand.size - keep >= 2 and _gains(table, hand, number, at, step):
                hand.take_rank(wild, 1)
                table.prolong(number, step, at, wild, wild=True)
                _prolong_row(table, hand, Way(), number, step, keep)


def _gains(table: Table, hand: Held, number: int, at: int, step: int) -> bool:
    """Whether a wild card in this place completes the row, or joins it with a card of the hand."""
    row, ranks = table.rows[number], table.sequences.ranks
    if row.wild >= table.sequences.most_wild:
        return False
    beyond = row.suit + ranks[(at + step) % len(ranks)]
    return len(row.cards) == LONGEST_CANASTA - 1 or beyond in hand.cards
