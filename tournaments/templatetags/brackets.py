"""The picture of a bracket, written in Python like the plots."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from clubs.reports.drawing import Corner
from tournaments.public.bracket_picture import BracketBox, BracketLine, BracketPicture, BracketShape

register = template.Library()


@register.simple_tag
def bracket_picture(picture: BracketPicture, label: str = "") -> SafeString:
    """Write the picture. Without a label a list beside it says the same, and programs that read aloud pass it
    over; with one it stands alone, on a screen, where nothing can be followed."""
    ways = "".join(f'<polyline points="{_points(box.way)}"/>' for box in picture.boxes if box.way)
    headings = "".join(
        f'<text class="bracket-level" x="{each.x}" y="{each.y}">{escape(each.text)}</text>'
        for each in picture.headings
    )
    boxes = "".join(_box(box, picture.shape, with_links=not label) for box in picture.boxes)
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return mark_safe(  # noqa: S308 (names are escaped, coordinates are numbers of our own)
        f'<svg {size} {spoken} focusable="false">{ways}{headings}{boxes}</svg>'
    )


def _points(corners: Iterable[Corner]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def _box(box: BracketBox, shape: BracketShape, *, with_links: bool) -> str:
    width, height, half = shape.box_width, shape.box_height, shape.entry_height
    lines = "".join(_line(line, shape, at * half, with_links=with_links) for at, line in enumerate(box.lines))
    return (
        f'<svg x="{box.x}" y="{box.y}" width="{width}" height="{height}">'
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="4"/>'
        f'<line x1="0" x2="{width}" y1="{half}" y2="{half}"/>{lines}</svg>'
    )


def _line(line: BracketLine, shape: BracketShape, top: int, *, with_links: bool) -> str:
    """A name, with the page of the entry, and what it has made."""
    if not line.name:
        return ""
    wins = ' class="bracket-wins"' if line.wins else ""
    names = line.in_lines(shape)
    whole = f"<title>{escape(line.name)}</title>" if with_links else ""
    # In the middle of the lines of an entry.
    above = top + (shape.lines - len(names)) * shape.line // 2 + shape.base
    name = "".join(
        f'<text class="bracket-name" x="8" y="{above + at * shape.line}">{escape(words)}{whole}</text>'
        for at, words in enumerate(names)
    )
    middle = top + (shape.lines - 1) * shape.line // 2 + shape.base
    score = f'<text class="bracket-score" x="{shape.box_width - 8}" y="{middle}">{escape(line.score)}</text>'
    linked = f'<a href="{escape(line.address)}" tabindex="-1">{name}</a>' if with_links else name
    return f"<g{wins}>{linked}{score}</g>"
