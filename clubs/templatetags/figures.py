"""Figures and report cells for templates."""

from collections.abc import Iterator, Sequence
from datetime import date

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.reports.report import Column, Kind, Row, Table, Value

register = template.Library()


@register.filter
def written(value: Value) -> str:
    """A number as the reader's language writes it."""
    return numbers.written(value, get_language() or "en")


@register.filter
def cells(table: Table, row: Row) -> Iterator[tuple[Column, Value]]:
    """Each value of a row beside its column."""
    return zip(table.columns, row.values, strict=True)


@register.simple_tag
def rows(table: Table) -> SafeString:
    """The rows of a report's table. Not by a template, which takes ten times as long for a thousand cells."""
    language = get_language() or "en"
    lines = []
    for row in table.rows:
        said = [cell_of(value, language) for value in row.values]
        lines.append(f"<tr{_TOTAL if row.total else ''}>{''.join(_line(table.columns, said))}</tr>")
    return mark_safe("\n".join(lines))  # noqa: S308 (every value has been escaped)


def cell_of(value: Value, language: str) -> str:
    """A value as it stands in its cell; a day and its hour are never taken apart over two lines."""
    words = conditional_escape(numbers.written(value, language))
    return f'<span class="unbroken">{words}</span>' if isinstance(value, date) else words


_TOTAL = ' class="total"'


def _line(columns: Sequence[Column], said: Sequence[str]) -> Iterator[str]:
    """The cells of a row. What names it is its heading; on a phone its minor columns stand under that."""
    for column, words in zip(columns, said, strict=True):
        if column.minor:
            yield f'<td class="{column.kind.value} minor">{words}</td>'
        elif column.kind is Kind.NUMBER:
            yield f'<td class="{column.kind.value}">{words}</td>'
        else:
            yield f'<th scope="row">{words}{_minors(columns, said)}</th>'


def _minors(columns: Sequence[Column], said: Sequence[str]) -> str:
    """What a row says in its minor columns; nothing of those that it leaves empty."""
    parts = [words for column, words in zip(columns, said, strict=True) if column.minor and words]
    return f'<small class="minors">{" · ".join(parts)}</small>' if parts else ""


@register.filter
def minor_headings(table: Table) -> str:
    """What the minor columns are, in their order: said once above them, not in every row."""
    return " · ".join(column.short or column.title for column in table.columns if column.minor)
