"""The names of cards, as a sentence about several of a kind begins with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from scoring.core.cards import BLACK_THREE, JOKER, RED_THREE, THREES, TWO
from scoring.core.notation import format_cards

if TYPE_CHECKING:
    from scoring.wording.labels import Text

CARD_NAMES: Final[Mapping[str, Text]] = {
    "A": _lazy("Aces"),
    "K": _lazy("Kings"),
    "Q": _lazy("Queens"),
    "J": _lazy("Jacks"),
    "T": _lazy("Tens"),
    "9": _lazy("Nines"),
    "8": _lazy("Eights"),
    "7": _lazy("Sevens"),
    "6": _lazy("Sixes"),
    "5": _lazy("Fives"),
    "4": _lazy("Fours"),
    TWO: _lazy("Twos"),
    JOKER: _lazy("Jokers"),
    RED_THREE: _lazy("Red threes"),
    BLACK_THREE: _lazy("Black threes"),
    THREES: _lazy("Threes"),
}


def cards_name(cards: str, language: str) -> str:
    """Return the name of a card of the alphabet, of threes of both colours, or of a card with its suit."""
    name = CARD_NAMES.get(cards)
    return format_cards(cards, language) if name is None else str(name)
