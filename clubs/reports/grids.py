"""Draws a table as lines and columns: every text is measured, what is too long goes on in a second line.

Figures are never broken, texts share what figures leave. A table that is too wide for its page is written
smaller, on a page that lies, and at last in parts beside which the names stand again. Knows tables of
reports; must not know what they are about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Final

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, TableStyle
from reportlab.platypus import Table as Grid

from clubs.reports.numbers import written
from clubs.reports.report import Column, Kind, Row, Table
from clubs.reports.tables import only_columns
from clubs.reports.texts import BOLD, DASH, LANGUAGES, TEXT, TOGETHER, UNIT, lines_in, width_of, words_in

_INK: Final = colors.black
# The aim, and what it comes down to before a table is parted.
SIZES: Final = (10, 9, 8, 7)
# Smaller than this, a page that lies is better than one that stands.
_LEAST_UPRIGHT: Final = 9
_PARTED: Final = 8
_ROW: Final = 6.0 * mm
# Where something is written by hand.
_ROOMY: Final = 11.0 * mm
_BY_HAND: Final = 17.0 * mm
_PADDING: Final = 4
# On both sides, and a hair so that what was measured is not too wide.
_AROUND: Final = 2 * _PADDING + 0.1
# A text may go on in a second line, but not in a column as narrow as its longest word.
_LEAST_TEXT: Final = 90
# Two names stand in one line of so much, or each in a line of so much.
_NAMES: Final = 215
_A_NAME: Final = 140
_NUMBER: Final = re.compile(r"\d+")
# Names are nearly as long as each other; remarks are not.
_STEADY: Final = 0.65
# A word that is longer is broken.
_LONGEST_WORD: Final = 150
# A column is no wider than its texts and so much, unless the table is nearly as wide as its page.
_SLACK: Final = 30
_NEARLY: Final = 0.65
# So many lines of a table stand on each page that it is torn to.
_FEWEST: Final = 2
# Last lines that are higher, with the heading, go with nobody to the next page.
_MOST_BACK: Final = 90 * mm
# A line of a table that is higher than this is torn apart.
_MOST_LINES: Final = 40

Cells = list[tuple[str, ...]]
Command = tuple[str, tuple[int, int], tuple[int, int], *tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Lettering:
    """How large a table is written, whether under its short headings, whether its lines stand close, and
    and in how many lines two names stand at most: one, two, or as many as there are."""

    size: int = SIZES[0]
    short: bool = False
    close: bool = False
    names: int = 0

    @property
    def leading(self) -> float:
        return self.size * 1.2

    @property
    def row(self) -> float:
        """How high a row of one line is."""
        return self.leading + 3 if self.close else _ROW * self.size / SIZES[0]

    @property
    def heading(self) -> float:
        """Headings are a little smaller."""
        return max(self.size - 1, SIZES[-1])

    def title(self, column: Column) -> str:
        return column.short or column.title if self.short else column.title


# In the order in which they are tried: names in one line, unless the letters were too small for that; then in
# two, unless that made the letters smaller.
_LETTERINGS: Final = (
    *(Lettering(size, short, names=1) for size in SIZES if size >= _LEAST_UPRIGHT for short in (False, True)),
    *(Lettering(size, short, names=names) for size in SIZES for names in (2, 0) for short in (False, True)),
)


@dataclass(frozen=True, slots=True)
class Text:
    """A column, written as large as one point: its longest word, name and line, and its lines on average."""

    word: float
    name: float
    line: float
    usual: float

    def is_steady(self, size: float) -> bool:
        """Nearly all its lines are long, as names are: two lines for each of them would fill the page."""
        return self.usual * size > _STEADY * min(self.line * size, _NAMES)

    def easy(self, lettering: Lettering) -> float:
        """So much of it is read without effort."""
        size = lettering.size
        some = _LEAST_TEXT * size / SIZES[0]
        if not lettering.names or not self.is_steady(size):
            return some
        return _NAMES if lettering.names == 1 else max(some, min(self.name * size, _A_NAME))


@dataclass(frozen=True, slots=True)
class Need:
    """How wide a column is at least, with what it says in one line, and with its heading in one line too.

    Headings of one kind, such as those of rounds, are broken alike.
    """

    least: float
    told: float
    whole: float
    kind: str = ""


# Measuring.


@dataclass(frozen=True, slots=True)
class Measured:
    """A table, and what was measured of each of its columns."""

    table: Table
    texts: tuple[Text, ...]

    def needs(self, lettering: Lettering) -> list[Need]:
        """What each column needs in these letters."""
        return [
            _need_of(column, text, lettering, roomy=self.table.roomy)
            for column, text in zip(self.table.columns, self.texts, strict=True)
        ]

    def fits(self, lettering: Lettering, width: float) -> bool:
        return sum(need.least for need in self.needs(lettering)) <= width

    def lettering(self, width: float, least: int = SIZES[-1]) -> Lettering | None:
        """The largest letters in which the table fits; none where it does not."""
        tried = (one for one in _LETTERINGS if one.size >= least)
        return next((one for one in tried if self.fits(one, width)), None)


def measured(table: Table, language: str) -> Measured:
    # What opens has the room of all columns.
    rows = [row for row in table.rows if not row.opens]
    fonts = [BOLD if row.total else TEXT for row in rows]
    columns = zip(*(row.values for row in rows), strict=True) if rows else repeat(())
    texts = (
        _text_of([(written(value, language), font) for value, font in zip(values, fonts, strict=False)])
        for _column, values in zip(table.columns, columns, strict=False)
    )
    return Measured(table, tuple(texts))


def _text_of(cells: Sequence[tuple[str, str]]) -> Text:
    words = (width_of(word, font, 1) for text, font in cells for word in words_in(text))
    lines = [width_of(line, font, 1) for text, font in cells for line in text.split("\n")]
    names = (width_of(f"{name}{DASH}", font, 1) for text, font in cells for name in text.split(TOGETHER))
    return Text(
        max(words, default=0), max(names, default=0), max(lines, default=0), sum(lines) / max(len(lines), 1)
    )


def heading_of(title: str) -> tuple[float, float]:
    """A heading as large as one point, whose words stay whole: in two lines, and in one."""
    words = UNIT.findall(title)
    ends = [at for at in range(1, len(words)) if LANGUAGES not in title or words[at - 1].endswith("/")]
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in ends] or [(title, "")]
    return min(max(_wide(one), _wide(other)) for one, other in halves), _wide(title)


def _wide(heading: str) -> float:
    return width_of(heading, BOLD, 1)


def _need_of(column: Column, text: Text, lettering: Lettering, *, roomy: bool) -> Need:
    """Figures need all of their width; of a text a word has to have room, and some more is easier to read.

    A heading of several words has two lines, not one for each.
    """
    size, title = lettering.size, lettering.title(column)
    by_hand = (_BY_HAND, _LEAST_TEXT)[column.kind is Kind.TEXT] if roomy and not text.line else 0
    head, headline = (one * lettering.heading for one in heading_of(title))
    told = max(text.line * size, by_hand)
    easy = text.easy(lettering)
    least = told if column.kind is Kind.NUMBER else max(min(told, easy), min(text.word * size, _LONGEST_WORD))
    least = max(least, head)
    told = max(told, least)
    return Need(least + _AROUND, told + _AROUND, max(told, headline) + _AROUND, _kind_of(title))


def _kind_of(title: str) -> str:
    """A heading without its number."""
    return _NUMBER.sub("", title)


def is_upright(table: Table, language: str, width: float) -> bool:
    """Whether a table can be read on a page that stands."""
    return measured(table, language).lettering(width, _LEAST_UPRIGHT) is not None


def shared(needs: Sequence[Need], width: float) -> list[float]:
    """The columns of a page: each what it needs, and of what is left the more the longer its texts are; what
    is left then goes to headings."""
    left = width - sum(need.least for need in needs)
    wanted = [min(need.told - need.least, width / 2) for need in needs]
    part = min(1.0, max(left, 0) / sum(wanted)) if any(wanted) else 0
    given = [need.least + part * more for need, more in zip(needs, wanted, strict=True)]
    return _with_headings(given, needs, width)


def _with_headings(given: list[float], needs: Sequence[Need], width: float) -> list[float]:
    """As many headings in one line as there is room for: those that need little first, of one kind all."""
    wanted = [max(need.whole - had, 0) for need, had in zip(needs, given, strict=True)]
    kinds = {need.kind: 0.0 for need in needs}
    for need, more in zip(needs, wanted, strict=True):
        kinds[need.kind] += more
    left, whole = width - sum(given), set()
    for kind, more in sorted(kinds.items(), key=lambda one: one[1]):
        if more <= left:
            left -= more
            whole.add(kind)
    return [
        had + more if need.kind in whole else had
        for need, had, more in zip(needs, given, wanted, strict=True)
    ]


def _filled(given: list[float], table: Table, width: float, *, fills: bool = False) -> list[float]:
    """What is still left goes to the texts, but not so much that the eye loses the line; all of it where a
    table `fills` its width."""
    texts = [at for at, column in enumerate(table.columns) if column.kind is Kind.TEXT]
    texts = texts or ([*range(len(given))] if table.roomy else [])
    left = (width - sum(given)) / len(texts) if texts else 0
    is_whole = fills or table.roomy or len(given) == 1 or sum(given) > _NEARLY * width
    more = left if is_whole else min(_SLACK, left)
    return [one + more if at in texts else one for at, one in enumerate(given)]


# Parting.


def _parts_of(whole: Measured, lettering: Lettering, width: float) -> list[Table]:
    """A table in as many parts as it takes, each with the columns that say whose line it is."""
    columns = whole.table.columns
    needs = [need.least for need in whole.needs(lettering)]
    named = next((at + 1 for at, column in enumerate(columns) if column.kind is Kind.TEXT), 0)
    room = width - sum(needs[:named])
    parts: list[list[int]] = [[]]
    for at in range(named, len(needs)):
        if parts[-1] and sum(needs[one] for one in (*parts[-1], at)) > room:
            parts.append([])
        parts[-1].append(at)
    return [only_columns(whole.table, [*range(named), *part]) for part in parts]


# Drawing.


def grids(table: Table, language: str, width: float) -> list[Ruled]:
    """A table as it is drawn on a page of a width: one grid, or one for each of its parts."""
    whole = measured(table, language)
    lettering = whole.lettering(width)
    if lettering is not None:
        return [grid(whole, language, width, lettering)]
    small = Lettering(_PARTED, short=True)
    parts = _parts_of(whole, small, width)
    return [grid(measured(part, language), language, width, small) for part in parts]


def grid(
    whole: Measured,
    language: str,
    width: float,
    lettering: Lettering,
    room: float = _ROOMY,
    *,
    fills: bool = False,
) -> Ruled:
    """A ruled table: a heading that is repeated on each page, hairlines, numbers to the right."""
    table = whole.table
    columns = _filled(shared(whole.needs(lettering), width), table, width, fills=fills)
    head = _headings(table, columns, language, lettering)
    lines = chain.from_iterable(
        _lines_of(row, columns, language, lettering, lettering.row if row.opens or not table.roomy else room)
        for row in table.rows
    )
    return Ruled(Drawing(table, lettering, tuple(columns), tuple(head), tuple(lines)))


@dataclass(frozen=True, slots=True)
class Laid:
    """A line of a grid as it is laid out; of a row that no page would hold, one of its pieces."""

    row: Row
    cells: Cells
    height: float
    begins: bool = True
    ends: bool = True


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole table laid out: how it is lettered, how wide its columns are, its heading and its lines."""

    table: Table
    lettering: Lettering
    columns: tuple[float, ...]
    head: tuple[Laid, ...]
    lines: tuple[Laid, ...]

    def part(self, first: int, end: int) -> Grid:
        """Some of its lines under the heading, as the library draws them."""
        lines = self.lines[first:end]
        laid = [*self.head, *lines]
        drawn = Grid(
            [["\n".join(cell) for cell in line.cells] for line in laid],
            colWidths=self.columns,
            rowHeights=[line.height for line in laid],
            hAlign="LEFT",
        )
        style = [*_style_of(self.lettering, self.table), *(_headed(self.lettering) if self.head else ())]
        style += _ruled(lines, self.lettering, len(self.head))
        drawn.setStyle(TableStyle(style))
        return drawn


class Ruled(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table from one of its lines on, drawn page by page: the library's own table would copy all that is
    left of it, line by line and command by command, for each page that it is torn to.

    `under` is the room that what stands under it wants, and after it what it can do with: its last lines go
    with that to the next page. No line stands alone on a page.
    """

    def __init__(self, drawing: Drawing, first: int = 0, under: tuple[float, ...] = ()) -> None:
        super().__init__()
        self.drawing, self.first, self.under = drawing, first, under
        self.head = sum(line.height for line in drawing.head)

    def wrap(self, _width: float, height: float) -> tuple[float, float]:
        """As high as it is, or higher than there is room: further than that it is not looked at."""
        self.width, self.height = sum(self.drawing.columns), self.head
        for line in islice(self.drawing.lines, self.first, None):
            self.height += line.height
            if self.height > height:
                break
        least = min(self.under, default=0) if self.holds_back else 0
        return self.width, self.height if self.height + least <= height else height + 1

    @property
    def beginning(self) -> float:
        """How high its heading is with the lines with which it begins."""
        return self.head + sum(line.height for line in self.drawing.lines[:_FEWEST])

    @property
    def back(self) -> int:
        """From which line on it goes with what stands under it."""
        return max(len(self.drawing.lines) - _FEWEST, self.first)

    @property
    def holds_back(self) -> bool:
        """Whether its last lines go with what stands under it; a page has room for both."""
        last = self.drawing.lines[self.back :]
        return bool(self.under and last) and self.head + sum(line.height for line in last) <= _MOST_BACK

    def split(self, _width: float, height: float) -> list[Flowable]:
        lines = self.drawing.lines
        end, left = self.first, height - self.head
        while end < len(lines) and lines[end].height <= left:
            left -= lines[end].height
            end += 1
        # All of it has room, but not with what stands under it.
        is_held = end == len(lines) and self.holds_back
        if is_held:
            end = self.back
        elif end == len(lines) - 1 and end - self.first > _FEWEST and lines[end].begins:
            end -= 1
        if end == self.first:
            return []
        rest = [Ruled(self.drawing, end, self.under)] if end < len(lines) else []
        return [self.drawing.part(self.first, end), *([PageBreak()] if is_held else []), *rest]

    def draw(self) -> None:
        part = self.drawing.part(self.first, len(self.drawing.lines))
        part.wrapOn(self.canv, self.width, self.height)
        part.drawOn(self.canv, 0, 0)


def _headings(table: Table, columns: Sequence[float], language: str, lettering: Lettering) -> list[Laid]:
    """The line of headings; none where a table has no words for them, or stands under that of another."""
    if table.goes_on:
        return []
    titles = [lettering.title(column) for column in table.columns]
    row = Row(tuple(titles))
    cells = _laid(row, _rooms_of(titles, columns), language, BOLD, lettering.heading)
    return [Laid(row, cells, _height_of(cells, lettering, lettering.row))] if any(row.values) else []


def _rooms_of(titles: Sequence[str], columns: Sequence[float]) -> list[float]:
    """Headings of one kind are broken as in the narrowest of their columns."""
    kinds = [_kind_of(title) for title in titles]
    return [min(room for one, room in zip(kinds, columns, strict=True) if one == kind) for kind in kinds]


def _lines_of(
    row: Row, columns: Sequence[float], language: str, lettering: Lettering, least: float
) -> Iterator[Laid]:
    """A row of the table as it is laid out: in pieces where no page would hold it."""
    shown, room = row, columns
    if row.opens:
        first, *others = row.values
        shown, room = Row((first, *("" for _other in others))), (sum(columns), *columns[1:])
    cells = _laid(shown, room, language, BOLD if row.total else TEXT, lettering.size)
    most = max((len(lines) for lines in cells), default=1)
    for at in range(0, max(most, 1), _MOST_LINES):
        piece = [lines[at : at + _MOST_LINES] for lines in cells]
        height = _height_of(piece, lettering, least)
        yield Laid(row, piece, height, begins=at == 0, ends=at + _MOST_LINES >= most)


def _laid(row: Row, columns: Sequence[float], language: str, font: str, size: float) -> Cells:
    return [
        lines_in(written(value, language), font, size, width - 2 * _PADDING)
        for value, width in zip(row.values, columns, strict=True)
    ]


def _height_of(row: Cells, lettering: Lettering, least: float) -> float:
    lines: int = max((len(cell) for cell in row), default=1)
    return max(least, lettering.row + (lines - 1) * lettering.leading)


def _style_of(lettering: Lettering, table: Table) -> list[Command]:
    """Letters at the top of their line, so that a figure stands beside the beginning of a long text."""
    above = (lettering.row - lettering.leading) / 2
    everything = (0, 0), (-1, -1)
    return [
        ("FONT", *everything, TEXT, lettering.size, lettering.leading),
        ("VALIGN", *everything, "TOP"),
        ("LEFTPADDING", *everything, _PADDING),
        ("RIGHTPADDING", *everything, _PADDING),
        ("TOPPADDING", *everything, above),
        ("BOTTOMPADDING", *everything, above),
        *(
            ("ALIGN", (at, 0), (at, -1), "RIGHT")
            for at, column in enumerate(table.columns)
            if column.kind is Kind.NUMBER
        ),
        *([("INNERGRID", *everything, 0.2, _INK), ("BOX", *everything, 0.2, _INK)] if table.roomy else []),
    ]


def _headed(lettering: Lettering) -> list[Command]:
    return [
        ("FONT", (0, 0), (-1, 0), BOLD, lettering.heading, lettering.leading),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, _INK),
    ]


def _ruled(lines: Sequence[Laid], lettering: Lettering, begins: int) -> Iterator[Command]:
    """A line under each row, and a thicker one above a sum."""
    for at, line in enumerate(lines, start=begins):
        whole = (0, at), (-1, at)
        if line.ends:
            yield "LINEBELOW", *whole, 0.2, _INK
        if line.row.opens:
            yield "SPAN", *whole
            yield "ALIGN", *whole, "LEFT"
        if line.row.total:
            yield "FONT", *whole, BOLD, lettering.size, lettering.leading
        if line.row.total and line.begins:
            yield "LINEABOVE", *whole, 0.9, _INK
