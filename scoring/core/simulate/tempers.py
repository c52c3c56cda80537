"""How players differ: what a side collects, how long a player waits, what somebody forgets.

The cards are the same for all; only the willingness varies, from deal to deal and from side to side, and
partners share it, since that is how games become large. Knows no rule set and no card of a deal.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from scoring.core.simulate.ways import Way, Wild

# The first turn of a deal melds nothing: so it is in one of the games, and it is allowed in all.
FIRST_TURN: Final = 1
# More cards than any stock has.
_ALL_CARDS: Final = 1000


class Temper(NamedTuple):
    """What a side wants in a deal."""

    way: Way
    # The first turn in which its players meld.
    patience: int
    # Goes out once the stock has no more cards than this: at once, when it is nearly gone, not at all.
    out_from: int
    # Takes the pile as soon as it has so many cards.
    pile_from: int
    # Discards twos, so that the pile is frozen.
    freezes: bool
    # Red threes that are not laid for a bonus are given for another card.
    buys_threes: float
    # Goes out with little regard to what that asks for.
    rash: bool


class Habits(NamedTuple):
    """What one player does, whatever the side wants."""

    # Melds only in going out.
    hides: bool
    # How often a red three stays in the hand.
    forgets: float


def temper_of(rng: Random, *, threes_meld: bool) -> Temper:
    """`threes_meld`: whether red and black threes make a meld in this game."""
    return Temper(
        way=_way_of(rng, threes_meld=threes_meld),
        patience=rng.choice((1, 1, 1, 2, 4, 8, 16)),
        out_from=rng.choice((_ALL_CARDS, _ALL_CARDS, 10, -1)),
        pile_from=rng.choice((1, 1, 3, 6, 12)),
        freezes=rng.random() < 0.2,
        buys_threes=rng.choice((0.0, 0.1, 0.5)),
        rash=rng.random() < 0.05,
    )


def _way_of(rng: Random, *, threes_meld: bool) -> Way:
    rows_first = rng.random() < 0.5
    return Way(
        least_row=rng.choice((3, 3, 4, 5)) if rows_first else rng.choice((3, 5, 7)),
        least_group=rng.choice((3, 4)) if rows_first else 3,
        rows_first=rows_first,
        wild=rng.choice((Wild.KEPT, Wild.COMPLETING, Wild.COMPLETING, Wild.ALONE, Wild.ALONE)),
        twos_pure=rng.random() < 0.5,
        threes_from=rng.choice((0, 1, 3, 6, 6, 6)) if threes_meld else 0,
        third_wild=rng.random() < 0.3,
        gaps=rng.random() < 0.03,
        single=rng.random() < 0.1,
    )


def habits_of(rng: Random) -> Habits:
    return Habits(hides=rng.random() < 0.15, forgets=0.95 if rng.random() < 0.05 else 0.0)
