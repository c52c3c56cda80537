"""Draws a table in strips side by side: blocks of rows that stay whole, and carried totals on each next page.

Rows are 6 mm high and figures 10 points; a text that is too long for its cell has a second line, and nothing
is cut off. A block that is higher than a page is split under one of its totals and goes on under its heading.
The signatures are never alone on a page: the closing totals or the last block go to the next page with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.layouts import Ledger
from clubs.reports.numbers import format_value
from clubs.reports.pdf.strip_widths import (
    FIGURE_PADDING,
    FONT_SIZE,
    LABEL_PADDING,
    STRIP_GAP,
    StripWidths,
    is_bold,
    strip_shape,
)
from clubs.reports.pdf.texts import BOLD_FONT, FONT, text_width, wrap_text
from clubs.reports.report import Column, ReportTable, Row, RowKind

_LEADING: Final = 12
# The remark after the label of a heading.
_REMARK_SIZE: Final = 9
_ROW_HEIGHT: Final = 6 * mm
_HEADING_GAP: Final = 6
# A block is split only in a strip of at least this height; no deal is higher than a page.
_MIN_SPLIT_HEIGHT: Final = 120 * mm
# The highest block that fits on a page, below the carried totals.
_PAGE_HEIGHT: Final = 240 * mm
# The fewest rows of a block that go on in another strip.
_MIN_ROWS: Final = 4

StripBlock = tuple["StripRow", ...]


@dataclass(frozen=True, slots=True)
class StripRow:
    """A row with the lines of each cell, and its height."""

    row: Row
    cells: tuple[tuple[str, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The layout of a table in a width, the same on all its pages. Each row is laid out once."""

    width: float
    number: int
    widths: StripWidths
    heading: StripRow
    language: str
    rows_by_id: dict[int, StripRow] = field(default_factory=dict)

    def lay_out(self, row: Row) -> StripRow:
        """Return the laid out row. It keeps a reference to its row: no other row gets the same `id`."""
        strip_row = self.rows_by_id.get(id(row))
        if strip_row is None:
            strip_row = self.rows_by_id[id(row)] = _lay_out_row(row, self.widths, self.language)
        return strip_row


def _layout(table: ReportTable, width: float, language: str) -> StripLayout:
    number, widths = strip_shape(table, width, language)
    return StripLayout(
        width, number, widths, _lay_out_row(_heading(table.columns), widths, language), language
    )


class Strips(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table in one or two strips.

    `running` is the row of carried totals with which it goes on from another page. `under` is the height of
    what follows the table, and the height that it can shrink to. A table that `goes_on` on another page fills
    one strip after the other.
    """

    def __init__(
        self,
        table: ReportTable,
        language: str,
        running: Row | None = None,
        layout: StripLayout | None = None,
        under: tuple[float, ...] = (),
        *,
        goes_on: bool = False,
    ) -> None:
        super().__init__()
        self.table, self.language, self.running, self.layout = table, language, running, layout
        self.under, self.goes_on = under, goes_on
        self.blocks: list[StripBlock] = []
        self.strips: list[list[StripBlock]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.ensure_layout(width)
        self.width, self.height = width, height + 1
        rooms = [height - self.head_height - under for under in self.under or (0.0,)]
        for blocks, may_split in self.arrangements():
            for room in rooms:
                if self.fits(blocks, room, may_split=may_split):
                    return self.width, self.height
        return self.width, self.height

    def arrangements(self) -> Iterator[tuple[list[StripBlock], bool]]:
        """Return the possible arrangements of the blocks, best first, each with whether a block may be split.

        At best the blocks are whole; otherwise the closing totals are separate from the last block.
        """
        yield self.blocks, not self.under
        if self.under:
            *before, last = self.blocks
            yield [*before, *filter(None, _split_closing(last))], False
            yield self.blocks, not before

    def fits(self, blocks: Sequence[StripBlock], height: float, *, may_split: bool) -> bool:
        """Return whether all blocks fit; if so, arrange them in strips of the same height."""
        if not may_split and any(_block_height(block) > height for block in blocks):
            return False
        if _pack(blocks, height, self.number)[1]:
            return False
        strip_height = height if self.goes_on else self.balanced_height(blocks, height)
        self.strips, _rest = _pack(blocks, strip_height, self.number)
        self.height = strip_height + self.head_height
        return True

    def ensure_layout(self, width: float) -> None:
        if self.layout is None or self.layout.width != width:
            self.apply_layout(_layout(self.table, width, self.language))
        elif not self.blocks:
            self.apply_layout(self.layout)

    def apply_layout(self, layout: StripLayout) -> None:
        self.layout = layout
        first, *blocks = self.table.blocks
        if self.running is not None:
            first = (self.running, *first)
        self.blocks = [tuple(map(layout.lay_out, block)) for block in (first, *blocks)]
        self.number, self.widths, self.heading = layout.number, layout.widths, layout.heading
        self.head_height = self.heading.height

    def balanced_height(self, blocks: Sequence[StripBlock], height: float) -> float:
        """Return the least height at which all blocks fit, so that the strips have the same height."""
        highest = max((_block_height(block) for block in blocks), default=0)
        strip_height = max(highest, sum(_block_height(block) for block in blocks) / self.number)
        while strip_height < height and _pack(blocks, strip_height, self.number)[1]:
            strip_height += _ROW_HEIGHT / 2
        return min(strip_height, height)

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the part that fits here, and the rest under the carried totals."""
        self.ensure_layout(width)
        room = height - self.head_height
        *before, last = self.blocks
        if self.under and height >= _MIN_SPLIT_HEIGHT:
            block, closing = _split_closing(last)
            if closing and not _pack([*before, block], room, self.number)[1]:
                return self.divide([*before, block], [closing])
        fitting, rest = _pack(self.blocks, room, self.number)
        if rest:
            return self.divide(list(chain.from_iterable(fitting)), rest)
        if not self.under:
            return [self]
        if height < _MIN_SPLIT_HEIGHT or (not before and len(last) < 2 * _MIN_ROWS):
            # The whole table goes to the next page: nothing can be split off, or there is little room.
            return []
        if not before:
            first, last = _split_block(last, height)
            before = [first]
        return self.divide(before, [last])

    def divide(self, fitting: Sequence[StripBlock], rest: Sequence[StripBlock]) -> list[Flowable]:
        first = tuple(_flat_rows(fitting))
        if self.running is not None:
            first = first[1:]
        if not first:
            # No block fits: the table goes to a page of its own, where a block can be split.
            return []
        left = tuple(_flat_rows(rest))
        return [
            Strips(replace(self.table, rows=first), self.language, self.running, self.layout, goes_on=True),
            # The room below strips of the same height is not for the next strips.
            PageBreak(),
            Strips(
                replace(self.table, rows=left),
                self.language,
                self.carried_row(first),
                self.layout,
                self.under,
            ),
        ]

    def carried_row(self, rows: Sequence[Row]) -> Row | None:
        """Return the last running row so far, under the label that the table gives it."""
        last = next((row for row in reversed(rows) if _is_running(row)), self.running)
        layout = self.table.layout
        if last is None or not isinstance(layout, Ledger) or not layout.carried:
            return None
        labels = [""] * (self.widths.texts - 1)
        return Row((layout.carried, *labels, *last.values[self.widths.texts :]), RowKind.RUNNING_TOTAL)

    def draw(self) -> None:
        for at, strip in enumerate(self.strips):
            if strip:
                self.draw_strip(at * (self.widths.whole + STRIP_GAP), strip)

    def draw_strip(self, left: float, strip: Sequence[StripBlock]) -> None:
        """Draw a strip; its words are one text object of the page: cheaper than one for each word."""
        words = self.canv.beginText()
        top: float = self.height
        top = self.draw_row(words, left, top, self.heading)
        for block in strip:
            for row in block:
                top = self.draw_row(words, left, top, row)
        self.canv.drawText(words)

    def draw_row(self, words: PDFTextObject, left: float, top: float, strip_row: StripRow) -> float:
        """Draw a row with its rule; return its lower edge."""
        canvas, row = self.canv, strip_row.row
        above = (_ROW_HEIGHT - _LEADING) / 2
        bottom = top - strip_row.height
        rule = top if row.is_heading else bottom
        canvas.setLineWidth(0.9 if row.is_heading else 0.2)
        canvas.line(left, rule, left + self.widths.whole, rule)
        if row.is_heading:
            canvas.setLineWidth(0.2)
            canvas.line(left, bottom, left + self.widths.whole, bottom)
            self.write_heading(words, left, top - _LEADING - above + 3, strip_row)
            return bottom
        font = BOLD_FONT if is_bold(row) else FONT
        words.setFont(font, FONT_SIZE)
        for at, lines in enumerate(strip_row.cells):
            right = left + self.widths.starts[at] + self.widths.columns[at] - FIGURE_PADDING / 2
            if row.spans_columns:
                right = left + self.widths.whole - FIGURE_PADDING / 2
            for number, line in enumerate(lines):
                base = top - _LEADING * (number + 1) - above + 3
                if at < self.widths.texts:
                    words.setTextOrigin(left + self.widths.starts[at], base)
                else:
                    words.setTextOrigin(right - text_width(line, font, FONT_SIZE), base)
                words.textOut(line)
        return bottom

    def write_heading(self, words: PDFTextObject, left: float, base: float, strip_row: StripRow) -> None:
        """Draw the label of a heading, and the remark after it."""
        (label,), remark = strip_row.cells
        words.setFont(BOLD_FONT, FONT_SIZE)
        words.setTextOrigin(left, base)
        words.textOut(label)
        if remark:
            words.setFont(FONT, _REMARK_SIZE)
        for number, line in enumerate(remark):
            words.setTextOrigin(
                left + text_width(label, BOLD_FONT, FONT_SIZE) + _HEADING_GAP, base - _LEADING * number
            )
            words.textOut(line)


def _heading(columns: Sequence[Column]) -> Row:
    return Row(tuple(column.short or column.title for column in columns), RowKind.TOTAL)


def _is_running(row: Row) -> bool:
    return row.kind is RowKind.RUNNING_TOTAL


def _lay_out_row(row: Row, widths: StripWidths, language: str) -> StripRow:
    if row.is_heading:
        return _lay_out_heading(row, widths, language)
    font = BOLD_FONT if is_bold(row) else FONT
    cells: list[tuple[str, ...]] = []
    for at, value in enumerate(row.values):
        text = format_value(value, language)
        room = widths.columns[at] - (LABEL_PADDING if at < widths.texts else FIGURE_PADDING / 2)
        if row.spans_columns and at >= widths.texts:
            room = _room_after_label(row, widths, font)
        elif row.spans_columns and at == widths.texts - 1:
            room = widths.columns[at] + sum(widths.columns[widths.texts :]) / 2
        cells.append(wrap_text(text, font, FONT_SIZE, room))
    return StripRow(row, tuple(cells), _cells_height(cells))


def _lay_out_heading(row: Row, widths: StripWidths, language: str) -> StripRow:
    """Lay out a heading; the labels of two languages are joined."""
    label = " / ".join(dict.fromkeys(str(value) for value in row.values[: widths.texts]))
    room = max(widths.whole - text_width(label, BOLD_FONT, FONT_SIZE) - _HEADING_GAP, widths.whole / 4)
    cells = ((label,), wrap_text(format_value(row.values[widths.texts], language), FONT, _REMARK_SIZE, room))
    return StripRow(row, cells, _cells_height(cells))


def _cells_height(cells: Sequence[Sequence[str]]) -> float:
    lines: int = max((len(cell) for cell in cells), default=1)
    height: float = _ROW_HEIGHT + _LEADING * max(0, lines - 1)
    return height


def _room_after_label(row: Row, widths: StripWidths, font: str) -> float:
    """Return the width that the last label leaves to a text across all columns."""
    at = widths.texts - 1
    label = min(text_width(str(row.values[at]), font, FONT_SIZE), widths.columns[at] + widths.whole / 4)
    return widths.whole - widths.starts[at] - label - 2 * FIGURE_PADDING


def _block_height(block: StripBlock) -> float:
    return sum(row.height for row in block)


def _flat_rows(blocks: Sequence[StripBlock]) -> list[Row]:
    return [row.row for block in blocks for row in block]


def _pack(
    blocks: Sequence[StripBlock], height: float, number: int
) -> tuple[list[list[StripBlock]], list[StripBlock]]:
    """Fill strips of a height with blocks in their order; return the strips and the blocks that are left.

    A block that is higher than a strip is split if it is the first of all, or higher than a page; if little
    height is left, it goes to a new page.
    """
    strips: list[list[StripBlock]] = [[]]
    used = 0.0
    left = list(blocks)
    while left:
        if used + _block_height(left[0]) <= height + 0.01:
            strips[-1].append(left.pop(0))
            used += _block_height(strips[-1][-1])
        elif (
            not strips[-1]
            and height >= _MIN_SPLIT_HEIGHT
            and (strips == [[]] or _block_height(left[0]) > _PAGE_HEIGHT)
        ):
            piece, left[0] = _split_block(left[0], height)
            strips[-1].append(piece)
            used = height
        elif len(strips) < number:
            strips.append([])
            used = 0.0
        else:
            break
    return strips, left


def _split_closing(block: StripBlock) -> tuple[StripBlock, StripBlock]:
    """Return a block down to its running row, and the closing totals of all blocks below it."""
    heading = next((at for at, row in enumerate(block) if row.row.is_heading), len(block))
    totals = [at for at, row in enumerate(block, start=1) if _is_running(row.row) and at > heading]
    end = totals[-1] if totals else len(block)
    return block[:end], block[end:]


def _split_block(block: StripBlock, height: float) -> tuple[StripBlock, StripBlock]:
    """Return the rows of a block that fit in a strip, and the rest under its repeated heading."""
    at = _rows_that_fit(block, height)
    return block[:at], (*(row for row in block[:at] if row.row.is_heading), *block[at:])


def _rows_that_fit(block: StripBlock, height: float) -> int:
    """Return how many rows of a block fit in a strip: down to a total, if enough rows are left after it."""
    fitting, used = 0, 0.0
    while fitting < len(block) and used + block[fitting].height <= height:
        used += block[fitting].height
        fitting += 1
    totals = (
        at for at in range(_MIN_ROWS, min(fitting, len(block) - _MIN_ROWS) + 1) if block[at - 1].row.is_total
    )
    # Without totals it is split in the middle if all rows fit; at least one row follows the heading.
    return max(totals, default=max(fitting if fitting < len(block) else len(block) // 2, 2))
