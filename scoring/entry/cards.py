"""Melds and hands as people type them: several in a field, and the character at which one goes wrong.

Knows how melds are told apart; letters are the core's `notation`, and whether cards make a meld is known by
the rule set's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.cards import SUITS
from scoring.core.counting import tables_of
from scoring.core.notation import BLANKS, LONGEST_TEXT, TIMES, Fault, Mistake, printed, typed
from scoring.core.rulesets.base import RuleSet

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise

__all__ = ["LONGEST_TEXT", "hand", "melds", "written"]

# More than any side lays down.
_MOST_MELDS: Final = 60
_FAULTS: Final[Mapping[Fault, _Text]] = {
    Fault.NO_CARD: _lazy("“%(text)s”: “%(sign)s” (character %(at)s) is no card."),
    Fault.SUIT_NOT_FIRST: _lazy(
        "“%(text)s”: the suit “%(sign)s” (character %(at)s) stands before its cards."
    ),
    Fault.TWO_SUITS: _lazy("“%(text)s”: “%(sign)s” (character %(at)s) is a second suit."),
    Fault.COUNT_OF_NOTHING: _lazy("“%(text)s”: no card stands before “%(sign)s” (character %(at)s)."),
    Fault.COUNT_MISSING: _lazy("“%(text)s”: a number is missing after “%(sign)s” (character %(at)s)."),
    Fault.TOO_LONG: _lazy("“%(text)s” is longer than any meld."),
}
_LONGEST_QUOTE: Final = 40


def hand(text: str, language: str) -> str:
    """The cards of a hand; a side's players may stand on lines of their own."""
    read = typed(" ".join(text.split()), language)
    if isinstance(read, Mistake):
        raise ValidationError(_sentence(read), code="no_card")
    if read[:1] and read[0] in SUITS:
        raise ValidationError(_lazy("Cards in hand are written without their suits."), code="suit_in_hand")
    return read


def melds(text: str, rules: RuleSet, language: str) -> list[str]:
    """The melds of a text, one a line, or several in a line with blanks or commas between them."""
    read = [meld for line in _lines_of(text) for meld in _in_line(line, rules, language)]
    mistakes = [meld for meld in read if isinstance(meld, Mistake)]
    if mistakes:
        raise ValidationError([ValidationError(_sentence(each), code="no_card") for each in mistakes])
    if len(read) > _MOST_MELDS:
        raise ValidationError(_lazy("So many melds nobody has."), code="too_many")
    return [meld for meld in read if isinstance(meld, str) and meld]


def _lines_of(text: str) -> Iterable[str]:
    return text.replace(",", "\n").replace(";", "\n").splitlines()


def _in_line(line: str, rules: RuleSet, language: str) -> list[str | Mistake]:
    """One meld, blanks in it or not, unless each part of the line is a meld by itself."""
    parts = line.split()
    if len(parts) > 1 and not any(sign in line for sign in TIMES):
        apart = [typed(part, language) for part in parts]
        if all(isinstance(part, str) and tables_of(rules).melds.meld(part).is_good for part in apart):
            return list(apart)
    return [typed(line.strip(BLANKS), language)] if parts else []


def _sentence(mistake: Mistake) -> str:
    """What is wrong with typed cards, with the text and the character that it is about."""
    text = mistake.text if len(mistake.text) <= _LONGEST_QUOTE else f"{mistake.text[:_LONGEST_QUOTE]}…"
    facts = {"text": text, "sign": mistake.text[mistake.at : mistake.at + 1], "at": mistake.at + 1}
    return str(_FAULTS[mistake.fault] % facts)


def written(stored: Iterable[str], language: str) -> str:
    """Stored melds as they can be typed again, one a line."""
    return "\n".join(printed(meld, language) for meld in stored)
