"""The alphabet of the cards: one character is one card.

Knows which characters there are and what they are called; must not know any game, what a card is worth or
which cards make a meld.
"""

from __future__ import annotations

from typing import Final

NATURALS: Final = "AKQJT987654"
TWO: Final = "2"
JOKER: Final = "*"
RED_THREE: Final = "R"
BLACK_THREE: Final = "B"

WILD: Final = TWO + JOKER
THREES: Final = RED_THREE + BLACK_THREE
ALPHABET: Final = NATURALS + WILD + THREES

# A sequence is written with its suit in front. Within it the suit's own three is a "3": red or black, as
# the suit is.
SUITS: Final = "shdc"
_RED_SUITS: Final = "hd"
THREE_OF_SUIT: Final = "3"
RANKS: Final = "23456789TJQKA"

LONGEST_CANASTA: Final = 7


def _three_of(suit: str) -> str:
    """The three that stands as "3" in a sequence of this suit."""
    return RED_THREE if suit in _RED_SUITS else BLACK_THREE


def card_of(suit: str, rank: str) -> str:
    """The card of the alphabet that a character in a sequence is."""
    return _three_of(suit) if rank == THREE_OF_SUIT else rank
