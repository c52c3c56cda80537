"""Reads and prints cards as people write them, in four languages.

Typed text becomes the canonical string before anything else sees it: blanks, suit signs, counts after a "×",
the face letters of the page's language. Canonical strings are printed the same way, and printed text can be
typed. Every mistake quotes the text and points at a character.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.cards import ALPHABET, BLACK_THREE, JOKER, RED_THREE, SUITS, THREE_OF_SUIT

# The face cards by their letters. A letter that one language gives to a face card means nothing else in it.
FACES: Final[Mapping[str, Mapping[str, str]]] = {
    "sv": {"E": "A", "K": "K", "D": "Q", "KN": "J"},
    "fi": {"Ä": "A", "K": "K", "R": "Q", "S": "J"},
    "da": {"E": "A", "K": "K", "D": "Q", "B": "J"},
    "en": {},
}
# In every language, unless the language has another meaning.
_COMMON: Final[Mapping[str, str]] = {
    **{card: card for card in ALPHABET},
    "10": "T",
    "3R": RED_THREE,
    "3B": BLACK_THREE,
    "★": JOKER,
}
_SIGNS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c"}
SUIT_SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
TIMES: Final = "×xX"
BLANKS: Final = " \t\u00a0\u2009\u202f\ufe0e\ufe0f"
MAX_TYPED_TEXT: Final = 400
_MAX_TIMES: Final = 99


class NotationFault(StrEnum):
    """A fault in typed cards."""

    NO_CARD = "no_card"
    SUIT_NOT_FIRST = "suit_not_first"
    TWO_SUITS = "two_suits"
    COUNT_OF_NOTHING = "count_of_nothing"
    COUNT_MISSING = "count_missing"
    TOO_LONG = "too_long"


class NotationMistake(NamedTuple):
    """A fault, the text that has it, and the place of the character."""

    fault: NotationFault
    text: str
    at: int


class _Sign(NamedTuple):
    """A card or a suit in canonical form, and its place in the text."""

    card: str
    at: int
    suit: bool = False


# Reading.


def parse_cards(text: str, language: str = "en") -> str | NotationMistake:
    """Return the canonical string of a typed meld or hand."""
    if len(text) > MAX_TYPED_TEXT:
        return NotationMistake(NotationFault.TOO_LONG, text[:MAX_TYPED_TEXT], MAX_TYPED_TEXT - 1)
    signs = _signs_of(text, language)
    return signs if isinstance(signs, NotationMistake) else _join_signs(text, signs)


def _letters_of(language: str) -> Mapping[str, str]:
    """Return the meaning of each letter, pairs of letters first."""
    letters = {**_COMMON, **FACES.get(language, {})}
    return dict(sorted(letters.items(), key=lambda entry: -len(entry[0])))


def _signs_of(text: str, language: str) -> list[_Sign] | NotationMistake:
    """Read the text as cards and suits, with counts multiplied out."""
    letters, signs, at = _letters_of(language), list[_Sign](), 0
    while at < len(text):
        if text[at] in BLANKS:
            at += 1
            continue
        counted = text[at] in TIMES
        length = _multiply(text, at, signs) if counted else _next_sign(text, at, letters, signs)
        if isinstance(length, NotationMistake):
            return length
        at += length
    return signs


def _next_sign(text: str, at: int, letters: Mapping[str, str], signs: list[_Sign]) -> int | NotationMistake:
    """Read one card or suit; return how many characters it took."""
    suit = _SIGNS.get(text[at], text[at])
    if suit in SUITS:
        signs.append(_Sign(suit, at, suit=True))
        return 1
    if text[at] == THREE_OF_SUIT and any(sign.suit for sign in signs):
        signs.append(_Sign(THREE_OF_SUIT, at))
        return 1
    for letter, card in letters.items():
        if text[at : at + len(letter)].upper() == letter:
            signs.append(_Sign(card, at))
            return len(letter)
    return NotationMistake(NotationFault.NO_CARD, text, at)


def _multiply(text: str, at: int, signs: list[_Sign]) -> int | NotationMistake:
    """Repeat the card before the sign by the number after it; return how many characters both took."""
    if not signs or signs[-1].suit:
        return NotationMistake(NotationFault.COUNT_OF_NOTHING, text, at)
    after = text[at + 1 :].lstrip(BLANKS)
    digits = after[: len(after) - len(after.lstrip("0123456789"))][:2]
    if not digits.isdecimal() or int(digits) == 0:
        return NotationMistake(NotationFault.COUNT_MISSING, text, at)
    signs += [signs[-1]] * (min(int(digits), _MAX_TIMES) - 1)
    return 1 + (len(text) - at - 1 - len(after)) + len(digits)


def _join_signs(text: str, signs: Sequence[_Sign]) -> str | NotationMistake:
    """Join the cards; a suit comes first, and one that is repeated before each card must be the same."""
    suits = [sign for sign in signs if sign.suit]
    if not suits:
        return "".join(sign.card for sign in signs)
    if not signs[0].suit:
        return NotationMistake(NotationFault.SUIT_NOT_FIRST, text, suits[0].at)
    other_suits = [sign for sign in suits if sign.card != suits[0].card]
    if other_suits:
        return NotationMistake(NotationFault.TWO_SUITS, text, other_suits[0].at)
    return suits[0].card + "".join(sign.card for sign in signs if not sign.suit)


# Printing.


def format_cards(cards: str, language: str = "en") -> str:
    """Return a canonical string as people write it: ♠ 4 5 6 7 8 9 10; K×5 2 *."""
    if cards[:1] in tuple(SUITS):
        return " ".join([SUIT_SIGNS[cards[0]], *(format_card(card, language) for card in cards[1:])])
    groups: list[list[str]] = []
    for card in cards:
        if groups and groups[-1][0] == card:
            groups[-1].append(card)
        else:
            groups.append([card])
    return " ".join(_printed_group(group, language) for group in groups)


def _printed_group(cards: Sequence[str], language: str) -> str:
    count = f"×{len(cards)}" if len(cards) > 1 else ""
    return f"{format_card(cards[0], language)}{count}"


def format_card(card: str, language: str) -> str:
    """Return one card in the letters of a language; threes are 3r and 3b, which every language reads."""
    letters = {face: letter for letter, face in FACES.get(language, {}).items()}
    names = {"T": "10", RED_THREE: "3r", BLACK_THREE: "3b", "J": "J", **letters}
    return names.get(card, card).replace("KN", "Kn")
