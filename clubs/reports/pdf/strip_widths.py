"""Chooses the number of strips that a table is drawn in, and the widths of their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.numbers import format_value
from clubs.reports.pdf.texts import BOLD_FONT, FONT, text_width
from clubs.reports.report import ColumnKind, ReportTable, Row

STRIP_GAP: Final = 2.5 * mm
# Between a figure and the next column, in widths of the letter m; all of these grow with the letters. Three
# figures side by side need a gap that is clearly larger than that between thousands.
_FIGURE_PADDING, _WIDE_PADDING = 0.6, 0.8
_MOST_CLOSE_FIGURES: Final = 2
# The most extra space between two figures, if the labels leave it.
_MAX_EXTRA: Final = 7
_LABEL_PADDING: Final = 0.2
# The least width of a label in one of several strips, and of a figure.
_MIN_LABEL: Final = 9.5
_MIN_FIGURE: Final = 3.4
# A word that is longer has a second line; no figure is.
_MAX_FIGURE: Final = 6.4


@dataclass(frozen=True, slots=True)
class StripWidths:
    """The widths of the columns of a strip in letters of a size; the first `texts` of them are labels."""

    columns: tuple[float, ...]
    texts: int
    size: float
    starts: tuple[float, ...] = field(init=False)
    whole: float = field(init=False)

    def __post_init__(self) -> None:
        starts = tuple(sum(self.columns[:at]) for at in range(len(self.columns)))
        object.__setattr__(self, "starts", starts)
        object.__setattr__(self, "whole", sum(self.columns))

    @property
    def figure_padding(self) -> float:
        return _padding(len(self.columns) - self.texts, self.size)

    @property
    def label_padding(self) -> float:
        return _LABEL_PADDING * self.size


def strip_shape(
    table: ReportTable, width: float, language: str, size: float, most_strips: int
) -> tuple[int, StripWidths]:
    """Return the number of strips and the widths of their columns; no word of a label is broken."""
    texts = sum(column.kind is ColumnKind.TEXT for column in table.columns)
    min_label = max(_MIN_LABEL * size, _longest_word(table, texts, size) + _LABEL_PADDING * size)
    choices = [*_figure_widths(table, texts, language, size)]
    for number in range(most_strips, 1, -1):
        room = (width - (number - 1) * STRIP_GAP) / number
        labels = [(figures, (room - sum(figures)) / max(texts, 1)) for figures in choices]
        fitting = [(figures, label) for figures, label in labels if label >= min_label]
        if fitting:
            figures, label = min(
                fitting, key=lambda choice: _broken_rows(table, choice[0], choice[1], language, size)
            )
            return number, _spaced_widths(table, size, figures, label)
    return 1, _spaced_widths(table, size, choices[0], (width - sum(choices[0])) / max(texts, 1))


def _broken_rows(
    table: ReportTable, figures: tuple[float, ...], label: float, language: str, size: float
) -> int:
    """Return the number of rows with a label or a figure that needs a second line."""
    texts = len(table.columns) - len(figures)
    rooms = [
        *repeat(label - _LABEL_PADDING * size, texts),
        *(width - _padding(len(figures), size) for width in figures),
    ]
    return sum(
        any(
            text_width(format_value(value, language), BOLD_FONT if is_bold(row) else FONT, size) > room + 0.01
            for value, room in zip(row.values, rooms, strict=True)
        )
        for row in table.rows
        if not row.spans_columns
    )


def _spaced_widths(table: ReportTable, size: float, figures: tuple[float, ...], label: float) -> StripWidths:
    """Add space between the figures as far as no label needs it."""
    texts = len(table.columns) - len(figures)
    labels = [
        (str(row.values[at]), BOLD_FONT if is_bold(row) else FONT)
        for row in table.rows
        for at in range(texts)
    ]
    longest = max((text_width(text, font, size) for text, font in labels), default=0) + _LABEL_PADDING * size
    spare = min(max(label - longest, 0) * texts / len(figures), _MAX_EXTRA)
    return StripWidths(
        (label - spare * len(figures) / max(texts, 1),) * texts + tuple(width + spare for width in figures),
        texts,
        size,
    )


def _longest_word(table: ReportTable, texts: int, size: float) -> float:
    """Return the width of the longest word of a label."""
    words = (
        text_width(word, BOLD_FONT if is_bold(row) else FONT, size)
        for row in table.rows
        for label in row.values[:texts]
        for word in str(label).split(" ")
    )
    return max(words, default=0)


def _figure_widths(table: ReportTable, texts: int, language: str, size: float) -> Iterator[tuple[float, ...]]:
    """Return the possible widths of the columns of figures: all as wide as the widest, each as wide as it
    needs, and at last with each word on its own line."""
    rows = [(row, BOLD_FONT if is_bold(row) else FONT) for row in table.rows if not row.spans_columns]
    columns = [
        [
            *((format_value(row.values[at], language), font) for row, font in rows),
            # A heading may take several lines, but no word of it.
            *((word, BOLD_FONT) for word in (column.short or column.title).split(" ")),
        ]
        for at, column in enumerate(table.columns[texts:], start=texts)
    ]
    padding = _padding(len(columns), size)
    own = tuple(_widest(cells, size) + padding for cells in columns)
    yield (max(own, default=0),) * len(own)
    yield own
    yield tuple(
        _widest([(word, font) for text, font in cells for word in text.split(" ")], size) + padding
        for cells in columns
    )


def _widest(cells: Sequence[tuple[str, str]], size: float) -> float:
    """Return the width that a column needs for its texts, each in its font."""
    widest = max([_MIN_FIGURE * size, *(text_width(text, font, size) for text, font in cells)])
    return min(widest, _MAX_FIGURE * size)


def _padding(figures: int, size: float) -> float:
    """Return the gap between a figure and the next column, by the number of columns of figures."""
    return (_FIGURE_PADDING if figures <= _MOST_CLOSE_FIGURES else _WIDE_PADDING) * size


def is_bold(row: Row) -> bool:
    return row.is_total or row.is_heading
