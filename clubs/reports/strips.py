"""Draws a table in strips beside each other: blocks of rows that paper does not tear apart, carried totals on
each further page.

Knows tables of reports; must not know what they are about. Rows are 6 mm and figures 10 points; what is too
long for its cell goes on in a second line, and nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table

SIZE: Final = 10
LEADING: Final = 12
ROW: Final = 6 * mm
GAP: Final = 6 * mm
# Between a figure and the next column.
PADDING: Final = 6
# A label has at least this room in one of two strips.
LEAST_LABEL: Final = 95
LEAST_FIGURE: Final = 34
# A word that is longer than this goes on in a second line; no figure is.
MOST_FIGURE: Final = 64
# Only in a strip as high as this a block is torn apart; no deal is higher than a page.
TORN_FROM: Final = 120 * mm
TEXT, BOLD = "Talon", "Talon-Bold"

Block = tuple["Laid", ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A row laid out: the lines of each cell, and how high it is."""

    row: Row
    cells: tuple[tuple[str, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class Widths:
    """How wide the columns of a strip are."""

    columns: tuple[float, ...]
    texts: int

    @property
    def starts(self) -> tuple[float, ...]:
        return tuple(sum(self.columns[:at]) for at in range(len(self.columns)))

    @property
    def whole(self) -> float:
        return sum(self.columns)


class Strips(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table in one or two strips. `running` is the row with which it goes on from another page."""

    def __init__(self, table: Table, language: str, running: Row | None = None) -> None:
        super().__init__()
        self.table, self.language, self.running = table, language, running
        self.widths = Widths((), 0)
        self.laid: list[Block] = []
        self.strips: list[list[Block]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.lay_out(width)
        self.width, self.height = width, height + 1
        if not packed(self.laid, height - self.head, self.number)[1]:
            lowest = self.lowest(height - self.head)
            self.strips, _rest = packed(self.laid, lowest, self.number)
            self.height = lowest + self.head
        return self.width, self.height

    def lay_out(self, width: float) -> None:
        self.number, self.widths = shape(self.table, width, self.language)
        first, *blocks = self.table.blocks
        if self.running is not None:
            first = (self.running, *first)
        self.laid = [
            tuple(laid(row, self.widths, self.language) for row in block) for block in (first, *blocks)
        ]
        self.heading = laid(heading(self.table.columns), self.widths, self.language)
        self.head = self.heading.height

    def lowest(self, height: float) -> float:
        """The least height at which all blocks fit: so that strips are as long as each other."""
        most = max((tall(block) for block in self.laid), default=0)
        at = max(most, sum(tall(block) for block in self.laid) / self.number)
        while at < height and packed(self.laid, at, self.number)[1]:
            at += ROW / 2
        return min(at, height)

    def split(self, width: float, height: float) -> list[Flowable]:
        """What fits here, and the rest with what is carried over to it."""
        self.lay_out(width)
        fitting, rest = packed(self.laid, height - self.head, self.number)
        if not rest:
            return [self]
        first = tuple(chain.from_iterable(rows_of(strip) for strip in fitting))
        if self.running is not None:
            first = first[1:]
        if not first:
            # Not a block fits: on a page of its own it is torn apart, else it goes there.
            return []
        left = tuple(chain.from_iterable(rows_of([block]) for block in rest))
        return [
            Strips(replace(self.table, rows=first), self.language, self.running),
            Strips(replace(self.table, rows=left), self.language, self.carried(first)),
        ]

    def carried(self, rows: Sequence[Row]) -> Row | None:
        """The last running row so far, called as the table says."""
        last = next((row for row in reversed(rows) if row.running), self.running)
        if last is None or not self.table.carried:
            return None
        labels = [""] * (self.widths.texts - 1)
        return Row((self.table.carried, *labels, *last.values[self.widths.texts :]), total=True, running=True)

    def draw(self) -> None:
        for at, strip in enumerate(self.strips):
            if strip:
                self.draw_strip(at * (self.widths.whole + GAP), strip)

    def draw_strip(self, left: float, strip: Sequence[Block]) -> None:
        top: float = self.height
        top = self.draw_row(left, top, self.heading)
        for block in strip:
            for row in block:
                top = self.draw_row(left, top, row)

    def draw_row(self, left: float, top: float, laid_out: Laid) -> float:
        """One row with its rule; the lower edge of it."""
        canvas, row = self.canv, laid_out.row
        bottom = top - laid_out.height
        canvas.setLineWidth(0.9 if row.opens else 0.2)
        canvas.line(
            left, top if row.opens else bottom, left + self.widths.whole, top if row.opens else bottom
        )
        if row.opens:
            canvas.setLineWidth(0.2)
            canvas.line(left, bottom, left + self.widths.whole, bottom)
        canvas.setFont(BOLD if is_bold(row) else TEXT, SIZE)
        for at, lines in enumerate(laid_out.cells):
            right = left + self.widths.starts[at] + self.widths.columns[at] - PADDING / 2
            for number, line in enumerate(lines):
                base = top - LEADING * (number + 1) - (ROW - LEADING) / 2 + 3
                if at < self.widths.texts:
                    canvas.drawString(left + self.widths.starts[at], base, line)
                elif row.wide:
                    canvas.drawRightString(left + self.widths.whole - PADDING / 2, base, line)
                else:
                    canvas.drawRightString(right, base, line)
        return bottom


def shape(table: Table, width: float, language: str) -> tuple[int, Widths]:
    """How many strips stand beside each other, and how wide their columns are."""
    texts = sum(column.kind is Kind.TEXT for column in table.columns)
    figures = (widest(table, texts, language),) * (len(table.columns) - texts)
    half = (width - GAP) / 2
    for number, room in ((2, half), (1, width)):
        label = (room - sum(figures)) / max(texts, 1)
        if label >= LEAST_LABEL or number == 1:
            break
    return number, Widths((label,) * texts + figures, texts)


def widest(table: Table, texts: int, language: str) -> float:
    """How wide a column of figures is: all of them as wide as the widest."""
    values = (
        written(value, language)
        for row in table.rows
        if not row.wide
        for value in row.values[texts:]
        if value is not None
    )
    most = float(max([LEAST_FIGURE, *(stringWidth(text, BOLD, SIZE) for text in values)]))
    return min(most, MOST_FIGURE) + PADDING


def heading(columns: Sequence[Column]) -> Row:
    return Row(tuple(column.short or column.title for column in columns), total=True)


def is_bold(row: Row) -> bool:
    return row.total or row.opens


def laid(row: Row, widths: Widths, language: str) -> Laid:
    font = BOLD if is_bold(row) else TEXT
    cells: list[tuple[str, ...]] = []
    for at, value in enumerate(row.values):
        text = written(value, language)
        room = widths.columns[at] - PADDING / 2
        if row.wide and at >= widths.texts:
            room = room_beside(row, widths, font)
        elif row.wide and at == widths.texts - 1:
            room = widths.columns[at] + sum(widths.columns[widths.texts :]) / 2
        cells.append(tuple(simpleSplit(text, font, SIZE, room)) if text else ())
    most = max((len(lines) for lines in cells), default=1)
    return Laid(row, tuple(cells), ROW + LEADING * max(0, most - 1))


def room_beside(row: Row, widths: Widths, font: str) -> float:
    """What the last label leaves to a text that has the room of all columns."""
    at = widths.texts - 1
    label = min(float(stringWidth(str(row.values[at]), font, SIZE)), widths.columns[at] + widths.whole / 4)
    return widths.whole - widths.starts[at] - label - 2 * PADDING


def tall(block: Block) -> float:
    return sum(row.height for row in block)


def rows_of(blocks: Sequence[Block]) -> list[Row]:
    return [row.row for block in blocks for row in block]


def packed(blocks: Sequence[Block], height: float, number: int) -> tuple[list[list[Block]], list[Block]]:
    """As many blocks as fit into so many strips of a height, in their order; and those that are left.

    A block that is higher than a whole strip is torn apart.
    """
    strips: list[list[Block]] = [[]]
    used = 0.0
    left = list(torn(blocks, height))
    while left:
        block = left[0]
        if used + tall(block) > height + 0.01:
            if len(strips) == number:
                break
            strips.append([])
            used = 0.0
            continue
        strips[-1].append(left.pop(0))
        used += tall(block)
    return strips, left


def torn(blocks: Sequence[Block], height: float) -> Sequence[Block]:
    """The blocks, those too high for a strip in pieces; where little room is left they go to a new page."""
    pieces: list[Block] = []
    for block in blocks:
        piece: list[Laid] = []
        for row in block:
            if piece and tall((*piece, row)) > height >= TORN_FROM:
                pieces.append(tuple(piece))
                piece = []
            piece.append(row)
        pieces.append(tuple(piece))
    return pieces
