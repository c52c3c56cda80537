"""Draws a table as a grid on paper, split into several if it is too wide for its page.

A table that is too wide is drawn in smaller letters, then on a page in landscape, and at last in parts that
each repeat the columns with the names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from math import ceil, inf
from typing import Final

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, TableStyle
from reportlab.platypus import Table as DrawnTable

from clubs.reports.layouts import Grid, WritingGrid
from clubs.reports.numbers import format_value
from clubs.reports.pdf.grid_measuring import (
    FONT_SIZES,
    Lettering,
    MeasuredTable,
    fill_width,
    heading_kind,
    measure,
    share_width,
)
from clubs.reports.pdf.page import PAGE_TEXT_HEIGHT, PAGE_TEXT_WIDTH
from clubs.reports.pdf.texts import BOLD_FONT, FONT, HAIRLINE, wrap_text
from clubs.reports.report import ColumnKind, ReportTable, Row
from clubs.reports.tables import select_columns

_INK_COLOR: Final = colors.black
_SPLIT_SIZE: Final = 8
# The smallest letters of a table whose lines are dense to save a page.
_MIN_DENSE_SIZE: Final = 9
# The rows and figures of a table to write on.
_ROOMY_ROW_HEIGHT: Final = 11.0 * mm
# The fewest lines of a table on each page.
_MIN_LINES: Final = 2
# Last lines that are higher, with the heading, do not go to the next page.
_MAX_HELD_BACK: Final = 90 * mm
# A row with more lines is drawn in pieces.
_MAX_CELL_LINES: Final = 40

GridCells = list[tuple[str, ...]]
StyleCommand = tuple[str, tuple[int, int], tuple[int, int], *tuple[object, ...]]


def _split_columns(measured: MeasuredTable, lettering: Lettering, width: float) -> list[ReportTable]:
    """Split a table into as many parts as it takes, each with the columns that name the row."""
    columns = measured.table.columns
    needs = [need.minimum for need in measured.needs(lettering)]
    named = next((at + 1 for at, column in enumerate(columns) if column.kind is ColumnKind.TEXT), 0)
    room = width - sum(needs[:named])
    parts: list[list[int]] = [[]]
    for at in range(named, len(needs)):
        if parts[-1] and sum(needs[column] for column in (*parts[-1], at)) > room:
            parts.append([])
        parts[-1].append(at)
    return [select_columns(measured.table, [*range(named), *part]) for part in parts]


def make_grids(
    table: ReportTable,
    language: str,
    width: float,
    chosen: Lettering | None = None,
    around: float | None = None,
) -> list[PagedGrid]:
    """Return a table as one grid in chosen letters or in the usual ones, or as one for each part of it.

    It has parts if it is too wide for the page. Its lines are dense if that saves a page: `around` is the
    height of what is above and below it.
    """
    measured = measure(table, language)
    lettering = chosen or measured.lettering(width)
    if lettering is not None:
        grid = make_grid(measured, language, width, lettering, fills=chosen is not None)
        if chosen is None and around is not None and not isinstance(table.layout, WritingGrid):
            closer = (
                make_grid(measured, language, width, replace(lettering, size=size, dense=True))
                for size in FONT_SIZES
                if _MIN_DENSE_SIZE <= size <= lettering.size
            )
            return [min([grid, *closer], key=partial(_count_pages, width=width, around=around))]
        return [grid]
    small = Lettering(_SPLIT_SIZE, short_titles=True)
    parts = _split_columns(measured, small, width)
    return [make_grid(measure(part, language), language, width, small) for part in parts]


def _count_pages(grid: PagedGrid, width: float, around: float) -> int:
    """Return how many pages a table fills; each of them has its heading."""
    page = PAGE_TEXT_HEIGHT if width <= PAGE_TEXT_WIDTH else PAGE_TEXT_WIDTH
    lines: float = sum(line.height for line in grid.layout.lines)
    pages: int = ceil((around + lines) / max(page - grid.head, 1))
    return pages


def make_grid(
    measured: MeasuredTable,
    language: str,
    width: float,
    lettering: Lettering,
    room: float = _ROOMY_ROW_HEIGHT,
    *,
    fills: bool = False,
) -> PagedGrid:
    """Return a table with hairlines, a heading that each page repeats, and numbers to the right."""
    table, is_writing = measured.table, isinstance(measured.table.layout, WritingGrid)
    columns = fill_width(share_width(measured.needs(lettering), width), table, width, fills=fills)
    head = _heading_lines(table, columns, language, lettering)
    lines = chain.from_iterable(
        _row_lines(
            row,
            columns,
            language,
            lettering,
            room if is_writing and not row.is_heading else lettering.row_height,
        )
        for row in table.rows
    )
    return PagedGrid(GridLayout(table, lettering, tuple(columns), tuple(head), tuple(lines)))


@dataclass(frozen=True, slots=True)
class GridLine:
    """A row of a grid with its broken texts, or a piece of a row that is higher than a page."""

    row: Row
    cells: GridCells
    height: float
    begins: bool = True
    ends: bool = True


@dataclass(frozen=True, slots=True)
class GridLayout:
    """The layout of a whole table: its letters, the widths of its columns, its heading and its lines."""

    table: ReportTable
    lettering: Lettering
    columns: tuple[float, ...]
    head: tuple[GridLine, ...]
    lines: tuple[GridLine, ...]

    def part(self, first: int, end: int) -> DrawnTable:
        """Return some of the lines under the heading, as a table of ReportLab."""
        lines = self.lines[first:end]
        drawn_lines = [*self.head, *lines]
        drawn = DrawnTable(
            [["\n".join(cell) for cell in line.cells] for line in drawn_lines],
            colWidths=self.columns,
            rowHeights=[line.height for line in drawn_lines],
            hAlign="LEFT",
        )
        style = [
            *_table_style(self.lettering, self.table),
            *(_heading_style(self.lettering) if self.head else ()),
        ]
        style += _rule_style(lines, self.lettering, len(self.head))
        drawn.setStyle(TableStyle(style))
        return drawn


class PagedGrid(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A table from one of its lines on, drawn page by page: ReportLab's own table would copy the whole rest,
    line by line and command by command, for each page.

    `under` is the height of what follows the table, and the height that it can shrink to: the last lines of
    the table go to the next page with it. No line is alone on a page, and none is filled beyond `limit`.
    """

    def __init__(
        self, layout: GridLayout, first: int = 0, under: tuple[float, ...] = (), limit: float = inf
    ) -> None:
        super().__init__()
        self.layout, self.first, self.under, self.limit = layout, first, under, limit
        self.head = sum(line.height for line in layout.head)

    def wrap(self, _width: float, height: float) -> tuple[float, float]:
        """Return the height of the table; lines beyond the available height are not measured."""
        self.width, self.height = sum(self.layout.columns), self.head
        for line in islice(self.layout.lines, self.first, None):
            self.height += line.height
            if self.height > height:
                break
        minimum = min(self.under, default=0) if self.holds_last_lines else 0
        fits = self.height + minimum <= min(height, self.limit)
        return self.width, self.height if fits else height + 1

    @property
    def start_height(self) -> float:
        """The height of the heading with the first lines."""
        return self.head + sum(line.height for line in self.layout.lines[:_MIN_LINES])

    @property
    def last_lines_start(self) -> int:
        """The first of the lines that go to the next page with what follows."""
        return max(len(self.layout.lines) - _MIN_LINES, self.first)

    @property
    def holds_last_lines(self) -> bool:
        """Whether the last lines go to the next page with what follows; a page has room for both."""
        last = self.layout.lines[self.last_lines_start :]
        return bool(self.under and last) and self.head + sum(line.height for line in last) <= _MAX_HELD_BACK

    def split(self, _width: float, height: float) -> list[Flowable]:
        lines = self.layout.lines
        is_limited = height > self.limit
        end, left = self.first, min(height, self.limit) - self.head
        while end < len(lines) and lines[end].height <= left:
            left -= lines[end].height
            end += 1
        # The whole table fits, but not with what follows it.
        holds_last = end == len(lines) and self.holds_last_lines
        if holds_last:
            end = self.last_lines_start
        elif end == len(lines) - 1 and end - self.first > _MIN_LINES and lines[end].begins:
            end -= 1
        # No heading is at the foot of a page, away from its rows.
        while self.first < end < len(lines) and lines[end - 1].row.is_heading:
            end -= 1
        if end == self.first:
            return []
        rest = [PagedGrid(self.layout, end, self.under, self.limit)] if end < len(lines) else []
        breaks = [PageBreak()] if holds_last or is_limited else []
        return [self.layout.part(self.first, end), *breaks, *rest]

    def draw(self) -> None:
        part = self.layout.part(self.first, len(self.layout.lines))
        part.wrapOn(self.canv, self.width, self.height)
        part.drawOn(self.canv, 0, 0)


def _heading_lines(
    table: ReportTable, columns: Sequence[float], language: str, lettering: Lettering
) -> list[GridLine]:
    """Return the line of headings; none if they are empty, or if the table above has the same headings."""
    if isinstance(table.layout, Grid) and not table.layout.heading:
        return []
    titles = [lettering.title(column) for column in table.columns]
    row = Row(tuple(titles))
    rooms = _heading_rooms(titles, columns, lettering)
    cells = _cell_lines(row, rooms, language, BOLD_FONT, lettering.heading_size)
    return (
        [GridLine(row, cells, _line_height(cells, lettering, lettering.row_height))]
        if any(row.values)
        else []
    )


def _heading_rooms(titles: Sequence[str], columns: Sequence[float], lettering: Lettering) -> list[float]:
    """Break the headings of one kind as in the narrowest of their columns."""
    kinds = [heading_kind(title) for title in titles]
    rooms = _text_rooms(columns, lettering)
    return [min(room for other, room in zip(kinds, rooms, strict=True) if other == kind) for kind in kinds]


def _text_rooms(columns: Sequence[float], lettering: Lettering) -> list[float]:
    """Return the width that each column has for its texts."""
    return [column - 2 * lettering.padding for column in columns]


def _row_lines(
    row: Row, columns: Sequence[float], language: str, lettering: Lettering, minimum: float
) -> Iterator[GridLine]:
    """Return the lines of a row: one, or several pieces if the row is higher than a page."""
    cell_row, widths = row, columns
    if row.spans_columns:
        cell_row, widths = _whole_heading(row), (sum(columns), *columns[1:])
    rooms = _text_rooms(widths, lettering)
    cells = _cell_lines(cell_row, rooms, language, BOLD_FONT if row.is_total else FONT, lettering.size)
    line_count = max((len(lines) for lines in cells), default=1)
    for at in range(0, max(line_count, 1), _MAX_CELL_LINES):
        piece = [lines[at : at + _MAX_CELL_LINES] for lines in cells]
        height = _line_height(piece, lettering, minimum)
        yield GridLine(row, piece, height, begins=at == 0, ends=at + _MAX_CELL_LINES >= line_count)


def _whole_heading(row: Row) -> Row:
    """Return a row over all columns in one cell: its label, in two languages both, and the text after it."""
    texts = [value for value in row.values if value and isinstance(value, str)]
    *labels, remark = texts if len(texts) > 1 else [*texts, ""]
    heading = ": ".join(filter(None, (" / ".join(dict.fromkeys(labels)), remark)))
    return Row((heading, *("" for _value in row.values[1:])))


def _cell_lines(row: Row, rooms: Sequence[float], language: str, font: str, size: float) -> GridCells:
    return [
        wrap_text(format_value(value, language), font, size, room)
        for value, room in zip(row.values, rooms, strict=True)
    ]


def _line_height(row: GridCells, lettering: Lettering, minimum: float) -> float:
    lines: int = max((len(cell) for cell in row), default=1)
    return max(minimum, lettering.row_height + (lines - 1) * lettering.leading)


def _table_style(lettering: Lettering, table: ReportTable) -> list[StyleCommand]:
    """Align letters to the top of their line, so that a figure is beside the beginning of a long text."""
    above = (lettering.row_height - lettering.leading) / 2
    everything = (0, 0), (-1, -1)
    return [
        ("FONT", *everything, FONT, lettering.size, lettering.leading),
        ("VALIGN", *everything, "TOP"),
        ("LEFTPADDING", *everything, lettering.padding),
        ("RIGHTPADDING", *everything, lettering.padding),
        ("TOPPADDING", *everything, above),
        ("BOTTOMPADDING", *everything, above),
        *(
            ("ALIGN", (at, 0), (at, -1), "RIGHT")
            for at, column in enumerate(table.columns)
            if column.kind is ColumnKind.NUMBER
        ),
        *(
            [("INNERGRID", *everything, HAIRLINE, _INK_COLOR), ("BOX", *everything, HAIRLINE, _INK_COLOR)]
            if isinstance(table.layout, WritingGrid)
            else []
        ),
    ]


def _heading_style(lettering: Lettering) -> list[StyleCommand]:
    return [
        ("FONT", (0, 0), (-1, 0), BOLD_FONT, lettering.heading_size, lettering.leading),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, _INK_COLOR),
    ]


def _rule_style(lines: Sequence[GridLine], lettering: Lettering, begins: int) -> Iterator[StyleCommand]:
    """Draw a line under each row, and a thicker one above a total."""
    for at, line in enumerate(lines, start=begins):
        row = (0, at), (-1, at)
        if line.ends:
            yield "LINEBELOW", *row, HAIRLINE, _INK_COLOR
        if line.row.spans_columns:
            yield "SPAN", *row
            yield "ALIGN", *row, "LEFT"
        if line.row.is_total:
            yield "FONT", *row, BOLD_FONT, lettering.size, lettering.leading
        if line.row.is_total and line.begins:
            yield "LINEABOVE", *row, 0.9, _INK_COLOR
