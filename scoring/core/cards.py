"""The alphabet of the cards: one character is one card."""

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

CANASTA_SIZE: Final = 7


def _three_of(suit: str) -> str:
    """Return the three that is written "3" in a sequence of this suit."""
    return RED_THREE if suit in _RED_SUITS else BLACK_THREE


def plain_card(suit: str, rank: str) -> str:
    """Return the card of the alphabet for a character of a sequence."""
    return _three_of(suit) if rank == THREE_OF_SUIT else rank
