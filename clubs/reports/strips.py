"""Draws a table in strips beside each other: blocks of rows that paper does not tear apart, carried totals on
each further page.

Knows tables of reports; must not know what they are about. Rows are 6 mm and figures 10 points; what is too
long for its cell goes on in a second line, between words, and nothing is cut off. A block that no page has
room for is torn under one of its sums, and goes on under its heading. Who signs never stands alone: where
there is no room for it, what all blocks come to goes with it to the next page, or the last block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table
from clubs.reports.texts import BOLD, TEXT, lines_in, width_of

_SIZE: Final = 10
_LEADING: Final = 12
# What a heading says behind its label.
_TOLD: Final = 9
_ROW: Final = 6 * mm
_GAP: Final = 3 * mm
# Between a figure and the next column, and behind a label.
_PADDING: Final = 6
# What is more between two figures where labels leave it.
_APART: Final = 7
_BEHIND: Final = 2
_BEHIND_LABEL: Final = 6
# A label has at least this room in one of two strips.
_LEAST_LABEL: Final = 95
_LEAST_FIGURE: Final = 34
# A word that is longer than this goes on in a second line; no figure is.
_MOST_FIGURE: Final = 64
# Only in a strip as high as this a block is torn apart; no deal is higher than a page.
_TORN_FROM: Final = 120 * mm
# A page has room for a block of this height, below what is carried over.
_PAGE: Final = 240 * mm
# So many rows at least go on in another strip.
_FEWEST: Final = 4

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
    starts: tuple[float, ...] = field(init=False)
    whole: float = field(init=False)

    def __post_init__(self) -> None:
        starts = tuple(sum(self.columns[:at]) for at in range(len(self.columns)))
        object.__setattr__(self, "starts", starts)
        object.__setattr__(self, "whole", sum(self.columns))


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is laid out in a width, the same on all its pages. A row is laid out once."""

    width: float
    number: int
    widths: Widths
    heading: Laid
    language: str
    known: dict[int, Laid] = field(default_factory=dict)

    def laid(self, row: Row) -> Laid:
        """What is laid out holds its row: nothing else gets the row's number meanwhile."""
        known = self.known.get(id(row))
        if known is None:
            known = self.known[id(row)] = _laid(row, self.widths, self.language)
        return known


def _layout(table: Table, width: float, language: str) -> Layout:
    number, widths = shape(table, width, language)
    return Layout(width, number, widths, _laid(_heading(table.columns), widths, language), language)


class Strips(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table in one or two strips. `running` is the row with which it goes on from another page; `under` is
    the room that what stands under it wants, and after it what it can do with. What goes on on another page
    fills one strip after the other."""

    def __init__(
        self,
        table: Table,
        language: str,
        running: Row | None = None,
        layout: Layout | None = None,
        under: tuple[float, ...] = (),
        *,
        goes_on: bool = False,
    ) -> None:
        super().__init__()
        self.table, self.language, self.running, self.layout = table, language, running, layout
        self.under, self.goes_on = under, goes_on
        self.laid: list[Block] = []
        self.strips: list[list[Block]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.lay_out(width)
        self.width, self.height = width, height + 1
        rooms = [height - self.head - under for under in self.under or (0.0,)]
        for blocks, tears in self.ways():
            for room in rooms:
                if self.fits(blocks, room, tears=tears):
                    return self.width, self.height
        return self.width, self.height

    def ways(self) -> Iterator[tuple[list[Block], bool]]:
        """The blocks as they may stand, and whether one may be torn: at best whole, else with what they come
        to beside them."""
        yield self.laid, not self.under
        if self.under:
            *before, last = self.laid
            yield [*before, *filter(None, _closed(last))], False
            yield self.laid, not before

    def fits(self, blocks: Sequence[Block], height: float, *, tears: bool) -> bool:
        """Whether all blocks have room; then they are in strips as long as each other."""
        if not tears and any(_tall(block) > height for block in blocks):
            return False
        if _packed(blocks, height, self.number)[1]:
            return False
        lowest = height if self.goes_on else self.lowest(blocks, height)
        self.strips, _rest = _packed(blocks, lowest, self.number)
        self.height = lowest + self.head
        return True

    def lay_out(self, width: float) -> None:
        if self.layout is None or self.layout.width != width:
            self.use(_layout(self.table, width, self.language))
        elif not self.laid:
            self.use(self.layout)

    def use(self, layout: Layout) -> None:
        self.layout = layout
        first, *blocks = self.table.blocks
        if self.running is not None:
            first = (self.running, *first)
        self.laid = [tuple(map(layout.laid, block)) for block in (first, *blocks)]
        self.number, self.widths, self.heading = layout.number, layout.widths, layout.heading
        self.head = self.heading.height

    def lowest(self, blocks: Sequence[Block], height: float) -> float:
        """The least height at which all blocks fit: so that strips are as long as each other."""
        most = max((_tall(block) for block in blocks), default=0)
        at = max(most, sum(_tall(block) for block in blocks) / self.number)
        while at < height and _packed(blocks, at, self.number)[1]:
            at += _ROW / 2
        return min(at, height)

    def split(self, width: float, height: float) -> list[Flowable]:
        """What fits here, and the rest with what is carried over to it."""
        self.lay_out(width)
        room = height - self.head
        *before, last = self.laid
        if self.under and height >= _TORN_FROM:
            block, closing = _closed(last)
            if closing and not _packed([*before, block], room, self.number)[1]:
                return self.parted([*before, block], [closing])
        fitting, rest = _packed(self.laid, room, self.number)
        if rest:
            return self.parted(list(chain.from_iterable(fitting)), rest)
        if not self.under:
            return [self]
        if height < _TORN_FROM or (not before and len(last) < 2 * _FEWEST):
            # With nothing to hold back, or little room, all of it goes on together.
            return []
        if not before:
            first, last = _torn(last, height)
            before = [first]
        return self.parted(before, [last])

    def parted(self, fitting: Sequence[Block], rest: Sequence[Block]) -> list[Flowable]:
        first = tuple(_rows_of(fitting))
        if self.running is not None:
            first = first[1:]
        if not first:
            # Not a block fits: on a page of its own it is torn apart, else it goes there.
            return []
        left = tuple(_rows_of(rest))
        return [
            Strips(replace(self.table, rows=first), self.language, self.running, self.layout, goes_on=True),
            # Strips that are as long as each other leave room below them: the next ones do not begin there.
            PageBreak(),
            Strips(
                replace(self.table, rows=left), self.language, self.carried(first), self.layout, self.under
            ),
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
                self.draw_strip(at * (self.widths.whole + _GAP), strip)

    def draw_strip(self, left: float, strip: Sequence[Block]) -> None:
        """Its words are one text of the page: begun and ended once, not for each of them."""
        words = self.canv.beginText()
        top: float = self.height
        top = self.draw_row(words, left, top, self.heading)
        for block in strip:
            for row in block:
                top = self.draw_row(words, left, top, row)
        self.canv.drawText(words)

    def draw_row(self, words: PDFTextObject, left: float, top: float, laid_out: Laid) -> float:
        """One row with its rule; the lower edge of it."""
        canvas, row = self.canv, laid_out.row
        above = (_ROW - _LEADING) / 2
        bottom = top - laid_out.height
        canvas.setLineWidth(0.9 if row.opens else 0.2)
        canvas.line(
            left, top if row.opens else bottom, left + self.widths.whole, top if row.opens else bottom
        )
        if row.opens:
            canvas.setLineWidth(0.2)
            canvas.line(left, bottom, left + self.widths.whole, bottom)
        if _is_heading(row):
            self.write_heading(words, left, top - _LEADING - above + 3, laid_out)
            return bottom
        font = BOLD if _is_bold(row) else TEXT
        words.setFont(font, _SIZE)
        for at, lines in enumerate(laid_out.cells):
            right = left + self.widths.starts[at] + self.widths.columns[at] - _PADDING / 2
            if row.wide:
                right = left + self.widths.whole - _PADDING / 2
            for number, line in enumerate(lines):
                base = top - _LEADING * (number + 1) - above + 3
                if at < self.widths.texts:
                    words.setTextOrigin(left + self.widths.starts[at], base)
                else:
                    words.setTextOrigin(right - width_of(line, font, _SIZE), base)
                words.textOut(line)
        return bottom

    def write_heading(self, words: PDFTextObject, left: float, base: float, laid_out: Laid) -> None:
        """Its label, and behind that what it says, from the left."""
        (label,), told = laid_out.cells
        words.setFont(BOLD, _SIZE)
        words.setTextOrigin(left, base)
        words.textOut(label)
        words.setFont(TEXT, _TOLD)
        for number, line in enumerate(told):
            words.setTextOrigin(left + width_of(label, BOLD, _SIZE) + _BEHIND_LABEL, base - _LEADING * number)
            words.textOut(line)


def shape(table: Table, width: float, language: str) -> tuple[int, Widths]:
    """How many strips stand beside each other, and how wide their columns are: no label's word is broken."""
    texts = sum(column.kind is Kind.TEXT for column in table.columns)
    least = max(_LEAST_LABEL, _longest_word(table, texts) + _BEHIND)
    ways = [*_ways_of_figures(table, texts, language)]
    in_two = [(figures, ((width - _GAP) / 2 - sum(figures)) / max(texts, 1)) for figures in ways]
    fitting = [(figures, label) for figures, label in in_two if label >= least]
    if fitting:
        return 2, _apart(table, *min(fitting, key=lambda way: _broken_rows(table, way[0], way[1], language)))
    return 1, _apart(table, ways[0], (width - sum(ways[0])) / max(texts, 1))


def _broken_rows(table: Table, figures: tuple[float, ...], label: float, language: str) -> int:
    """How many rows have a label or a figure that needs a second line."""
    texts = len(table.columns) - len(figures)
    rooms = [*repeat(label - _BEHIND, texts), *(wide - _PADDING for wide in figures)]
    return sum(
        any(
            width_of(written(value, language), BOLD if _is_bold(row) else TEXT, _SIZE) > room + 0.01
            for value, room in zip(row.values, rooms, strict=True)
        )
        for row in table.rows
        if not row.wide
    )


def _apart(table: Table, figures: tuple[float, ...], label: float) -> Widths:
    """Figures of five digits stand apart from each other as far as no label needs the room."""
    texts = len(table.columns) - len(figures)
    labels = [
        (str(row.values[at]), BOLD if _is_bold(row) else TEXT) for row in table.rows for at in range(texts)
    ]
    longest = max((width_of(text, font, _SIZE) for text, font in labels), default=0) + _BEHIND
    spare = min(max(label - longest, 0) * texts / len(figures), _APART)
    return Widths(
        (label - spare * len(figures) / max(texts, 1),) * texts + tuple(wide + spare for wide in figures),
        texts,
    )


def _longest_word(table: Table, texts: int) -> float:
    """How wide the longest word of a label is."""
    words = (
        width_of(word, BOLD if _is_bold(row) else TEXT, _SIZE)
        for row in table.rows
        for label in row.values[:texts]
        for word in str(label).split(" ")
    )
    return max(words, default=0)


def _ways_of_figures(table: Table, texts: int, language: str) -> Iterator[tuple[float, ...]]:
    """How wide the columns of figures may be: all as wide as the widest, each as it needs, and at last with
    a word below the other."""
    rows = [(row, BOLD if _is_bold(row) else TEXT) for row in table.rows if not row.wide]
    columns = [
        [(written(row.values[at], language), font) for row, font in rows]
        for at in range(texts, len(table.columns))
    ]
    own = tuple(map(_widest, columns))
    yield (max(own, default=0),) * len(own)
    yield own
    yield tuple(_widest([(word, font) for text, font in one for word in text.split(" ")]) for one in columns)


def _widest(cells: Sequence[tuple[str, str]]) -> float:
    """What a column needs for its texts, each in its font."""
    most = max([_LEAST_FIGURE, *(width_of(text, font, _SIZE) for text, font in cells)])
    return min(most, _MOST_FIGURE) + _PADDING


def _heading(columns: Sequence[Column]) -> Row:
    return Row(tuple(column.short or column.title for column in columns), total=True)


def _is_bold(row: Row) -> bool:
    return row.total or row.opens


def _is_heading(row: Row) -> bool:
    """A label, and what it says has the room of all columns."""
    return row.opens and row.wide


def _laid(row: Row, widths: Widths, language: str) -> Laid:
    if _is_heading(row):
        return _laid_heading(row, widths, language)
    font = BOLD if _is_bold(row) else TEXT
    cells: list[tuple[str, ...]] = []
    for at, value in enumerate(row.values):
        text = written(value, language)
        room = widths.columns[at] - (_BEHIND if at < widths.texts else _PADDING / 2)
        if row.wide and at >= widths.texts:
            room = _room_beside(row, widths, font)
        elif row.wide and at == widths.texts - 1:
            room = widths.columns[at] + sum(widths.columns[widths.texts :]) / 2
        cells.append(lines_in(text, font, _SIZE, room))
    return Laid(row, tuple(cells), _height_of(cells))


def _laid_heading(row: Row, widths: Widths, language: str) -> Laid:
    """The labels of two languages stand in one."""
    label = " / ".join(dict.fromkeys(str(value) for value in row.values[: widths.texts]))
    room = max(widths.whole - width_of(label, BOLD, _SIZE) - _BEHIND_LABEL, widths.whole / 4)
    cells = ((label,), lines_in(written(row.values[widths.texts], language), TEXT, _TOLD, room))
    return Laid(row, cells, _height_of(cells))


def _height_of(cells: Sequence[Sequence[str]]) -> float:
    lines: int = max((len(cell) for cell in cells), default=1)
    height: float = _ROW + _LEADING * max(0, lines - 1)
    return height


def _room_beside(row: Row, widths: Widths, font: str) -> float:
    """What the last label leaves to a text that has the room of all columns."""
    at = widths.texts - 1
    label = min(width_of(str(row.values[at]), font, _SIZE), widths.columns[at] + widths.whole / 4)
    return widths.whole - widths.starts[at] - label - 2 * _PADDING


def _tall(block: Block) -> float:
    return sum(row.height for row in block)


def _rows_of(blocks: Sequence[Block]) -> list[Row]:
    return [row.row for block in blocks for row in block]


def _packed(blocks: Sequence[Block], height: float, number: int) -> tuple[list[list[Block]], list[Block]]:
    """As many blocks as fit into so many strips of a height, in their order; and those that are left.

    A block that is higher than a whole strip is torn apart where nothing stands before it, or where no page
    has room for it; where little room is left it goes to a new page.
    """
    strips: list[list[Block]] = [[]]
    used = 0.0
    left = list(blocks)
    while left:
        if used + _tall(left[0]) <= height + 0.01:
            strips[-1].append(left.pop(0))
            used += _tall(strips[-1][-1])
        elif not strips[-1] and height >= _TORN_FROM and (strips == [[]] or _tall(left[0]) > _PAGE):
            piece, left[0] = _torn(left[0], height)
            strips[-1].append(piece)
            used = height
        elif len(strips) < number:
            strips.append([])
            used = 0.0
        else:
            break
    return strips, left


def _closed(block: Block) -> tuple[Block, Block]:
    """A block down to its running row, and what stands under that: what all blocks come to."""
    opened = next((at for at, one in enumerate(block) if one.row.opens), len(block))
    sums = [at for at, one in enumerate(block, start=1) if one.row.running and at > opened]
    end = sums[-1] if sums else len(block)
    return block[:end], block[end:]


def _torn(block: Block, height: float) -> tuple[Block, Block]:
    """What of a block has room in a strip, and the rest under its heading once more."""
    at = _cut(block, height)
    return block[:at], (*(one for one in block[:at] if one.row.opens), *block[at:])


def _cut(block: Block, height: float) -> int:
    """How many rows of a block have room in a strip: down to a sum, if enough rows are left after it."""
    fitting, used = 0, 0.0
    while fitting < len(block) and used + block[fitting].height <= height:
        used += block[fitting].height
        fitting += 1
    sums = (at for at in range(_FEWEST, min(fitting, len(block) - _FEWEST) + 1) if block[at - 1].row.total)
    # Without sums in the middle where all has room; under its heading at least one row stands.
    return max(sums, default=max(fitting if fitting < len(block) else len(block) // 2, 2))
