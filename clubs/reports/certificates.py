"""Draws certificates: one a page, black on white within two hairlines, a suit in each corner.

Knows what a certificate says; must not know for what it is given. The same certificates give the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.pdf import FONTS
from clubs.reports.report import Certificate, Certificates
from clubs.reports.texts import HAIR, TEXT, lines_in, width_of

SERIF: Final = "Talon-Serif"
_WIDTH, _HEIGHT = A4
CENTRE: Final = _WIDTH / 2
_OUTER, _INNER = 12 * mm, 14 * mm
# What a corner of the inner line leaves to its suit.
_NOTCH: Final = 12 * mm
_SUITS: Final = "♠♥♦♣"
_SUIT_SIZE: Final = 15
ROOM: Final = _WIDTH - 2 * (_INNER + 14 * mm)
# The baselines, from the foot of the page.
_TITLE, _AWARDED, _NAMES, _PLACE, _EVENT, _FACTS, _SIGNED = (
    at * mm for at in (226.0, 204.0, 184.0, 128.0, 105.0, 92.0, 44.0)
)
# From one letter of the title to the next.
_SPACED: Final = 5
_BESIDE: Final = 14 * mm
# A line and the space below it, in sizes of its letters.
LEADING: Final = 1.35
# What there is room for above the place, and below it.
_NAMES_HIGH, _EVENT_HIGH, _FACTS_HIGH = 38 * mm, 14 * mm, 26 * mm

pdfmetrics.registerFont(TTFont(SERIF, FONTS / "DejaVuSerif.ttf"))


def draw(given: Certificates) -> bytes:
    """The certificates as a PDF file."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, lang=given.language)
    canvas.setTitle(given.title)
    canvas.setAuthor("Talon")
    for certificate in given.certificates:
        draw_frame(canvas)
        _draw_words(canvas, given, certificate)
        _draw_signatures(canvas, given.signatures)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_frame(canvas: Canvas) -> None:
    """A line around the page, and one within it that makes room for a suit in each corner."""
    canvas.setLineWidth(HAIR)
    canvas.rect(_OUTER, _OUTER, _WIDTH - 2 * _OUTER, _HEIGHT - 2 * _OUTER)
    left, right, low, high = _INNER, _WIDTH - _INNER, _INNER, _HEIGHT - _INNER
    path = canvas.beginPath()
    path.moveTo(left + _NOTCH, low)
    for x, y in (
        *((right - _NOTCH, low), (right - _NOTCH, low + _NOTCH), (right, low + _NOTCH)),
        *((right, high - _NOTCH), (right - _NOTCH, high - _NOTCH), (right - _NOTCH, high)),
        *((left + _NOTCH, high), (left + _NOTCH, high - _NOTCH), (left, high - _NOTCH)),
        *((left, low + _NOTCH), (left + _NOTCH, low + _NOTCH)),
    ):
        path.lineTo(x, y)
    path.close()
    canvas.drawPath(path)
    canvas.setFont(TEXT, _SUIT_SIZE)
    corners = ((left, high), (right, high), (right, low), (left, low))
    for suit, (x, y) in zip(_SUITS, corners, strict=True):
        inward = _NOTCH / 2 if x == left else -_NOTCH / 2, _NOTCH / 2 if y == low else -_NOTCH / 2
        canvas.drawCentredString(x + inward[0], y + inward[1] - _SUIT_SIZE * 0.36, suit)


def _draw_words(canvas: Canvas, given: Certificates, certificate: Certificate) -> None:
    _draw_title(canvas, given.title)
    centred(canvas, (given.awarded,), SERIF, 13, _AWARDED)
    below = centred(canvas, certificate.names, SERIF, 28, _NAMES, _NAMES_HIGH)
    centred(canvas, (certificate.club,), SERIF, 13, below + 2 * mm)
    canvas.setLineWidth(HAIR)
    canvas.line(CENTRE - 22 * mm, _PLACE + 15 * mm, CENTRE + 22 * mm, _PLACE + 15 * mm)
    centred(canvas, (certificate.place,), SERIF, 24, _PLACE)
    below = centred(canvas, (certificate.event,), SERIF, 17, _EVENT, _EVENT_HIGH)
    centred(canvas, certificate.facts, SERIF, 12, below, _FACTS_HIGH)


def _draw_title(canvas: Canvas, title: str) -> None:
    """In large letters that stand apart."""
    words = title.upper()
    size = 34.0
    while width_of(words, SERIF, size) + _SPACED * (len(words) - 1) > ROOM:
        size -= 1
    whole = width_of(words, SERIF, size) + _SPACED * (len(words) - 1)
    canvas.setFont(SERIF, size)
    canvas.drawString(CENTRE - whole / 2, _TITLE, words, charSpace=_SPACED)


def centred(
    canvas: Canvas, said: tuple[str, ...], font: str, size: float, base: float, high: float = 0
) -> float:
    """Texts below each other, smaller where there are many; the base of what stands below them."""
    lines = _laid(said, font, size)
    while high and len(lines) * size * LEADING > high:
        size -= 1
        lines = _laid(said, font, size)
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawCentredString(CENTRE, base, line)
        base -= size * LEADING
    return base


def _laid(said: tuple[str, ...], font: str, size: float) -> list[str]:
    return [line for text in said for line in lines_in(text, font, size, ROOM)]


def _draw_signatures(canvas: Canvas, given: tuple[str, ...]) -> None:
    """A line for each who signs, beside each other."""
    wide = (ROOM - _BESIDE * (len(given) - 1)) / len(given)
    canvas.setLineWidth(HAIR)
    for at, text in enumerate(given):
        left = CENTRE - ROOM / 2 + at * (wide + _BESIDE)
        canvas.line(left, _SIGNED, left + wide, _SIGNED)
        canvas.setFont(SERIF, 10)
        for number, line in enumerate(lines_in(text, SERIF, 10, wide)):
            canvas.drawCentredString(left + wide / 2, _SIGNED - 13 - 12 * number, line)
