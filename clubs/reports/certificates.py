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
WIDTH, HEIGHT = A4
CENTRE: Final = WIDTH / 2
OUTER, INNER = 12 * mm, 14 * mm
# What a corner of the inner line leaves to its suit.
NOTCH: Final = 12 * mm
SUITS: Final = "♠♥♦♣"
SUIT_SIZE: Final = 15
ROOM: Final = WIDTH - 2 * (INNER + 14 * mm)
# The baselines, from the foot of the page.
TITLE, AWARDED, NAMES, PLACE, EVENT, FACTS, SIGNED = (
    at * mm for at in (226.0, 204.0, 184.0, 128.0, 105.0, 92.0, 44.0)
)
# From one letter of the title to the next.
SPACED: Final = 5
BESIDE: Final = 14 * mm
# A line and the space below it, in sizes of its letters.
LEADING: Final = 1.35
# What there is room for above the place, and below it.
NAMES_HIGH, EVENT_HIGH, FACTS_HIGH = 38 * mm, 14 * mm, 26 * mm

pdfmetrics.registerFont(TTFont(SERIF, FONTS / "DejaVuSerif.ttf"))


def draw(given: Certificates) -> bytes:
    """The certificates as a PDF file."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, lang=given.language)
    canvas.setTitle(given.title)
    canvas.setAuthor("Talon")
    for certificate in given.certificates:
        draw_frame(canvas)
        draw_words(canvas, given, certificate)
        draw_signatures(canvas, given.signatures)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_frame(canvas: Canvas) -> None:
    """A line around the page, and one within it that makes room for a suit in each corner."""
    canvas.setLineWidth(HAIR)
    canvas.rect(OUTER, OUTER, WIDTH - 2 * OUTER, HEIGHT - 2 * OUTER)
    left, right, low, high = INNER, WIDTH - INNER, INNER, HEIGHT - INNER
    path = canvas.beginPath()
    path.moveTo(left + NOTCH, low)
    for x, y in (
        *((right - NOTCH, low), (right - NOTCH, low + NOTCH), (right, low + NOTCH)),
        *((right, high - NOTCH), (right - NOTCH, high - NOTCH), (right - NOTCH, high)),
        *((left + NOTCH, high), (left + NOTCH, high - NOTCH), (left, high - NOTCH)),
        *((left, low + NOTCH), (left + NOTCH, low + NOTCH)),
    ):
        path.lineTo(x, y)
    path.close()
    canvas.drawPath(path)
    canvas.setFont(TEXT, SUIT_SIZE)
    corners = ((left, high), (right, high), (right, low), (left, low))
    for suit, (x, y) in zip(SUITS, corners, strict=True):
        inward = NOTCH / 2 if x == left else -NOTCH / 2, NOTCH / 2 if y == low else -NOTCH / 2
        canvas.drawCentredString(x + inward[0], y + inward[1] - SUIT_SIZE * 0.36, suit)


def draw_words(canvas: Canvas, given: Certificates, certificate: Certificate) -> None:
    draw_title(canvas, given.title)
    centred(canvas, (given.awarded,), SERIF, 13, AWARDED)
    below = centred(canvas, certificate.names, SERIF, 28, NAMES, NAMES_HIGH)
    centred(canvas, (certificate.club,), SERIF, 13, below + 2 * mm)
    canvas.setLineWidth(HAIR)
    canvas.line(CENTRE - 22 * mm, PLACE + 15 * mm, CENTRE + 22 * mm, PLACE + 15 * mm)
    centred(canvas, (certificate.place,), SERIF, 24, PLACE)
    below = centred(canvas, (certificate.event,), SERIF, 17, EVENT, EVENT_HIGH)
    centred(canvas, certificate.facts, SERIF, 12, below, FACTS_HIGH)


def draw_title(canvas: Canvas, title: str) -> None:
    """In large letters that stand apart."""
    words = title.upper()
    size = 34.0
    while width_of(words, SERIF, size) + SPACED * (len(words) - 1) > ROOM:
        size -= 1
    whole = width_of(words, SERIF, size) + SPACED * (len(words) - 1)
    canvas.setFont(SERIF, size)
    canvas.drawString(CENTRE - whole / 2, TITLE, words, charSpace=SPACED)


def centred(
    canvas: Canvas, said: tuple[str, ...], font: str, size: float, base: float, high: float = 0
) -> float:
    """Texts below each other, smaller where there are many; the base of what stands below them."""
    lines = laid(said, font, size)
    while high and len(lines) * size * LEADING > high:
        size -= 1
        lines = laid(said, font, size)
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawCentredString(CENTRE, base, line)
        base -= size * LEADING
    return base


def laid(said: tuple[str, ...], font: str, size: float) -> list[str]:
    return [line for text in said for line in lines_in(text, font, size, ROOM)]


def draw_signatures(canvas: Canvas, given: tuple[str, ...]) -> None:
    """A line for each who signs, beside each other."""
    wide = (ROOM - BESIDE * (len(given) - 1)) / len(given)
    canvas.setLineWidth(HAIR)
    for at, text in enumerate(given):
        left = CENTRE - ROOM / 2 + at * (wide + BESIDE)
        canvas.line(left, SIGNED, left + wide, SIGNED)
        canvas.setFont(SERIF, 10)
        for number, line in enumerate(lines_in(text, SERIF, 10, wide)):
            canvas.drawCentredString(left + wide / 2, SIGNED - 13 - 12 * number, line)
