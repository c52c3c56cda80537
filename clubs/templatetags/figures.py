"""Figures and report cells for templates."""

from collections.abc import Iterator, Sequence
from datetime import date

from django import template
from django.utils.html import conditional_escape
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
    lines = []
    for row in table.rows:
        cells = [cell_of(value, language) for value in row.values]
        lines.append(f"<tr{_TOTAL if row.is_total else ''}>{''.join(_row_cells(table.columns, cells))}</tr>")
    return mark_safe("\n".join(lines))  # noqa: S308 (every value has been escaped)


def cell_of(value: Value, language: str) -> str:
    """Return the HTML of a value; a date and its time are not broken over two lines."""
    words = conditional_escape(numbers.format_value(value, language))
    return f'<span class="unbroken">{words}</span>' if isinstance(value, date) else words


_TOTAL = ' class="total"'


def _row_cells(columns: Sequence[Column], cells: Sequence[str]) -> Iterator[str]:
    """Yield the cells of a row. The cell that names it is its heading; on a phone it contains the minor
    columns."""
    for column, words in zip(columns, cells, strict=True):
        if column.minor:
            yield f'<td class="{column.kind.value} minor">{words}</td>'
        elif column.kind is ColumnKind.NUMBER:
            yield f'<td class="{column.kind.value}">{words}</td>'
        else:
            yield f'<th scope="row">{words}{_minor_cells(columns, cells)}</th>'


def _minor_cells(columns: Sequence[Column], cells: Sequence[str]) -> str:
    """Return the values of a row's minor columns, without the empty ones."""
    parts = [words for column, words in zip(columns, cells, strict=True) if column.minor and words]
    return f'<small class="minors">{" · ".join(parts)}</small>' if parts else ""


@register.filter
def minor_headings(table: ReportTable) -> str:
    """Return the titles of the minor columns in their order, for one line above the table."""
    return " · ".join(column.short or column.title for column in table.columns if column.minor)
