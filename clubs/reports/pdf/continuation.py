"""Draws the head of each next page of a form: facts that identify it, and blanks to write on.

It is in the margin of the page, so that a page has as many rows with it as without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.numbers import format_value
from clubs.reports.pdf.texts import FONT, TextBlock, TextRow, TextRows, TextStyle, break_lines, text_width
from clubs.reports.report import Fact

# The styles that are tried; a blank to write on has a height of its own.
_STYLES: Final = (
    TextStyle(FONT, 8.5, 10.5),
    TextStyle(FONT, 8, 9),
    TextStyle(FONT, 8, 8.5),
)
_BLANK_HEIGHT: Final = 6 * mm
# The least width of a blank; between two facts, and between a label and its value.
MIN_BLANK_WIDTH: Final = 16 * mm
_FACT_GAP: Final = 4 * mm
_LABEL_GAP: Final = 1.5 * mm


def continuation_head(
    lines: Sequence[Sequence[Fact]], language: str, width: float, height: float
) -> TextRows:
    """Return the lines of facts in the largest letters in which they fit, else in the smallest."""
    for style in _STYLES:
        rows = TextRows([line_of_facts(facts, language, width, style) for facts in lines])
        if rows.wrap(width, height)[1] <= height:
            break
    return rows


def line_of_facts(facts: Sequence[Fact], language: str, width: float, style: TextStyle) -> TextRow:
    """Return a line of facts: values have the width that they take, blanks share the rest."""
    blocks: list[TextBlock] = []
    blanks: list[tuple[float, float]] = []
    left = 0.0
    for fact, value_width in zip(facts, _value_widths(facts, language, width, style), strict=True):
        label, words = f"{fact.label}:", format_value(fact.value, language)
        start = left + _width_in(label, style) + _LABEL_GAP
        blocks.append(TextBlock(left, (label,), style))
        if words:
            blocks.append(TextBlock(start, break_lines(words, style, value_width), style))
        else:
            blanks.append((start, start + value_width))
        left = start + value_width + _FACT_GAP
    height = max(block.height for block in blocks)
    padding = max(0.0, _BLANK_HEIGHT - height) / 2 if blanks else 0
    return TextRow(tuple(blocks), padding, tuple(blanks))


def _value_widths(facts: Sequence[Fact], language: str, width: float, style: TextStyle) -> list[float]:
    """Return the width of each value; values that are too long are narrowed to a second line."""
    labels = sum(_width_in(f"{fact.label}:", style) + _LABEL_GAP for fact in facts) + _FACT_GAP * (
        len(facts) - 1
    )
    known = [_width_in(format_value(fact.value, language), style) for fact in facts]
    blank_count = known.count(0)
    left = width - labels - blank_count * MIN_BLANK_WIDTH
    fraction = min(1.0, left / sum(known)) if any(known) else 0
    blank_width = MIN_BLANK_WIDTH + (left - fraction * sum(known)) / blank_count if blank_count else 0
    return [fraction * value + 0.1 if value else blank_width for value in known]


def _width_in(words: str, style: TextStyle) -> float:
    return text_width(words, style.font, style.size)
