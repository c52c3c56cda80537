"""Lays a form out on as few pages as possible: roomy if that takes no page more, else dense.

Rows to write in are as high on a dense form. Its letters are smaller, its title and notes are in the margin
above its first page, and the lines of its head and those to sign on have more neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether

from clubs.reports.numbers import format_value
from clubs.reports.pdf.continuation import line_of_facts
from clubs.reports.pdf.forms import DENSE, ROOMY, FormStyle, FormTable
from clubs.reports.pdf.letters import TITLE_FONT
from clubs.reports.pdf.page import FORM_TEXT_HEIGHT, FRAME_PADDING, MARGIN, PRINTER_MARGIN
from clubs.reports.pdf.signatures import (
    DENSE_PER_ROW,
    DENSE_SIGNATURES,
    PER_ROW,
    SignatureRows,
    as_signature_lines,
)
from clubs.reports.pdf.texts import FONT, TextBlock, TextRow, TextRows, TextStyle, break_lines, text_width
from clubs.reports.report import Fact, Report

_TITLE: Final = TextStyle(TITLE_FONT, 14, 17)
_SUBTITLE: Final = TextStyle(FONT, 10, 12)
_NOTE: Final = TextStyle(FONT, 8, 9.5)
_LABEL: Final = TextStyle(FONT, 8, 9.5)
_TITLE_GAP: Final = 5 * mm
# A capital with a ring or a dot reaches so far above the size of its letters.
_ACCENT: Final = 2
# The room above the first page, where the next ones have the lines that identify them.
_ABOVE: Final = MARGIN + FRAME_PADDING - PRINTER_MARGIN - _ACCENT
# The least room to write: a time or a number, and the title of an event or the names of a side.
_SHORT_BLANK: Final = 22 * mm
_LONG_BLANK: Final = 45 * mm
_NOTE_SEPARATOR: Final = " · "

# What stays on one page, and the parts of a form in their order.
_Group = Sequence[Flowable]


def form_flowables(
    report: Report, head: Sequence[Flowable], ending: Sequence[Flowable], width: float
) -> list[Flowable]:
    """Return a form with its roomy head and ending, or a dense one where that takes a page less.

    Its last table and the signatures follow the last deals, or precede those that would fill another page.
    """
    roomy = _tables(report, ROOMY)
    endings = [(roomy, head, ending), *_closer_ending(roomy, head, ending)]
    deals = len(report.tables) - 1
    arrangements = [
        *(_arrange(*parts, deals) for parts in (*endings, *_dense_parts(report, width))),
        *(_arrange(*parts, at) for at in range(deals - 1, 0, -1) for parts in endings),
    ]
    first, *followers = min(arrangements, key=lambda groups: _count_pages(groups, width))
    return [*first, *(KeepTogether(list(group)) for group in followers)]


def _tables(report: Report, style: FormStyle) -> list[Flowable]:
    return [FormTable(table, report.language, style) for table in report.tables]


def _arrange(tables: _Group, head: _Group, ending: _Group, at: int) -> list[_Group]:
    """Return a form that is signed below as many of its tables."""
    *deals, last = tables
    before, signed, after = deals[: at - 1], deals[at - 1], deals[at:]
    return [head, *([deal] for deal in before), [signed, last, *ending], *([deal] for deal in after)]


def _closer_ending(
    tables: _Group, head: _Group, ending: Sequence[Flowable]
) -> Iterator[tuple[_Group, _Group, _Group]]:
    """Yield the same form with more signatures in a row."""
    if ending and isinstance(ending[-1], SignatureRows):
        yield tables, head, [*ending[:-1], SignatureRows(ending[-1].lines, PER_ROW[1:])]


def _count_pages(groups: Sequence[_Group], width: float) -> float:
    """Return how many pages whole groups fill; infinity if a group is higher than a page."""
    pages, left = 1, FORM_TEXT_HEIGHT
    for group in groups:
        height = _height(group, width)
        if height > FORM_TEXT_HEIGHT:
            return inf
        gap = group[0].getSpaceBefore() if group and left < FORM_TEXT_HEIGHT else 0
        if gap + height > left:
            pages, left, gap = pages + 1, FORM_TEXT_HEIGHT, 0
        left -= gap + height
    return pages


def _height(group: _Group, width: float) -> float:
    """Return the height of a group, without the gap above it."""
    heights = [part.wrap(width, FORM_TEXT_HEIGHT)[1] for part in group]
    return float(sum(heights) + sum(part.getSpaceBefore() for part in group[1:]))


# A dense form.


def _dense_parts(report: Report, width: float) -> Iterator[tuple[_Group, _Group, _Group]]:
    """Yield the tables, the head and the ending of a dense form, with ever less height to sign in.

    A QR code and a notice have no room on it.
    """
    if report.address or report.notice or not report.signatures:
        return
    tables, head, lines = (
        _tables(report, DENSE),
        _dense_head(report, width),
        as_signature_lines(report.signatures),
    )
    yield tables, head, [SignatureRows(lines)]
    for style in DENSE_SIGNATURES:
        yield tables, head, [SignatureRows(lines, DENSE_PER_ROW, style)]


def _dense_head(report: Report, width: float) -> list[Flowable]:
    """Return the title and the notes, raised above the page, and the facts, as many in a line as fit."""
    lines = _fact_lines(report.facts, report.language, width)
    facts = TextRows([line_of_facts(line, report.language, width, _LABEL) for line in lines])
    return [_Raised([_title_line(report, width), *_note_lines(report, width)]), facts]


def _title_line(report: Report, width: float) -> TextRow:
    """Return the title with the subtitle beside it."""
    left = text_width(report.title, _TITLE.font, _TITLE.size) + _TITLE_GAP
    subtitle = break_lines(report.subtitle, _SUBTITLE, width - left)
    beside = TextBlock(left, subtitle, _SUBTITLE, drop=_TITLE.size - _SUBTITLE.size)
    return TextRow((TextBlock(0, (report.title,), _TITLE), beside))


def _note_lines(report: Report, width: float) -> Iterator[TextRow]:
    for line in break_lines(_NOTE_SEPARATOR.join(report.notes), _NOTE, width):
        yield TextRow((TextBlock(0, (line,), _NOTE),))


def _fact_lines(facts: Sequence[Fact], language: str, width: float) -> list[list[Fact]]:
    """Return the facts line by line; those of the sides begin a line of their own."""
    lines: list[list[Fact]] = []
    left = 0.0
    for at, fact in enumerate(facts):
        needed = _needed_width(fact, language)
        if not lines or needed > left or (fact.alone and not facts[at - 1].alone):
            lines.append([])
            left = width
        lines[-1].append(fact)
        left -= needed
    return lines


def _needed_width(fact: Fact, language: str) -> float:
    words, label = format_value(fact.value, language), f"{fact.label}:"
    least = max(_LONG_BLANK if fact.alone else _SHORT_BLANK, text_width(words, _LABEL.font, _LABEL.size))
    return float(text_width(label, _LABEL.font, _LABEL.size) + least)


class _Raised(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lines in the margin above a page: they take height of the page only if there are too many."""

    def __init__(self, lines: Sequence[TextRow]) -> None:
        super().__init__()
        self.rows = TextRows(lines)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _width, whole = self.rows.wrap(width, height)
        self.width, self.height = width, max(0.0, whole - _ABOVE)
        return self.width, self.height

    def draw(self) -> None:
        self.rows.drawOn(self.canv, 0, 0)
