"""Draws certificates: one on each page, within two hairlines, with a suit in each corner.

The same certificates give the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.codes import certificate_code, sheet_line
from clubs.reports.pdf.archival import describe, finished
from clubs.reports.pdf.letters import FONT, SERIF
from clubs.reports.pdf.texts import HAIRLINE, text_width, wrap_text
from clubs.reports.report import Certificate, Certificates

_WIDTH, _HEIGHT = A4
CENTRE: Final = _WIDTH / 2
_OUTER_MARGIN, _INNER_MARGIN = 12 * mm, 14 * mm
# The corner of the inner line that is left to the suit.
_CORNER: Final = 12 * mm
_SUITS: Final = "♠♥♦♣"
_SUIT_SIZE: Final = 15
CERTIFICATE_TEXT_WIDTH: Final = _WIDTH - 2 * (_INNER_MARGIN + 14 * mm)
# The baselines, from the foot of the page.
_TITLE, _AWARDED, _NAMES, _PLACE, _EVENT, _FACTS, _SIGNATURES = (
    at * mm for at in (226.0, 204.0, 184.0, 128.0, 105.0, 92.0, 44.0)
)
# From one letter of the title to the next.
_LETTER_SPACE: Final = 5
_SIGNATURE_GAP: Final = 14 * mm
# The state of the data, below all else and small: it is for whoever compares two certificates.
_STATE, _STATE_SIZE = 19 * mm, 7
# A line and the space below it, in sizes of its letters.
LINE_HEIGHT: Final = 1.35
# The greatest heights of the names, the event and the facts.
_NAMES_HEIGHT, _EVENT_HEIGHT, _FACTS_HEIGHT = 38 * mm, 14 * mm, 26 * mm


def render_certificates(document: Certificates) -> bytes:
    """Return the certificates as a PDF file."""
    return finished(_draw(document), describe(document))


def _draw(document: Certificates) -> bytes:
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, lang=document.language, initialFontName=FONT)
    for certificate in document.certificates:
        draw_frame(canvas)
        _draw_words(canvas, document, certificate)
        _draw_signatures(canvas, document.signatures)
        code = certificate_code(document, certificate)
        line = sheet_line(document.state, document.words, code)
        draw_centred(canvas, (line,), SERIF, _STATE_SIZE, _STATE)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_frame(canvas: Canvas) -> None:
    """Draw a line around the page, and one within it that leaves each corner to a suit."""
    canvas.setLineWidth(HAIRLINE)
    canvas.rect(_OUTER_MARGIN, _OUTER_MARGIN, _WIDTH - 2 * _OUTER_MARGIN, _HEIGHT - 2 * _OUTER_MARGIN)
    left, right, low, height = _INNER_MARGIN, _WIDTH - _INNER_MARGIN, _INNER_MARGIN, _HEIGHT - _INNER_MARGIN
    path = canvas.beginPath()
    path.moveTo(left + _CORNER, low)
    for x, y in (
        *((right - _CORNER, low), (right - _CORNER, low + _CORNER), (right, low + _CORNER)),
        *((right, height - _CORNER), (right - _CORNER, height - _CORNER), (right - _CORNER, height)),
        *((left + _CORNER, height), (left + _CORNER, height - _CORNER), (left, height - _CORNER)),
        *((left, low + _CORNER), (left + _CORNER, low + _CORNER)),
    ):
        path.lineTo(x, y)
    path.close()
    canvas.drawPath(path)
    canvas.setFont(FONT, _SUIT_SIZE)
    corners = ((left, height), (right, height), (right, low), (left, low))
    for suit, (x, y) in zip(_SUITS, corners, strict=True):
        inward = _CORNER / 2 if x == left else -_CORNER / 2, _CORNER / 2 if y == low else -_CORNER / 2
        canvas.drawCentredString(x + inward[0], y + inward[1] - _SUIT_SIZE * 0.36, suit)


def _draw_words(canvas: Canvas, document: Certificates, certificate: Certificate) -> None:
    _draw_title(canvas, document.title)
    draw_centred(canvas, (document.awarded,), SERIF, 13, _AWARDED)
    below = draw_centred(canvas, certificate.names, SERIF, 28, _NAMES, _NAMES_HEIGHT)
    draw_centred(canvas, (certificate.club,), SERIF, 13, below + 2 * mm)
    canvas.setLineWidth(HAIRLINE)
    canvas.line(CENTRE - 22 * mm, _PLACE + 15 * mm, CENTRE + 22 * mm, _PLACE + 15 * mm)
    draw_centred(canvas, (certificate.place,), SERIF, 24, _PLACE)
    below = draw_centred(canvas, (certificate.event,), SERIF, 17, _EVENT, _EVENT_HEIGHT)
    draw_centred(canvas, certificate.facts, SERIF, 12, below, _FACTS_HEIGHT)


def _draw_title(canvas: Canvas, title: str) -> None:
    """Draw the title in large, spaced letters."""
    words = title.upper()
    size = 34.0
    while text_width(words, SERIF, size) + _LETTER_SPACE * (len(words) - 1) > CERTIFICATE_TEXT_WIDTH:
        size -= 1
    total_width = text_width(words, SERIF, size) + _LETTER_SPACE * (len(words) - 1)
    canvas.setFont(SERIF, size)
    canvas.drawString(CENTRE - total_width / 2, _TITLE, words, charSpace=_LETTER_SPACE)


def draw_centred(
    canvas: Canvas, texts: tuple[str, ...], font: str, size: float, base: float, height: float = 0
) -> float:
    """Draw texts below each other, smaller to fit the height; return the baseline of the next text."""
    lines = _wrapped_lines(texts, font, size)
    while height and len(lines) * size * LINE_HEIGHT > height:
        size -= 1
        lines = _wrapped_lines(texts, font, size)
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawCentredString(CENTRE, base, line)
        base -= size * LINE_HEIGHT
    return base


def _wrapped_lines(texts: tuple[str, ...], font: str, size: float) -> list[str]:
    return [line for text in texts for line in wrap_text(text, font, size, CERTIFICATE_TEXT_WIDTH)]


def _draw_signatures(canvas: Canvas, signatures: tuple[str, ...]) -> None:
    """Draw a line for each signature, side by side."""
    width = (CERTIFICATE_TEXT_WIDTH - _SIGNATURE_GAP * (len(signatures) - 1)) / len(signatures)
    canvas.setLineWidth(HAIRLINE)
    for at, text in enumerate(signatures):
        left = CENTRE - CERTIFICATE_TEXT_WIDTH / 2 + at * (width + _SIGNATURE_GAP)
        canvas.line(left, _SIGNATURES, left + width, _SIGNATURES)
        canvas.setFont(SERIF, 10)
        for number, line in enumerate(wrap_text(text, SERIF, 10, width)):
            canvas.drawCentredString(left + width / 2, _SIGNATURES - 13 - 12 * number, line)
