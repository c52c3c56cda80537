"""Cards as people type them and as people read them, in four languages.

Typed text becomes the canonical string before anything else sees it: blanks, suit signs, counts after a "×",
the face letters of the page's language. Canonical strings are printed back the same way, and what is printed
can be typed. Every mistake quotes the text and points at a character. Knows letters and languages; must not
know which cards make a meld.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.cards import ALPHABET, BLACK_THREE, JOKER, RANKS, RED_THREE, SUITS, THREE_OF_SUIT

# The face cards by their letters. A letter that one language gives to a face card means nothing else in it.
FACES: Final[Mapping[str, Mapping[str, str]]] = {
    "sv": {"E": "A", "K": "K", "D": "Q", "KN": "J"},
    "fi": {"Ä": "A", "K": "K", "R": "Q", "S": "J"},
    "da": {"E": "A", "K": "K", "D": "Q", "B": "J"},
    "en": {},
}
# In every language, unless the language says otherwise.
_COMMON: Final[Mapping[str, str]] = {
    **{card: card for card in ALPHABET},
    "10": "T",
    "3R": RED_THREE,
    "3B": BLACK_THREE,
    "★": JOKER,
}
_SIGNS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c"}
SIGN_OF: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
TIMES: Final = "×xX"
BLANKS: Final = " \t\u00a0\u2009\u202f\ufe0e\ufe0f"
LONGEST_TEXT: Final = 400
_MOST_TIMES: Final = 99


class Fault(StrEnum):
    """What is wrong with typed cards."""

    NO_CARD = "no_card"
    SUIT_NOT_FIRST = "suit_not_first"
    TWO_SUITS = "two_suits"
    COUNT_OF_NOTHING = "count_of_nothing"
    COUNT_MISSING = "count_missing"
    TOO_LONG = "too_long"


class Mistake(NamedTuple):
    """A fault, the text it is in, and at which character of it."""

    fault: Fault
    text: str
    at: int

    def pointed(self) -> str:
        """The text with a mark below the character."""
        return f"{self.text}\n{' ' * self.at}^"


class _Sign(NamedTuple):
    """One thing read of a text: a card or a suit in canonical form, and where it began."""

    card: str
    at: int
    suit: bool = False


# Reading.


def typed(text: str, language: str = "en") -> str | Mistake:
    """The canonical string of a typed meld or hand."""
    if len(text) > LONGEST_TEXT:
        return Mistake(Fault.TOO_LONG, text[:LONGEST_TEXT], LONGEST_TEXT - 1)
    signs = _signs_of(text, language)
    return signs if isinstance(signs, Mistake) else _joined(text, signs)


def typed_melds(text: str, language: str = "en") -> tuple[str | Mistake, ...]:
    """Several melds, one a line or with commas between them."""
    parts = text.replace("\r", "\n").replace(";", "\n").replace(",", "\n").split("\n")
    return tuple(typed(part, language) for part in parts if part.strip(BLANKS))


def _letters_of(language: str) -> Mapping[str, str]:
    """What each letter means, two letters before one."""
    letters = {**_COMMON, **FACES.get(language, {})}
    return dict(sorted(letters.items(), key=lambda entry: -len(entry[0])))


def _signs_of(text: str, language: str) -> list[_Sign] | Mistake:
    """The text as cards and suits, counts multiplied out."""
    letters, signs, at = _letters_of(language), list[_Sign](), 0
    while at < len(text):
        if text[at] in BLANKS:
            at += 1
            continue
        counted = text[at] in TIMES
        length = _multiply(text, at, signs) if counted else _next_sign(text, at, letters, signs)
        if isinstance(length, Mistake):
            return length
        at += length
    return signs


def _next_sign(text: str, at: int, letters: Mapping[str, str], signs: list[_Sign]) -> int | Mistake:
    """Read one card or suit; how many characters it took."""
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
    return Mistake(Fault.NO_CARD, text, at)


def _multiply(text: str, at: int, signs: list[_Sign]) -> int | Mistake:
    """Repeat the card before the sign as often as the number after it says; how many characters both took."""
    if not signs or signs[-1].suit:
        return Mistake(Fault.COUNT_OF_NOTHING, text, at)
    after = text[at + 1 :].lstrip(BLANKS)
    digits = after[: len(after) - len(after.lstrip("0123456789"))][:2]
    if not digits.isdecimal() or int(digits) == 0:
        return Mistake(Fault.COUNT_MISSING, text, at)
    signs += [signs[-1]] * (min(int(digits), _MOST_TIMES) - 1)
    return 1 + (len(text) - at - 1 - len(after)) + len(digits)


def _joined(text: str, signs: Sequence[_Sign]) -> str | Mistake:
    """Cards in their order; a suit stands first, and where it is repeated before each card it is the same."""
    suits = [sign for sign in signs if sign.suit]
    if not suits:
        return "".join(sign.card for sign in signs)
    if not signs[0].suit:
        return Mistake(Fault.SUIT_NOT_FIRST, text, suits[0].at)
    others = [sign for sign in suits if sign.card != suits[0].card]
    if others:
        return Mistake(Fault.TWO_SUITS, text, others[0].at)
    return suits[0].card + "".join(sign.card for sign in signs if not sign.suit)


# Printing.


def printed(cards: str, language: str = "en") -> str:
    """A canonical string as people read it: ♠ 4 5 6 7 8 9 10; K×5 2 *. What is printed can be typed."""
    if cards[:1] in tuple(SUITS):
        return " ".join([SIGN_OF[cards[0]], *(printed_card(card, language) for card in cards[1:])])
    groups: list[list[str]] = []
    for card in cards:
        if groups and groups[-1][0] == card:
            groups[-1].append(card)
        else:
            groups.append([card])
    return " ".join(_printed_group(group, language) for group in groups)


def _printed_group(cards: Sequence[str], language: str) -> str:
    count = f"×{len(cards)}" if len(cards) > 1 else ""
    return f"{printed_card(cards[0], language)}{count}"


def printed_card(card: str, language: str) -> str:
    """One card by the letters of a language; threes are 3r and 3b, which mean the same in all of them."""
    letters = {meant: letter for letter, meant in FACES.get(language, {}).items()}
    said = {"T": "10", RED_THREE: "3r", BLACK_THREE: "3b", "J": "J", **letters}
    return said.get(card, card).replace("KN", "Kn")


def is_canonical(text: str) -> bool:
    """Whether a string is one card a character, with a suit in front of a sequence."""
    cards = text[1:] if text[:1] in tuple(SUITS) else text
    known = RANKS if cards is not text else ALPHABET
    return all(card in known for card in cards)
