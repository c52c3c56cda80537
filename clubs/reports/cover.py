"""Draws the first page of a booklet: whose it is, what it is called, and what is to be known of it.

Knows what a cover says; must not know what is bound behind it. The same cover gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.certificates import CENTRE, LEADING, ROOM, SERIF, centred, draw_frame
from clubs.reports.numbers import written
from clubs.reports.report import Cover
from clubs.reports.texts import HAIR, lines_in

# The baselines, from the foot of the page.
_WHOSE, _TITLE, _FACTS, _SAID = (at * mm for at in (240.0, 206.0, 128.0, 44.0))
_TITLE_HIGH: Final = 40 * mm
_FACT_SIZE: Final = 12
_SMALLEST: Final = 8
# Between a label and what it says; labels have less room than what they say.
_APART: Final = 6 * mm
_LABEL_ROOM: Final = 0.32 * ROOM
_VALUE_ROOM: Final = ROOM - _LABEL_ROOM - _APART
# A line and the space between two facts, in sizes of the letters.
_BETWEEN: Final = 0.45
_RULE: Final = 22 * mm


def draw_cover(canvas: Canvas, cover: Cover) -> None:
    """The cover on a page of its own."""
    draw_frame(canvas)
    centred(canvas, (cover.whose,), SERIF, 16, _WHOSE, 14 * mm)
    _draw_rule(canvas, _WHOSE - 14 * mm)
    below = centred(canvas, (cover.title,), SERIF, 32, _TITLE, _TITLE_HIGH)
    below = centred(canvas, (cover.subtitle,), SERIF, 17, below - 2 * mm)
    centred(canvas, (cover.when,), SERIF, 13, below - 3 * mm)
    _draw_rule(canvas, _FACTS + 14 * mm)
    _draw_facts(canvas, cover)
    centred(canvas, cover.said, SERIF, 12, _SAID, 22 * mm)


def _draw_rule(canvas: Canvas, base: float) -> None:
    canvas.setLineWidth(HAIR)
    canvas.line(CENTRE - _RULE, base, CENTRE + _RULE, base)


# A fact laid out: the lines of its label, and of what it says.
_Laid = tuple[Sequence[str], Sequence[str]]


def _draw_facts(canvas: Canvas, cover: Cover) -> None:
    """Labels end where what they say begins; smaller where there are many."""
    size = _FACT_SIZE
    while size > _SMALLEST and _height_of(_laid(cover, size), size) > _FACTS - _SAID - 14 * mm:
        size -= 1
    canvas.setFont(SERIF, size)
    base, middle = _FACTS, CENTRE - ROOM / 2 + _LABEL_ROOM
    for label, value in _laid(cover, size):
        for at, line in enumerate(label):
            canvas.drawRightString(middle, base - at * size * LEADING, line)
        for at, line in enumerate(value):
            canvas.drawString(middle + _APART, base - at * size * LEADING, line)
        base -= _height_of([(label, value)], size)


def _laid(cover: Cover, size: int) -> list[_Laid]:
    return [
        (
            lines_in(fact.label, SERIF, size, _LABEL_ROOM),
            lines_in(written(fact.value, cover.language), SERIF, size, _VALUE_ROOM),
        )
        for fact in cover.facts
    ]


def _height_of(facts: Sequence[_Laid], size: int) -> float:
    return sum((max(len(label), len(value)) * LEADING + _BETWEEN) * size for label, value in facts)
