"""Counts cards by adding whole numbers: the packed representation of melds, hands and decks.

One integer has all counts of some cards in adjacent fields, so that two packed numbers are combined with one
addition and a hand is counted with `sum(map(cards.__getitem__, hand))`:

    | field        | bits           | what it counts                                                        |
    |--------------|----------------|-----------------------------------------------------------------------|
    | number       | 24             | cards                                                                 |
    | points       | 24             | their value                                                           |
    | cards        | 15 fields of 9 | each character of the alphabet, red and black threes first            |
    | combinations | 8 fields of 6  | complete melds, by their place in the rule set's list                 |
    | remarkable   | 8              | melds that are looked at one by one                                   |
    | going out    | 8              | melds that only the side going out may have                           |
    | unfinished   | 13 fields of 7 | unfinished melds, by rank, of wild cards, of threes                   |
    | suits        | 52 fields of 5 | cards of one suit and rank, known from sequences only                 |

Fewer than `CARD_GUARD` cards never overflow a field; more of them are counted card by card. The top bit of a
field of cards is its guard: adding `guard - 1 - copies` sets it in every field that has more than `copies`,
so the whole deck is checked with one addition and one mask. A field of suits may overflow with more than
nineteen cards of a suit and rank; then the field of the rank, which has as many, is over its guard as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.core.cards import ALPHABET, BLACK_THREE, NATURALS, RANKS, RED_THREE, SUITS

_SUM_BITS: Final = 24
SUM_MASK: Final = (1 << _SUM_BITS) - 1
POINTS_AT: Final = _SUM_BITS
POINTS_MASK: Final = SUM_MASK << POINTS_AT

_CARD_BITS: Final = 9
CARD_MASK: Final = (1 << _CARD_BITS) - 1
CARD_GUARD: Final = 1 << (_CARD_BITS - 1)
# The threes come first, because they are looked up in every hand.
_CARD_ORDER: Final = RED_THREE + BLACK_THREE + ALPHABET.replace(RED_THREE, "").replace(BLACK_THREE, "")
_CARDS_AT: Final = 2 * _SUM_BITS
CARD_AT: Final = {card: _CARDS_AT + _CARD_BITS * at for at, card in enumerate(_CARD_ORDER)}
RED_THREES_AT: Final = CARD_AT[RED_THREE]
BLACK_THREES_AT: Final = CARD_AT[BLACK_THREE]
THREES_MASK: Final = CARD_MASK << RED_THREES_AT | CARD_MASK << BLACK_THREES_AT

COMBINATION_BITS: Final = 6
COMBINATION_MASK: Final = (1 << COMBINATION_BITS) - 1
MAX_COMBINATIONS: Final = 8
COMBINATIONS_AT: Final = _CARDS_AT + _CARD_BITS * len(_CARD_ORDER)
COMBINATIONS_MASK: Final = ((1 << COMBINATION_BITS * MAX_COMBINATIONS) - 1) << COMBINATIONS_AT

_REMARKABLE_BITS: Final = 8
REMARKABLE_AT: Final = COMBINATIONS_AT + COMBINATION_BITS * MAX_COMBINATIONS

GOING_OUT_AT: Final = REMARKABLE_AT + _REMARKABLE_BITS
GOING_OUT_MASK: Final = ((1 << _REMARKABLE_BITS) - 1) << GOING_OUT_AT

_UNFINISHED_BITS: Final = 7
UNFINISHED_WILD: Final = "wild"
UNFINISHED_THREES: Final = "threes"
_UNFINISHED: Final = (*NATURALS, UNFINISHED_WILD, UNFINISHED_THREES)
_UNFINISHED_START: Final = GOING_OUT_AT + _REMARKABLE_BITS
UNFINISHED_AT: Final = {
    kind: _UNFINISHED_START + _UNFINISHED_BITS * at for at, kind in enumerate(_UNFINISHED)
}

_SUIT_BITS: Final = 5
SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
SUIT_GUARD: Final = 1 << (_SUIT_BITS - 1)
_SUITS_AT: Final = _UNFINISHED_START + _UNFINISHED_BITS * len(_UNFINISHED)
SUITED: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
SUITED_AT: Final = {card: _SUITS_AT + _SUIT_BITS * at for at, card in enumerate(SUITED)}

# A remarkable meld, or a second unfinished meld of one kind: then the melds are read one by one.
ATTENTION_MASK: Final = ((1 << _REMARKABLE_BITS) - 1) << REMARKABLE_AT | sum(
    ((1 << _UNFINISHED_BITS) - 2) << at for at in UNFINISHED_AT.values()
)


def pack_card(card: str, points: int) -> int:
    """Pack one card with its points."""
    return 1 | points << POINTS_AT | 1 << CARD_AT[card]


def pack_cards(cards: Iterable[str]) -> int:
    """Pack the number and the counts of these cards, without their value."""
    return sum(pack_card(card, 0) for card in cards)


def unpack_points(packed: int) -> int:
    return packed >> POINTS_AT & SUM_MASK


def unpack_count(packed: int, card: str) -> int:
    return packed >> CARD_AT[card] & CARD_MASK


def unpack_suited(packed: int, card: str) -> int:
    return packed >> SUITED_AT[card] & SUIT_MASK


def deck_guards(copies: Mapping[str, int], suited_copies: Mapping[str, int]) -> tuple[int, int]:
    """Return the number to add to packed cards, and the mask that then shows cards with too many copies."""
    bias = sum((CARD_GUARD - 1 - number) << CARD_AT[card] for card, number in copies.items())
    bias += sum((SUIT_GUARD - 1 - number) << SUITED_AT[card] for card, number in suited_copies.items())
    mask = sum(CARD_GUARD << CARD_AT[card] for card in copies)
    return bias, mask + sum(SUIT_GUARD << SUITED_AT[card] for card in suited_copies)
