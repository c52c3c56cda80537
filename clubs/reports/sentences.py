"""Draws lists of sentences in small letters: in two columns, or in two languages beside each other.

Everybody is to read them on one page that hangs on a wall: the letters are as large, and the lines as far
apart, as all of it has room on one. A list that is torn has two sentences at least on either side, and on the
next page its caption again. Knows tables of reports; must not know what the sentences say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.numbers import written
from clubs.reports.report import Row, Table
from clubs.reports.texts import BOLD, TEXT, Hand, Line, Said, broken, width_of, write

_GAP: Final = 6 * mm
# Of two languages one has at most so much of the width.
_MOST: Final = 0.55
# A page ends with a whole list if that leaves no more of it empty.
_EMPTY: Final = 0.25
# So many sentences of a list stand together at least, or one of so many lines.
_FEWEST, _MANY_LINES = 2, 5
# Letters stand a little higher than in the middle, off the line below them.
_LIFT: Final = 0.8
# The line below each sentence.
_LINE: Final = 0.2


@dataclass(frozen=True, slots=True)
class Setting:
    """How sentences are written, and their captions, and what is left above and below each."""

    sentence: Hand
    caption: Hand
    padding: float
    caption_padding: float


SETTINGS: Final = (
    Setting(Hand(TEXT, 10, 12), Hand(BOLD, 10.5, 13), 1, 2),
    Setting(Hand(TEXT, 9.5, 11), Hand(BOLD, 10, 12), 1, 2),
    Setting(Hand(TEXT, 9, 10.5), Hand(BOLD, 9.5, 12), 1, 2),
    Setting(Hand(TEXT, 9, 10.3), Hand(BOLD, 9.5, 11.5), 0.5, 1),
)
# In which of them what has no room on one page is written.
_USUAL: Final = 2
# By so much columns grow until all have room.
_STEP: Final = 5


@dataclass(frozen=True, slots=True)
class Block:
    """Sentences that stand together, under their caption where the list begins or goes on on a page.

    Under the last of all stands who signs.
    """

    caption: Line
    sentences: tuple[Line, ...]
    captioned: bool
    under: tuple[Flowable, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        return (self.caption, *self.sentences) if self.captioned else self.sentences


class Sentences(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lists one after the other, as they are written in each setting."""

    def __init__(self, settings: Sequence[Sequence[Block]], columns: int) -> None:
        super().__init__()
        self.settings, self.columns = settings, columns
        self.packed: list[list[Block]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, height + 1
        for blocks in self.settings:
            for standing in (_lists_of(blocks), blocks):
                if not _packed(standing, height, self.columns)[1]:
                    self.height = _lowest(standing, height, self.columns)
                    self.packed, _rest = _packed(standing, self.height, self.columns)
                    return self.width, self.height
        return self.width, self.height

    def split(self, _width: float, height: float) -> list[Flowable]:
        """What fits here, and the rest."""
        blocks = self.settings[min(_USUAL, len(self.settings) - 1)]
        end = _end_of_page(blocks, height, self.columns)
        if not end:
            return []
        going_on = [replace(blocks[end], captioned=True), *blocks[end + 1 :]]
        # Under columns that have been read nobody looks for what goes on.
        return [Sentences([blocks[:end]], self.columns), PageBreak(), Sentences([going_on], self.columns)]

    def draw(self) -> None:
        wide = (self.width + _GAP) / self.columns
        for at, column in enumerate(self.packed):
            self.draw_column(at * wide, wide - _GAP, column)

    def draw_column(self, left: float, width: float, column: Sequence[Block]) -> None:
        top: float = self.height
        self.canv.saveState()
        self.canv.translate(left, 0)
        self.canv.setLineWidth(_LINE)
        for block in column:
            for line in block.lines:
                for said in line.said:
                    write(self.canv, said, top - line.padding + _LIFT)
                top -= line.height
                if line is not block.caption:
                    self.canv.line(0, top, width, top)
            for part in block.under:
                top -= part.height
                part.drawOn(self.canv, 0, top)
        self.canv.restoreState()


def sentences(
    tables: Sequence[Table], language: str, width: float, ending: Callable[[float], Sequence[Flowable]]
) -> Sentences:
    """In two columns; where a table has two, which are languages, line beside line. What stands under them is
    as wide as a column."""
    languages = max(len(table.columns) for table in tables)
    columns = 2 if languages == 1 else 1
    room = (width + _GAP) / 2 - _GAP
    rooms = [room] if columns == 2 else _rooms_of(tables, language, 2 * room)
    across = room if columns == 2 else width
    settings = [
        [block for table in tables for block in _blocks_of(table, language, setting, rooms, across)]
        for setting in SETTINGS
    ]
    under = tuple(ending(room))
    for part in under:
        part.wrap(room, 0)
    return Sentences([[*blocks[:-1], replace(blocks[-1], under=under)] for blocks in settings], columns)


def _rooms_of(tables: Sequence[Table], language: str, width: float) -> list[float]:
    """The more room a language has, the more it takes to say the same in it."""
    rows = [row for table in tables for row in table.rows if len(row.values) > 1]
    first, second = (
        sum(width_of(written(row.values[at], language), TEXT, 1) for row in rows) for at in range(2)
    )
    part = min(max(first / max(first + second, 1), 1 - _MOST), _MOST)
    return [part * width, (1 - part) * width]


def _blocks_of(
    table: Table, language: str, setting: Setting, rooms: Sequence[float], across: float
) -> Iterator[Block]:
    """A list under its caption, torn nowhere behind its first sentence nor before its last."""
    caption = Said(0, broken(table.caption, setting.caption, across), setting.caption)
    head = Line((caption,), setting.caption_padding)
    lines = tuple(_line_of(row, language, setting, rooms) for row in table.rows)
    for at, end in pairwise(_ends_in(lines)):
        yield Block(head, lines[at:end], captioned=at == 0)


def _ends_in(sentences: Sequence[Line]) -> list[int]:
    """Where a list may be torn, its beginning and its end."""
    inner = range(1, len(sentences))
    torn = (at for at in inner if _can_stand(sentences[:at]) and _can_stand(sentences[at:]))
    return [0, *torn, len(sentences)] if sentences else [0]


def _can_stand(sentences: Sequence[Line]) -> bool:
    """Whether so much of a list is worth its place."""
    return len(sentences) >= _FEWEST or any(len(one.lines) >= _MANY_LINES for one in sentences[0].said)


def _line_of(row: Row, language: str, setting: Setting, rooms: Sequence[float]) -> Line:
    starts = (0.0, rooms[0] + _GAP)
    said = (
        Said(start, broken(written(value, language), setting.sentence, room), setting.sentence)
        for value, start, room in zip(row.values, starts, rooms, strict=False)
    )
    return Line(tuple(said), setting.padding)


def _lists_of(blocks: Sequence[Block]) -> list[Block]:
    """Whole lists."""
    starts = [at for at, block in enumerate(blocks) if block.captioned]
    return [
        replace(
            blocks[at],
            sentences=tuple(line for block in blocks[at:end] for line in block.sentences),
            under=blocks[end - 1].under,
        )
        for at, end in pairwise([*starts, len(blocks)])
    ]


def _tall(block: Block) -> float:
    height: float = sum(part.height for part in (*block.lines, *block.under))
    return height


def _lowest(blocks: Sequence[Block], height: float, columns: int) -> float:
    """So that columns are as long as each other."""
    at = sum(_tall(block) for block in blocks) / columns
    while at < height and _packed(blocks, at, columns)[1]:
        at += _STEP
    return min(at, height)


def _end_of_page(blocks: Sequence[Block], height: float, columns: int) -> int:
    """With how many blocks a page ends: with a whole list, if it is nearly full then and the next has room
    for the others."""
    fitting = sum(map(len, _packed(blocks, height, columns)[0]))
    end = min(fitting, len(blocks) - 1)
    start = max((at for at in range(1, end + 1) if blocks[at].captioned), default=0)
    nearly = sum(map(_tall, blocks[:start])) >= (1 - _EMPTY) * sum(map(_tall, blocks[:end]))
    return start if start and nearly and not _packed(blocks[start:], height, columns)[1] else end


def _packed(blocks: Sequence[Block], height: float, columns: int) -> tuple[list[list[Block]], list[Block]]:
    """As many blocks as fit into so many columns of a height, in their order; and those that are left."""
    filled: list[list[Block]] = [[]]
    used = 0.0
    for at, block in enumerate(blocks):
        if used + _tall(block) > height + 0.01:
            if len(filled) == columns:
                return filled, list(blocks[at:])
            filled.append([])
            used = 0.0
            if _tall(block) > height + 0.01:
                return filled, list(blocks[at:])
        filled[-1].append(block)
        used += _tall(block)
    return filled, []
