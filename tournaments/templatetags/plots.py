"""The marks of a plot, written in Python: a template takes many times as long."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.public.places_plot import PlaceLine

register = template.Library()

# Each line has its own shape; the last one is for all others.
_SHAPES: Final = (
    '<circle r="4"/>',
    '<rect x="-4" y="-4" width="8" height="8"/>',
    '<path d="M0-5 5 4H-5Z"/>',
    '<path d="M0-6 6 0 0 6-6 0Z"/>',
    '<path d="M0 5 5-4H-5Z"/>',
    '<circle class="hollow" r="4"/>',
)


@register.simple_tag
def plot_mark(index: int) -> SafeString:
    """Write the mark of a line."""
    return mark_safe(f"\n{_SHAPES[min(index, len(_SHAPES) - 1)]}\n")  # noqa: S308 (no value of anybody)


@register.simple_tag
def plot_marks(line: PlaceLine) -> SafeString:
    """Write the mark of a line at each of its corners."""
    mark = plot_mark(line.index)
    corners = (f'<svg x="{at.x}" y="{at.y}" overflow="visible">{mark}</svg>' for at in line.marks)
    return mark_safe("".join(corners))  # noqa: S308 (coordinates are numbers of our own)
