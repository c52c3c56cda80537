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

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table

FONTS = Path(__file__).parent / "fonts"
TEXT, BOLD = "Talon", "Talon-Bold"
MARGIN = 18 * mm
ROW = 6 * mm
FRAME_PADDING = 6
WIDTH = A4[0] - 2 * (MARGIN + FRAME_PADDING)
INK, HAIR = colors.black, 0.4

pdfmetrics.registerFont(TTFont(TEXT, FONTS / "DejaVuSans.ttf"))
pdfmetrics.registerFont(TTFont(BOLD, FONTS / "DejaVuSans-Bold.ttf"))

BODY = ParagraphStyle("body", fontName=TEXT, fontSize=10, leading=13)
CAPTION = ParagraphStyle("caption", fontName=BOLD, fontSize=11, leading=15, spaceBefore=4 * mm)
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=22)
SIGNED = ParagraphStyle("signed", fontName=TEXT, fontSize=9, leading=11)
NOTE = ParagraphStyle("note", fontName=TEXT, fontSize=8.5, leading=11.5)


def pdf(report: Report) -> bytes:
    """The report as a PDF file."""
    target = BytesIO()
    document = SimpleDocTemplate(
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
    document.build(story(report))
    return target.getvalue()


def story(report: Report) -> list[Flowable]:
    parts: list[Flowable] = [Paragraph(escape(report.title), TITLE)]
    if report.subtitle:
        parts.append(Paragraph(escape(report.subtitle), BODY))
    parts += [Spacer(1, 3 * mm), *facts(report.facts, report.language)]
    for table in report.tables:
        parts += captioned(table, report.language)
    parts += [Spacer(1, 3 * mm)] + [Paragraph(escape(note), NOTE) for note in report.notes]
    return parts + signatures(report.signatures)


def facts(given: tuple[Fact, ...], language: str) -> list[Flowable]:
    """The header: labels to the left, what they say beside them."""
    if not given:
        return []
    rows = [[fact.label, Paragraph(escape(written(fact.value, language)), BODY)] for fact in given]
    grid = Grid(rows, colWidths=[45 * mm, WIDTH - 45 * mm], hAlign="LEFT")
    grid.setStyle(TableStyle([*FONT, *TIGHT]))
    return [grid]


FONT = [("FONT", (0, 0), (-1, -1), TEXT, 10), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
TIGHT = [
    ("LEFTPADDING", (0, 0), (0, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 1),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
]


def captioned(table: Table, language: str) -> list[Flowable]:
    caption = [Paragraph(escape(table.caption), CAPTION)] if table.caption else [Spacer(1, 4 * mm)]
    return [*caption, grid(table, language)]


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


def signatures(names: tuple[str, ...]) -> list[Flowable]:
    """A line for each who signs, two beside each other, never torn from each other by a page's end."""
    if not names:
        return []
    padded = [*names, ""] if len(names) % 2 else list(names)
    rows = [padded[at : at + 2] for at in range(0, len(padded), 2)]
    half = (WIDTH - 10 * mm) / 2
    cells = [[signed(left), "", signed(right)] for left, right in rows]
    lines = Grid(cells, colWidths=[half, 10 * mm, half], rowHeights=16 * mm, hAlign="LEFT")
    over = [("LINEABOVE", (at, row), (at, row), HAIR, INK) for row in range(len(rows)) for at in (0, 2)]
    lines.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), TEXT, 9),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                *over,
            ]
        )
    )
    return [KeepTogether([Spacer(1, 16 * mm), lines])]


def signed(name: str) -> Paragraph:
    """Who signs on a line; what a protocol says of a signature may take several lines."""
    return Paragraph(escape(name).replace("\n", "<br/>"), SIGNED)
