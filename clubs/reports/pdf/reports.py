"""Draws a report as a PDF: black on white, in one embedded font. The same report gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from math import inf

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, SimpleDocTemplate, Spacer

from clubs.reports.codes import report_line
from clubs.reports.layouts import Form, Grid, Ledger, Prose
from clubs.reports.numbers import format_value
from clubs.reports.pdf.archival import describe, finished
from clubs.reports.pdf.drawings import picture_flowables
from clubs.reports.pdf.form_pages import form_flowables
from clubs.reports.pdf.grid_measuring import fits_portrait
from clubs.reports.pdf.grids import PagedGrid, make_grids
from clubs.reports.pdf.letters import TITLE_FONT
from clubs.reports.pdf.page import (
    CODE_OFFSET,
    FRAME_PADDING,
    MARGIN,
    NOTE_STYLE,
    PAGE_TEXT_HEIGHT,
    PAGE_TEXT_WIDTH,
    document_options,
    draw_continuation_head,
    draw_corner,
    draw_count,
    draw_foot,
    draw_sheet_line,
    foot_margin,
    page_edge,
    page_margin,
)
from clubs.reports.pdf.page_counts import CountingCanvas
from clubs.reports.pdf.qr_drawing import QR_SIDE
from clubs.reports.pdf.sentences import lay_out_sentences
from clubs.reports.pdf.signatures import (
    SIGNATURES_GAP,
    SignatureRow,
    as_signature_lines,
    signature_flowables,
)
from clubs.reports.pdf.strip_rows import STRIP_STYLES
from clubs.reports.pdf.strips import Strips
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    TextBlock,
    TextRow,
    TextRows,
    TextStyle,
    break_lines,
    text_rows,
    text_width,
)
from clubs.reports.pdf.walls import WALL_STRIP_STYLES, wall_layout
from clubs.reports.report import Fact, Report, ReportTable
from clubs.reports.signs import with_signs

# Above a table, and its caption if it has one.
_TABLE_GAP = 8 * mm
# A table up to this height stays on one page; a higher one begins where at least this height is left.
_MAX_WHOLE_TABLE = 120 * mm
_MIN_TABLE_START = 60 * mm
# More facts are in two columns; a value with more characters has a row of its own.
_MAX_SINGLE_FACTS = 6
_MAX_PAIRED_LENGTH = 34

_BODY = TextStyle(FONT, 10, 13)
_CAPTION = TextStyle(BOLD_FONT, 11, 15)
_TITLE = TextStyle(TITLE_FONT, 17, 22)
_SUBTITLE = TextStyle(FONT, 12, 16)
_LABEL = TextStyle(FONT, 8.5, 13)
_NOTICE = TextStyle(BOLD_FONT, 10, 13)
# The result is seen before the deals.
_FIGURE = TextStyle(BOLD_FONT, 14, 15)
# Between a label and its value; above and below a fact.
_LABEL_GAP, _FACT_PADDING = 6, 1
# The labels of two columns: the longest one of a language fits in one line.
_LABEL_SHARE = 0.22
# A blank to write on is as high as a row of a form.
_BLANK_PADDING = (6 * mm - _LABEL.leading) / 2
_TITLE_GAP = 3 * mm
# The height of a QR code with its white edge, from the upper edge of the text.
_CODE_HEIGHT = QR_SIDE - CODE_OFFSET - FRAME_PADDING
# Signatures, with the notes above, stay with the last rows unless they are higher than this.
_MAX_ENDING = 150 * mm
# A note of up to this number of lines stays on one page.
_MAX_WHOLE_NOTE = 6


def render_report(report: Report) -> bytes:
    """Return the report as a PDF file, in landscape if a table is not legible in portrait."""
    return finished(_draw(report), describe(report))


def _draw(report: Report) -> bytes:
    target = BytesIO()
    size = A4 if is_portrait(report) else landscape(A4)
    layout = {
        **document_options(page_margin(report)),
        "bottomMargin": foot_margin(report),
        "pagesize": size,
    }
    document = _Document(target, title=report.title, lang=report.language, **layout)
    document.report, document.line = report, report_line(report)
    document.build(story(report, size[0] - 2 * page_edge(report)), canvasmaker=CountingCanvas)
    return target.getvalue()


def is_portrait(report: Report) -> bool:
    report = with_signs(report)
    if report.picture is not None:
        return False
    on_wall = wall_layout(report, partial(_heights_around, report))
    if on_wall is not None:
        return not on_wall.lies
    return all(
        fits_portrait(table, report.language, PAGE_TEXT_WIDTH)
        for table in report.tables
        if isinstance(table.layout, Grid)
    )


class _Document(SimpleDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A report with its QR code on the first page and its title on the others; each page has its count."""

    report: Report
    # At the foot of each page.
    line: str

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report = self.canv, self.report
        draw_count(canvas, page_edge(report), self.pagesize)
        if self.page == 1:
            draw_corner(canvas, report, self.pagesize)
            draw_sheet_line(canvas, report, self.line, self.pagesize)
        else:
            draw_continuation_head(canvas, report, self.pagesize)
            draw_foot(canvas, report, self.line, self.pagesize)


def story(
    report: Report,
    width: float = PAGE_TEXT_WIDTH,
    before_table: Callable[[str], Flowable] | None = None,
) -> list[Flowable]:
    """Return the flowables of a report; `before_table` returns what is put before a grid with a caption."""
    report = with_signs(report)
    parts = _head(report, width)
    if report.has(Prose):
        return [
            *parts,
            Spacer(1, mm),
            lay_out_sentences(report.tables, report.language, width, _list_ending(report)),
        ]
    ending = _ending(report, width)
    if report.has(Form):
        return form_flowables(report, parts, ending, width)
    if report.picture is not None:
        parts += picture_flowables(report.picture, width)
    drawn = [_table_flowables(report, table, width, before_table) for table in report.tables]
    flowables = [*parts, *(part for table in drawn for part in table)]
    if report.signatures and flowables and isinstance(flowables[-1], Strips | PagedGrid):
        flowables[-1].under = _ending_heights(ending, width)
        if not flowables[-1].under:
            ending[-2:] = [KeepTogether(ending[-2:])]
    return [*flowables, *ending]


def _head(report: Report, width: float) -> list[Flowable]:
    """Return what stands above the tables: title, facts and notice."""
    title_width = width - (QR_SIDE if report.address else 0)
    parts: list[Flowable] = [text_rows(report.title, _TITLE, title_width)]
    if report.subtitle:
        parts.append(text_rows(report.subtitle, _SUBTITLE, title_width))
    max_single = 1 if report.has(Prose) else _MAX_SINGLE_FACTS
    gap, room = _place_facts(report, sum(part.wrap(width, 0)[1] for part in parts), width)
    parts += [Spacer(1, gap), *_fact_rows(report.facts, report.language, room, max_single)]
    if report.notice:
        parts += [Spacer(1, 2 * mm), text_rows(report.notice, _NOTICE, width)]
    return parts


def _height_around(report: Report, width: float) -> float:
    """Return the height of what stands above and below the tables of a list, with the gaps between them."""
    return sum(_heights_around(report, width))


def _heights_around(report: Report, width: float) -> tuple[float, float]:
    """Return the heights of what stands above the tables of a list, with all gaps, and below them."""
    above, below = (
        float(sum(part.getSpaceBefore() + part.wrap(width, PAGE_TEXT_HEIGHT)[1] for part in parts))
        for parts in (_head(report, width), _ending(report, width))
    )
    return above + len(report.tables) * _TABLE_GAP, below


def _place_facts(report: Report, title: float, width: float) -> tuple[float, float]:
    """Return the gap between a title of this height and the facts, and the width of the facts.

    Below the QR code they have the whole width.
    """
    # Where the margin is narrow, the text begins above the code's usual place.
    code = _CODE_HEIGHT + MARGIN - page_margin(report)
    gap = max(_TITLE_GAP, code - title) if report.address else _TITLE_GAP
    return (gap, width) if gap <= 2 * _TITLE_GAP else (_TITLE_GAP, width - QR_SIDE)


def _ending(report: Report, width: float) -> list[Flowable]:
    """Return what stands below the tables: nothing if there is nothing, lest it begins a page of its own."""
    notes = [_note_rows(note, width) for note in report.notes]
    below = [*notes, *signature_flowables(report.signatures)]
    return [Spacer(1, 3 * mm), *below] if below else []


def _list_ending(report: Report) -> Callable[[float], list[Flowable]]:
    """Return a function that gives the notes and signatures under sentences, in a given width."""
    signatures = as_signature_lines(report.signatures)
    return lambda room: [
        *(_note_rows(note, room) for note in report.notes),
        *(part for line in signatures for part in (Spacer(1, SIGNATURES_GAP), SignatureRow([line], 1, room))),
    ]


def _note_rows(note: str, width: float) -> TextRows:
    """Return a note: a short one stays on one page."""
    lines = break_lines(note, NOTE_STYLE, width)
    if len(lines) > _MAX_WHOLE_NOTE:
        return text_rows(note, NOTE_STYLE, width)
    return TextRows([TextRow((TextBlock(0, lines, NOTE_STYLE),))])


def _ending_heights(ending: Sequence[Flowable], width: float) -> tuple[float, ...]:
    """Return the heights of an ending with two and with three signatures per row; empty if it is too high."""
    *followers, signatures = ending
    above = sum(part.wrap(width, 0)[1] for part in followers)
    heights: tuple[float, ...] = tuple(above + room for room in signatures.heights(width))
    return heights if max(heights) <= _MAX_ENDING else ()


def _fact_rows(
    facts: tuple[Fact, ...], language: str, width: float, max_single: int = _MAX_SINGLE_FACTS
) -> list[Flowable]:
    """Return the header: labels with their values beside them, many facts in two columns."""
    if not facts:
        return []
    if len(facts) > max_single:
        return [
            TextRows([_fact_line(pair, language, width, _LABEL) for pair in _pair_facts(facts, language)])
        ]
    return [TextRows([_fact_line([fact], language, width, _BODY) for fact in facts])]


def _pair_facts(facts: tuple[Fact, ...], language: str) -> Iterator[list[Fact]]:
    """Put two facts in a row; a long one has a row of its own."""
    waiting: list[Fact] = []
    for fact in facts:
        if fact.alone or len(format_value(fact.value, language)) > _MAX_PAIRED_LENGTH:
            yield from ([waiting] if waiting else [])
            yield [fact]
            waiting = []
        elif waiting:
            yield [*waiting, fact]
            waiting = []
        else:
            waiting = [fact]
    if waiting:
        yield waiting


def _fact_line(row: list[Fact], language: str, width: float, label: TextStyle) -> TextRow:
    """Return a row of one or two facts; in two columns, a fact without a value is a blank to write on."""
    label_width = 45 * mm if label is _BODY else _LABEL_SHARE * width
    half = width / 2
    blocks: list[TextBlock] = []
    blanks = []
    for at, fact in enumerate(row):
        left = at * half + (_LABEL_GAP if at else 0)
        value = at * half + label_width + _LABEL_GAP
        right = half if len(row) == 2 and at == 0 else width
        words = format_value(fact.value, language)
        if not words and label is _LABEL:
            blanks.append((value - _LABEL_GAP, width if fact.alone else at * half + half))
        blocks.append(TextBlock(left, break_lines(fact.label, label, value - left - _LABEL_GAP), label))
        figure = format_value(fact.figure, language)
        right -= text_width(figure, _FIGURE.font, _FIGURE.size)
        blocks.append(TextBlock(value, break_lines(words, _BODY, right - value - _LABEL_GAP), _BODY))
        if figure:
            blocks.append(TextBlock(right, (figure,), _FIGURE))
    return TextRow(tuple(blocks), _BLANK_PADDING if blanks else _FACT_PADDING, tuple(blanks))


def _table_flowables(
    report: Report, table: ReportTable, width: float, before_table: Callable[[str], Flowable] | None
) -> list[Flowable]:
    language = report.language
    gap = 4 * mm
    caption = [text_rows(table.caption, _CAPTION, width, gap)] if table.caption else [Spacer(1, gap)]
    if isinstance(table.layout, Ledger):
        styles = WALL_STRIP_STYLES if report.hangs_on_wall else STRIP_STYLES
        return [*caption, Strips(table, language, is_even=report.hangs_on_wall, styles=styles)]
    on_wall = wall_layout(report, partial(_heights_around, report))
    around = _height_around(report, width) if len(report.tables) == 1 else None
    lettering = None if on_wall is None else on_wall.lettering
    first, *followers = make_grids(table, language, width, lettering, around)
    first.limit = inf if on_wall is None else on_wall.limit
    above = sum(part.getSpaceBefore() + part.wrap(width, 0)[1] for part in caption)
    return [
        CondPageBreak(above + _start_height(first)),
        *([before_table(table.caption)] if before_table else []),
        *caption,
        first,
        *(
            part
            for grid in followers
            for part in (CondPageBreak(_start_height(grid)), Spacer(1, 6 * mm), grid)
        ),
    ]


def _start_height(table: PagedGrid) -> float:
    """Return the least height that is left on a page on which a table begins."""
    _width, height = table.wrap(0, _MAX_WHOLE_TABLE)
    if height <= _MAX_WHOLE_TABLE:
        return height
    start_height: float = min(max(table.start_height, _MIN_TABLE_START), _MAX_WHOLE_TABLE)
    return start_height
