"""Draws reports in small, several on a page, with lines to cut along: slips, and cards for tables.

Knows reports; must not know what they are about. What does not fit is drawn smaller, nothing is left out;
names beside which something is written by hand stay legible. The same cards give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import chain, zip_longest
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, KeepInFrame, Spacer, TableStyle
from reportlab.platypus import Table as Grid

from clubs.reports.grids import Lettering, Measured, Need, grid, measured, shared
from clubs.reports.numbers import written
from clubs.reports.qr_drawing import SIDE, draw_code
from clubs.reports.report import Cards, Fact, Report, Row, Signature, Table
from clubs.reports.texts import (
    BOLD,
    HAIR,
    TEXT,
    Hand,
    Line,
    Said,
    Texts,
    broken,
    text,
    width_of,
    words_in,
    write,
)

_TITLE: Final = Hand(BOLD, 14, 18)
_SUBTITLE: Final = Hand(TEXT, 9, 12)
_LABEL: Final = Hand(TEXT, 9, 12)
# What is read from across a table.
_LARGE: Final = Hand(BOLD, 26, 31)
_TITLES: Final = (Hand(BOLD, 26, 34), Hand(BOLD, 22, 28), Hand(BOLD, 18, 23), _TITLE)
_NOTE: Final = Hand(TEXT, 8, 10)
_SIGNED: Final = Hand(TEXT, 8, 10)
# The code has a white edge: what stands beside it begins as high.
_QUIET: Final = 2 * mm
# Printers leave the edge of a sheet white, and scissors are never quite straight.
MARGIN: Final = 9 * mm
_GAP: Final = 6 * mm
# The letters of tables, as large as there is room for.
_SIZES: Final = (16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
_CAPTION: Final = Hand(BOLD, 9, 13)
# So many kinds of cards are known.
_KNOWN: Final = 64
# What is written by hand needs room, not large letters beside it.
_BY_HAND: Final = 10
# Where a figure is written by hand in a hurry, of two sides below each other, and of more.
_ROOM: Final = 17 * mm
_LESS_ROOM: Final = 13 * mm
_FEW_ROWS: Final = 2
# Smaller a name is not read in a hurry: it gets a line of its own.
LEAST_NAME: Final = 8
# The room above a line to sign on.
_PEN: Final = 9 * mm
# So many lines to sign or to write on stand beside each other.
_ABREAST: Final = 2
# Above and below a label beside which something is written by hand.
_BLANK_PADDING: Final = 4.5
_CUT: Final = (1, 3)


# Rows of columns of tables.
_Way = Sequence[Sequence[Sequence[Measured]]]


@dataclass(frozen=True, slots=True)
class Box:
    """Where a card lies on its page, without its margins."""

    left: float
    low: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def top(self) -> float:
        return self.low + self.height


def draw(given: Cards) -> bytes:
    """The cards as a PDF file."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, lang=given.language)
    canvas.setTitle(given.title)
    canvas.setAuthor("Talon")
    for first in range(0, len(given.cards), len(boxes_of(given))):
        draw_page(canvas, given, first)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_page(canvas: Canvas, given: Cards, first: int) -> None:
    """As many cards as a page has, from one of them on."""
    _draw_cuts(canvas, given)
    boxes = boxes_of(given)
    cards = given.cards[first : first + len(boxes)]
    under = _lines_under(cards, boxes[0].width)
    for box, card in zip(boxes, cards, strict=False):
        _draw_card(canvas, box, card, under)


def boxes_of(given: Cards) -> list[Box]:
    """The places of a page in the order in which they are read."""
    wide, high = A4[0] / given.across, A4[1] / given.down
    return [
        Box(at * wide + MARGIN, A4[1] - (row + 1) * high + MARGIN, wide - 2 * MARGIN, high - 2 * MARGIN)
        for row in range(given.down)
        for at in range(given.across)
    ]


def _draw_cuts(canvas: Canvas, given: Cards) -> None:
    canvas.saveState()
    canvas.setLineWidth(HAIR)
    canvas.setDash(*_CUT)
    for at in range(1, given.across):
        canvas.line(at * A4[0] / given.across, 0, at * A4[0] / given.across, A4[1])
    for row in range(1, given.down):
        canvas.line(0, row * A4[1] / given.down, A4[0], row * A4[1] / given.down)
    canvas.restoreState()


def _draw_card(canvas: Canvas, box: Box, card: Report, under: int) -> None:
    right = box.right
    if card.address:
        draw_code(canvas, card.address, right, box.top)
        right -= SIDE
    for fact in _large_facts(card):
        right -= _draw_large(canvas, fact, card.language, right, box.top)
    foot = _draw_signatures(canvas, box, card.signatures, under)
    high = box.height - foot
    frame = Frame(box.left, box.low + foot, box.width, high, *(0, 0, 0, 0))
    frame.addFromList([KeepInFrame(box.width, high, _largest(card, box.width, high), mode="shrink")], canvas)


def _largest(card: Report, width: float, high: float) -> list[Flowable]:
    """What stands on a card, in the largest letters for which it is high enough, else in the smallest."""
    above, below = _head(card, width), [text(note, _NOTE, width) for note in card.notes]
    left = high - _height_of([*above, *below], width)
    size, way = _chosen(card.tables, card.language, width, left)
    given = _measured_all(card.tables, card.language)
    return [*above, *_arranged(_ways_of(given, width, size)[way], card.language, width, size), *below]


@lru_cache(_KNOWN)
def _chosen(tables: tuple[Table, ...], language: str, width: float, high: float) -> tuple[int, int]:
    """The largest letters for tables, and the number of the way in which they take the least room; all cards
    of a club have the same tables."""
    given = _measured_all(tables, language)
    for size in _SIZES:
        ways = _ways_of(given, width, size)
        heights = [_height_of(_arranged(way, language, width, size), width) for way in ways]
        if min(heights) <= high:
            break
    return size, heights.index(min(heights))


def _measured_all(tables: Sequence[Table], language: str) -> list[Measured]:
    return [measured(table, language) for table in tables]


def _height_of(parts: Sequence[Flowable], width: float) -> float:
    return float(sum(part.wrap(width, A4[1])[1] for part in parts))


def _head(card: Report, width: float) -> list[Flowable]:
    """Beside the code and what is large."""
    beside = width - (SIDE if card.address else 0)
    beside -= sum(_width_of_large(fact, card.language) for fact in _large_facts(card))
    parts: list[Flowable] = [text(card.title, _title_hand(card, beside), beside)]
    if card.subtitle:
        parts.append(text(card.subtitle, _SUBTITLE, beside))
    facts = [fact for fact in card.facts if not fact.large]
    known = [fact for fact in facts if written(fact.value, card.language)]
    parts += [Texts(_fact_lines(fact, card.language, beside)) for fact in known]
    parts += [Texts(blank_lines([fact for fact in facts if fact not in known], beside))]
    below = SIDE - _height_of(parts, beside) if card.address else 0
    return [*parts, Spacer(1, max(below, 2 * mm))]


def _title_hand(card: Report, room: float) -> Hand:
    """Beside what is read from across a table the title is as large, where it has room."""
    tried = _TITLES if _large_facts(card) else _TITLES[-1:]
    return next((hand for hand in tried if width_of(card.title, hand.font, hand.size) <= room), _TITLE)


def _ways_of(tables: Sequence[Measured], width: float, size: int) -> list[_Way]:
    """The ways in which tables share a card: in rows, and in two columns."""
    ways: list[_Way] = [
        [[[one] for one in row] for row in _rows_of(tables, width, size, wide)]
        for wide in (_told_width, _whole_width)
    ]
    for at in range(1, len(tables)):
        columns = [tables[:at], tables[at:]]
        if sum(_need_of_all(column, size).told for column in columns) + _GAP <= width:
            ways.append([columns])
    return ways


def _arranged(way: _Way, language: str, width: float, size: int) -> list[Flowable]:
    return [part for row in way for part in (_in_columns(row, language, width, size), Spacer(1, 2 * mm))]


def _fact_lines(fact: Fact, language: str, width: float) -> list[Line]:
    """A label and what it says beside it."""
    words = written(fact.value, language)
    begins = min(_wide_label(fact), width / 2)
    label = Said(0, broken(fact.label, _LABEL, begins), _LABEL)
    return [Line((label, Said(begins, broken(words, _LABEL, width - begins), _LABEL)), 1)]


def blank_lines(facts: Sequence[Fact], width: float) -> list[Line]:
    """Labels with a line to write on, which begin below each other; short ones two in a row."""
    rows: list[list[Fact]] = []
    for fact in facts:
        if not rows or fact.alone or rows[-1][-1].alone or len(rows[-1]) == _ABREAST:
            rows.append([])
        rows[-1].append(fact)
    wide = [max(map(_wide_label, column)) for column in zip_longest(*rows, fillvalue=Fact("", ""))]
    return [_blank_line(row, wide, width) for row in rows]


def _blank_line(row: Sequence[Fact], wide: Sequence[float], width: float) -> Line:
    starts = [at * (width + _GAP) / len(row) for at in range(len(row))]
    said = (Said(left, (fact.label,), _LABEL) for left, fact in zip(starts, row, strict=True))
    ends = [*(left - _GAP for left in starts[1:]), width]
    blanks = ((left + one, end) for left, one, end in zip(starts, wide, ends, strict=False))
    return Line(tuple(said), _BLANK_PADDING, tuple(blanks))


def _wide_label(fact: Fact) -> float:
    return width_of(fact.label, _LABEL.font, _LABEL.size) + float(2 * mm)


def _large_facts(card: Report) -> list[Fact]:
    return [fact for fact in card.facts if fact.large]


def _width_of_large(fact: Fact, language: str) -> float:
    said = ((fact.label, _LABEL), (written(fact.value, language), _LARGE))
    return max(width_of(words, hand.font, hand.size) for words, hand in said) + float(_GAP)


def _draw_large(canvas: Canvas, fact: Fact, language: str, right: float, top: float) -> float:
    """Under its label what is read from across a table; how wide it is."""
    wide = _width_of_large(fact, language)
    write(canvas, Said(right - wide, (fact.label,), _LABEL), top - _QUIET)
    words = written(fact.value, language)
    write(canvas, Said(right - wide, (words,), _LARGE), top - _QUIET - _LABEL.leading)
    return wide


# Tables beside each other, as far as there is room.


_Wide = Callable[[Need], float]


def _told_width(need: Need) -> float:
    return need.told


def _whole_width(need: Need) -> float:
    return need.whole


def _rows_of(tables: Sequence[Measured], width: float, size: int, wide: _Wide) -> list[list[Measured]]:
    rows: list[list[Measured]] = []
    left = 0.0
    for table in tables:
        needed = wide(_need_of(table, size)) + _GAP
        if not rows or needed > left:
            rows.append([])
            left = width + _GAP
        rows[-1].append(table)
        left -= needed
    return rows


def _need_of(whole: Measured, size: int) -> Need:
    """How wide a table is at least, with each cell in one line, and with its heading and caption in one too;
    a form takes all there is."""
    if whole.table.roomy:
        return Need(A4[0], A4[0], A4[0])
    needs, hand = whole.needs(Lettering(size)), _caption_hand(size)
    caption = whole.table.caption
    word = max((width_of(one, hand.font, hand.size) for one in words_in(caption)), default=0)
    line = width_of(caption, hand.font, hand.size)
    return Need(
        max(sum(need.least for need in needs), word),
        max(sum(need.told for need in needs), word),
        max(sum(need.whole for need in needs), line),
    )


def _need_of_all(column: Sequence[Measured], size: int) -> Need:
    """How wide tables are below each other."""
    needs = [_need_of(whole, size) for whole in column]
    return Need(
        max(need.least for need in needs), max(need.told for need in needs), max(need.whole for need in needs)
    )


def _caption_hand(size: int) -> Hand:
    """As large as the letters of its table."""
    return Hand(BOLD, size, size * 1.4)


def _in_columns(columns: Sequence[Sequence[Measured]], language: str, width: float, size: int) -> Grid:
    """Tables that share the width of a card, in each column one or several; what none needs goes to all."""
    room = width - _GAP * (len(columns) - 1)
    given = shared([_need_of_all(column, size) for column in columns], room)
    widths = [wide + (room - sum(given)) / len(given) for wide in given]
    cells = [
        [part for at, whole in enumerate(column) for part in _captioned(whole, language, wide, size, at)]
        for column, wide in zip(columns, widths, strict=True)
    ]
    drawn = Grid([cells], colWidths=[wide + _GAP for wide in widths], hAlign="LEFT")
    sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    everything = (0, 0), (-1, -1)
    drawn.setStyle(TableStyle([("VALIGN", *everything, "TOP"), *((side, *everything, 0) for side in sides)]))
    return drawn


def _captioned(whole: Measured, language: str, width: float, size: int, below: int) -> list[Flowable]:
    apart: list[Flowable] = [Spacer(1, 2 * mm)] if below else []
    if whole.table.roomy:
        caption = [text(whole.table.caption, _CAPTION, width)] if whole.table.caption else []
        return [*apart, *caption, _by_hand(whole, language, width)]
    tried = (Lettering(one, close=True) for one in _SIZES if one <= size)
    lettering = next(
        (one for one in tried if whole.fits(one, width)), Lettering(_SIZES[-1], short=True, close=True)
    )
    caption = [text(whole.table.caption, _caption_hand(lettering.size), width)] if whole.table.caption else []
    return [*apart, *caption, grid(whole, language, width, lettering, fills=True)]


def _by_hand(whole: Measured, language: str, width: float) -> Grid:
    """A table to be written on: names beside the figures, or where they have no room there above them."""
    room = _ROOM if len(whole.table.rows) <= _FEW_ROWS else _LESS_ROOM
    tried = (Lettering(one, close=True) for one in _SIZES if LEAST_NAME <= one <= _BY_HAND)
    lettering = next((one for one in tried if whole.fits(one, width)), None)
    if lettering is not None:
        return grid(whole, language, width, lettering, room)
    above = measured(_names_above(whole.table), language)
    return grid(above, language, width, Lettering(_BY_HAND, close=True), room)


def _names_above(table: Table) -> Table:
    """The first value of each row on a line of its own, which needs no heading."""
    rows = (
        (Row((row.values[0], *row.values[2:]), opens=True), replace(row, values=row.values[1:]))
        for row in table.rows
    )
    return replace(table, columns=table.columns[1:], rows=tuple(chain.from_iterable(rows)))


# Signatures.


def _draw_signatures(canvas: Canvas, box: Box, given: Sequence[Signature | str], under: int) -> float:
    """Lines to sign on at the foot of a card, each as high as on the cards beside it; how high they are.

    The two of a pair sign on one line: it is as long as the card is wide, unless more than two sides sign.
    """
    abreast, wide = _signed_in(given, box.width)
    high = _PEN + under * _SIGNED.leading
    rows = range(0, len(given), abreast)
    canvas.setLineWidth(HAIR)
    for row, first in enumerate(rows):
        line = box.low + (len(rows) - row) * high - _PEN
        for at, one in enumerate(given[first : first + abreast]):
            left = box.left + at * (wide + _GAP)
            canvas.line(left, line, left + wide, line)
            write(canvas, Said(left, _who_signs(one, wide), _SIGNED), line - 1)
    height: float = len(rows) * high
    return height


def _signed_in(given: Sequence[Signature | str], width: float) -> tuple[int, float]:
    """How many lines to sign on stand beside each other, and how long each is."""
    return (1, width) if len(given) <= _FEW_ROWS else (_ABREAST, (width - _GAP) / _ABREAST)


def _who_signs(one: Signature | str, wide: float) -> tuple[str, ...]:
    return broken(one.text if isinstance(one, Signature) else one, _SIGNED, wide)


def _lines_under(cards: Sequence[Report], width: float) -> int:
    """How many lines it takes at most to say who signs one of the cards."""
    return max(
        (
            len(_who_signs(one, _signed_in(card.signatures, width)[1]))
            for card in cards
            for one in card.signatures
        ),
        default=0,
    )
