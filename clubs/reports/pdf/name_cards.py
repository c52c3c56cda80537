"""Draws cards with a name in large letters: badges, and place cards that stand on a table like a tent.

The title of such a card is the name; its subtitle is under it. Its large fact is in the upper right corner,
its notes are in the upper left one, and its other facts at its foot. Nothing is left out: a long name is
drawn smaller.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.numbers import format_value
from clubs.reports.pdf.boxes import Box
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    HAIRLINE,
    TextBlock,
    TextStyle,
    break_lines,
    draw_text,
    split_words,
    text_width,
    wrap_text,
)
from clubs.reports.report import Cards, CardStyle, Fact, Report

# Scissors are never quite straight, and printers leave the edge of a sheet white.
_MARGIN: Final = 9 * mm
# The fold is marked at the two edges of a card, where it does not run through a name.
_FOLD_MARK: Final = 6 * mm
_FOLD_DASH: Final = (4, 2)
_NAME_LINES: Final = 2
_MIN_NAME: Final = 8
_NAME_LEADING: Final = 1.15
# What a tail, as that of a g, takes below the name, of its size.
_UNDER_NAME: Final = 0.15
_STATE: Final = TextStyle(FONT, 6, 7)
_STATE_BELOW: Final = 3 * mm
# Between the name and the large fact above it, or the facts below it.
_GAP: Final = 1.5 * mm


class _Letters(NamedTuple):
    """The letters of a card: the largest for its name, and those for everything else."""

    name: int
    subtitle: TextStyle
    figure: TextStyle
    words: TextStyle


_LETTERS: Final = {
    CardStyle.BADGE: _Letters(
        26, TextStyle(FONT, 10, 13), TextStyle(BOLD_FONT, 22, 26), TextStyle(FONT, 8, 10)
    ),
    CardStyle.TENT: _Letters(
        60, TextStyle(FONT, 15, 19), TextStyle(BOLD_FONT, 34, 40), TextStyle(FONT, 10, 13)
    ),
}


def draw_name_card(canvas: Canvas, document: Cards, card: Report, place: Box) -> None:
    """Draw a card at its place, up to where it is cut."""
    letters, is_tent = _LETTERS[document.style], document.style is CardStyle.TENT
    side = replace(place, height=place.height / 2) if is_tent else place
    area = side.inside(_MARGIN)
    _draw_side(canvas, card, area, letters)
    if is_tent:
        _draw_fold(canvas, side)
        canvas.saveState()
        # The other side of the table reads the upper half.
        canvas.translate(side.left + side.right, 2 * side.top)
        canvas.rotate(180)
        _draw_side(canvas, card, area, letters)
        canvas.restoreState()
    if card.state:
        canvas.setFont(_STATE.font, _STATE.size)
        canvas.drawString(area.left, area.low - _STATE_BELOW, card.state)


def _draw_fold(canvas: Canvas, side: Box) -> None:
    """Mark the fold above the lower side of a card."""
    canvas.saveState()
    canvas.setLineWidth(HAIRLINE)
    canvas.setDash(*_FOLD_DASH)
    for begin in (side.left, side.right - _FOLD_MARK):
        canvas.line(begin, side.top, begin + _FOLD_MARK, side.top)
    canvas.restoreState()


def _draw_side(canvas: Canvas, card: Report, area: Box, letters: _Letters) -> None:
    """Draw one side: in the corners what is known of the entry, and between them the name."""
    large = [fact for fact in card.facts if fact.large]
    others = [fact for fact in card.facts if not fact.large]
    corner = _draw_large_facts(canvas, card, large, area, letters)
    notes = [break_lines(note, letters.words, area.width - corner) for note in card.notes]
    head = max(
        letters.words.leading + letters.figure.leading if large else 0,
        sum(map(len, notes)) * letters.words.leading,
    )
    foot = [break_lines(_in_words(fact, card.language), letters.words, area.width) for fact in others]
    foot_height = sum(map(len, foot)) * letters.words.leading
    _draw_name(
        canvas,
        card,
        Box(
            area.left, area.low + foot_height + _GAP, area.width, area.height - head - foot_height - 2 * _GAP
        ),
        letters,
    )
    top = area.low + foot_height
    for lines in foot:
        _draw_centred(canvas, lines, letters.words, area, top)
        top -= len(lines) * letters.words.leading
    top = area.top
    for lines in notes:
        draw_text(canvas, TextBlock(area.left, lines, letters.words), top)
        top -= len(lines) * letters.words.leading


def _draw_large_facts(canvas: Canvas, card: Report, facts: list[Fact], area: Box, letters: _Letters) -> float:
    """Draw the large facts in the corner, each under its label; return their width."""
    right = area.right
    for fact in facts:
        texts = (fact.label, letters.words), (format_value(fact.value, card.language), letters.figure)
        widths = [text_width(words, style.font, style.size) for words, style in texts]
        top = area.top
        for (words, style), width in zip(texts, widths, strict=True):
            draw_text(canvas, TextBlock(right - width, (words,), style), top)
            top -= style.leading
        right -= max(widths) + _MARGIN / 2
    return area.right - right


def _draw_name(canvas: Canvas, card: Report, area: Box, letters: _Letters) -> None:
    """Draw the name with the subtitle under it, in the middle of what is left of a card."""
    under = break_lines(card.subtitle, letters.subtitle, area.width)
    under_height = len(under) * letters.subtitle.leading + letters.name * _UNDER_NAME
    style, lines = _fitted_name(card.title, letters.name, area.width, area.height - under_height)
    needed = len(lines) * style.leading + under_height
    top = area.top - max(area.height - needed, 0) / 2
    _draw_centred(canvas, lines, style, area, top)
    under_top = top - len(lines) * style.leading - letters.name * _UNDER_NAME
    _draw_centred(canvas, under, letters.subtitle, area, under_top)


def _fitted_name(name: str, largest: int, width: float, height: float) -> tuple[TextStyle, tuple[str, ...]]:
    """Return the name in the largest letters in which it has one or two lines and no word is broken."""
    style = TextStyle(BOLD_FONT, largest, largest * _NAME_LEADING)
    lines: tuple[str, ...] = (name,)
    for size in range(largest, _MIN_NAME - 1, -1):
        style = TextStyle(BOLD_FONT, size, size * _NAME_LEADING)
        lines = wrap_text(name, style.font, style.size, width)
        is_whole = all(text_width(word, style.font, style.size) <= width for word in split_words(name))
        if is_whole and len(lines) <= _NAME_LINES and len(lines) * style.leading <= height:
            break
    return style, lines


def _draw_centred(canvas: Canvas, lines: tuple[str, ...], style: TextStyle, area: Box, top: float) -> None:
    for number, line in enumerate(lines):
        left = area.left + (area.width - text_width(line, style.font, style.size)) / 2
        draw_text(canvas, TextBlock(left, (line,), style), top - number * style.leading)


def _in_words(fact: Fact, language: str) -> str:
    return f"{fact.label} {format_value(fact.value, language)}"
