"""The marks and figures of a plot, written in Python: a template takes many times as long."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from django import template
from django.utils.formats import localize
from django.utils.safestring import SafeString, mark_safe

from scoring.game.progress_plot import PlotMark
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
def plot_key(names: Iterable[str]) -> SafeString:
    """Write the mark of each line with what it stands for."""
    items = [
        f'<li><svg class="way-{index}" width="44" height="16" aria-hidden="true" focusable="false">'
        f'<line x1="1" y1="8" x2="43" y2="8"/><svg x="22" y="8" overflow="visible">{_mark(index)}</svg></svg>'
        f"{escape(name)}</li>"
        for index, name in enumerate(names)
    ]
    return mark_safe("".join(items))  # noqa: S308 (each name is escaped)


def _mark(index: int) -> str:
    """Return the mark of a line."""
    return f"\n{_SHAPES[min(index, len(_SHAPES) - 1)]}\n"


@register.simple_tag
def plot_lines(lines: Iterable[PlaceLine]) -> SafeString:
    """Write the lines, without their marks."""
    written = [f'<polyline class="way-{line.index}" points="{line.points}"/>' for line in lines]
    return mark_safe("".join(written))  # noqa: S308 (coordinates are numbers of our own)


@register.simple_tag
def plot_marks(lines: Iterable[PlaceLine]) -> SafeString:
    """Write the mark of each line at each of its corners, and the place at its end."""
    written = [f'<g class="way-{line.index}">{_corners(line)}</g>{_end(line)}' for line in lines]
    return mark_safe("".join(written))  # noqa: S308 (coordinates are numbers of our own)


def _corners(line: PlaceLine) -> str:
    mark = _mark(line.index)
    return "".join([f'<svg x="{at.x}" y="{at.y}" overflow="visible">{mark}</svg>' for at in line.marks])


def _end(line: PlaceLine) -> str:
    """Return the place at the end of a line, where there is room for it."""
    if line.end is None:
        return ""
    end = line.end
    return f'<text class="ways-end" x="{end.x}" y="{end.y}" dy="4">{localize(end.number)}</text>'


@register.simple_tag
def plot_grid(scale: Iterable[PlotMark]) -> SafeString:
    """Write the line of each place of the scale."""
    lines = (f'<line x1="{mark.x}" x2="96%" y1="{mark.y}" y2="{mark.y}"/>' for mark in scale)
    return mark_safe("".join(lines))  # noqa: S308 (coordinates are numbers of our own)


@register.simple_tag
def plot_places(scale: Iterable[PlotMark]) -> SafeString:
    """Write the places of the scale."""
    places = (f'<text x="0" y="{mark.y}" dy="4">{localize(mark.number)}</text>' for mark in scale)
    return mark_safe("".join(places))  # noqa: S308 (coordinates are numbers of our own)


@register.simple_tag
def plot_rounds(rounds: Iterable[PlotMark]) -> SafeString:
    """Write the numbers of the rounds."""
    numbers = (
        f'<text class="ways-round" x="{mark.x}" y="{mark.y}" dy="-3">{localize(mark.number)}</text>'
        for mark in rounds
    )
    return mark_safe("".join(numbers))  # noqa: S308 (coordinates are numbers of our own)
