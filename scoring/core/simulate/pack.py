"""The pack of cards and what a player holds of it.

A card here has a suit, as on a table: `sK`, `h3`, `c2`, and `-*` for a joker. Knows how many cards there are
and who has them; must not know what makes a meld.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from scoring.core.cards import JOKER, RANKS, SUITS, TWO, card_of
from scoring.core.rulesets.base import RuleSet

_JOKER_CARD: Final = "-" + JOKER
_SUITED_CARDS: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
# Each card as the alphabet writes it, which knows no suits.
PLAIN: Final = {card: card_of(*card) for card in _SUITED_CARDS} | {_JOKER_CARD: JOKER}


def shuffled(rules: RuleSet, rng: Random) -> list[str]:
    """All cards of a game, in the order of a fair shuffle."""
    cards = [*_SUITED_CARDS] * rules.decks + [_JOKER_CARD] * rules.jokers
    rng.shuffle(cards)
    return cards


def written(cards: Iterable[str]) -> str:
    """Cards in the notation of a sheet."""
    return "".join(PLAIN[card] for card in cards)


class Held:
    """The cards that a player holds, counted by card and by rank."""

    __slots__ = ("cards", "ranks", "size")

    def __init__(self, cards: Iterable[str] = ()) -> None:
        self.cards: dict[str, int] = {}
        self.ranks: dict[str, int] = {}
        self.size = 0
        for card in cards:
            self.add(card)

    def add(self, card: str) -> None:
        rank = PLAIN[card]
        self.cards[card] = self.cards.get(card, 0) + 1
        self.ranks[rank] = self.ranks.get(rank, 0) + 1
        self.size += 1

    def take(self, card: str) -> None:
        """One card out of the hand. A card of which none is left is forgotten."""
        rank = PLAIN[card]
        left, of_rank = self.cards[card] - 1, self.ranks[rank] - 1
        if left:
            self.cards[card] = left
        else:
            del self.cards[card]
        if of_rank:
            self.ranks[rank] = of_rank
        else:
            del self.ranks[rank]
        self.size -= 1

    def take_rank(self, rank: str, number: int) -> None:
        """Any cards of a rank."""
        for card in [card for card in self.cards if PLAIN[card] == rank]:
            while number and card in self.cards:
                self.take(card)
                number -= 1

    def copy(self) -> Held:
        held = Held()
        held.cards, held.ranks, held.size = self.cards.copy(), self.ranks.copy(), self.size
        return held

    def all(self) -> list[str]:
        return [card for card, number in self.cards.items() for _ in range(number)]


def wild_of(hand: Held) -> str:
    """The wild cards of a hand, the cheaper ones first."""
    return TWO * hand.ranks.get(TWO, 0) + JOKER * hand.ranks.get(JOKER, 0)
