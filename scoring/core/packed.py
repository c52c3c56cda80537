"""Cards counted by adding whole numbers: the fast representation behind melds, hands and decks.

One integer holds all counts of a bunch of cards in fields side by side, so that two bunches are put together
with one addition and a hand is counted with `sum(map(CARD.__getitem__, hand))`:

    | field        | bits            | what it counts                                                       |
    |--------------|-----------------|----------------------------------------------------------------------|
    | number       | 24              | cards                                                                |
    | points       | 24              | their value                                                          |
    | cards        | 15 fields of 10 | each character of the alphabet, red and black threes first           |
    | combinations | 8 fields of 10  | complete melds, by their place in the rule set's list                |
    | remarkable   | 10              | melds that a person must be told something about                     |
    | unfinished   | 13 fields of 10 | unfinished melds, by rank, of wild cards, of threes                  |
    | suits        | 52 fields of 10 | cards of one suit and rank, known from sequences only                |

A field of ten bits holds up to 1023. Whoever adds asks `countable` first whether the sum is of so few cards
that no field can have run over; what is not countable is counted slowly, card by card. The upper half of a
field is its guard: adding `512 - 1 - most` sets the top bit of every field that has more than `most`, so
the whole deck is checked with one addition and one mask.

Knows bits; must not know any game, any rule or what a meld is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.core.cards import ALPHABET, BLACK_THREE, NATURALS, RANKS, RED_THREE, SUITS

SUM_BITS: Final = 24
FIELD_BITS: Final = 10
SUM_MASK: Final = (1 << SUM_BITS) - 1
FIELD_MASK: Final = (1 << FIELD_BITS) - 1
GUARD: Final = 1 << (FIELD_BITS - 1)

POINTS_AT: Final = SUM_BITS
CARDS_AT: Final = 2 * SUM_BITS

# The threes stand first, because every hand is asked for them.
CARD_ORDER: Final = RED_THREE + BLACK_THREE + ALPHABET.replace(RED_THREE, "").replace(BLACK_THREE, "")
CARD_AT: Final = {card: CARDS_AT + FIELD_BITS * at for at, card in enumerate(CARD_ORDER)}
RED_THREES_AT: Final = CARD_AT[RED_THREE]
BLACK_THREES_AT: Final = CARD_AT[BLACK_THREE]

MOST_COMBINATIONS: Final = 8
COMBINATIONS_AT: Final = CARDS_AT + FIELD_BITS * len(CARD_ORDER)
COMBINATIONS_MASK: Final = (1 << FIELD_BITS * MOST_COMBINATIONS) - 1

REMARKABLE_AT: Final = COMBINATIONS_AT + FIELD_BITS * MOST_COMBINATIONS

UNFINISHED_WILD: Final = "wild"
UNFINISHED_THREES: Final = "threes"
UNFINISHED: Final = (*NATURALS, UNFINISHED_WILD, UNFINISHED_THREES)
UNFINISHED_AT: Final = {kind: REMARKABLE_AT + FIELD_BITS * (1 + at) for at, kind in enumerate(UNFINISHED)}
UNFINISHED_THREES_AT: Final = UNFINISHED_AT[UNFINISHED_THREES]

SUITS_AT: Final = REMARKABLE_AT + FIELD_BITS * (1 + len(UNFINISHED))
SUITED: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
SUITED_AT: Final = {card: SUITS_AT + FIELD_BITS * at for at, card in enumerate(SUITED)}

# A remarkable meld, or a second unfinished meld of one kind: then the melds are read one by one.
ATTENTION: Final = (FIELD_MASK << REMARKABLE_AT) | sum(
    (FIELD_MASK & ~1) << UNFINISHED_AT[kind] for kind in UNFINISHED
)


def one(card: str, points: int) -> int:
    """A bunch of one card."""
    return 1 | points << POINTS_AT | 1 << CARD_AT[card]


def bunch(cards: Iterable[str]) -> int:
    """The number and the counts of these cards, without any value."""
    return sum(one(card, 0) for card in cards)


def number(packed: int) -> int:
    return packed & SUM_MASK


def points(packed: int) -> int:
    return packed >> POINTS_AT & SUM_MASK


def count(packed: int, card: str) -> int:
    return packed >> CARD_AT[card] & FIELD_MASK


def suited(packed: int, card: str) -> int:
    return packed >> SUITED_AT[card] & FIELD_MASK


def countable(packed: int) -> bool:
    """Whether these are so few cards that every field holds what was added to it."""
    return packed & SUM_MASK < GUARD


def combinations(packed: int) -> int:
    """The fields of all combinations, as one number: what a rule set's summaries are filed under."""
    return packed >> COMBINATIONS_AT & COMBINATIONS_MASK


def guards(most: Mapping[str, int]) -> tuple[int, int]:
    """What to add to a bunch, and the mask that then shows which cards are more than there are."""
    places = {**CARD_AT, **SUITED_AT}
    bias = sum((GUARD - 1 - number) << places[card] for card, number in most.items())
    mask = sum(GUARD << places[card] for card in most)
    return bias, mask
