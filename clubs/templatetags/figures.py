"""Figures and report cells for templates."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from html import escape
from typing import Final, cast

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.reports.report import Column, ColumnKind, ReportTable, Row, Value
from clubs.text.number_ranges import number_ranges

register = template.Library()
register.filter(number_ranges)


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
    cells = _cells_by_column(table, cell_of)
    minors = _minor_cells(table, cells)
    naming = next(filter(_names_row, table.columns), None)
    written: list[Sequence[str]] = [[_TOTAL if row.is_total else "" for row in table.rows]]
    for column, values in zip(table.columns, cells, strict=True):
        names = _linked_names(table, values) if column is naming else values
        written += [names, minors] if _names_row(column) else [names]
    pattern = f"<tr%s>{''.join(map(_cell_pattern, table.columns))}</tr>"
    lines = [pattern % row for row in zip(*written, strict=True)]
    return mark_safe("\n".join(lines))  # noqa: S308 (every value has been escaped)


_TOTAL: Final = ' class="total"'


def _names_row(column: Column) -> bool:
    return not column.minor and column.kind is not ColumnKind.NUMBER


def _linked_names(table: ReportTable, names: Sequence[str]) -> Sequence[str]:
    """Return the names of the rows as links, where they have an address."""
    if not any(row.address for row in table.rows):
        return names
    return [
        f'<a href="{escape(row.address)}">{name}</a>' if row.address else name
        for row, name in zip(table.rows, names, strict=True)
    ]


def _cell_pattern(column: Column) -> str:
    """Return how a cell is written. The one that names its row is its heading; on a phone it contains the
    minor columns."""
    if _names_row(column):
        return '<th scope="row">%s%s</th>'
    return f'<td class="{column.kind.value}{" minor" if column.minor else ""}">%s</td>'


def _minor_cells(table: ReportTable, cells: Sequence[Sequence[str]]) -> list[str]:
    """Return the values of each row's minor columns, without the empty ones."""
    minors = [values for column, values in zip(table.columns, cells, strict=True) if column.minor]
    if not minors:
        return [""] * len(table.rows)
    joined = [" · ".join(filter(None, values)) for values in zip(*minors, strict=True)]
    return [f'<small class="minors">{parts}</small>' if parts else "" for parts in joined]


def _cells_by_column(table: ReportTable, cell: Callable[[Value, str], str]) -> list[Sequence[str]]:
    """Return the HTML of each column's values. Most columns are texts or whole numbers alone, which takes a
    third of the time of cell by cell."""
    language = get_language() or "en"
    columns = (
        zip(*[row.values for row in table.rows], strict=True) if table.rows else [()] * len(table.columns)
    )
    return [_cells_of_column(values, language, cell) for values in columns]


def _cells_of_column(
    values: Sequence[Value], language: str, cell: Callable[[Value, str], str]
) -> Sequence[str]:
    kinds = set(map(type, values))
    if kinds == {str}:
        words = cast(Sequence[str], values)
        return words if _MARKUP.search("".join(words)) is None else [escape(word) for word in words]
    if kinds == {int}:
        return numbers.format_integers(cast(Sequence[int], values), language)
    return [cell(value, language) for value in values]


# What `escape` replaces.
_MARKUP: Final = re.compile("[&<>\"']")


def cell_of(value: Value, language: str) -> str:
    """Return the HTML of a value; a date and its time are not broken over two lines."""
    words = _words_of(value, language)
    return f'<span class="unbroken">{words}</span>' if isinstance(value, date) else words


@register.simple_tag
def figure_rows(table: ReportTable) -> SafeString:
    """Render the rows of a broad table of figures; the first cell names the row."""
    figures = "".join([f'<td class="{column.kind.value}">%s</td>' for column in table.columns[1:]])
    pattern = f'<tr><th scope="row">%s</th>{figures}</tr>\n      '
    names, *values = _cells_by_column(table, _words_of)
    lines = [pattern % row for row in zip(_linked_names(table, names), *values, strict=True)]
    return mark_safe("".join(lines))  # noqa: S308 (every value has been escaped)


def _words_of(value: Value, language: str) -> str:
    return escape(value) if isinstance(value, str) else numbers.format_value(value, language)


@register.filter
def minor_headings(table: ReportTable) -> str:
    """Return the titles of the minor columns in their order, for one line above the table."""
    return " · ".join(column.short or column.title for column in table.columns if column.minor)
