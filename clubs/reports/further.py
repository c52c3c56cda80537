"""Draws what stands above each further page of a form: whose it is, with lines to write on where it is blank.

It stands in the margin, so that a page has as many rows with it as without. Knows facts of reports; must not
know what they are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.numbers import written
from clubs.reports.report import Fact
from clubs.reports.texts import TEXT, Hand, Line, Said, Texts, broken, width_of

# As large as there is room for; what is written by hand has a line of its own height.
_HANDS: Final = (Hand(TEXT, 8.5, 10.5), Hand(TEXT, 7.5, 9), Hand(TEXT, 6.5, 7.5))
_BY_HAND: Final = 6 * mm
# The least that is left to be written on; between two facts, and between a label and what it says.
LEAST: Final = 16 * mm
_BETWEEN: Final = 4 * mm
_APART: Final = 1.5 * mm


def further(lines: Sequence[Sequence[Fact]], language: str, width: float, height: float) -> Texts:
    """The lines of facts as large as they fit, or in the smallest letters."""
    for hand in _HANDS:
        drawn = Texts([_line_of(facts, language, width, hand) for facts in lines])
        if drawn.wrap(width, height)[1] <= height:
            break
    return drawn


def _line_of(facts: Sequence[Fact], language: str, width: float, hand: Hand) -> Line:
    """What is known has the room that it takes, what is to be written shares the rest."""
    said: list[Said] = []
    blanks: list[tuple[float, float]] = []
    left = 0.0
    for fact, room in zip(facts, _rooms(facts, language, width, hand), strict=True):
        label, words = f"{fact.label}:", written(fact.value, language)
        begins = left + _wide(label, hand) + _APART
        said.append(Said(left, (label,), hand))
        if words:
            said.append(Said(begins, broken(words, hand, room), hand))
        else:
            blanks.append((begins, begins + room))
        left = begins + room + _BETWEEN
    high = max(one.height for one in said)
    padding = max(0.0, _BY_HAND - high) / 2 if blanks else 0
    return Line(tuple(said), padding, tuple(blanks))


def _rooms(facts: Sequence[Fact], language: str, width: float, hand: Hand) -> list[float]:
    """How wide each fact is beside its label; what is known goes on in a second line where it is too long."""
    labels = sum(_wide(f"{fact.label}:", hand) + _APART for fact in facts) + _BETWEEN * (len(facts) - 1)
    known = [_wide(written(fact.value, language), hand) for fact in facts]
    blank = known.count(0)
    left = width - labels - blank * LEAST
    part = min(1.0, left / sum(known)) if any(known) else 0
    share = LEAST + (left - part * sum(known)) / blank if blank else 0
    return [part * one + 0.1 if one else share for one in known]


def _wide(words: str, hand: Hand) -> float:
    return width_of(words, hand.font, hand.size)
