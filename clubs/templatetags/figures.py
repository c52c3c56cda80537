"""Figures and report cells for templates."""

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.reports.report import Column, ColumnKind, ReportTable, Row, Value

register = template.Library()


@register.filter
def formatted(value: Value) -> str:
    """Format a value in the reader's language."""
    return numbers.format_value(value, get_language() or "en")


@register.filter
def cells(table: ReportTable, row: Row) -> Iterator[tuple[Column, Value]]:
    """Yield each value of a row with its column."""
    return zip(table.columns, row.values, strict=True)


@register.simple_tag
def table_rows(table: ReportTable) -> SafeString:
    """Render the rows of a report's table in Python: a template takes ten times as long for a thousand
    cells."""
    language = get_language() or "en"
    openings = [_opening_tag(column) for column in table.columns]
    minors = [index for index, column in enumerate(table.columns) if column.minor]
    lines = []
    for row in table.rows:
        cells = [cell_of(value, language) for value in row.values]
        lines.append(
            f"<tr{_TOTAL if row.is_total else ''}>{''.join(_row_cells(openings, cells, minors))}</tr>"
        )
    return mark_safe("\n".join(lines))  # noqa: S308 (every value has been escaped)


def cell_of(value: Value, language: str) -> str:
    """Return the HTML of a value; a date and its time are not broken over two lines."""
    words = _words_of(value, language)
    return f'<span class="unbroken">{words}</span>' if isinstance(value, date) else words


@register.simple_tag
def figure_rows(table: ReportTable) -> SafeString:
    """Render the rows of a broad table of figures; the first cell names the row."""
    language = get_language() or "en"
    openings = [f'<td class="{column.kind.value}">' for column in table.columns]
    lines = []
    for row in table.rows:
        name, *figures = [_words_of(value, language) for value in row.values]
        cells = (f"{opening}{words}</td>" for opening, words in zip(openings[1:], figures, strict=True))
        lines.append(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>\n      ')
    return mark_safe("".join(lines))  # noqa: S308 (every value has been escaped)


def _words_of(value: Value, language: str) -> str:
    return escape(value) if isinstance(value, str) else numbers.format_value(value, language)


_TOTAL = ' class="total"'


def _opening_tag(column: Column) -> str:
    """Return how the cells of a column begin; empty for the one that names its row."""
    if column.minor:
        return f'<td class="{column.kind.value} minor">'
    return f'<td class="{column.kind.value}">' if column.kind is ColumnKind.NUMBER else ""


def _row_cells(openings: Sequence[str], cells: Sequence[str], minors: Sequence[int]) -> Iterator[str]:
    """Yield the cells of a row. The cell that names it is its heading; on a phone it contains the minor
    columns."""
    for opening, words in zip(openings, cells, strict=True):
        if opening:
            yield f"{opening}{words}</td>"
        else:
            yield f'<th scope="row">{words}{_minor_cells([cells[index] for index in minors])}</th>'


def _minor_cells(cells: Sequence[str]) -> str:
    """Return the values of a row's minor columns, without the empty ones."""
    parts = " · ".join(filter(None, cells))
    return f'<small class="minors">{parts}</small>' if parts else ""


@register.filter
def minor_headings(table: ReportTable) -> str:
    """Return the titles of the minor columns in their order, for one line above the table."""
    return " · ".join(column.short or column.title for column in table.columns if column.minor)
