"""Draws a table as a form to be written on: every cell has its lines, and some a corner for strokes.

Knows tables of reports; must not know what they are about. Labels are as large as each other: one that is too
long for its column goes on in a second line, and its row is higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from clubs.reports.grids import Need, heading_of, shared
from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table, Value
from clubs.reports.texts import BOLD, TEXT, lines_in, width_of, words_in

SIZE: Final = 10
LEADING: Final = 11
# A figure that is too long for its column is written smaller, down to this.
_LEAST_SIZE: Final = 7
ROW: Final = 6 * mm
PADDING: Final = 3
# Under the last line of a cell.
_BELOW: Final = 5
# On both sides, and a hair so that what was measured is not too wide.
_AROUND: Final = 2 * PADDING + 0.1
# A figure of five digits and its sign needs so much.
_FIGURE: Final = 14 * mm
# A heading that is longer in each of two lines has more of them.
_HEADING: Final = 45 * mm
_CORNER: Final = (4.5 * mm, 2.5 * mm)

Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A row as it is drawn: the lines of each cell, and how high it is."""

    row: Row
    font: str
    cells: Cells

    @property
    def height(self) -> float:
        """As high as handwriting needs, and higher where a label has several lines."""
        most = max(map(len, self.cells), default=1)
        return float(ROW + (max(most, 1) - 1) * LEADING)


class Form(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A form as wide as its page: labels have what they need, figures share the rest."""

    def __init__(self, table: Table, language: str) -> None:
        super().__init__()
        self.table, self.language = table, language
        self.columns: list[float] = []
        self.lines: list[Laid] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.columns = _columns_of(self.table, self.language, width)
        self.lines = list(self.laid())
        self.width, self.height = sum(self.columns), sum(line.height for line in self.lines)
        return self.width, self.height

    def laid(self) -> Iterator[Laid]:
        """The heading and the rows; of a figure no line is broken."""
        head = Row(tuple(column.title for column in self.table.columns))
        for row, font in ((head, BOLD), *((row, BOLD if row.total else TEXT) for row in self.table.rows)):
            cells = zip(self.table.columns, self.columns, _texts_of(row.values, self.language), strict=True)
            yield Laid(
                row,
                font,
                tuple(
                    (text,)
                    if _is_figure(column) and row is not head
                    else lines_in(text, font, SIZE, width - 2 * PADDING)
                    for column, width, text in cells
                ),
            )

    def draw(self) -> None:
        top = self.height
        self.draw_line(top)
        for at, line in enumerate(self.lines):
            self.write(line, top, is_head=at == 0)
            if line.row.tally:
                self.draw_corners(top)
            top -= line.height
            self.draw_line(top, thick=line.row.total or at == 0)
        self.draw_uprights()

    def draw_line(self, high: float, *, thick: bool = False) -> None:
        self.canv.setLineWidth(0.9 if thick else 0.3)
        self.canv.line(0, high, self.width, high)

    def draw_uprights(self) -> None:
        self.canv.setLineWidth(0.3)
        left = 0.0
        for width in (0.0, *self.columns):
            left += width
            self.canv.line(left, 0, left, self.height)

    def write(self, line: Laid, top: float, *, is_head: bool) -> None:
        """Labels begin beside each other; headings end above the same line."""
        left = 0.0
        for column, width, lines in zip(self.table.columns, self.columns, line.cells, strict=True):
            size = min((fitting(text, line.font, width - 2 * PADDING) for text in lines), default=SIZE)
            self.canv.setFont(line.font, size)
            above = line.height - ROW - (len(lines) - 1) * LEADING if is_head else 0
            for at, text in enumerate(lines):
                base = top - above - at * LEADING - ROW + _BELOW
                if _is_figure(column):
                    self.canv.drawRightString(left + width - PADDING, base, text)
                elif text:
                    self.canv.drawString(left + PADDING, base, text)
            left += width

    def draw_corners(self, top: float) -> None:
        """In each cell of figures, at its upper left."""
        wide, high = _CORNER
        self.canv.setLineWidth(0.3)
        left = 0.0
        for column, width in zip(self.table.columns, self.columns, strict=True):
            if _is_figure(column):
                self.canv.line(left, top - high, left + wide, top - high)
                self.canv.line(left + wide, top, left + wide, top - high)
            left += width


def _is_figure(column: Column) -> bool:
    return column.kind is Kind.NUMBER


def _texts_of(values: Sequence[Value], language: str) -> tuple[str, ...]:
    return tuple(written(value, language) for value in values)


def fitting(text: str, font: str, room: float) -> float:
    """The size in which a text fits."""
    width = width_of(text, font, SIZE)
    return SIZE if width <= room else max(_LEAST_SIZE, SIZE * room / width)


# How wide the columns are: first those of the labels.


def _columns_of(table: Table, language: str, width: float) -> list[float]:
    """What figures do not need goes to the labels, and what these do not need back to all figures alike."""
    rows = [_texts_of(row.values, language) for row in table.rows]
    fonts = [BOLD if row.total else TEXT for row in table.rows]
    printed = [
        (column, [(texts[at], font) for texts, font in zip(rows, fonts, strict=True)])
        for at, column in enumerate(table.columns)
    ]
    labels = [_need_of_label(column, cells) for column, cells in printed if not _is_figure(column)]
    figures = [_need_of_figure(column, cells) for column, cells in printed if _is_figure(column)]
    wide = shared(figures, width - sum(label.least for label in labels))
    columns = shared(labels, width - sum(wide))
    more = (width - sum(columns) - sum(wide)) / max(len(wide), 1)
    return [*columns, *(one + more for one in wide)]


def _need_of_label(column: Column, cells: Sequence[tuple[str, str]]) -> Need:
    lines = [(column.title, BOLD), *cells]
    words = [(word, font) for text, font in lines for word in words_in(text)]
    whole = _widest(lines, SIZE)
    return Need(_widest(words, SIZE), whole, whole)


def _need_of_figure(column: Column, cells: Sequence[tuple[str, str]]) -> Need:
    """Its heading has two lines where there is room for that, and one where there is more; what is printed
    under it is not broken."""
    words = [(word, BOLD) for word in words_in(column.title)]
    halves, line = (one * SIZE + _AROUND for one in heading_of(column.title))
    least = max(_FIGURE, _widest(cells, _LEAST_SIZE), _widest(words, SIZE))
    told = max(least, _widest(cells, SIZE), min(halves, _HEADING))
    return Need(least, told, max(told, line), column.title)


def _widest(texts: Sequence[tuple[str, str]], size: float) -> float:
    return max((width_of(text, font, size) for text, font in texts), default=0) + _AROUND
