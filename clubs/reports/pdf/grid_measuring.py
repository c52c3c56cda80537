"""Measures the columns of a table, chooses its letters and shares the width of a page among its columns.

Figures are never broken; texts share what figures leave.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.layouts import WritingGrid
from clubs.reports.numbers import format_value
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    LANGUAGE_SEPARATOR,
    PARTNER_DASH,
    PARTNER_SEPARATOR,
    UNBREAKABLE,
    split_words,
    text_width,
)
from clubs.reports.report import Column, ColumnKind, ReportTable

# The headings of large letters take no width from names: of the letters, this part.
_WALL_HEADING: Final = 0.75
# The sizes in which a table is tried before it is split.
FONT_SIZES: Final = (10, 9, 8, 7)
# Smaller than this, landscape is better than portrait.
_MIN_PORTRAIT_SIZE: Final = 9
_ROW_HEIGHT: Final = 6.0 * mm
_HANDWRITTEN_FIGURE: Final = 17.0 * mm
# On each side of a cell: large letters need more.
_CELL_PADDING, _PADDING_OF_SIZE = 4.0, 0.35
# A hair, so that a measured text is not too wide.
_HAIR: Final = 0.1
# A text may have a second line, but not a column as narrow as its longest word.
_COMFORTABLE_TEXT: Final = 90
# The width of a line of two names, and of one name, in the usual letters.
_TWO_NAMES: Final = 215
_ONE_NAME: Final = 140
_NUMBER: Final = re.compile(r"\d+")
# Names are nearly equally long; remarks are not.
_STEADY_PART: Final = 0.65
# A word that is longer is broken.
_MAX_WORD: Final = 150
# The most that a column is wider than its texts, unless the table nearly fills its page.
_MAX_SLACK: Final = 30
_NEARLY_FULL: Final = 0.65


@dataclass(frozen=True, slots=True)
class Lettering:
    """The size of a table's letters, whether its headings are short and its lines dense, and the most lines
    that two names take: one, two, or (0) any number."""

    size: int = FONT_SIZES[0]
    short_titles: bool = False
    dense: bool = False
    name_lines: int = 0

    @property
    def leading(self) -> float:
        return self.size * 1.2

    @property
    def row_height(self) -> float:
        """The height of a row of one line."""
        return self.leading + 3 if self.dense else _ROW_HEIGHT * self.size / FONT_SIZES[0]

    @property
    def heading_size(self) -> float:
        """The size of headings, which are a little smaller; over the large letters of a wall much smaller."""
        smaller = self.size - 1 if self.size <= FONT_SIZES[0] else _WALL_HEADING * self.size
        return max(smaller, FONT_SIZES[-1])

    @property
    def padding(self) -> float:
        """The room to the left and to the right of a text in its cell."""
        return max(_CELL_PADDING, _PADDING_OF_SIZE * self.size)

    def title(self, column: Column) -> str:
        return column.short or column.title if self.short_titles else column.title


# In the order in which they are tried: names in one line while the letters are large enough, then in two
# lines, and at each size at last in any number of lines.
_LETTERINGS: Final = (
    *(
        Lettering(size, short, name_lines=1)
        for size in FONT_SIZES
        if size >= _MIN_PORTRAIT_SIZE
        for short in (False, True)
    ),
    *(
        Lettering(size, short, name_lines=name_lines)
        for size in FONT_SIZES
        for name_lines in (2, 0)
        for short in (False, True)
    ),
)


@dataclass(frozen=True, slots=True)
class ColumnText:
    """The widths of a column's longest word, name and line and of its average line, at one point."""

    word: float
    name: float
    line: float
    average: float

    def is_steady(self, size: float) -> bool:
        """Return whether nearly all lines are long, as names are: two lines for each would fill the page."""
        return self.average * size > _STEADY_PART * min(self.line * size, _TWO_NAMES * _enlarged(size))

    def comfortable(self, lettering: Lettering) -> float:
        """Return the width at which the text is easy to read."""
        size = lettering.size
        text_width_at_size = _COMFORTABLE_TEXT * size / FONT_SIZES[0]
        if not lettering.name_lines or not self.is_steady(size):
            return text_width_at_size
        return (
            _TWO_NAMES * _enlarged(size)
            if lettering.name_lines == 1
            else max(text_width_at_size, min(self.name * size, _ONE_NAME * _enlarged(size)))
        )


def _enlarged(size: float) -> float:
    """Return by how much the letters of a wall are larger than the usual ones."""
    return max(1.0, size / FONT_SIZES[0])


@dataclass(frozen=True, slots=True)
class WidthNeed:
    """The least width of a column, and its width with each text, or also its heading, in one line.

    Headings of one kind, such as those of rounds, are broken alike.
    """

    minimum: float
    preferred: float
    full: float
    heading_kind: str = ""


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """A table with the measured texts of each column."""

    table: ReportTable
    texts: tuple[ColumnText, ...]

    def needs(self, lettering: Lettering) -> list[WidthNeed]:
        """Return the width that each column needs in these letters; columns of one kind are equally wide."""
        needs = [
            _width_need(column, text, lettering, writing=isinstance(self.table.layout, WritingGrid))
            for column, text in zip(self.table.columns, self.texts, strict=True)
        ]
        widest: dict[str, WidthNeed] = {}
        for need, column in zip(needs, self.table.columns, strict=True):
            if column.kind is ColumnKind.NUMBER:
                before = widest.get(need.heading_kind, need)
                widest[need.heading_kind] = max(before, need, key=lambda own: (own.minimum, own.full))
        return [
            widest[need.heading_kind] if column.kind is ColumnKind.NUMBER else need
            for need, column in zip(needs, self.table.columns, strict=True)
        ]

    def fits(self, lettering: Lettering, width: float) -> bool:
        return sum(need.minimum for need in self.needs(lettering)) <= width

    def lettering(self, width: float, minimum: int = FONT_SIZES[-1]) -> Lettering | None:
        """Return the largest letters in which the table fits; None if it fits in no letters."""
        letterings = (lettering for lettering in _LETTERINGS if lettering.size >= minimum)
        return next((lettering for lettering in letterings if self.fits(lettering, width)), None)


def measure(table: ReportTable, language: str) -> MeasuredTable:
    # A row over all columns asks for no width.
    rows = [row for row in table.rows if not row.spans_columns]
    fonts = [BOLD_FONT if row.is_total else FONT for row in rows]
    columns = zip(*(row.values for row in rows), strict=True) if rows else repeat(())
    texts = (
        _column_text(
            [(format_value(value, language), font) for value, font in zip(values, fonts, strict=False)]
        )
        for _column, values in zip(table.columns, columns, strict=False)
    )
    return MeasuredTable(table, tuple(texts))


def _column_text(cells: Sequence[tuple[str, str]]) -> ColumnText:
    words = (text_width(word, font, 1) for text, font in cells for word in split_words(text))
    lines = [text_width(line, font, 1) for text, font in cells for line in text.split("\n")]
    name_lines = (
        text_width(f"{name}{PARTNER_DASH}", font, 1)
        for text, font in cells
        for name in text.split(PARTNER_SEPARATOR)
    )
    return ColumnText(
        max(words, default=0),
        max(name_lines, default=0),
        max(lines, default=0),
        sum(lines) / max(len(lines), 1),
    )


def heading_widths(title: str) -> tuple[float, float]:
    """Return the widths of a heading in two lines and in one, at a size of one point, with whole words."""
    words = UNBREAKABLE.findall(title)
    ends = [
        at for at in range(1, len(words)) if LANGUAGE_SEPARATOR not in title or words[at - 1].endswith("/")
    ]
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in ends] or [(title, "")]
    return min(
        max(_heading_width(first), _heading_width(second)) for first, second in halves
    ), _heading_width(title)


def _heading_width(heading: str) -> float:
    return text_width(heading, BOLD_FONT, 1)


def _width_need(column: Column, text: ColumnText, lettering: Lettering, *, writing: bool) -> WidthNeed:
    """Return the need of a column: figures need all of their width, a text a word and a comfortable width.

    A heading of several words has two lines, not one for each word.
    """
    size, title = lettering.size, lettering.title(column)
    handwritten = (
        (_HANDWRITTEN_FIGURE, _COMFORTABLE_TEXT)[column.kind is ColumnKind.TEXT]
        if writing and not text.line
        else 0
    )
    head, headline = (width * lettering.heading_size for width in heading_widths(title))
    preferred = max(text.line * size, handwritten)
    comfortable = text.comfortable(lettering)
    minimum = (
        preferred
        if column.kind is ColumnKind.NUMBER
        else max(min(preferred, comfortable), min(text.word * size, _MAX_WORD))
    )
    minimum = max(minimum, head)
    preferred = max(preferred, minimum)
    margin = 2 * lettering.padding + _HAIR
    return WidthNeed(
        minimum + margin,
        preferred + margin,
        max(preferred, headline) + margin,
        heading_kind(title),
    )


def heading_kind(title: str) -> str:
    """Return a heading without its number."""
    return _NUMBER.sub("", title)


def fits_portrait(table: ReportTable, language: str, width: float) -> bool:
    """Return whether a table can be read on a page in portrait."""
    return measure(table, language).lettering(width, _MIN_PORTRAIT_SIZE) is not None


def share_width(needs: Sequence[WidthNeed], width: float) -> list[float]:
    """Return the widths of columns: each has its minimum, and the rest goes to long texts first, then to
    headings."""
    left = width - sum(need.minimum for need in needs)
    extras = [min(need.preferred - need.minimum, width / 2) for need in needs]
    part = min(1.0, max(left, 0) / sum(extras)) if any(extras) else 0
    widths = [need.minimum + part * extra for need, extra in zip(needs, extras, strict=True)]
    return _widen_headings(widths, needs, width)


def _widen_headings(widths: list[float], needs: Sequence[WidthNeed], width: float) -> list[float]:
    """Put as many headings in one line as fit: those that need little first, all of a kind together."""
    extras = [max(need.full - column, 0) for need, column in zip(needs, widths, strict=True)]
    extra_by_kind = {need.heading_kind: 0.0 for need in needs}
    for need, extra in zip(needs, extras, strict=True):
        extra_by_kind[need.heading_kind] += extra
    left, widened = width - sum(widths), set()
    for kind, extra in sorted(extra_by_kind.items(), key=lambda item: item[1]):
        if extra <= left:
            left -= extra
            widened.add(kind)
    return [
        column + extra if need.heading_kind in widened else column
        for need, column, extra in zip(needs, widths, extras, strict=True)
    ]


def fill_width(widths: list[float], table: ReportTable, width: float, *, fills: bool = False) -> list[float]:
    """Share the rest of the width among the texts, but not so much that rows are hard to follow.

    A table that `fills` its width gets all of it.
    """
    texts = [at for at, column in enumerate(table.columns) if column.kind is ColumnKind.TEXT]
    is_writing = isinstance(table.layout, WritingGrid)
    texts = texts or ([*range(len(widths))] if is_writing else [])
    left = (width - sum(widths)) / len(texts) if texts else 0
    is_whole = fills or is_writing or len(widths) == 1 or sum(widths) > _NEARLY_FULL * width
    extra = left if is_whole else min(_MAX_SLACK, left)
    return [own + extra if at in texts else own for at, own in enumerate(widths)]
