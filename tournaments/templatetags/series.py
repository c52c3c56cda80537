"""The evenings of a line of a series. A template takes ten times as long for a thousand cells."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.core.series.table import EveningPoints
from tournaments.series.page import SeriesRow
from tournaments.series.words import figure

register = template.Library()


@register.simple_tag
def series_cells(line: SeriesRow) -> SafeString:
    """Render what each evening gave; what is dropped is struck through, and says so."""
    dropped = _("dropped")
    return mark_safe("".join(_cell(cell, dropped) for cell in line.cells))  # noqa: S308 (each is escaped)


def _cell(cell: EveningPoints | None, dropped: str) -> str:
    if cell is None:
        return "<td></td>"
    if cell.counts:
        return format_html('<td class="number">{}</td>', figure(cell.points))
    return format_html(
        '<td class="number"><s>{}</s> <span class="visually-hidden">{}</span></td>',
        figure(cell.points),
        dropped,
    )
