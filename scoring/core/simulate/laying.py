"""Laying melds from a hand, in the style of a player.

Every function lays as much as the style wants and the kinds of melds allow, and leaves `keep` cards in the
hand.
"""

from __future__ import annotations

from scoring.core.cards import BLACK_THREE, CANASTA_SIZE, JOKER, RED_THREE, TWO
from scoring.core.melds import MIN_MELD, WildMelds
from scoring.core.simulate.groups import (
    begin_mixed_groups,
    complete_groups,
    lay_naturals,
    spread_wild,
)
from scoring.core.simulate.pack import HeldCards
from scoring.core.simulate.runs import begin_runs, complete_runs, extend_runs
from scoring.core.simulate.styles import LayingStyle, WildUse
from scoring.core.simulate.table import SideTable


def lay_melds(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    if table.rules.melds.sequences is not None:
        extend_runs(table, hand, style, keep)
        begin_runs(table, hand, style, keep)
    lay_naturals(table, hand, style, keep)
    _lay_wild(table, hand, style, keep)
    _lay_threes(table, hand, style, keep)
    if style.going_out:
        _lay_black_threes(table, hand)


# Wild cards.


def _lay_wild(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    if style.wild is WildUse.KEPT or not (TWO in hand.ranks or JOKER in hand.ranks):
        return
    alone = table.rules.melds.wild
    if alone is not None and style.wild in (WildUse.ALONE, WildUse.ALL):
        _lay_wild_alone(table, hand, alone, style, keep)
    if alone is None or style.wild in (WildUse.COMPLETING, WildUse.ALL):
        complete_groups(table, hand, style, keep)
        complete_runs(table, hand, keep)
    if style.wild is WildUse.ALL:
        begin_mixed_groups(table, hand, style, keep)
        spread_wild(table, hand, keep)


def _lay_wild_alone(
    table: SideTable, hand: HeldCards, kind: WildMelds, style: LayingStyle, keep: int
) -> None:
    jokers = 0 if style.pure_twos else hand.ranks.get(JOKER, 0)
    wild = TWO * hand.ranks.get(TWO, 0) + JOKER * jokers
    if table.wild and len(table.wild[-1]) < CANASTA_SIZE:
        _add_wild_alone(table, hand, kind, wild[: max(0, hand.size - keep)])
    elif kind.min_twos <= hand.ranks.get(TWO, 0):
        meld = _as_one_meld(kind, wild[: max(0, hand.size - keep)])
        if len(meld) >= MIN_MELD:
            table.wild.append("")
            _add_wild_alone(table, hand, kind, meld)


def _as_one_meld(kind: WildMelds, wild: str) -> str:
    """Return as many wild cards as one meld of them may have."""
    twos, jokers = wild.count(TWO), wild.count(JOKER)
    if kind.max_jokers is not None:
        jokers = min(jokers, kind.max_jokers)
    return (TWO * twos + JOKER * jokers)[:CANASTA_SIZE]


def _add_wild_alone(table: SideTable, hand: HeldCards, kind: WildMelds, wild: str) -> None:
    for card in wild:
        longer = table.wild[-1] + card
        if _as_one_meld(kind, longer) == "".join(sorted(longer, key=(TWO + JOKER).index)):
            hand.take_rank(card, 1)
            table.wild[-1] = longer


# Threes.


def _lay_threes(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    """Meld red and black threes together, where the game has that meld and the side wants it."""
    if not style.min_red_threes or table.rules.melds.threes.together is None or not table.opened:
        return
    room = hand.size - keep
    if (
        not table.threes
        and table.red_threes >= style.min_red_threes
        and hand.ranks.get(BLACK_THREE)
        and room > 0
    ):
        table.threes.append(RED_THREE * table.red_threes)
        table.red_threes = 0
    if table.threes:
        black = min(room, hand.ranks.get(BLACK_THREE, 0), CANASTA_SIZE - len(table.threes[-1]))
        hand.take_rank(BLACK_THREE, black)
        table.threes[-1] += BLACK_THREE * black


def _lay_black_threes(table: SideTable, hand: HeldCards) -> None:
    black = hand.ranks.get(BLACK_THREE, 0)
    if MIN_MELD <= black <= table.rules.melds.threes.max_black:
        hand.take_rank(BLACK_THREE, black)
        table.black_threes = black
