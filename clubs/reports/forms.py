"""Draws a table as a form to be written on: every cell has its lines, and some a corner for strokes.

Knows tables of reports; must not know what they are about.
"""

from __future__ import annotations

from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from clubs.reports.numbers import written
from clubs.reports.report import Kind, Table

TEXT, BOLD = "Talon", "Talon-Bold"
SIZE: Final = 10
# A label that is too long for its column is written smaller, down to this.
LEAST_SIZE: Final = 7
ROW: Final = 6 * mm
PADDING: Final = 3
# A figure of five digits and its sign needs so much.
FIGURE: Final = 14 * mm
CORNER: Final = (4.5 * mm, 2.5 * mm)


def height_of(table: Table) -> float:
    """Every row of a form is as high as handwriting needs, its heading too."""
    height: float = ROW * (len(table.rows) + 1)
    return height


class Form(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Rows of 6 mm; figures have what figures need, or more, and labels share what is left."""

    def __init__(self, table: Table, language: str) -> None:
        super().__init__()
        self.table, self.language = table, language
        self.columns: list[float] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        texts = sum(column.kind is Kind.TEXT for column in self.table.columns)
        figures = len(self.table.columns) - texts
        figure = min(FIGURE + 6 * mm, max(FIGURE, (width - texts * 50 * mm) / figures))
        wide = [max(figure, self.least_width(at)) for at in range(texts, len(self.table.columns))]
        label = min(60 * mm, (width - sum(wide)) / texts)
        self.columns = [label] * texts + wide
        self.width, self.height = sum(self.columns), height_of(self.table)
        return self.width, self.height

    def least_width(self, at: int) -> float:
        """What is printed in a column of figures, as small as it may be."""
        values = (written(row.values[at], self.language) for row in self.table.rows)
        printed = [(self.table.columns[at].title, BOLD), *((value, TEXT) for value in values)]
        return max(float(stringWidth(text, font, LEAST_SIZE)) for text, font in printed) + 2 * PADDING

    def draw(self) -> None:
        self.draw_lines()
        self.write(0, tuple(column.title for column in self.table.columns), BOLD)
        for at, row in enumerate(self.table.rows, start=1):
            values = tuple(written(value, self.language) for value in row.values)
            self.write(at, values, BOLD if row.total else TEXT)
            if row.tally:
                self.draw_corners(at)

    def draw_lines(self) -> None:
        canvas = self.canv
        for at in range(len(self.table.rows) + 2):
            sums = 1 < at <= len(self.table.rows) + 1 and self.table.rows[at - 2].total
            canvas.setLineWidth(0.9 if sums or at == 1 else 0.3)
            canvas.line(0, self.height - at * ROW, self.width, self.height - at * ROW)
        canvas.setLineWidth(0.3)
        left = 0.0
        for width in (0.0, *self.columns):
            left += width
            canvas.line(left, 0, left, self.height)

    def write(self, row: int, values: tuple[str, ...], font: str) -> None:
        left = 0.0
        base = self.height - (row + 1) * ROW + 5
        for column, width, text in zip(self.table.columns, self.columns, values, strict=True):
            size = fitting(text, font, width - 2 * PADDING)
            self.canv.setFont(font, size)
            if column.kind is Kind.NUMBER:
                self.canv.drawRightString(left + width - PADDING, base, text)
            elif text:
                self.canv.drawString(left + PADDING, base, text)
            left += width

    def draw_corners(self, row: int) -> None:
        """In each cell of figures, at its upper left."""
        wide, high = CORNER
        top = self.height - row * ROW
        left = 0.0
        for column, width in zip(self.table.columns, self.columns, strict=True):
            if column.kind is Kind.NUMBER:
                self.canv.line(left, top - high, left + wide, top - high)
                self.canv.line(left + wide, top, left + wide, top - high)
            left += width


def fitting(text: str, font: str, room: float) -> float:
    """The size in which a text fits."""
    width = float(stringWidth(text, font, SIZE))
    return SIZE if width <= room else max(LEAST_SIZE, SIZE * room / width)
