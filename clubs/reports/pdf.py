"""Draws a report as a PDF: A4, black on white, one embedded font.

Knows reports; must not know models or languages. The same report gives the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, TableStyle
from reportlab.platypus import Table as Grid

from clubs.reports.forms import Form
from clubs.reports.numbers import written
from clubs.reports.qr_drawing import SIDE, draw_code
from clubs.reports.report import PEN_BOX, Column, Fact, Kind, Report, Row, Signature, Table
from clubs.reports.strips import Strips

FONTS = Path(__file__).parent / "fonts"
TEXT, BOLD = "Talon", "Talon-Bold"
MARGIN = 18 * mm
ROW = 6 * mm
FRAME_PADDING = 6
WIDTH = A4[0] - 2 * (MARGIN + FRAME_PADDING)
INK, HAIR = colors.black, 0.4
# How high the room for a signature is; it holds what was drawn.
PEN_HEIGHT = 11 * mm
# More facts than these stand in two columns, and one that is longer than this alone.
FEW_FACTS = 6
LONG_FACT = 34

pdfmetrics.registerFont(TTFont(TEXT, FONTS / "DejaVuSans.ttf"))
pdfmetrics.registerFont(TTFont(BOLD, FONTS / "DejaVuSans-Bold.ttf"))

BODY = ParagraphStyle("body", fontName=TEXT, fontSize=10, leading=13)
CAPTION = ParagraphStyle("caption", fontName=BOLD, fontSize=11, leading=15, spaceBefore=4 * mm)
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=22)
# What is left free to be written on.
BLANK = ParagraphStyle("blank", parent=BODY)
LABEL = ParagraphStyle("label", fontName=TEXT, fontSize=8.5, leading=13)
SIGNED = ParagraphStyle("signed", fontName=TEXT, fontSize=9, leading=11)
NOTE = ParagraphStyle("note", fontName=TEXT, fontSize=8.5, leading=11.5)


def pdf(report: Report) -> bytes:
    """The report as a PDF file."""
    target = BytesIO()
    document = Document(
        target,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=report.title,
        author="Talon",
        lang=report.language,
        invariant=1,
    )
    document.report = report
    document.build(story(report))
    return target.getvalue()


class Document(SimpleDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Pages of a report: on the first one its code, on the others which document they belong to."""

    report: Report

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report = self.canv, self.report
        right = A4[0] - MARGIN - FRAME_PADDING
        if self.page == 1 and report.address:
            draw_code(canvas, report.address, right, A4[1] - MARGIN + 4 * mm)
        if self.page > 1:
            canvas.setFont(TEXT, 8.5)
            said = " · ".join(part for part in (report.title, report.subtitle, str(self.page)) if part)
            canvas.drawRightString(right, MARGIN / 2, said)


def story(report: Report) -> list[Flowable]:
    parts: list[Flowable] = [Paragraph(escape(report.title), TITLE)]
    if report.subtitle:
        parts.append(Paragraph(escape(report.subtitle), BODY))
    beside_code = SIDE if report.address else 0
    parts += [Spacer(1, 3 * mm), *facts(report.facts, report.language, WIDTH - beside_code)]
    for table in report.tables:
        parts += captioned(table, report.language)
    parts += [Spacer(1, 3 * mm)] + [Paragraph(escape(note), NOTE) for note in report.notes]
    return parts + signatures(report.signatures)


def facts(given: tuple[Fact, ...], language: str, width: float) -> list[Flowable]:
    """The header: labels to the left, what they say beside them; many short ones in two columns."""
    if not given:
        return []
    if len(given) > FEW_FACTS:
        return [facts_in_pairs(given, language, width)]
    rows = [[fact.label, Paragraph(escape(written(fact.value, language)), BODY)] for fact in given]
    grid = Grid(rows, colWidths=[45 * mm, width - 45 * mm], hAlign="LEFT")
    grid.setStyle(TableStyle([*FONT, *TIGHT]))
    return [grid]


def facts_in_pairs(given: tuple[Fact, ...], language: str, width: float) -> Grid:
    """Two facts in a row, and one alone where it is long."""
    rows: list[list[Paragraph | str]] = []
    spans = []
    waiting: list[Paragraph | str] = []
    for fact in given:
        value = written(fact.value, language)
        style = BODY if value else BLANK
        said: list[Paragraph | str] = [Paragraph(escape(fact.label), LABEL), Paragraph(escape(value), style)]
        if len(value) > LONG_FACT:
            if waiting:
                rows.append([*waiting, "", ""])
            spans.append(("SPAN", (1, len(rows)), (3, len(rows))))
            rows.append([*said, "", ""])
            waiting = []
        elif waiting:
            rows.append([*waiting, *said])
            waiting = []
        else:
            waiting = said
    if waiting:
        rows.append([*waiting, "", ""])
    blanks = [
        ("LINEBELOW", (at, row), (at, row), HAIR, INK)
        for row, cells in enumerate(rows)
        for at in (1, 3)
        if getattr(cells[at], "style", None) is BLANK
    ]
    label = 0.4 * width / 2
    grid = Grid(rows, colWidths=[label, width / 2 - label] * 2, hAlign="LEFT")
    grid.setStyle(TableStyle([*FONT, *TIGHT, ("VALIGN", (0, 0), (-1, -1), "TOP"), *spans, *blanks]))
    return grid


FONT = [("FONT", (0, 0), (-1, -1), TEXT, 10), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
TIGHT = [
    ("LEFTPADDING", (0, 0), (0, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 1),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
]


def captioned(table: Table, language: str) -> list[Flowable]:
    caption = [Paragraph(escape(table.caption), CAPTION)] if table.caption else [Spacer(1, 4 * mm)]
    if table.ruled:
        return [KeepTogether([*caption, Form(table, language)])]
    is_in_blocks = any(row.opens for row in table.rows)
    return [*caption, Strips(table, language) if is_in_blocks else grid(table, language)]


def grid(table: Table, language: str) -> Grid:
    """A ruled table: a heading that is repeated on each page, hairlines, numbers to the right."""
    heading = [column.title for column in table.columns]
    rows = [[written(value, language) for value in row.values] for row in table.rows]
    drawn = Grid(
        [heading, *rows], colWidths=widths(table.columns), rowHeights=ROW, repeatRows=1, hAlign="LEFT"
    )
    drawn.setStyle(TableStyle([*FONT, *TIGHT, *RULES, *alignment(table.columns), *totals(table.rows)]))
    return drawn


RULES = [
    ("FONT", (0, 0), (-1, 0), BOLD, 9),
    ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
    ("LINEBELOW", (0, 1), (-1, -1), 0.2, INK),
]


def widths(columns: tuple[Column, ...]) -> list[float]:
    """Numbers take what figures need, texts share what is left."""
    numbers = sum(column.kind is Kind.NUMBER for column in columns)
    texts = len(columns) - numbers
    narrow = min(30 * mm, WIDTH / len(columns)) if texts else WIDTH / len(columns)
    wide = (WIDTH - narrow * numbers) / texts if texts else 0
    return [narrow if column.kind is Kind.NUMBER else wide for column in columns]


Command = tuple[str, tuple[int, int], tuple[int, int], *tuple[object, ...]]


def alignment(columns: tuple[Column, ...]) -> list[Command]:
    return [
        ("ALIGN", (at, 0), (at, -1), "RIGHT")
        for at, column in enumerate(columns)
        if column.kind is Kind.NUMBER
    ]


def totals(rows: tuple[Row, ...]) -> list[Command]:
    marked = [at for at, row in enumerate(rows, start=1) if row.total]
    return [
        command
        for at in marked
        for command in (
            ("FONT", (0, at), (-1, at), BOLD, 10),
            ("LINEABOVE", (0, at), (-1, at), 0.9, INK),
        )
    ]


def signatures(given: tuple[Signature | str, ...]) -> list[Flowable]:
    """A line for each who signs, two beside each other, never torn from each other by a page's end."""
    if not given:
        return []
    lines = [one if isinstance(one, Signature) else Signature(one) for one in given]
    padded = [*lines, None] if len(lines) % 2 else lines
    rows = [padded[at : at + 2] for at in range(0, len(padded), 2)]
    half = (WIDTH - 10 * mm) / 2
    cells = [["" if one is None else Signed(one, half) for one in row] for row in rows]
    drawn = Grid([[left, "", right] for left, right in cells], colWidths=[half, 10 * mm, half], hAlign="LEFT")
    drawn.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
    return [KeepTogether([Spacer(1, 3 * mm), drawn])]


class Signed(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A line to sign on, what was drawn on it, and under it who signs."""

    def __init__(self, signature: Signature, width: float) -> None:
        super().__init__()
        self.signature, self.room = signature, width
        # What a protocol says of a signature may take several lines.
        self.words = Paragraph(escape(signature.text).replace("\n", "<br/>"), SIGNED)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        _used, self.under = self.words.wrap(self.room, A4[1])
        return self.room, self.under + PEN_HEIGHT

    def draw(self) -> None:
        canvas = self.canv
        canvas.setLineWidth(HAIR)
        canvas.line(0, self.under, self.room, self.under)
        self.words.drawOn(canvas, 0, 0)
        scale = PEN_HEIGHT / PEN_BOX[1]
        canvas.setLineWidth(0.8)
        canvas.setLineCap(1)
        for stroke in self.signature.strokes:
            path = canvas.beginPath()
            points = [(x * scale, self.under + PEN_HEIGHT - y * scale) for x, y in stroke]
            path.moveTo(*points[0])
            for point in points[1:] or points:
                path.lineTo(*point)
            canvas.drawPath(path)
