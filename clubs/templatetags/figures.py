"""Figures and report cells for templates."""

from collections.abc import Iterator

from django import template
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.reports.report import Column, Row, Table, Value

register = template.Library()


@register.filter
def written(value: Value) -> str:
    """A number as the reader's language writes it."""
    return numbers.written(value, get_language() or "en")


@register.filter
def cells(table: Table, row: Row) -> Iterator[tuple[Column, Value]]:
    """Each value of a row beside its column."""
    return zip(table.columns, row.values, strict=True)


@register.filter
def minors(table: Table, row: Row) -> list[tuple[Column, Value]]:
    """What a row says in its minor columns; nothing of those that it leaves empty."""
    return [
        (column, value) for column, value in cells(table, row) if column.minor and value not in ("", None)
    ]
