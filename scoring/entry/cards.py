"""Parses typed melds and hands, and formats stored melds for typing.

The notation of cards is in `core.notation`; the rule set decides whether cards make a meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.cards import SUITS
from scoring.core.meld_book import meld_book
from scoring.core.notation import (
    BLANKS,
    MAX_TYPED_TEXT,
    TIMES,
    NotationFault,
    NotationMistake,
    format_cards,
    parse_cards,
)
from scoring.core.ruleset import RuleSet

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise

__all__ = ["MAX_TYPED_TEXT", "format_melds", "parse_hand", "parse_melds"]

# More than any side melds.
_MAX_MELDS: Final = 60
_FAULT_SENTENCES: Final[Mapping[NotationFault, _Text]] = {
    NotationFault.NO_CARD: _lazy("“%(text)s”: “%(sign)s” (character %(at)s) is not a card."),
    NotationFault.SUIT_NOT_FIRST: _lazy(
        "“%(text)s”: the suit “%(sign)s” (character %(at)s) must come before its cards."
    ),
    NotationFault.TWO_SUITS: _lazy("“%(text)s”: “%(sign)s” (character %(at)s) is a second suit."),
    NotationFault.COUNT_OF_NOTHING: _lazy(
        "“%(text)s”: there is no card before “%(sign)s” (character %(at)s)."
    ),
    NotationFault.COUNT_MISSING: _lazy(
        "“%(text)s”: a number is missing after “%(sign)s” (character %(at)s)."
    ),
    NotationFault.TOO_LONG: _lazy("“%(text)s” is longer than any meld."),
}
_MAX_QUOTE: Final = 40


def parse_hand(text: str, language: str) -> str:
    """The cards of a hand, on one or several lines; raises `ValidationError`."""
    cards = parse_cards(" ".join(text.split()), language)
    if isinstance(cards, NotationMistake):
        raise ValidationError(_mistake_sentence(cards), code="no_card")
    if cards[:1] and cards[0] in SUITS:
        raise ValidationError(_lazy("Cards in hand are written without their suits."), code="suit_in_hand")
    return cards


def parse_melds(text: str, rules: RuleSet, language: str) -> list[str]:
    """The melds of a text, separated by lines, blanks or commas; raises `ValidationError`."""
    melds = [meld for line in _lines_in(text) for meld in _melds_in_line(line, rules, language)]
    mistakes = [meld for meld in melds if isinstance(meld, NotationMistake)]
    if mistakes:
        raise ValidationError(
            [ValidationError(_mistake_sentence(error), code="no_card") for error in mistakes]
        )
    if len(melds) > _MAX_MELDS:
        raise ValidationError(_lazy("Nobody can have that many melds."), code="too_many")
    return [meld for meld in melds if isinstance(meld, str) and meld]


def _lines_in(text: str) -> Iterable[str]:
    return text.replace(",", "\n").replace(";", "\n").splitlines()


def _melds_in_line(line: str, rules: RuleSet, language: str) -> list[str | NotationMistake]:
    """The melds of a line: a single one, unless each part between blanks is a meld by itself."""
    parts = line.split()
    if len(parts) > 1 and not any(sign in line for sign in TIMES):
        melds = [parse_cards(part, language) for part in parts]
        if all(isinstance(meld, str) and meld_book(rules)[meld].is_valid for meld in melds):
            return list(melds)
    return [parse_cards(line.strip(BLANKS), language)] if parts else []


def _mistake_sentence(mistake: NotationMistake) -> str:
    """What is wrong with typed cards, quoting the text and the character."""
    text = mistake.text if len(mistake.text) <= _MAX_QUOTE else f"{mistake.text[:_MAX_QUOTE]}…"
    facts = {"text": text, "sign": mistake.text[mistake.at : mistake.at + 1], "at": mistake.at + 1}
    return str(_FAULT_SENTENCES[mistake.fault] % facts)


def format_melds(stored: Iterable[str], language: str) -> str:
    """Stored melds in the notation for typing, one per line."""
    return "\n".join(format_cards(meld, language) for meld in stored)
