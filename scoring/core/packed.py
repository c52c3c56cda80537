"""Counts an ordinary side by adding one number for each meld and each card, for speed.

`counting.count_cards` is the specification, and `deck.excess_cards` that of `fits_deck`: tests compare them.
Both functions give up where they are not sure, and the plain way answers.

A packed number has all counts of some cards in adjacent fields, so that one addition counts them all:

    | field        | bits           | what it counts                                                  |
    |--------------|----------------|-----------------------------------------------------------------|
    | number       | 24             | cards                                                           |
    | points       | 24             | their value                                                     |
    | combinations | 8 fields of 6  | combinations, by their place in the rule set's list             |
    | cards        | 15 fields of 9 | each character of the alphabet                                  |
    | suits        | 52 fields of 5 | cards of one suit and rank, known from sequences only           |

The top bit of a field of cards or suits is its guard. Adding `guard - 1 - copies` sets it in every field that
has more than `copies`, so the whole deck is checked with one addition and one mask. With fewer than
`_MAX_CARDS` cards no field overflows but those of suits, and then the field of the rank is over its guard.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from scoring.core.card_values import hand_card_values
from scoring.core.cards import ALPHABET, BLACK_THREE, RANKS, RED_THREE, SUITS
from scoring.core.combinations import made_combinations
from scoring.core.counted import CountedDeal, SideCount
from scoring.core.meld_book import meld_book
from scoring.core.melds import Meld
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import HandSheet, MadeCombinations

_SUM_BITS: Final = 24
_SUM_MASK: Final = (1 << _SUM_BITS) - 1
_POINTS_AT: Final = _SUM_BITS

_COMBINATION_BITS: Final = 6
_COMBINATION_MASK: Final = (1 << _COMBINATION_BITS) - 1
MAX_COMBINATIONS: Final = 8
_COMBINATIONS_AT: Final = 2 * _SUM_BITS
_COMBINATIONS_MASK: Final = (1 << _COMBINATION_BITS * MAX_COMBINATIONS) - 1

_CARD_BITS: Final = 9
_CARD_MASK: Final = (1 << _CARD_BITS) - 1
_CARD_GUARD: Final = 1 << (_CARD_BITS - 1)
_CARDS_AT: Final = _COMBINATIONS_AT + _COMBINATION_BITS * MAX_COMBINATIONS
_CARD_AT: Final = {card: _CARDS_AT + _CARD_BITS * at for at, card in enumerate(ALPHABET)}
_RED_THREES_AT: Final = _CARD_AT[RED_THREE]
_BLACK_THREES_AT: Final = _CARD_AT[BLACK_THREE]
_MAX_CARDS: Final = _CARD_GUARD

_SUIT_BITS: Final = 5
_SUIT_GUARD: Final = 1 << (_SUIT_BITS - 1)
_SUITS_AT: Final = _CARDS_AT + _CARD_BITS * len(ALPHABET)
_SUITED_AT: Final = {
    suit + rank: _SUITS_AT + _SUIT_BITS * (len(RANKS) * at + RANKS.index(rank))
    for at, suit in enumerate(SUITS)
    for rank in RANKS
}


class _PackedMelds(dict[str, int]):
    """Ordinary melds as packed numbers, by their text. Raises KeyError for any other meld."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.book = meld_book(rules)
        self.places = {combination.code: place for place, combination in enumerate(rules.combinations)}

    def __missing__(self, text: str) -> int:
        meld = self.book[text]
        if not meld.is_ordinary:
            raise KeyError(text)
        packed = _pack_meld(meld, self.places)
        if text in self.book:
            if len(self) >= self.book.limit:
                self.clear()
            self[text] = packed
        return packed


class _PackedNumbers:
    """What a rule set's melds and cards add."""

    def __init__(self, rules: RuleSet) -> None:
        values = hand_card_values(rules)
        cards = {card: _pack_card(card) | values[card] << _POINTS_AT for card in ALPHABET}
        self.packed_meld = _PackedMelds(rules).__getitem__
        self.packed_card = cards.__getitem__


_packed_numbers: Final = cache(_PackedNumbers)


def count_packed(rules: RuleSet, side: int, hand: HandSheet, players: int) -> SideCount | None:
    """Return an ordinary side, counted; None for one with unusual melds or with too many cards."""
    numbers = _packed_numbers(rules)
    try:
        melded = sum(map(numbers.packed_meld, hand.melds))
        held = sum(map(numbers.packed_card, hand.hand))
    except KeyError:
        return None
    melded_cards, cards_held = melded & _SUM_MASK, held & _SUM_MASK
    cards_seen, red_threes = melded_cards + cards_held, hand.red_threes
    if cards_seen + red_threes >= _MAX_CARDS:
        return None
    red, black = held >> _RED_THREES_AT & _CARD_MASK, held >> _BLACK_THREES_AT & _CARD_MASK
    own_line = red if rules.black_threes_in_hand is None else red + black
    return SideCount(
        side=side,
        hand=hand,
        players=players,
        combinations=_unpack_combinations(rules, melded >> _COMBINATIONS_AT & _COMBINATIONS_MASK),
        melded_cards=melded_cards,
        meld_points=melded >> _POINTS_AT & _SUM_MASK,
        hand_cards=cards_held - own_line,
        hand_points=held >> _POINTS_AT & _SUM_MASK,
        red_threes=red_threes,
        red_in_hand=red,
        black_in_hand=black,
        opened=melded_cards > 0,
        cards_held=cards_held,
        cards_seen=cards_seen,
        packed=melded + held + red_threes * _RED_THREE,
    )


def _pack_card(card: str) -> int:
    return 1 | 1 << _CARD_AT[card]


_RED_THREE: Final = _pack_card(RED_THREE)


def _pack_meld(meld: Meld, places: dict[str, int]) -> int:
    packed = sum(map(_pack_card, meld.cards)) + (meld.points << _POINTS_AT)
    packed += sum(1 << _SUITED_AT[card] for card in meld.suited)
    if meld.combination is not None:
        packed += 1 << _COMBINATIONS_AT + _COMBINATION_BITS * places[meld.combination]
    return packed


@lru_cache(1 << 14)
def _unpack_combinations(rules: RuleSet, packed: int) -> MadeCombinations:
    places = range(len(rules.combinations))
    counts = [packed >> _COMBINATION_BITS * place & _COMBINATION_MASK for place in places]
    return made_combinations(rules, tuple(counts))


# The deck.


class DeckGuards(NamedTuple):
    """The number to add to packed cards, and the mask that then shows cards with too many copies."""

    bias: int
    mask: int


def deck_guards(copies: Mapping[str, int], suited_copies: Mapping[str, int]) -> DeckGuards:
    bias = sum((_CARD_GUARD - 1 - number) << _CARD_AT[card] for card, number in copies.items())
    bias += sum((_SUIT_GUARD - 1 - number) << _SUITED_AT[card] for card, number in suited_copies.items())
    mask = sum(_CARD_GUARD << _CARD_AT[card] for card in copies)
    return DeckGuards(bias, mask + sum(_SUIT_GUARD << _SUITED_AT[card] for card in suited_copies))


def fits_deck(deal: CountedDeal, guards: DeckGuards) -> bool:
    """Whether a deal of ordinary sides certainly has no more of any card than the deck."""
    cards = 0
    for side in deal.playing:
        if side.packed is None:
            return False
        cards += side.packed
    return cards & _SUM_MASK < _MAX_CARDS and not (cards + guards.bias) & guards.mask
