"""Draws small reports, several on a page, with lines to cut along: slips and table cards.

A card that is too full is drawn smaller; nothing is left out. The same cards give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import zip_longest
from math import ceil, floor
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, KeepInFrame, Spacer

from clubs.reports.numbers import format_value
from clubs.reports.pdf.archival import describe, finished
from clubs.reports.pdf.boxes import Box
from clubs.reports.pdf.card_tables import GAP, arrange_tables, total_height
from clubs.reports.pdf.name_cards import draw_name_card
from clubs.reports.pdf.qr_drawing import QR_SIDE, draw_qr_code
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    HAIRLINE,
    TextBlock,
    TextRow,
    TextRows,
    TextStyle,
    break_lines,
    draw_text,
    text_rows,
    text_width,
)
from clubs.reports.report import Cards, CardStyle, Fact, Report, SignatureLine

_TITLE: Final = TextStyle(BOLD_FONT, 14, 18)
_SUBTITLE: Final = TextStyle(FONT, 9, 12)
_LABEL: Final = TextStyle(FONT, 9, 12)
# A value to read from across a table.
_LARGE_VALUE: Final = TextStyle(BOLD_FONT, 26, 31)
_TITLE_STYLES: Final = (
    TextStyle(BOLD_FONT, 26, 34),
    TextStyle(BOLD_FONT, 22, 28),
    TextStyle(BOLD_FONT, 18, 23),
    _TITLE,
)
_NOTE: Final = TextStyle(FONT, 8, 10)
_SIGNATURE: Final = TextStyle(FONT, 8, 10)
_STATE: Final = TextStyle(FONT, 6, 7)
# The QR code has a white edge: a large value beside it begins at the same height.
_QUIET_EDGE: Final = 2 * mm
# Printers leave the edge of a sheet white, and scissors are never quite straight.
CARD_MARGIN: Final = 9 * mm
# More signatures than these are side by side.
_MAX_FULL_WIDTH: Final = 2
# The least height above a line to sign on; what a card leaves white is shared by its lines.
_MIN_PEN_HEIGHT: Final = 9 * mm
# The number of lines to sign or to write on side by side.
_PER_ROW: Final = 2
# Above and below a label with a blank to write on.
_BLANK_PADDING: Final = 4.5
# The state of the data is below the card, inside of where it is cut.
_STATE_BELOW: Final = 2 * mm
_CUT_DASH: Final = (1, 3)


def render_cards(document: Cards) -> bytes:
    """Return the cards as a PDF file."""
    return finished(_draw(document), describe(document))


def _draw(document: Cards) -> bytes:
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, lang=document.language, initialFontName=FONT)
    for first in range(0, len(document.cards), len(card_boxes(document))):
        draw_card_sheet(canvas, document, first)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_card_sheet(canvas: Canvas, document: Cards, first: int) -> None:
    """Draw one page of cards, from the card at `first` on."""
    _draw_cuts(canvas, document)
    boxes = card_boxes(document)
    cards = document.cards[first : first + len(boxes)]
    signing = _signing_room(cards, boxes[0].inside(CARD_MARGIN))
    for box, card in zip(boxes, cards, strict=False):
        if document.style is CardStyle.REPORT:
            _draw_card(canvas, box.inside(CARD_MARGIN), card, signing)
        else:
            draw_name_card(canvas, document, card, box)


def card_boxes(document: Cards) -> list[Box]:
    """Return the places of the cards on a page up to where they are cut, row by row."""
    width, height = A4[0] / document.across, A4[1] / document.down
    return [
        Box(at * width, A4[1] - (row + 1) * height, width, height)
        for row in range(document.down)
        for at in range(document.across)
    ]


def _draw_cuts(canvas: Canvas, document: Cards) -> None:
    canvas.saveState()
    canvas.setLineWidth(HAIRLINE)
    canvas.setDash(*_CUT_DASH)
    for at in range(1, document.across):
        canvas.line(at * A4[0] / document.across, 0, at * A4[0] / document.across, A4[1])
    for row in range(1, document.down):
        canvas.line(0, row * A4[1] / document.down, A4[0], row * A4[1] / document.down)
    canvas.restoreState()


def _draw_card(canvas: Canvas, box: Box, card: Report, signing: _SigningRoom) -> None:
    right = box.right
    if card.address:
        draw_qr_code(canvas, card.address, right, box.top)
        right -= QR_SIDE
    for fact in _large_facts(card):
        right -= _draw_large_value(canvas, fact, card.language, right, box.top)
    foot = _draw_signatures(canvas, box, card.signatures, signing)
    height = box.height - foot
    frame = Frame(box.left, box.low + foot, box.width, height, *(0, 0, 0, 0))
    content = _card_flowables(card, box.width, height)
    frame.addFromList([KeepInFrame(box.width, height, content, mode="shrink")], canvas)
    if card.state:
        canvas.setFont(_STATE.font, _STATE.size)
        canvas.drawString(box.left, box.low - _STATE_BELOW, card.state)


def _card_flowables(card: Report, width: float, height: float) -> list[Flowable]:
    """Return the content of a card, in the largest letters in which it fits, else in the smallest."""
    above, gap = _head(card, width), [text_rows(note, _NOTE, width) for note in card.notes]
    left = height - total_height([*above, *gap], width)
    return [*above, *arrange_tables(card.tables, card.language, width, left), *gap]


def _head(card: Report, width: float) -> list[Flowable]:
    """Return the head of a card, beside its QR code and its large values."""
    head_width = width - (QR_SIDE if card.address else 0)
    head_width -= sum(_large_value_width(fact, card.language) for fact in _large_facts(card))
    parts: list[Flowable] = [text_rows(card.title, _title_style(card, head_width), head_width)]
    if card.subtitle:
        parts.append(text_rows(card.subtitle, _SUBTITLE, head_width))
    facts = [fact for fact in card.facts if not fact.large]
    known = [fact for fact in facts if format_value(fact.value, card.language)]
    parts += [TextRows(_fact_lines(fact, card.language, head_width)) for fact in known]
    parts += [TextRows(blank_lines([fact for fact in facts if fact not in known], head_width))]
    gap = QR_SIDE - total_height(parts, head_width) if card.address else 0
    return [*parts, Spacer(1, max(gap, 2 * mm))]


def _title_style(card: Report, room: float) -> TextStyle:
    """Return the style of the title: beside a large value it is large too, if it fits."""
    candidates = _TITLE_STYLES if _large_facts(card) else _TITLE_STYLES[-1:]
    return next(
        (style for style in candidates if text_width(card.title, style.font, style.size) <= room), _TITLE
    )


def _fact_lines(fact: Fact, language: str, width: float) -> list[TextRow]:
    """Return a label with its value beside it."""
    words = format_value(fact.value, language)
    begins = min(_label_width(fact), width / 2)
    label = TextBlock(0, break_lines(fact.label, _LABEL, begins), _LABEL)
    return [TextRow((label, TextBlock(begins, break_lines(words, _LABEL, width - begins), _LABEL)), 1)]


def blank_lines(facts: Sequence[Fact], width: float) -> list[TextRow]:
    """Return labels with aligned lines to write on; short ones two in a row."""
    rows: list[list[Fact]] = []
    for fact in facts:
        if not rows or fact.alone or rows[-1][-1].alone or len(rows[-1]) == _PER_ROW:
            rows.append([])
        rows[-1].append(fact)
    label_widths = [max(map(_label_width, column)) for column in zip_longest(*rows, fillvalue=Fact("", ""))]
    return [_blank_line(row, label_widths, width) for row in rows]


def _blank_line(row: Sequence[Fact], label_widths: Sequence[float], width: float) -> TextRow:
    starts = [at * (width + GAP) / len(row) for at in range(len(row))]
    blocks = (TextBlock(left, (fact.label,), _LABEL) for left, fact in zip(starts, row, strict=True))
    ends = [*(left - GAP for left in starts[1:]), width]
    blanks = ((left + label, end) for left, label, end in zip(starts, label_widths, ends, strict=False))
    return TextRow(tuple(blocks), _BLANK_PADDING, tuple(blanks))


def _label_width(fact: Fact) -> float:
    return text_width(fact.label, _LABEL.font, _LABEL.size) + float(2 * mm)


def _large_facts(card: Report) -> list[Fact]:
    return [fact for fact in card.facts if fact.large]


def _large_value_width(fact: Fact, language: str) -> float:
    texts = ((fact.label, _LABEL), (format_value(fact.value, language), _LARGE_VALUE))
    return max(text_width(words, style.font, style.size) for words, style in texts) + float(GAP)


def _draw_large_value(canvas: Canvas, fact: Fact, language: str, right: float, top: float) -> float:
    """Draw a large value under its label; return its width."""
    width = _large_value_width(fact, language)
    draw_text(canvas, TextBlock(right - width, (fact.label,), _LABEL), top - _QUIET_EDGE)
    words = format_value(fact.value, language)
    draw_text(canvas, TextBlock(right - width, (words,), _LARGE_VALUE), top - _QUIET_EDGE - _LABEL.leading)
    return width


@dataclass(frozen=True, slots=True)
class _SigningRoom:
    """The height above a line to sign on and of the text below it, the same on all cards of a page."""

    pen: float
    text: float

    def height(self, lines: Sequence[SignatureLine | str]) -> float:
        row_count = ceil(len(lines) / _signatures_abreast(lines))
        return row_count * (self.pen + self.text)


def _signing_room(cards: Sequence[Report], box: Box) -> _SigningRoom:
    """Return the room for signatures: each line has the same share of what the fullest card leaves white."""
    signed = [card for card in cards if card.signatures]
    least = _SigningRoom(_MIN_PEN_HEIGHT, _max_signature_lines(cards, box.width) * _SIGNATURE.leading)
    shares = (_white_share(card, box, least) for card in signed)
    return replace(least, pen=least.pen + floor(max(min(shares, default=0), 0)))


def _white_share(card: Report, box: Box, signing: _SigningRoom) -> float:
    """Return what a card leaves white, for each row of its lines to sign on."""
    foot = signing.height(card.signatures)
    left = box.height - foot
    white = left - total_height(_card_flowables(card, box.width, left), box.width)
    return white * (signing.pen + signing.text) / foot


def _draw_signatures(
    canvas: Canvas, box: Box, lines: Sequence[SignatureLine | str], signing: _SigningRoom
) -> float:
    """Draw lines to sign on at the foot of a card, as high as on the other cards; return their height.

    The two of a pair sign on one line: it has the width of the card, unless more than two sides sign.
    """
    per_row, width = _signature_places(lines, box.width)
    foot = signing.height(lines)
    canvas.setLineWidth(HAIRLINE)
    for row, first in enumerate(range(0, len(lines), per_row)):
        base = box.low + foot - row * (signing.pen + signing.text) - signing.pen
        for at, line in enumerate(lines[first : first + per_row]):
            left = box.left + at * (width + GAP)
            canvas.line(left, base, left + width, base)
            draw_text(canvas, TextBlock(left, _signature_text(line, width), _SIGNATURE), base - 1)
    return foot


def _signature_places(lines: Sequence[SignatureLine | str], width: float) -> tuple[int, float]:
    """Return how many signature lines are side by side, and the width of each."""
    abreast = _signatures_abreast(lines)
    return abreast, (width - (abreast - 1) * GAP) / abreast


def _signatures_abreast(lines: Sequence[SignatureLine | str]) -> int:
    return 1 if len(lines) <= _MAX_FULL_WIDTH else _PER_ROW


def _signature_text(line: SignatureLine | str, width: float) -> tuple[str, ...]:
    return break_lines(line.text if isinstance(line, SignatureLine) else line, _SIGNATURE, width)


def _max_signature_lines(cards: Sequence[Report], width: float) -> int:
    """Return the most lines that the text of a signature takes on one of the cards."""
    return max(
        (
            len(_signature_text(line, _signature_places(card.signatures, width)[1]))
            for card in cards
            for line in card.signatures
        ),
        default=0,
    )
