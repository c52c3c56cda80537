"""The picture of a bracket, written in Python like the plots."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe

from clubs.reports.drawing import Corner
from tournaments.public.bracket import BOX_HEIGHT, BOX_WIDTH, BracketBox, BracketLine, BracketPicture

register = template.Library()

_HALF: Final = BOX_HEIGHT // 2


@register.simple_tag
def bracket_picture(picture: BracketPicture) -> SafeString:
    """Write the picture; the list under it says the same, so programs that read aloud pass it over."""
    ways = "".join(f'<polyline points="{_points(box.way)}"/>' for box in picture.boxes if box.way)
    headings = "".join(
        f'<text class="bracket-level" x="{each.x}" y="{each.y}">{escape(each.text)}</text>'
        for each in picture.headings
    )
    boxes = "".join(map(_box, picture.boxes))
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    return mark_safe(  # noqa: S308 (names are escaped, coordinates are numbers of our own)
        f'<svg {size} aria-hidden="true" focusable="false">{ways}{headings}{boxes}</svg>'
    )


def _points(corners: Iterable[Corner]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def _box(box: BracketBox) -> str:
    lines = "".join(_line(line, 17 + at * _HALF) for at, line in enumerate(box.lines))
    return (
        f'<svg x="{box.x}" y="{box.y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}">'
        f'<rect x="0.5" y="0.5" width="{BOX_WIDTH - 1}" height="{BOX_HEIGHT - 1}" rx="4"/>'
        f'<line x1="0" x2="{BOX_WIDTH}" y1="{_HALF}" y2="{_HALF}"/>{lines}</svg>'
    )


def _line(line: BracketLine, y: int) -> str:
    """A name, with the page of the entry, and what it has made."""
    if not line.name:
        return ""
    wins = ' class="bracket-wins"' if line.wins else ""
    name = f'<text x="8" y="{y}">{escape(line.short)}<title>{escape(line.name)}</title></text>'
    score = f'<text class="bracket-score" x="{BOX_WIDTH - 8}" y="{y}">{escape(line.score)}</text>'
    return f'<g{wins}><a href="{escape(line.address)}" tabindex="-1">{name}</a>{score}</g>'
