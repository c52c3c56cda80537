"""Arranges the tables of a card in rows or columns, in letters as large as possible.

Names beside a figure to write stay legible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, TableStyle
from reportlab.platypus import Table as DrawnTable

from clubs.reports.layouts import WritingGrid
from clubs.reports.pdf.grid_measuring import Lettering, MeasuredTable, WidthNeed, measure, share_width
from clubs.reports.pdf.grids import PagedGrid, make_grid
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    TextStyle,
    split_words,
    text_rows,
    text_width,
)
from clubs.reports.report import ReportTable, Row, RowKind

GAP: Final = 6 * mm
# The sizes that are tried for the letters of tables.
_FONT_SIZES: Final = (16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
_CAPTION: Final = TextStyle(BOLD_FONT, 9, 13)
# The number of kinds of cards whose arrangement is cached.
_CACHE_SIZE: Final = 64
# Handwriting needs space, not large letters beside it.
_MAX_HANDWRITING_SIZE: Final = 10
# The rows to write figures on in a hurry, for up to two sides and for more.
_ROW_HEIGHT: Final = 17 * mm
_LOW_ROW_HEIGHT: Final = 13 * mm
_MAX_HIGH_ROWS: Final = 2
# A name in smaller letters is hard to read in a hurry: it gets a line of its own instead.
MIN_NAME_SIZE: Final = 8
# The tables of a card: rows of columns of tables.
Arrangement = Sequence[Sequence[Sequence[MeasuredTable]]]


def arrange_tables(
    tables: tuple[ReportTable, ...], language: str, width: float, height: float
) -> list[Flowable]:
    """Return the tables of a card, in the largest letters in which they fit, else in the smallest."""
    size, number = _choose_arrangement(tables, language, width, height)
    arrangement = _arrangements(_measure_all(tables, language), width, size)[number]
    return _arranged_flowables(arrangement, language, width, size)


@lru_cache(_CACHE_SIZE)
def _choose_arrangement(
    tables: tuple[ReportTable, ...], language: str, width: float, height: float
) -> tuple[int, int]:
    """Return the largest letters for tables, and the number of the lowest arrangement.

    It is cached: all cards of a club have the same tables.
    """
    measured = _measure_all(tables, language)
    for size in _FONT_SIZES:
        arrangements = _arrangements(measured, width, size)
        heights = [
            total_height(_arranged_flowables(arrangement, language, width, size), width)
            for arrangement in arrangements
        ]
        if min(heights) <= height:
            break
    return size, heights.index(min(heights))


def _measure_all(tables: Sequence[ReportTable], language: str) -> list[MeasuredTable]:
    return [measure(table, language) for table in tables]


def total_height(parts: Sequence[Flowable], width: float) -> float:
    return float(sum(part.wrap(width, A4[1])[1] for part in parts))


def _arrangements(tables: Sequence[MeasuredTable], width: float, size: int) -> list[Arrangement]:
    """Return the ways to arrange tables on a card: in rows, and in two columns."""
    arrangements: list[Arrangement] = [
        [[[table] for table in row] for row in _fill_rows(tables, width, size, width_of)]
        for width_of in (_preferred_width, _whole_width)
    ]
    for at in range(1, len(tables)):
        columns = [tables[:at], tables[at:]]
        if sum(_column_need(column, size).preferred for column in columns) + GAP <= width:
            arrangements.append([columns])
    return arrangements


def _arranged_flowables(arrangement: Arrangement, language: str, width: float, size: int) -> list[Flowable]:
    return [
        part for row in arrangement for part in (_table_row(row, language, width, size), Spacer(1, 2 * mm))
    ]


_WidthOf = Callable[[WidthNeed], float]


def _preferred_width(need: WidthNeed) -> float:
    return need.preferred


def _whole_width(need: WidthNeed) -> float:
    return need.full


def _fill_rows(
    tables: Sequence[MeasuredTable], width: float, size: int, width_of: _WidthOf
) -> list[list[MeasuredTable]]:
    rows: list[list[MeasuredTable]] = []
    left = 0.0
    for table in tables:
        needed = width_of(_table_need(table, size)) + GAP
        if not rows or needed > left:
            rows.append([])
            left = width + GAP
        rows[-1].append(table)
        left -= needed
    return rows


def _table_need(measured: MeasuredTable, size: int) -> WidthNeed:
    """Return the least width of a table, and its width with cells, or also headings and caption, in one line.

    A form takes the whole width.
    """
    if isinstance(measured.table.layout, WritingGrid):
        return WidthNeed(A4[0], A4[0], A4[0])
    needs, style = measured.needs(Lettering(size)), _caption_style(size)
    caption = measured.table.caption
    word = max((text_width(part, style.font, style.size) for part in split_words(caption)), default=0)
    line = text_width(caption, style.font, style.size)
    return WidthNeed(
        max(sum(need.minimum for need in needs), word),
        max(sum(need.preferred for need in needs), word),
        max(sum(need.full for need in needs), line),
    )


def _column_need(column: Sequence[MeasuredTable], size: int) -> WidthNeed:
    """Return the widths of a column of tables."""
    needs = [_table_need(measured, size) for measured in column]
    return WidthNeed(
        max(need.minimum for need in needs),
        max(need.preferred for need in needs),
        max(need.full for need in needs),
    )


def _caption_style(size: int) -> TextStyle:
    """Return the style of a caption, as large as the letters of its table."""
    return TextStyle(BOLD_FONT, size, size * 1.4)


def _table_row(
    columns: Sequence[Sequence[MeasuredTable]], language: str, width: float, size: int
) -> DrawnTable:
    """Return tables side by side, in each column one or several; the columns share the rest of the width."""
    room = width - GAP * (len(columns) - 1)
    shares = share_width([_column_need(column, size) for column in columns], room)
    widths = [share + (room - sum(shares)) / len(shares) for share in shares]
    cells = [
        [
            part
            for at, measured in enumerate(column)
            for part in _captioned_grid(measured, language, column_width, size, at)
        ]
        for column, column_width in zip(columns, widths, strict=True)
    ]
    drawn = DrawnTable([cells], colWidths=[column_width + GAP for column_width in widths], hAlign="LEFT")
    sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    everything = (0, 0), (-1, -1)
    # The cells hold tables and no words, and a font is named for them all the same.
    looks = ("VALIGN", *everything, "TOP"), ("FONTNAME", *everything, FONT)
    drawn.setStyle(TableStyle([*looks, *((side, *everything, 0) for side in sides)]))
    return drawn


def _captioned_grid(
    measured: MeasuredTable, language: str, width: float, size: int, below: int
) -> list[Flowable]:
    gap: list[Flowable] = [Spacer(1, 2 * mm)] if below else []
    if isinstance(measured.table.layout, WritingGrid):
        caption = [text_rows(measured.table.caption, _CAPTION, width)] if measured.table.caption else []
        return [*gap, *caption, _handwriting_grid(measured, language, width)]
    candidates = (Lettering(font_size, dense=True) for font_size in _FONT_SIZES if font_size <= size)
    lettering = next(
        (lettering for lettering in candidates if measured.fits(lettering, width)),
        Lettering(_FONT_SIZES[-1], short_titles=True, dense=True),
    )
    caption = (
        [text_rows(measured.table.caption, _caption_style(lettering.size), width)]
        if measured.table.caption
        else []
    )
    return [*gap, *caption, make_grid(measured, language, width, lettering, fills=True)]


def _handwriting_grid(measured: MeasuredTable, language: str, width: float) -> PagedGrid:
    """Return a table to write on: names beside the figures, or above them if they do not fit there."""
    room = _ROW_HEIGHT if len(measured.table.rows) <= _MAX_HIGH_ROWS else _LOW_ROW_HEIGHT
    candidates = (
        Lettering(size, dense=True) for size in _FONT_SIZES if MIN_NAME_SIZE <= size <= _MAX_HANDWRITING_SIZE
    )
    lettering = next((lettering for lettering in candidates if measured.fits(lettering, width)), None)
    if lettering is not None:
        return make_grid(measured, language, width, lettering, room)
    above = measure(_names_above(measured.table), language)
    return make_grid(above, language, width, Lettering(_MAX_HANDWRITING_SIZE, dense=True), room)


def _names_above(table: ReportTable) -> ReportTable:
    """Put the first value of each row on a line of its own, which needs no heading."""
    rows = (
        (Row((row.values[0], *row.values[2:]), RowKind.HEADING), replace(row, values=row.values[1:]))
        for row in table.rows
    )
    return replace(table, columns=table.columns[1:], rows=tuple(chain.from_iterable(rows)))
