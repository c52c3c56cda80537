"""Draws lists of sentences in small letters: in two columns, or in two languages beside each other.

Everybody is to read them on one page that hangs on a wall. Knows tables of reports; must not know what the
sentences say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.numbers import written
from clubs.reports.report import Row, Table
from clubs.reports.texts import BOLD, TEXT, Hand, Line, Said, broken, width_of, write

SENTENCE: Final = Hand(TEXT, 9, 10.5)
CAPTION: Final = Hand(BOLD, 9.5, 12)
GAP: Final = 6 * mm
# Above and below a sentence and a caption.
PADDING, CAPTION_PADDING = 1, 2
# Of two languages one has at most so much of the width.
MOST: Final = 0.55
# What goes on with who signs, where all but that has room.
HELD_BACK: Final = 0.25
# The line below each sentence.
LINE: Final = 0.2

# A sentence; the first one of a list with its caption.
Block = tuple[Line, ...]


class Sentences(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lists one after the other; `under` is the room that who signs them wants."""

    def __init__(self, blocks: Sequence[Block], columns: int, under: float = 0) -> None:
        super().__init__()
        self.blocks, self.columns, self.under = blocks, columns, under
        self.packed: list[list[Block]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, height + 1
        if not packed(self.blocks, height - self.under, self.columns)[1]:
            self.height = self.lowest(height - self.under)
            self.packed, _rest = packed(self.blocks, self.height, self.columns)
        return self.width, self.height

    def lowest(self, height: float) -> float:
        """So that columns are as long as each other."""
        at = sum(tall(block) for block in self.blocks) / self.columns
        while at < height and packed(self.blocks, at, self.columns)[1]:
            at += SENTENCE.leading / 2
        return min(at, height)

    def split(self, _width: float, height: float) -> list[Flowable]:
        """What fits here, and the rest; of which some is left for who signs."""
        fitting, rest = packed(self.blocks, height, self.columns)
        if not rest:
            fitting, rest = packed(self.blocks, height * (1 - HELD_BACK), self.columns)
        first = [block for column in fitting for block in column]
        if not first:
            return []
        # Under columns that have been read nobody looks for what goes on.
        return [Sentences(first, self.columns), PageBreak(), Sentences(rest, self.columns, self.under)]

    def draw(self) -> None:
        wide = (self.width + GAP) / self.columns
        for at, column in enumerate(self.packed):
            self.draw_column(at * wide, wide - GAP, column)

    def draw_column(self, left: float, width: float, column: Sequence[Block]) -> None:
        top: float = self.height
        self.canv.saveState()
        self.canv.translate(left, 0)
        self.canv.setLineWidth(LINE)
        for block in column:
            for line in block:
                for said in line.said:
                    write(self.canv, said, top - line.padding)
                top -= line.height
            self.canv.line(0, top, width, top)
        self.canv.restoreState()


def sentences(tables: Sequence[Table], language: str, width: float, under: float) -> Sentences:
    """In two columns; where a table has two, which are languages, line beside line."""
    languages = max(len(table.columns) for table in tables)
    columns = 2 if languages == 1 else 1
    room = (width + GAP) / 2 - GAP
    rooms = [room] if columns == 2 else rooms_of(tables, language, 2 * room)
    whole = room if columns == 2 else width
    return Sentences(
        [block for table in tables for block in blocks_of(table, language, rooms, whole)], columns, under
    )


def rooms_of(tables: Sequence[Table], language: str, width: float) -> list[float]:
    """The more room a language has, the more it takes to say the same in it."""
    rows = [row for table in tables for row in table.rows if len(row.values) > 1]
    first, second = (
        sum(width_of(written(row.values[at], language), SENTENCE.font, SENTENCE.size) for row in rows)
        for at in range(2)
    )
    part = min(max(first / max(first + second, 1), 1 - MOST), MOST)
    return [part * width, (1 - part) * width]


def blocks_of(table: Table, language: str, rooms: Sequence[float], whole: float) -> Iterator[Block]:
    head = [Line((Said(0, broken(table.caption, CAPTION, whole), CAPTION),), CAPTION_PADDING)]
    for row in table.rows:
        yield (*head, line_of(row, language, rooms))
        head = []


def line_of(row: Row, language: str, rooms: Sequence[float]) -> Line:
    starts = (0.0, rooms[0] + GAP)
    said = (
        Said(start, broken(written(value, language), SENTENCE, room), SENTENCE)
        for value, start, room in zip(row.values, starts, rooms, strict=False)
    )
    return Line(tuple(said), PADDING)


def tall(block: Block) -> float:
    return sum(line.height for line in block)


def packed(blocks: Sequence[Block], height: float, columns: int) -> tuple[list[list[Block]], list[Block]]:
    """As many blocks as fit into so many columns of a height, in their order; and those that are left."""
    filled: list[list[Block]] = [[]]
    used = 0.0
    for at, block in enumerate(blocks):
        if used + tall(block) > height + 0.01:
            if len(filled) == columns:
                return filled, list(blocks[at:])
            filled.append([])
            used = 0.0
            if tall(block) > height + 0.01:
                return filled, list(blocks[at:])
        filled[-1].append(block)
        used += tall(block)
    return filled, []
