"""A page as all documents have it: its paper and margins, its QR code, its number and its foot."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.layouts import Form, Prose
from clubs.reports.pdf.continuation import continuation_head
from clubs.reports.pdf.page_counts import CountingCanvas
from clubs.reports.pdf.qr_drawing import QR_QUIET_EDGE, draw_qr_code
from clubs.reports.pdf.texts import FONT, TextStyle, text_width, wrap_list
from clubs.reports.report import Report

MARGIN = 18 * mm
# A list of sentences is to fit on one page, to hang on a wall.
LIST_MARGIN = 12 * mm
# A form has room to write on down to its foot, which is one line.
FORM_FOOT_MARGIN = 9 * mm
# The foot of a page: its last baseline, the least space above it, the width that it leaves to the number.
FOOT_BASELINE = 6.5 * mm
_ABOVE_FOOT = 4
PAGE_NUMBER_WIDTH = 20 * mm
FRAME_PADDING = 6
# A QR code begins above the text.
CODE_OFFSET = 4 * mm
# Between the text of a page and the head above it; the margin that printers leave white.
CONTINUATION_GAP = 2 * mm
PRINTER_MARGIN = 6 * mm
PAGE_TEXT_WIDTH = A4[0] - 2 * (MARGIN + FRAME_PADDING)
PAGE_TEXT_HEIGHT = A4[1] - 2 * (MARGIN + FRAME_PADDING)
FORM_TEXT_HEIGHT = A4[1] - MARGIN - FORM_FOOT_MARGIN - 2 * FRAME_PADDING
LIST_TEXT_HEIGHT = A4[1] - 2 * (LIST_MARGIN + FRAME_PADDING)
NOTE_STYLE = TextStyle(FONT, 8.5, 11.5)
_ADDRESS_SIZE = 8
_LEFT_OUT, _BETWEEN = " …", " ·"
# Closer and smaller for long names, but never so small that it is hard to read.
_FOOT_STYLES = (NOTE_STYLE, TextStyle(FONT, 8, 9.5), TextStyle(FONT, 8, 9))

# Streams stay binary: as ASCII they are a quarter larger, and encoding takes as long as the drawing.
rl_config.useA85 = 0


def document_options(margin: float = MARGIN) -> dict[str, object]:
    """Return the options of ReportLab that all documents share."""
    margins = ("leftMargin", "rightMargin", "topMargin", "bottomMargin")
    return {"pagesize": A4, "invariant": 1, **dict.fromkeys(margins, margin)}


def page_margin(report: Report) -> float:
    margin: float = LIST_MARGIN if report.has(Prose) else MARGIN
    return margin


def foot_margin(report: Report) -> float:
    margin: float = FORM_FOOT_MARGIN if report.has(Form) else page_margin(report)
    return margin


def page_edge(report: Report) -> float:
    """Return the distance from the edge of the paper to the text."""
    return page_margin(report) + FRAME_PADDING


def draw_corner(canvas: Canvas, report: Report, size: tuple[float, float] = A4) -> None:
    """Draw the QR code of a report in the upper corner of its first page, its address in letters above it."""
    if report.address:
        right, top = size[0] - MARGIN - FRAME_PADDING, size[1] - MARGIN + CODE_OFFSET
        draw_qr_code(canvas, report.address, right, top)
        canvas.setFont(FONT, _ADDRESS_SIZE)
        canvas.drawRightString(right - QR_QUIET_EDGE, top, report.address.split("://")[-1])


def draw_continuation_head(canvas: Canvas, report: Report, size: tuple[float, float] = A4) -> None:
    """Draw the facts that identify a form above one of its next pages."""
    if report.continuation:
        left, low = MARGIN + FRAME_PADDING, size[1] - MARGIN - FRAME_PADDING + CONTINUATION_GAP
        above = continuation_head(
            report.continuation, report.language, size[0] - 2 * left, size[1] - PRINTER_MARGIN - low
        )
        above.drawOn(canvas, left, low)


def draw_number(canvas: Canvas, page: str, edge: float, size: tuple[float, float] = A4) -> None:
    canvas.setFont(FONT, NOTE_STYLE.size)
    canvas.drawRightString(size[0] - edge, FOOT_BASELINE, page)


def draw_count(canvas: CountingCanvas, edge: float, size: tuple[float, float] = A4) -> None:
    """Draw which page of how many of its report this is."""
    canvas.draw_count(size[0] - edge, FOOT_BASELINE, NOTE_STYLE.size)


def draw_foot(canvas: Canvas, report: Report, line: str, size: tuple[float, float] = A4) -> None:
    """Draw at the foot of a next page the title of its report, above the line that is at the foot of each."""
    title = " · ".join(filter(None, (report.title, report.subtitle, *report.foot)))
    _draw_foot_texts(canvas, report, (title, line), size)


def draw_sheet_line(canvas: Canvas, report: Report, line: str, size: tuple[float, float] = A4) -> None:
    """Draw at the foot of the first page of which state of the data it is, and its codes."""
    _draw_foot_texts(canvas, report, (line,), size)


def _draw_foot_texts(canvas: Canvas, report: Report, texts: Sequence[str], size: tuple[float, float]) -> None:
    left = page_edge(report)
    style, lines = foot_lines(
        texts, size[0] - 2 * left - PAGE_NUMBER_WIDTH, foot_margin(report) + FRAME_PADDING - _ABOVE_FOOT
    )
    canvas.setFont(style.font, style.size)
    for above, line in zip(reversed(range(len(lines))), lines, strict=True):
        canvas.drawString(left, FOOT_BASELINE + above * style.leading, line)


def foot_lines(
    texts: Sequence[str], width: float, top: float = MARGIN + FRAME_PADDING - _ABOVE_FOOT
) -> tuple[TextStyle, Sequence[str]]:
    """Return the foot in the largest style in which it does not reach the text above it.

    Where even the smallest is too high, the first text is cut: the codes below it are whole.
    """
    for style in _FOOT_STYLES:
        wrapped = [[*wrap_list(text, style, width)] for text in texts if text]
        count = int((top - FOOT_BASELINE + style.leading / 4) / style.leading)
        if sum(map(len, wrapped)) <= count:
            return style, [line for lines in wrapped for line in lines]
    first, *others = wrapped
    room = count - sum(map(len, others))
    kept = [*first[: room - 1], _cut(first[room - 1], style, width)] if room > 0 else []
    return style, [*kept, *(line for lines in others for line in lines)]


def _cut(line: str, style: TextStyle, width: float) -> str:
    """Return a line with the sign that words are left out at its end, in this width."""
    while text_width(f"{line}{_LEFT_OUT}", style.font, style.size) > width:
        line = line[:-1]
    return f"{line.rstrip(_BETWEEN)}{_LEFT_OUT}"
