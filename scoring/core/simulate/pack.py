"""The pack of cards and the cards that a player holds.

A card here has a suit, as on a table: `sK`, `h3`, `c2`, and `-*` for a joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from scoring.core.cards import JOKER, RANKS, SUITS, TWO, plain_card
from scoring.core.ruleset import RuleSet

_JOKER_CARD: Final = "-" + JOKER
_SUITED_CARDS: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
# Each card as a character of the alphabet, which has no suits.
PLAIN_CARD: Final = {card: plain_card(*card) for card in _SUITED_CARDS} | {_JOKER_CARD: JOKER}


def shuffled_pack(rules: RuleSet, rng: Random) -> list[str]:
    """Return all cards of a game in the order of a fair shuffle."""
    cards = [*_SUITED_CARDS] * rules.decks + [_JOKER_CARD] * rules.jokers
    rng.shuffle(cards)
    return cards


def as_notation(cards: Iterable[str]) -> str:
    """Return cards in the notation of a sheet."""
    return "".join(PLAIN_CARD[card] for card in cards)


class HeldCards:
    """The cards that a player holds, counted by card and by rank."""

    __slots__ = ("cards", "ranks", "size")

    def __init__(self, cards: Iterable[str] = ()) -> None:
        self.cards: dict[str, int] = {}
        self.ranks: dict[str, int] = {}
        self.size = 0
        for card in cards:
            self.add(card)

    def add(self, card: str) -> None:
        rank = PLAIN_CARD[card]
        self.cards[card] = self.cards.get(card, 0) + 1
        self.ranks[rank] = self.ranks.get(rank, 0) + 1
        self.size += 1

    def take(self, card: str) -> None:
        """Take one card out of the hand."""
        rank = PLAIN_CARD[card]
        left, left_of_rank = self.cards[card] - 1, self.ranks[rank] - 1
        if left:
            self.cards[card] = left
        else:
            del self.cards[card]
        if left_of_rank:
            self.ranks[rank] = left_of_rank
        else:
            del self.ranks[rank]
        self.size -= 1

    def take_rank(self, rank: str, number: int) -> None:
        """Take any cards of a rank out of the hand."""
        for card in [card for card in self.cards if PLAIN_CARD[card] == rank]:
            while number and card in self.cards:
                self.take(card)
                number -= 1

    def copy(self) -> HeldCards:
        copy = HeldCards()
        copy.cards, copy.ranks, copy.size = self.cards.copy(), self.ranks.copy(), self.size
        return copy

    def to_list(self) -> list[str]:
        return [card for card, number in self.cards.items() for _ in range(number)]


def wild_cards_of(hand: HeldCards) -> str:
    """Return the wild cards of a hand, the cheaper ones first."""
    return TWO * hand.ranks.get(TWO, 0) + JOKER * hand.ranks.get(JOKER, 0)
