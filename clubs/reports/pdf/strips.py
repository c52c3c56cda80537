"""Draws a table in strips side by side: blocks of rows that stay whole, and carried totals on each next page.

The letters and rows are the largest with which the table and what follows it fit on one page; if none are
small enough, the largest with which they take the fewest pages. A text that is too long for its cell has a
second line, and nothing is cut off. A block that is higher than a page is split under one of its totals and
goes on under its heading. The signatures are never on a page without a deal: the last one goes with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from typing import Final, cast

from reportlab.lib.units import mm
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.layouts import Ledger
from clubs.reports.pdf.page import PAGE_TEXT_HEIGHT
from clubs.reports.pdf.strip_rows import HEADING_GAP, STRIP_STYLES, StripLayout, StripRow, StripStyle, lay_out
from clubs.reports.pdf.strip_widths import STRIP_GAP, is_bold
from clubs.reports.pdf.texts import BOLD_FONT, FONT, HAIRLINE, text_width
from clubs.reports.report import ReportTable, Row, RowKind

# A block is split only in a strip of at least this height; no deal is higher than a page.
_MIN_SPLIT_HEIGHT: Final = 120 * mm
# The highest block that fits on a page, below the carried totals.
_PAGE_HEIGHT: Final = 240 * mm
# The fewest rows of a block that go on in another strip.
_MIN_ROWS: Final = 4

StripBlock = tuple[StripRow, ...]


class Strips(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table in one strip or in several side by side.

    `running` is the row of carried totals with which it goes on from another page. `under` is the height of
    what follows the table, and the height that it can shrink to. A table that `goes_on` on another page fills
    one strip after the other. One that `is_even` fills all of its pages to about the same height.
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
        is_even: bool = False,
        limit: float = inf,
        styles: Sequence[StripStyle] = STRIP_STYLES,
    ) -> None:
        super().__init__()
        self.table, self.language, self.running, self.layout = table, language, running, layout
        self.under, self.goes_on, self.styles = under, goes_on, styles
        # The height of all blocks of a page, one below the other, if it has room for more.
        self.is_even, self.limit = is_even, limit
        self.blocks: list[StripBlock] = []
        self.strips: list[list[StripBlock]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        if not self.choose_fitting(width, height):
            self.height = height + 1
        return self.width, self.height

    def choose_fitting(self, width: float, height: float) -> bool:
        """Arrange the table in the largest letters with which it fits in this height; return whether it does.

        The letters of what goes on from another page are chosen already.
        """
        if self.layout is not None and self.layout.width == width:
            self.apply_layout(self.layout)
            return self.arrange(height)
        for style in self.styles:
            self.apply_layout(lay_out(self.table, width, self.language, style))
            if self.arrange(height):
                return True
        self.layout = None
        return False

    def arrange(self, height: float) -> bool:
        """Arrange the blocks in the best way in which they fit; return whether there is one."""
        if len(self.blocks) > 1 and sum(map(_block_height, self.blocks)) > self.limit:
            return False
        rooms = [height - self.head_height - under for under in self.under or (0.0,)]
        return any(
            self.fits(blocks, room, may_split=may_split)
            for blocks, may_split in self.arrangements()
            for room in rooms
        )

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

    def choose_splitting(self, width: float, height: float) -> None:
        """Choose the largest letters with which the table takes the fewest pages, from this height on."""
        if self.layout is None or self.layout.width != width:
            layouts = [lay_out(self.table, width, self.language, style) for style in self.styles]
            self.layout = min(layouts, key=lambda layout: self.copy(layout).count_pages(width, height))
            if self.is_even:
                self.limit = self.even_limit(self.layout, width, height)
        self.apply_layout(self.layout)

    def copy(self, layout: StripLayout, limit: float = inf) -> Strips:
        return Strips(self.table, self.language, self.running, layout, self.under, limit=limit)

    def even_limit(self, layout: StripLayout, width: float, height: float) -> float:
        """Return about the least height of all blocks of a page if the pages are to be no more."""
        whole = self.copy(layout)
        whole.apply_layout(layout)
        pages, low, high = whole.count_pages(width, height), 0.0, sum(map(_block_height, whole.blocks))
        while high - low > layout.style.row_height / 2:
            middle = (low + high) / 2
            if self.copy(layout, middle).count_pages(width, height) <= pages:
                high = middle
            else:
                low = middle
        return high

    def count_pages(self, width: float, height: float) -> float:
        """Return how many pages the table takes, the first of them with this height."""
        pages, part = 1, self
        while not part.choose_fitting(width, height):
            pieces = part.split(width, height)
            if not pieces and height >= PAGE_TEXT_HEIGHT:
                return inf
            part = cast(Strips, pieces[-1]) if pieces else part
            pages, height = pages + 1, PAGE_TEXT_HEIGHT
        return pages

    def apply_layout(self, layout: StripLayout) -> None:
        self.layout = layout
        first, *blocks = self.table.blocks
        if self.running is not None:
            first = (self.running, *first)
        self.blocks = [tuple(map(layout.lay_out, block)) for block in (first, *blocks)]
        self.style, self.number, self.widths = layout.style, layout.number, layout.widths
        self.heading = layout.heading
        self.head_height = self.heading.height

    def balanced_height(self, blocks: Sequence[StripBlock], height: float) -> float:
        """Return the least height at which all blocks fit, so that the strips have the same height."""
        highest = max((_block_height(block) for block in blocks), default=0)
        strip_height = max(highest, sum(_block_height(block) for block in blocks) / self.number)
        while strip_height < height and _pack(blocks, strip_height, self.number)[1]:
            strip_height += self.style.row_height / 2
        return min(strip_height, height)

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the part that fits here, and the rest under the carried totals."""
        self.choose_splitting(width, height)
        room = height - self.head_height
        *before, last = self.blocks
        fitting, rest = _pack(self.blocks, room, self.number)
        kept = list(chain.from_iterable(fitting))
        is_whole = len(kept) + len(rest) == len(self.blocks)
        while is_whole and len(kept) > 1 and sum(map(_block_height, kept)) > self.limit:
            rest.insert(0, kept.pop())
        if rest:
            return self.divide(kept, rest)
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
            Strips(
                replace(self.table, rows=first),
                self.language,
                self.running,
                self.layout,
                goes_on=not self.limit < inf,
            ),
            # The room below strips of the same height is not for the next strips.
            PageBreak(),
            Strips(
                replace(self.table, rows=left),
                self.language,
                self.carried_row(first),
                self.layout,
                self.under,
                limit=self.limit,
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
        canvas, row, style = self.canv, strip_row.row, self.style
        bottom = top - strip_row.height
        rule = top if row.is_heading else bottom
        canvas.setLineWidth(0.9 if row.is_heading else HAIRLINE)
        canvas.line(left, rule, left + self.widths.whole, rule)
        if row.is_heading:
            canvas.setLineWidth(HAIRLINE)
            canvas.line(left, bottom, left + self.widths.whole, bottom)
            self.write_heading(words, left, top, strip_row)
            return bottom
        font = BOLD_FONT if is_bold(row) else FONT
        words.setFont(font, style.size)
        for at, lines in enumerate(strip_row.cells):
            right = left + self.widths.starts[at] + self.widths.columns[at] - self.widths.figure_padding / 2
            if row.spans_columns:
                right = left + self.widths.whole - self.widths.figure_padding / 2
            for number, line in enumerate(lines):
                base = style.base(top, number)
                if at < self.widths.texts:
                    words.setTextOrigin(left + self.widths.starts[at], base)
                else:
                    words.setTextOrigin(right - text_width(line, font, style.size), base)
                words.textOut(line)
        return bottom

    def write_heading(self, words: PDFTextObject, left: float, top: float, strip_row: StripRow) -> None:
        """Draw the label of a heading, and the remark after it."""
        style = self.style
        (label,), remark = strip_row.cells
        words.setFont(BOLD_FONT, style.size)
        words.setTextOrigin(left, style.base(top))
        words.textOut(label)
        if remark:
            words.setFont(FONT, style.remark_size)
        right = left + text_width(label, BOLD_FONT, style.size) + HEADING_GAP
        for number, line in enumerate(remark):
            words.setTextOrigin(right, style.base(top, number))
            words.textOut(line)


def _is_running(row: Row) -> bool:
    return row.kind is RowKind.RUNNING_TOTAL


def _block_height(block: StripBlock) -> float:
    return float(sum(row.height for row in block))


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
