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
WHOSE, TITLE, FACTS, SAID = (at * mm for at in (240.0, 206.0, 128.0, 44.0))
TITLE_HIGH: Final = 40 * mm
FACT_SIZE: Final = 12
SMALLEST: Final = 8
# Between a label and what it says; labels have less room than what they say.
APART: Final = 6 * mm
LABEL_ROOM: Final = 0.32 * ROOM
VALUE_ROOM: Final = ROOM - LABEL_ROOM - APART
# A line and the space between two facts, in sizes of the letters.
BETWEEN: Final = 0.45
RULE: Final = 22 * mm


def draw_cover(canvas: Canvas, cover: Cover) -> None:
    """The cover on a page of its own."""
    draw_frame(canvas)
    centred(canvas, (cover.whose,), SERIF, 16, WHOSE, 14 * mm)
    draw_rule(canvas, WHOSE - 14 * mm)
    below = centred(canvas, (cover.title,), SERIF, 32, TITLE, TITLE_HIGH)
    below = centred(canvas, (cover.subtitle,), SERIF, 17, below - 2 * mm)
    centred(canvas, (cover.when,), SERIF, 13, below - 3 * mm)
    draw_rule(canvas, FACTS + 14 * mm)
    draw_facts(canvas, cover)
    centred(canvas, cover.said, SERIF, 12, SAID, 22 * mm)


def draw_rule(canvas: Canvas, base: float) -> None:
    canvas.setLineWidth(HAIR)
    canvas.line(CENTRE - RULE, base, CENTRE + RULE, base)


# A fact laid out: the lines of its label, and of what it says.
Laid = tuple[Sequence[str], Sequence[str]]


def draw_facts(canvas: Canvas, cover: Cover) -> None:
    """Labels end where what they say begins; smaller where there are many."""
    size = FACT_SIZE
    while size > SMALLEST and height_of(laid(cover, size), size) > FACTS - SAID - 14 * mm:
        size -= 1
    canvas.setFont(SERIF, size)
    base, middle = FACTS, CENTRE - ROOM / 2 + LABEL_ROOM
    for label, value in laid(cover, size):
        for at, line in enumerate(label):
            canvas.drawRightString(middle, base - at * size * LEADING, line)
        for at, line in enumerate(value):
            canvas.drawString(middle + APART, base - at * size * LEADING, line)
        base -= height_of([(label, value)], size)


def laid(cover: Cover, size: int) -> list[Laid]:
    return [
        (
            lines_in(fact.label, SERIF, size, LABEL_ROOM),
            lines_in(written(fact.value, cover.language), SERIF, size, VALUE_ROOM),
        )
        for fact in cover.facts
    ]


def height_of(facts: Sequence[Laid], size: int) -> float:
    return sum((max(len(label), len(value)) * LEADING + BETWEEN) * size for label, value in facts)
