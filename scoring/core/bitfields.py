"""Cards counted by adding whole numbers: the fast representation behind melds, hands and decks.

One integer holds all counts of a bunch of cards in fields side by side, so that two bunches are put together
with one addition and a hand is counted with `sum(map(cards.__getitem__, hand))`:

    | field        | bits           | what it counts                                                        |
    |--------------|----------------|-----------------------------------------------------------------------|
    | number       | 24             | cards                                                                 |
    | points       | 24             | their value                                                           |
    | cards        | 15 fields of 9 | each character of the alphabet, red and black threes first            |
    | combinations | 8 fields of 6  | complete melds, by their place in the rule set's list                 |
    | remarkable   | 8              | melds that a person must be told something about                      |
    | last         | 8              | melds that only a side may lay that goes out                          |
    | unfinished   | 13 fields of 7 | unfinished melds, by rank, of wild cards, of threes                   |
    | suits        | 52 fields of 5 | cards of one suit and rank, known from sequences only                 |

Whoever adds asks `countable` first: so few cards fill no field. What is not countable is counted slowly,
card by card. The top bit of a field of cards is its guard: adding `guard - 1 - most` sets it in every field
that has more than `most`, so the whole deck is checked with one addition and one mask. A field of suits may
run over with more than nineteen cards of a suit and rank; then the field of the rank, which holds as many,
is over its guard as well.

Knows bits; must not know any game, any rule or what a meld is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.core.cards import ALPHABET, BLACK_THREE, NATURALS, RANKS, RED_THREE, SUITS

_SUM_BITS: Final = 24
SUM_MASK: Final = (1 << _SUM_BITS) - 1
POINTS_AT: Final = _SUM_BITS
POINTS: Final = SUM_MASK << POINTS_AT

_CARD_BITS: Final = 9
CARD_MASK: Final = (1 << _CARD_BITS) - 1
CARD_GUARD: Final = 1 << (_CARD_BITS - 1)
# The threes stand first, because every hand is asked for them.
_CARD_ORDER: Final = RED_THREE + BLACK_THREE + ALPHABET.replace(RED_THREE, "").replace(BLACK_THREE, "")
_CARDS_AT: Final = 2 * _SUM_BITS
CARD_AT: Final = {card: _CARDS_AT + _CARD_BITS * at for at, card in enumerate(_CARD_ORDER)}
RED_THREES_AT: Final = CARD_AT[RED_THREE]
BLACK_THREES_AT: Final = CARD_AT[BLACK_THREE]
THREES: Final = CARD_MASK << RED_THREES_AT | CARD_MASK << BLACK_THREES_AT

COMBINATION_BITS: Final = 6
COMBINATION_MASK: Final = (1 << COMBINATION_BITS) - 1
MOST_COMBINATIONS: Final = 8
COMBINATIONS_AT: Final = _CARDS_AT + _CARD_BITS * len(_CARD_ORDER)
COMBINATIONS: Final = ((1 << COMBINATION_BITS * MOST_COMBINATIONS) - 1) << COMBINATIONS_AT

_REMARKABLE_BITS: Final = 8
REMARKABLE_AT: Final = COMBINATIONS_AT + COMBINATION_BITS * MOST_COMBINATIONS

LAST_AT: Final = REMARKABLE_AT + _REMARKABLE_BITS
LAST: Final = ((1 << _REMARKABLE_BITS) - 1) << LAST_AT

_UNFINISHED_BITS: Final = 7
UNFINISHED_WILD: Final = "wild"
UNFINISHED_THREES: Final = "threes"
_UNFINISHED: Final = (*NATURALS, UNFINISHED_WILD, UNFINISHED_THREES)
_UNFINISHED_START: Final = LAST_AT + _REMARKABLE_BITS
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
ATTENTION: Final = ((1 << _REMARKABLE_BITS) - 1) << REMARKABLE_AT | sum(
    ((1 << _UNFINISHED_BITS) - 2) << at for at in UNFINISHED_AT.values()
)


def one(card: str, points: int) -> int:
    """A bunch of one card."""
    return 1 | points << POINTS_AT | 1 << CARD_AT[card]


def bunch(cards: Iterable[str]) -> int:
    """The number and the counts of these cards, without any value."""
    return sum(one(card, 0) for card in cards)


def points(packed: int) -> int:
    return packed >> POINTS_AT & SUM_MASK


def count(packed: int, card: str) -> int:
    return packed >> CARD_AT[card] & CARD_MASK


def suited(packed: int, card: str) -> int:
    return packed >> SUITED_AT[card] & SUIT_MASK


def guards(most: Mapping[str, int], most_suited: Mapping[str, int]) -> tuple[int, int]:
    """What to add to a bunch, and the mask that then shows which cards are more than there are."""
    bias = sum((CARD_GUARD - 1 - number) << CARD_AT[card] for card, number in most.items())
    bias += sum((SUIT_GUARD - 1 - number) << SUITED_AT[card] for card, number in most_suited.items())
    mask = sum(CARD_GUARD << CARD_AT[card] for card in most)
    return bias, mask + sum(SUIT_GUARD << SUITED_AT[card] for card in most_suited)
