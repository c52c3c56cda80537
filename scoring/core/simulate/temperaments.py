"""How players differ: what a side collects, how long a player waits, what a player forgets.

Temperaments vary from deal to deal and from side to side; partners share one, which makes games large.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from scoring.core.simulate.styles import LayingStyle, WildUse

# No melds in the first turn of a deal: the rule of one game, and allowed in all.
FIRST_TURN: Final = 1
# More cards than any stock has.
_ALL_CARDS: Final = 1000


class Temperament(NamedTuple):
    """The intentions of a side in a deal."""

    style: LayingStyle
    # The first turn in which its players meld.
    patience: int
    # Goes out once the stock has no more cards than this.
    max_stock_to_go_out: int
    # Takes the pile as soon as it has this many cards.
    min_pile: int
    # Discards twos, so that the pile is frozen.
    freezes: bool
    # How often a red three that earns no bonus is exchanged for another card.
    buys_threes: float
    # Goes out with little regard to the requirements.
    rash: bool


class Habits(NamedTuple):
    """The habits of one player, whatever the side intends."""

    # Melds only when going out.
    hides: bool
    # How often a red three stays in the hand.
    forgets: float


def random_temperament(rng: Random, *, threes_meld: bool) -> Temperament:
    """`threes_meld`: whether red and black threes are a meld in this game."""
    return Temperament(
        style=_style_of(rng, threes_meld=threes_meld),
        patience=rng.choice((1, 1, 1, 2, 4, 8, 16)),
        max_stock_to_go_out=rng.choice((_ALL_CARDS, _ALL_CARDS, 10, -1)),
        min_pile=rng.choice((1, 1, 3, 6, 12)),
        freezes=rng.random() < 0.2,
        buys_threes=rng.choice((0.0, 0.1, 0.5)),
        rash=rng.random() < 0.05,
    )


def _style_of(rng: Random, *, threes_meld: bool) -> LayingStyle:
    runs_first = rng.random() < 0.5
    return LayingStyle(
        min_run=rng.choice((3, 3, 4, 5)) if runs_first else rng.choice((3, 5, 7)),
        min_group=rng.choice((3, 4)) if runs_first else 3,
        runs_first=runs_first,
        wild=rng.choice((WildUse.KEPT, WildUse.COMPLETING, WildUse.COMPLETING, WildUse.ALONE, WildUse.ALONE)),
        pure_twos=rng.random() < 0.5,
        min_red_threes=rng.choice((0, 1, 3, 6, 6, 6)) if threes_meld else 0,
        third_wild=rng.random() < 0.3,
        gaps=rng.random() < 0.03,
        single=rng.random() < 0.1,
    )


def random_habits(rng: Random) -> Habits:
    return Habits(hides=rng.random() < 0.15, forgets=0.95 if rng.random() < 0.05 else 0.0)
