"""Lines of text on paper, broken where their room ends and drawn as they are.

A paragraph of the library can have words of several looks in one line and costs ten times as much; a report
has no such words. Knows texts and their room; must not know what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

TEXT: Final = "Talon"
BOLD: Final = "Talon-Bold"
# The line on which something is written.
HAIR: Final = 0.4
# The same words stand on every protocol: how wide they are is found out once.
_KNOWN: Final = 4096
# Where a name of two parts may go on in another line.
_SEAM: Final = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
# What stands in one line: letters, blanks that hold together, what belongs to the sign of a paragraph, and a
# stroke behind a word.
UNIT: Final = re.compile(
    r"(?:\S+|[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]|(?<=§)\s(?=\d)"
    r"|(?:(?<=§\s\d)|(?<=§\s\d\d)|(?<=§\s\d\d\d))\s(?=[A-Za-z]\b)|\s[–·/](?=\s))+"
)
# A word that is longer than a line is rather broken at such a blank than between letters.
_HELD: Final = re.compile(r"(?<=\s)")
# Between two languages, two things, two who sit together: there a line ends best. Behind a language it ends
# however short it is.
_BETWEEN: Final = (" / ", " · ", " – ")
LANGUAGES, _THINGS, TOGETHER = _BETWEEN
DASH: Final = TOGETHER.rstrip()
# Of a line that ends so, at least this part is written.
_LEAST_LINE: Final = 0.4


@dataclass(frozen=True, slots=True)
class Hand:
    """How a text is written."""

    font: str
    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class Said:
    """Lines that begin at a place of their row."""

    at: float
    lines: tuple[str, ...]
    hand: Hand

    @property
    def height(self) -> float:
        return len(self.lines) * self.hand.leading


@dataclass(frozen=True, slots=True)
class Line:
    """What stands in one row; where it is left free to be written on, from where to where."""

    said: tuple[Said, ...]
    padding: float = 0
    blanks: tuple[tuple[float, float], ...] = ()

    @property
    def height(self) -> float:
        return max((one.height for one in self.said), default=0) + 2 * self.padding


class Texts(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Rows of text, torn apart between two of them where a page ends."""

    def __init__(self, lines: Sequence[Line], before: float = 0) -> None:
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
        return [Texts(self.lines[:fitting], self.spaceBefore), Texts(self.lines[fitting:])]

    def draw(self) -> None:
        top: float = self.height
        for line in self.lines:
            for one in line.said:
                write(self.canv, one, top - line.padding)
            top -= line.height
            for left, right in line.blanks:
                self.canv.setLineWidth(HAIR)
                self.canv.line(left, top, right, top)


def write(canvas: object, said: Said, top: float) -> None:
    canvas.setFont(said.hand.font, said.hand.size)  # type: ignore[attr-defined]
    for number, line in enumerate(said.lines):
        canvas.drawString(said.at, top - number * said.hand.leading - said.hand.size, line)  # type: ignore[attr-defined]


def text(words: str, hand: Hand, room: float, before: float = 0) -> Texts:
    """A text of as many lines as it takes."""
    return Texts([Line((Said(0, (line,), hand),)) for line in broken(words, hand, room)], before)


def broken(words: str, hand: Hand, room: float) -> tuple[str, ...]:
    return lines_in(words, hand.font, hand.size, room)


@lru_cache(_KNOWN)
def width_of(words: str, font: str, size: float) -> float:
    return float(stringWidth(words, font, size))


@lru_cache(_KNOWN)
def lines_in(words: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """The lines of a text in its room: broken between words, and within one that is longer than a line.

    Such a word is broken behind its hyphens where that is enough.
    """
    if not words:
        return ()
    if "\n" not in words and width_of(words, font, size) <= room:
        return (words,)
    return tuple(
        piece
        for line in words.split("\n")
        for unit in _lines_at_best(line, font, size, room)
        for piece in ([unit] if width_of(unit, font, size) <= room else _pieces_of(unit, font, size, room))
    )


def _lines_at_best(line: str, font: str, size: float, room: float) -> Sequence[str]:
    """As few lines as it takes; that end between two parts where this takes no more of them."""
    fewest = _joined(UNIT.findall(line), font, size, room)
    for between in _BETWEEN:
        parts = line.split(between)
        if len(fewest) > 1 and len(parts) > 1:
            ends = [*(f"{part}{between.rstrip()}" for part in parts[:-1]), parts[-1]]
            whole = _joined(ends, font, size, room)
            wide = [width_of(one, font, size) for one in whole]
            least = 0 if between == LANGUAGES else _LEAST_LINE * room
            if len(whole) <= len(fewest) and max(wide) <= room and min(wide[:-1]) >= least:
                return whole
    return fewest


def in_things(words: str, hand: Hand, room: float) -> Sequence[str]:
    """The lines of a list of things: none is parted, unless that takes more lines."""
    *things, last = words.split(_THINGS)
    whole = _joined([*(f"{one}{_THINGS.rstrip()}" for one in things), last], hand.font, hand.size, room)
    fewest = broken(words, hand, room)
    has_room = all(width_of(line, hand.font, hand.size) <= room for line in whole)
    return whole if has_room and len(whole) <= len(fewest) else fewest


def _joined(units: Sequence[str], font: str, size: float, room: float) -> Sequence[str]:
    """As many units in each line as have room; one that has none stands alone."""
    lines: list[str] = []
    for unit in units:
        longer = f"{lines[-1]} {unit}" if lines else unit
        if lines and width_of(longer, font, size) <= room:
            lines[-1] = longer
        else:
            lines.append(unit)
    return lines


def words_in(text: str) -> Iterator[str]:
    """What of a text stands in one line: its words, of those with a hyphen the parts."""
    return (part for word in UNIT.findall(text) for part in _SEAM.split(word))


def _pieces_of(word: str, font: str, size: float, room: float) -> Iterator[str]:
    """A word that no line has room for, in as many pieces as it needs."""
    line = ""
    for part in (part for held in _HELD.split(word) for part in _SEAM.split(held)):
        if line and width_of(line + part, font, size) > room:
            yield line
            line = ""
        *full, line = _letters_in(line + part, font, size, room)
        yield from full
    yield line


def _letters_in(word: str, font: str, size: float, room: float) -> Iterator[str]:
    """As many letters in each line as it has room for."""
    start = 0
    for end in range(1, len(word) + 1):
        if end - start > 1 and stringWidth(word[start:end], font, size) > room:
            yield word[start : end - 1]
            start = end - 1
    yield word[start:]
