"""Draws a table as a form to write on: every cell has a border, and some have a strip for tally marks.

All labels have the same size: one that is too long for its column has a second line, and its row is higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from clubs.reports.numbers import format_value
from clubs.reports.pdf.grid_measuring import WidthNeed, heading_widths, share_width
from clubs.reports.pdf.texts import BOLD_FONT, FONT, HAIRLINE, split_words, text_width, wrap_text
from clubs.reports.report import Column, ColumnKind, ReportTable, Row, RowKind, Value

FORM_FONT_SIZE: Final = 10
FORM_LEADING: Final = 11
# The smallest size of a figure that is too long for its column.
_MIN_SIZE: Final = 7
FORM_ROW_HEIGHT: Final = 6 * mm
FORM_PADDING: Final = 3
# On both sides, with a hair so that a measured text is not too wide.
_CELL_MARGIN: Final = 2 * FORM_PADDING + 0.1
# The width of a figure of five digits with its sign.
_MIN_FIGURE: Final = 14 * mm
# A heading whose two lines would be wider has more lines.
_MAX_HALF_HEADING: Final = 45 * mm
# The strip for tally marks over a whole cell, and the row that has room for a figure below it.
_TALLY_HEIGHT: Final = 3.5 * mm
_TALLY_ROW_HEIGHT: Final = 7.5 * mm

# From the middle of a line down to its baseline, as a part of the size of its letters.
_BASELINE_SHARE: Final = 0.35


@dataclass(frozen=True, slots=True)
class FormStyle:
    """The letters of a form, and the height of a row in which everything is printed already."""

    size: float
    leading: float
    printed_height: float
    # Above a table that is not the first thing on its page.
    gap: float


ROOMY: Final = FormStyle(FORM_FONT_SIZE, FORM_LEADING, FORM_ROW_HEIGHT, 3 * mm)
# For a form that takes a page less with it; rows to write in are as high as before.
DENSE: Final = FormStyle(8.5, 9.5, 4.5 * mm, 1.5 * mm)

FormCells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FormLine:
    """A row as it is drawn, with the lines of each cell."""

    row: Row
    font: str
    cells: FormCells
    style: FormStyle = ROOMY

    @property
    def line_height(self) -> float:
        """The height of a row of one line: what handwriting needs, if there is room for any."""
        is_printed = all(self.cells) and all(map(any, self.cells))
        return self.style.printed_height if is_printed else FORM_ROW_HEIGHT

    @property
    def height(self) -> float:
        """The height that handwriting needs, and more if a label has several lines."""
        most_lines = max(map(len, self.cells), default=1)
        written = _TALLY_ROW_HEIGHT if self.row.kind is RowKind.PILES else self.line_height
        return float(max(self.line_height + (max(most_lines, 1) - 1) * self.style.leading, written))


class FormTable(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A form as wide as its page: labels have the width that they need, figures share the rest."""

    def __init__(self, table: ReportTable, language: str, style: FormStyle = ROOMY) -> None:
        super().__init__()
        self.table, self.language, self.style = table, language, style
        self.spaceBefore = style.gap
        self.columns: list[float] = []
        self.lines: list[FormLine] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.columns = _column_widths(self.table, self.language, width, self.style.size)
        self.lines = list(self.lay_out_lines())
        self.width, self.height = sum(self.columns), sum(line.height for line in self.lines)
        return self.width, self.height

    def lay_out_lines(self) -> Iterator[FormLine]:
        """Return the heading and the rows; figures are never broken."""
        head = Row(tuple(column.title for column in self.table.columns))
        for row, font in (
            (head, BOLD_FONT),
            *((row, BOLD_FONT if row.is_total else FONT) for row in self.table.rows),
        ):
            cells = zip(self.table.columns, self.columns, _formatted(row.values, self.language), strict=True)
            yield FormLine(
                row,
                font,
                tuple(
                    (text,)
                    if _is_figure(column) and row is not head
                    else wrap_text(text, font, self.style.size, width - 2 * FORM_PADDING)
                    for column, width, text in cells
                ),
                self.style,
            )

    def draw(self) -> None:
        top = self.height
        self.draw_line(top)
        for at, line in enumerate(self.lines):
            self.write(line, top, is_head=at == 0)
            if line.row.kind is RowKind.PILES:
                self.draw_tally_strips(top)
            top -= line.height
            self.draw_line(top, thick=line.row.is_total or at == 0)
        self.draw_uprights()

    def draw_line(self, y: float, *, thick: bool = False) -> None:
        self.canv.setLineWidth(0.9 if thick else HAIRLINE)
        self.canv.line(0, y, self.width, y)

    def draw_uprights(self) -> None:
        self.canv.setLineWidth(HAIRLINE)
        left = 0.0
        for width in (0.0, *self.columns):
            left += width
            self.canv.line(left, 0, left, self.height)

    def write(self, line: FormLine, top: float, *, is_head: bool) -> None:
        """Write the cells of a row: labels from the top, headings down to their last line."""
        left, style = 0.0, line.style
        first_base = top - line.line_height / 2 - _BASELINE_SHARE * style.size
        for column, width, lines in zip(self.table.columns, self.columns, line.cells, strict=True):
            size = min(
                (fitting_size(text, line.font, width - 2 * FORM_PADDING, style.size) for text in lines),
                default=style.size,
            )
            self.canv.setFont(line.font, size)
            above = line.height - line.line_height - (len(lines) - 1) * style.leading if is_head else 0
            for at, text in enumerate(lines):
                base = first_base - above - at * style.leading
                if _is_figure(column):
                    self.canv.drawRightString(left + width - FORM_PADDING, base, text)
                elif text:
                    self.canv.drawString(left + FORM_PADDING, base, text)
            left += width

    def draw_tally_strips(self, top: float) -> None:
        """Draw a strip over the whole width of each cell of figures."""
        self.canv.setLineWidth(HAIRLINE)
        self.canv.setDash(1, 2)
        left = 0.0
        for column, width in zip(self.table.columns, self.columns, strict=True):
            if _is_figure(column):
                self.canv.line(left, top - _TALLY_HEIGHT, left + width, top - _TALLY_HEIGHT)
            left += width
        self.canv.setDash()


def _is_figure(column: Column) -> bool:
    return column.kind is ColumnKind.NUMBER


def _formatted(values: Sequence[Value], language: str) -> tuple[str, ...]:
    return tuple(format_value(value, language) for value in values)


def fitting_size(text: str, font: str, room: float, size: float = FORM_FONT_SIZE) -> float:
    """Return the largest size, up to the given one, in which a text fits."""
    width = text_width(text, font, size)
    return size if width <= room else max(_MIN_SIZE, size * room / width)


def _column_widths(table: ReportTable, language: str, width: float, size: float) -> list[float]:
    """Return the widths of the columns: labels have the width that figures leave, figures share the rest."""
    rows = [_formatted(row.values, language) for row in table.rows]
    fonts = [BOLD_FONT if row.is_total else FONT for row in table.rows]
    printed = [
        (column, [(texts[at], font) for texts, font in zip(rows, fonts, strict=True)])
        for at, column in enumerate(table.columns)
    ]
    labels = [_label_need(column, cells, size) for column, cells in printed if not _is_figure(column)]
    figures = [_figure_need(column, cells, size) for column, cells in printed if _is_figure(column)]
    figure_widths = share_width(figures, width - sum(label.minimum for label in labels))
    columns = share_width(labels, width - sum(figure_widths))
    extra = (width - sum(columns) - sum(figure_widths)) / max(len(figure_widths), 1)
    return [*columns, *(figure + extra for figure in figure_widths)]


def _label_need(column: Column, cells: Sequence[tuple[str, str]], size: float) -> WidthNeed:
    lines = [(column.title, BOLD_FONT), *cells]
    words = [(word, font) for text, font in lines for word in split_words(text)]
    whole = _widest(lines, size)
    return WidthNeed(_widest(words, size), whole, whole)


def _figure_need(column: Column, cells: Sequence[tuple[str, str]], size: float) -> WidthNeed:
    """Return the need of a column of figures; a heading of two lines is preferred, printed figures are never
    broken."""
    words = [(word, BOLD_FONT) for word in split_words(column.title)]
    halves, line = (width * size + _CELL_MARGIN for width in heading_widths(column.title))
    minimum = max(_MIN_FIGURE, _widest(cells, _MIN_SIZE), _widest(words, size))
    preferred = max(minimum, _widest(cells, size), min(halves, _MAX_HALF_HEADING))
    return WidthNeed(minimum, preferred, max(preferred, line), column.title)


def _widest(texts: Sequence[tuple[str, str]], size: float) -> float:
    return max((text_width(text, font, size) for text, font in texts), default=0) + _CELL_MARGIN
