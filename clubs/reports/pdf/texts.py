"""Lines of text on paper, broken at the width that they have.

A paragraph of ReportLab can mix fonts in a line and costs ten times as much; a report mixes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from clubs.reports.pdf.letters import BOLD_FONT as BOLD_FONT
from clubs.reports.pdf.letters import FONT as FONT

# The line under a row, around a cell, and to write on: thinner ones break up in copies.
HAIRLINE: Final = 0.4
# The same words are on every protocol: their width is measured once.
_CACHE_SIZE: Final = 4096
# Where a name of two parts may be broken.
_HYPHEN_BOUNDARY: Final = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
# What is never broken: letters, no-break spaces, the number and letter after a paragraph sign, and a dash
# with the word before it.
UNBREAKABLE: Final = re.compile(
    r"(?:\S+|[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]|(?<=§)\s(?=\d)"
    r"|(?:(?<=§\s\d)|(?<=§\s\d\d)|(?<=§\s\d\d\d))\s(?=[A-Za-z]\b)|\s[–·/](?=\s))+"
)
# A word that is longer than a line is broken at a no-break space rather than between letters.
_BLANK_BOUNDARY: Final = re.compile(r"(?<=\s)")
# Between two languages, two items, two partners: the best places to end a line. After a language a line ends
# however short it is.
_SEPARATORS: Final = (" / ", " · ", " – ")
LANGUAGE_SEPARATOR, _ITEM_SEPARATOR, PARTNER_SEPARATOR = _SEPARATORS
PARTNER_DASH: Final = PARTNER_SEPARATOR.rstrip()
# A line that ends after an item or a partner fills at least this part of the width.
_MIN_LINE_FRACTION: Final = 0.4


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The font, size and leading of a text."""

    font: str
    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines of text that begin at the same distance from the left of their row."""

    left: float
    lines: tuple[str, ...]
    style: TextStyle
    # Below the top of its row: smaller letters have the same baseline as those beside them.
    drop: float = 0

    @property
    def height(self) -> float:
        return self.drop + len(self.lines) * self.style.leading


@dataclass(frozen=True, slots=True)
class TextRow:
    """Blocks of text side by side, and the blanks to write on, each from its left to its right end."""

    blocks: tuple[TextBlock, ...]
    padding: float = 0
    blanks: tuple[tuple[float, float], ...] = ()

    @property
    def height(self) -> float:
        return max((block.height for block in self.blocks), default=0) + 2 * self.padding


class TextRows(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Rows of text, split between two of them where a page ends."""

    def __init__(self, lines: Sequence[TextRow], before: float = 0) -> None:
        super().__init__()
        self.lines, self.spaceBefore = lines, before

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width, self.height = width, sum(line.height for line in self.lines)
        return self.width, self.height

    def split(self, _width: float, height: float) -> list[Flowable]:
        fitting = 0
        while fitting < len(self.lines) and self.lines[fitting].height <= height:
            height -= self.lines[fitting].height
            fitting += 1
        if not fitting:
            return []
        return [TextRows(self.lines[:fitting], self.spaceBefore), TextRows(self.lines[fitting:])]

    def draw(self) -> None:
        top: float = self.height
        for line in self.lines:
            for block in line.blocks:
                draw_text(self.canv, block, top - line.padding)
            top -= line.height
            for left, right in line.blanks:
                self.canv.setLineWidth(HAIRLINE)
                self.canv.line(left, top, right, top)


def draw_text(canvas: object, block: TextBlock, top: float) -> None:
    canvas.setFont(block.style.font, block.style.size)  # type: ignore[attr-defined]
    first = top - block.drop - block.style.size
    for number, line in enumerate(block.lines):
        canvas.drawString(block.left, first - number * block.style.leading, line)  # type: ignore[attr-defined]


def text_rows(words: str, style: TextStyle, width: float, before: float = 0) -> TextRows:
    """Return the text as rows of one line each."""
    return TextRows(
        [TextRow((TextBlock(0, (line,), style),)) for line in break_lines(words, style, width)], before
    )


def break_lines(words: str, style: TextStyle, width: float) -> tuple[str, ...]:
    return wrap_text(words, style.font, style.size, width)


@lru_cache(_CACHE_SIZE)
def text_width(words: str, font: str, size: float) -> float:
    return float(stringWidth(words, font, size))


@lru_cache(_CACHE_SIZE)
def wrap_text(words: str, font: str, size: float, width: float) -> tuple[str, ...]:
    """Return the lines of a text: broken between words, and within a word that is longer than a line.

    Such a word is broken after its hyphens if that is enough.
    """
    if not words:
        return ()
    if "\n" not in words and text_width(words, font, size) <= width:
        return (words,)
    return tuple(
        piece
        for line in words.split("\n")
        for unit in _best_lines(line, font, size, width)
        for piece in (
            [unit] if text_width(unit, font, size) <= width else _break_long_word(unit, font, size, width)
        )
    )


def _best_lines(line: str, font: str, size: float, width: float) -> Sequence[str]:
    """Return as few lines as possible; they end at a separator if that takes no more lines."""
    shortest = _fill_lines(UNBREAKABLE.findall(line), font, size, width)
    for separator in _SEPARATORS:
        parts = line.split(separator)
        if len(shortest) > 1 and len(parts) > 1:
            ends = [*(f"{part}{separator.rstrip()}" for part in parts[:-1]), parts[-1]]
            whole = _fill_lines(ends, font, size, width)
            widths = [text_width(unit, font, size) for unit in whole]
            min_width = 0 if separator == LANGUAGE_SEPARATOR else _MIN_LINE_FRACTION * width
            if len(whole) <= len(shortest) and max(widths) <= width and min(widths[:-1]) >= min_width:
                return whole
    return shortest


def wrap_list(words: str, style: TextStyle, width: float) -> Sequence[str]:
    """Return the lines of a list of items; no item is broken, unless that takes more lines."""
    *items, last = words.split(_ITEM_SEPARATOR)
    whole = _fill_lines(
        [*(f"{item}{_ITEM_SEPARATOR.rstrip()}" for item in items), last], style.font, style.size, width
    )
    shortest = break_lines(words, style, width)
    has_room = all(text_width(line, style.font, style.size) <= width for line in whole)
    return whole if has_room and len(whole) <= len(shortest) else shortest


def _fill_lines(units: Sequence[str], font: str, size: float, width: float) -> Sequence[str]:
    """Fill each line with as many units as fit; one that is too long has a line of its own."""
    lines: list[str] = []
    for unit in units:
        longer = f"{lines[-1]} {unit}" if lines else unit
        if lines and text_width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(unit)
    return lines


def split_words(text: str) -> Iterator[str]:
    """Return the parts of a text that are never broken: its words, and the parts of hyphenated words."""
    return (part for word in UNBREAKABLE.findall(text) for part in _HYPHEN_BOUNDARY.split(word))


def _break_long_word(word: str, font: str, size: float, width: float) -> Iterator[str]:
    """Break a word that is longer than a line into as many pieces as it needs."""
    line = ""
    for part in (part for chunk in _BLANK_BOUNDARY.split(word) for part in _HYPHEN_BOUNDARY.split(chunk)):
        if line and text_width(line + part, font, size) > width:
            yield line
            line = ""
        *full, line = _break_between_letters(line + part, font, size, width)
        yield from full
    yield line


def _break_between_letters(word: str, font: str, size: float, width: float) -> Iterator[str]:
    """Fill each line with as many letters as fit."""
    start = 0
    for end in range(1, len(word) + 1):
        if end - start > 1 and stringWidth(word[start:end], font, size) > width:
            yield word[start : end - 1]
            start = end - 1
    yield word[start:]
