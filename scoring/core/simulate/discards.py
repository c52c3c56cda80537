"""The choice of a discard: the card of least use to the player, and of little use to the next one."""

from __future__ import annotations

from collections.abc import Container
from random import Random
from typing import Final

from scoring.core.cards import BLACK_THREE, JOKER, RED_THREE, TWO
from scoring.core.simulate.groups import NEIGHBOURS
from scoring.core.simulate.pack import PLAIN_CARD, HeldCards
from scoring.core.simulate.styles import WildUse
from scoring.core.simulate.temperaments import Temperament

# Red threes are never discarded in most games, jokers in one of them; twos freeze the pile.
_KEPT_LONGEST: Final = {RED_THREE: 1000.0, JOKER: 500.0, TWO: 100.0}


def choose_discard(
    hand: HeldCards, temperament: Temperament, rng: Random, *, wanted_next: Container[str], frozen: bool
) -> str:
    """Choose a discard; `wanted_next` are the ranks of which the next side has unfinished groups."""
    if (
        temperament.freezes
        and not frozen
        and TWO in hand.ranks
        and temperament.style.wild is not WildUse.ALONE
    ):
        return next(card for card in hand.cards if PLAIN_CARD[card] == TWO)
    usefulness = {
        card: _usefulness(card, hand, temperament) + 3 * rng.random() + 4 * (PLAIN_CARD[card] in wanted_next)
        for card in hand.cards
    }
    return min(usefulness, key=usefulness.__getitem__)


def _usefulness(card: str, hand: HeldCards, temperament: Temperament) -> float:
    rank = PLAIN_CARD[card]
    if rank in _KEPT_LONGEST:
        return _KEPT_LONGEST[rank]
    if rank == BLACK_THREE:
        return 50 if temperament.style.min_red_threes else -2
    neighbours = sum(neighbour in hand.cards for neighbour in NEIGHBOURS[card])
    if temperament.style.runs_first:
        return 3 * neighbours + hand.ranks[rank] - 2 * hand.cards[card]
    return 3 * hand.ranks[rank] + neighbours
