"""Which card a player parts with: the one that is of least use to him, and not of much to the next player.

Knows a hand and what its side collects; must not know anything of the score.
"""

from __future__ import annotations

from collections.abc import Container
from random import Random
from typing import Final

from scoring.core.cards import BLACK_THREE, JOKER, RED_THREE, TWO
from scoring.core.simulate.groups import NEIGHBOURS
from scoring.core.simulate.pack import PLAIN, Held
from scoring.core.simulate.tempers import Temper
from scoring.core.simulate.ways import Wild

# Red threes are never discarded in most games, jokers in one of them; twos freeze the pile.
_KEPT_LONGEST: Final = {RED_THREE: 1000.0, JOKER: 500.0, TWO: 100.0}


def to_discard(hand: Held, temper: Temper, rng: Random, *, feeds: Container[str], frozen: bool) -> str:
    """`feeds`: the ranks of which the next player's side has unfinished groups."""
    if temper.freezes and not frozen and TWO in hand.ranks and temper.way.wild is not Wild.ALONE:
        return next(card for card in hand.cards if PLAIN[card] == TWO)
    uses = {
        card: _use(card, hand, temper) + 3 * rng.random() + 4 * (PLAIN[card] in feeds) for card in hand.cards
    }
    return min(uses, key=uses.__getitem__)


def _use(card: str, hand: Held, temper: Temper) -> float:
    rank = PLAIN[card]
    if rank in _KEPT_LONGEST:
        return _KEPT_LONGEST[rank]
    if rank == BLACK_THREE:
        return 50 if temper.way.threes_from else -2
    beside = sum(other in hand.cards for other in NEIGHBOURS[card])
    if temper.way.rows_first:
        return 3 * beside + hand.ranks[rank] - 2 * hand.cards[card]
    return 3 * hand.ranks[rank] + beside
