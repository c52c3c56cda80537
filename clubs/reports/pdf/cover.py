"""Draws the cover of a booklet: the organizer, the title and the facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.numbers import format_value
from clubs.reports.pdf.certificates import (
    CENTRE,
    CERTIFICATE_TEXT_WIDTH,
    LINE_HEIGHT,
    draw_centred,
    draw_frame,
)
from clubs.reports.pdf.letters import SERIF
from clubs.reports.pdf.texts import HAIRLINE, wrap_text
from clubs.reports.report import Cover

# The baselines, from the foot of the page.
_ORGANIZER, _TITLE, _FACTS, _STATUS = (at * mm for at in (240.0, 206.0, 128.0, 44.0))
_TITLE_HEIGHT: Final = 40 * mm
_FACT_SIZE: Final = 12
_MIN_SIZE: Final = 8
# Between a label and its value; labels have less room than values.
_LABEL_GAP: Final = 6 * mm
_LABEL_WIDTH: Final = 0.32 * CERTIFICATE_TEXT_WIDTH
_VALUE_WIDTH: Final = CERTIFICATE_TEXT_WIDTH - _LABEL_WIDTH - _LABEL_GAP
# The space between two facts, in sizes of the letters.
_FACT_GAP: Final = 0.45
_HALF_RULE: Final = 22 * mm


def draw_cover(canvas: Canvas, cover: Cover) -> None:
    draw_frame(canvas)
    draw_centred(canvas, (cover.organizer,), SERIF, 16, _ORGANIZER, 14 * mm)
    _draw_rule(canvas, _ORGANIZER - 14 * mm)
    below = draw_centred(canvas, (cover.title,), SERIF, 32, _TITLE, _TITLE_HEIGHT)
    below = draw_centred(canvas, (cover.subtitle,), SERIF, 17, below - 2 * mm)
    draw_centred(canvas, (cover.place_and_date,), SERIF, 13, below - 3 * mm)
    _draw_rule(canvas, _FACTS + 14 * mm)
    _draw_facts(canvas, cover)
    draw_centred(canvas, cover.status, SERIF, 12, _STATUS, 22 * mm)


def _draw_rule(canvas: Canvas, base: float) -> None:
    canvas.setLineWidth(HAIRLINE)
    canvas.line(CENTRE - _HALF_RULE, base, CENTRE + _HALF_RULE, base)


# The lines of a fact's label and of its value.
_FactLines = tuple[Sequence[str], Sequence[str]]


def _draw_facts(canvas: Canvas, cover: Cover) -> None:
    """Draw the facts, with the labels right-aligned to their values, and smaller if there are many."""
    size = _FACT_SIZE
    while size > _MIN_SIZE and _total_height(_fact_lines(cover, size), size) > _FACTS - _STATUS - 14 * mm:
        size -= 1
    canvas.setFont(SERIF, size)
    base, middle = _FACTS, CENTRE - CERTIFICATE_TEXT_WIDTH / 2 + _LABEL_WIDTH
    for label, value in _fact_lines(cover, size):
        for at, line in enumerate(label):
            canvas.drawRightString(middle, base - at * size * LINE_HEIGHT, line)
        for at, line in enumerate(value):
            canvas.drawString(middle + _LABEL_GAP, base - at * size * LINE_HEIGHT, line)
        base -= _total_height([(label, value)], size)


def _fact_lines(cover: Cover, size: int) -> list[_FactLines]:
    return [
        (
            wrap_text(fact.label, SERIF, size, _LABEL_WIDTH),
            wrap_text(format_value(fact.value, cover.language), SERIF, size, _VALUE_WIDTH),
        )
        for fact in cover.facts
    ]


def _total_height(facts: Sequence[_FactLines], size: int) -> float:
    return sum((max(len(label), len(value)) * LINE_HEIGHT + _FACT_GAP) * size for label, value in facts)
