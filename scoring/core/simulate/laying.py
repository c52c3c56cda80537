"""Laying cards down: what of a hand goes onto which meld, in the way that a player has.

Every function lays as much as its `Way` asks for and the kinds of melds allow, and leaves `keep` cards in the
hand. Knows the table and the hand; must not know whose turn it is or what is gained by it.
"""

from __future__ import annotations

from scoring.core.cards import BLACK_THREE, JOKER, LONGEST_CANASTA, RED_THREE, TWO
from scoring.core.melds import SHORTEST, WildMelds
from scoring.core.simulate.groups import begin_mixed, complete_groups, lay_naturals, spread_wild
from scoring.core.simulate.pack import Held
from scoring.core.simulate.rows import begin_rows, complete_rows, prolong_rows
from scoring.core.simulate.table import Table
from scoring.core.simulate.ways import Way, Wild


def lay(table: Table, hand: Held, way: Way, keep: int) -> None:
    if table.rules.melds.sequences is not None:
        prolong_rows(table, hand, way, keep)
        begin_rows(table, hand, way, keep)
    lay_naturals(table, hand, way, keep)
    _lay_wild(table, hand, way, keep)
    _lay_threes(table, hand, way, keep)
    if way.out:
        _lay_black_threes(table, hand)


# Wild cards.


def _lay_wild(table: Table, hand: Held, way: Way, keep: int) -> None:
    if way.wild is Wild.KEPT or not (TWO in hand.ranks or JOKER in hand.ranks):
        return
    alone = table.rules.melds.wild
    if alone is not None and way.wild in (Wild.ALONE, Wild.ALL):
        _lay_wild_alone(table, hand, alone, way, keep)
    if alone is None or way.wild in (Wild.COMPLETING, Wild.ALL):
        complete_groups(table, hand, way, keep)
        complete_rows(table, hand, keep)
    if way.wild is Wild.ALL:
        begin_mixed(table, hand, way, keep)
        spread_wild(table, hand, keep)


def _lay_wild_alone(table: Table, hand: Held, kind: WildMelds, way: Way, keep: int) -> None:
    jokers = 0 if way.twos_pure else hand.ranks.get(JOKER, 0)
    wild = TWO * hand.ranks.get(TWO, 0) + JOKER * jokers
    if table.wild and len(table.wild[-1]) < LONGEST_CANASTA:
        _add_wild_alone(table, hand, kind, wild[: max(0, hand.size - keep)])
    elif kind.least_twos <= hand.ranks.get(TWO, 0):
        meld = _within(kind, wild[: max(0, hand.size - keep)])
        if len(meld) >= SHORTEST:
            table.wild.append("")
            _add_wild_alone(table, hand, kind, meld)


def _within(kind: WildMelds, wild: str) -> str:
    """As many wild cards as one meld of them may hold."""
    twos, jokers = wild.count(TWO), wild.count(JOKER)
    if kind.most_jokers is not None:
        jokers = min(jokers, kind.most_jokers)
    return (TWO * twos + JOKER * jokers)[:LONGEST_CANASTA]


def _add_wild_alone(table: Table, hand: Held, kind: WildMelds, wild: str) -> None:
    for card in wild:
        longer = table.wild[-1] + card
        if _within(kind, longer) == "".join(sorted(longer, key=(TWO + JOKER).index)):
            hand.take_rank(card, 1)
            table.wild[-1] = longer


# Threes.


def _lay_threes(table: Table, hand: Held, way: Way, keep: int) -> None:
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


def _lay_black_threes(table: Table, hand: Held) -> None:
    black = hand.ranks.get(BLACK_THREE, 0)
    if SHORTEST <= black <= table.rules.melds.threes.most_black:
        hand.take_rank(BLACK_THREE, black)
        table.black = black
