"""The rows of a table in strips: laid out in letters of a size, each with its height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.numbers import format_value
from clubs.reports.pdf.strip_widths import StripWidths, is_bold, strip_shape
from clubs.reports.pdf.texts import BOLD_FONT, FONT, text_width, wrap_text
from clubs.reports.report import Column, ReportTable, Row, RowKind

# Between the label of a heading and the remark after it.
HEADING_GAP: Final = 6


@dataclass(frozen=True, slots=True)
class StripStyle:
    """The height of a row, its letters and those of the remark after a heading, and the most strips."""

    row_height: float
    size: float
    leading: float
    remark_size: float
    most_strips: int = 2

    @property
    def above(self) -> float:
        """Return the distance from the upper edge of a row to its first line."""
        return (self.row_height - self.leading) / 2

    def base(self, top: float, line: int = 0) -> float:
        """Return the baseline of a line of a row."""
        return top - self.above - self.leading * (line + 1) + self.leading / 4


# Print needs less height than a pencil does: no row is under 4 mm, no letter under 8 points.
STRIP_STYLES: Final = (
    StripStyle(6 * mm, 10, 12, 9),
    StripStyle(5.4 * mm, 10, 12, 9),
    StripStyle(5 * mm, 9.5, 11.5, 8.5),
    StripStyle(4.5 * mm, 9, 11, 8),
    StripStyle(4.1 * mm, 8.5, 10, 8),
    StripStyle(4 * mm, 8, 9.5, 8),
    StripStyle(4.5 * mm, 8.5, 10, 8, most_strips=3),
    StripStyle(4 * mm, 8, 9.5, 8, most_strips=3),
)


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
    style: StripStyle
    number: int
    widths: StripWidths
    heading: StripRow
    language: str
    rows_by_id: dict[int, StripRow] = field(default_factory=dict)

    def lay_out(self, row: Row) -> StripRow:
        """Return the laid out row. It keeps a reference to its row: no other row gets the same `id`."""
        strip_row = self.rows_by_id.get(id(row))
        if strip_row is None:
            strip_row = self.rows_by_id[id(row)] = _lay_out_row(row, self.widths, self.language, self.style)
        return strip_row


def lay_out(table: ReportTable, width: float, language: str, style: StripStyle) -> StripLayout:
    number, widths = strip_shape(table, width, language, style.size, style.most_strips)
    heading = _lay_out_row(_heading(table.columns), widths, language, style)
    return StripLayout(width, style, number, widths, heading, language)


def _heading(columns: Sequence[Column]) -> Row:
    return Row(tuple(column.short or column.title for column in columns), RowKind.TOTAL)


def _lay_out_row(row: Row, widths: StripWidths, language: str, style: StripStyle) -> StripRow:
    if row.is_heading:
        return _lay_out_heading(row, widths, language, style)
    font = BOLD_FONT if is_bold(row) else FONT
    cells: list[tuple[str, ...]] = []
    for at, value in enumerate(row.values):
        text = format_value(value, language)
        room = widths.columns[at] - (widths.label_padding if at < widths.texts else widths.figure_padding / 2)
        if row.spans_columns and at >= widths.texts:
            room = _room_after_label(row, widths, font, style.size)
        elif row.spans_columns and at == widths.texts - 1:
            room = widths.columns[at] + sum(widths.columns[widths.texts :]) / 2
        cells.append(wrap_text(text, font, style.size, room))
    return StripRow(row, tuple(cells), _cells_height(cells, style))


def _lay_out_heading(row: Row, widths: StripWidths, language: str, style: StripStyle) -> StripRow:
    """Lay out a heading; the labels of two languages are joined."""
    label = " / ".join(dict.fromkeys(str(value) for value in row.values[: widths.texts]))
    room = max(widths.whole - text_width(label, BOLD_FONT, style.size) - HEADING_GAP, widths.whole / 4)
    remark = format_value(row.values[widths.texts], language)
    cells = ((label,), wrap_text(remark, FONT, style.remark_size, room))
    return StripRow(row, cells, _cells_height(cells, style))


def _cells_height(cells: Sequence[Sequence[str]], style: StripStyle) -> float:
    lines: int = max((len(cell) for cell in cells), default=1)
    return style.row_height + style.leading * max(0, lines - 1)


def _room_after_label(row: Row, widths: StripWidths, font: str, size: float) -> float:
    """Return the width that the last label leaves to a text across all columns."""
    at = widths.texts - 1
    label = min(text_width(str(row.values[at]), font, size), widths.columns[at] + widths.whole / 4)
    return widths.whole - widths.starts[at] - label - 2 * widths.figure_padding
