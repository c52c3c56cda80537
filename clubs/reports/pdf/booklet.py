"""Writes reports into one PDF, each on new pages, with page numbers and an outline.

A report that is handed out or signed begins on a fresh sheet where the booklet is printed on both sides: on
an odd page, after an empty one if need be. Each page says which of its report's pages it is.
Reports are loaded one after the other and freed once they are drawn; only compressed pages stay in memory.
Pages of cards are counted, but have no number: it would be cut apart. The same reports give the same bytes.

The contents are drawn last, when it is known where everything begins, and put behind the cover then: their
pages are i, ii and so on, so that the others keep their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    ActionFlowable,
    BaseDocTemplate,
    Flowable,
    Frame,
    PageBreakIfNotEmpty,
    PageTemplate,
)

from clubs.reports.codes import report_line
from clubs.reports.layouts import Form, Prose
from clubs.reports.pdf.archival import ContentsPages, Description, finish
from clubs.reports.pdf.cards import card_boxes, draw_card_sheet
from clubs.reports.pdf.cover import draw_cover
from clubs.reports.pdf.page import (
    FORM_FOOT_MARGIN,
    FRAME_PADDING,
    LIST_MARGIN,
    MARGIN,
    PAGE_NUMBER_WIDTH,
    document_options,
    draw_continuation_head,
    draw_corner,
    draw_count,
    draw_foot,
    draw_number,
    draw_sheet_line,
)
from clubs.reports.pdf.page_counts import CompressingCanvas
from clubs.reports.pdf.reports import is_portrait, story
from clubs.reports.report import Cards, Cover, Report

# A larger one is drawn on the disk.
_MAX_IN_MEMORY: Final = 1 << 20
# The levels of the outline; the reports of a section are hidden until it is opened.
_SECTION: Final = 0
_CHAPTER: Final = 1
# The name of the place where the contents begin.
_CONTENTS: Final = "contents"
_PORTRAIT, _LANDSCAPE, _LIST, _FORM, _FULL_PAGE = "standing", "lying", "list", "form", "whole"
_PAGE_SIZES: Final = {_PORTRAIT: A4, _LANDSCAPE: landscape(A4), _LIST: A4, _FORM: A4, _FULL_PAGE: A4}
# From the edge of the paper to the drawing.
_PAGE_EDGES: Final = {
    _PORTRAIT: MARGIN + FRAME_PADDING,
    _LANDSCAPE: MARGIN + FRAME_PADDING,
    _LIST: LIST_MARGIN + FRAME_PADDING,
    _FORM: MARGIN + FRAME_PADDING,
    _FULL_PAGE: 0.0,
}

_Bindable = Report | Cards | Cover


@dataclass(frozen=True, slots=True)
class Chapter:
    """A document with a label in the outline; an empty label leaves it out of the outline."""

    label: str
    report: _Bindable
    # It is handed out: nothing else is on its sheet.
    own_sheet: bool = False
    # Each of its tables is in the outline, by its caption.
    lists_tables: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A group of chapters. They are iterated over once, when they are drawn."""

    label: str
    chapters: Iterable[Chapter]


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A section, or a chapter of it, and the page on which it begins."""

    label: str
    page: int
    is_section: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Booklet:
    title: str
    sections: Iterable[Section]
    # The first pages.
    cover: Report | Cover | None = None
    # The pages behind it, or else the first ones: a report made of where everything begins.
    contents: Callable[[Sequence[ContentsEntry]], Report] | None = None
    language: str = "en"
    two_sided: bool = True
    # Each page has its number in the booklet, not only in its report.
    has_numbers: bool = True
    # Whose it is, and the moment of the data in it, with its time zone.
    publisher: str = ""
    as_of: datetime | None = None


def write_booklet(booklet: Booklet, into: IO[bytes]) -> None:
    """Write the booklet as a PDF file."""
    description = Description(
        title=booklet.title, publisher=booklet.publisher, as_of=booklet.as_of, language=booklet.language
    )
    with SpooledTemporaryFile(max_size=_MAX_IN_MEMORY) as drawn:
        document = _BookletDocument(drawn, title=booklet.title, lang=booklet.language, **document_options())
        document.bind(booklet)
        drawn.seek(0)
        finish(drawn, description, into, document.contents_pages)


class _BookletDocument(BaseDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """The pages of many reports, in portrait or landscape, each with its number and its report's title."""

    def bind(self, booklet: Booklet) -> None:
        self.entries: list[ContentsEntry] = []
        self.contents = booklet.contents
        self.title, self.cover = booklet.title, booklet.cover
        self.first_contents_page = self.pages_before_contents = 0
        self.chapters = _chapters_with_entries(booklet)
        self.two_sided, self.has_numbers = booklet.two_sided, booklet.has_numbers
        self.needs_sheet = False
        self.document: _Bindable | None = None
        self.story: list[Flowable] = []
        self.first_page = 0
        self.addPageTemplates([_page_template(name) for name in _PAGE_SIZES])
        self.add_next_report()
        if not self.story:
            raise ValueError("a booklet has a report in it")
        self.build(self.story, canvasmaker=CompressingCanvas)

    def add_next_report(self) -> None:
        """Add the flowables of the next report, and an action after them that adds the following one."""
        following = next(self.chapters, None)
        if following is not None:
            entries, chapter = following
            document, lists_tables = chapter.report, chapter.lists_tables
            name, flowables = _lay_out(document, _BeginTable if lists_tables else None)
            self.story += [
                PageBreakIfNotEmpty(name),
                _BeginReport(entries, document, own_sheet=chapter.own_sheet),
                *flowables,
                _LoadNextReport(),
            ]
        elif self.contents is not None and self.entries:
            report = self.contents(self.entries)
            self.contents = None
            name, flowables = _lay_out(report)
            self.story += [PageBreakIfNotEmpty(name), _BeginContents(report), *flowables]

    @property
    def contents_pages(self) -> ContentsPages | None:
        """Which of the pages are the contents, and where they go; None without any."""
        first = self.first_contents_page
        if not first:
            return None
        return ContentsPages(first - 1, self.pages_before_contents, two_sided=self.two_sided)

    def begin_contents(self, report: Report) -> None:
        self.canv.end_count()
        self.document, self.line = report, report_line(report)
        self.first_page = self.page
        self.first_contents_page = self.page
        self.canv.bookmarkPage(_CONTENTS)

    def begin(self, entries: Iterable[tuple[int, str]], document: _Bindable, *, own_sheet: bool) -> None:
        """Begin a report, after an empty page where it or the report before has its sheet for itself."""
        self.canv.end_count()
        self.document, first_page = None, self.page
        if self.two_sided and (own_sheet or self.needs_sheet) and first_page % 2 == 0:
            self.handle_pageBreak()
            first_page += 1
        self.needs_sheet = own_sheet
        self.document, self.first_page = document, first_page
        self.line = report_line(document) if isinstance(document, Report) else ""
        if first_page == 1 and self.contents is not None and self.cover is None:
            self.canv.addOutlineEntry(self.title, _CONTENTS, _SECTION, closed=True)
        if document is not self.cover and not self.entries:
            self.pages_before_contents = first_page - 1
        for level, label in entries:
            self.canv.bookmarkPage(f"{level}-{first_page}")
            self.canv.addOutlineEntry(label, f"{level}-{first_page}", level, closed=level == _SECTION)
            if document is not self.cover:
                self.entries.append(ContentsEntry(label, first_page, is_section=level == _SECTION))

    def begin_table(self, caption: str) -> None:
        """Put a table into the outline under its report, with the page on which it begins."""
        key = f"{self.page}-{len(self.entries)}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(caption, key, _CHAPTER, closed=False)
        self.entries.append(ContentsEntry(caption, self.page, is_section=False))

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report, size = self.canv, self.document, _PAGE_SIZES[self.pageTemplate.id]
        if not isinstance(report, Report):
            return
        edge = _PAGE_EDGES[self.pageTemplate.id]
        draw_count(canvas, edge + PAGE_NUMBER_WIDTH / 2 * self.has_numbers, size)
        if self.page == self.first_page:
            draw_corner(canvas, report, size)
            draw_sheet_line(canvas, report, self.line, size)
        else:
            draw_continuation_head(canvas, report, size)
            draw_foot(canvas, report, self.line, size)
        if self.has_numbers:
            draw_number(canvas, self.page_label, edge, size)

    @property
    def page_label(self) -> str:
        first = self.first_contents_page
        return _in_roman(self.page - first + 1) if first else str(self.page)


def _in_roman(number: int) -> str:
    """Return a small number in Roman figures, of which nobody needs more than those up to 39."""
    tens, ones = divmod(number, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]


def _page_template(name: str) -> PageTemplate:
    """Return a page with one frame; a full-page drawing needs no margins."""
    (width, height), edge = _PAGE_SIZES[name], _PAGE_EDGES[name]
    foot = FORM_FOOT_MARGIN + FRAME_PADDING if name == _FORM else edge
    frame = Frame(edge, foot, width - 2 * edge, height - edge - foot, 0, 0, 0, 0)
    return PageTemplate(id=name, frames=[frame], pagesize=_PAGE_SIZES[name])


def _lay_out(
    document: _Bindable, before_table: Callable[[str], Flowable] | None = None
) -> tuple[str, list[Flowable]]:
    """Return the name of a document's page template, and its flowables."""
    if isinstance(document, Cover):
        return _FULL_PAGE, [_FullPage(partial(draw_cover, cover=document))]
    if isinstance(document, Cards):
        pages = range(0, len(document.cards), len(card_boxes(document)))
        return _FULL_PAGE, [
            _FullPage(partial(draw_card_sheet, document=document, first=first)) for first in pages
        ]
    name = _page_name(document)
    return name, story(document, _PAGE_SIZES[name][0] - 2 * _PAGE_EDGES[name], before_table)


def _page_name(report: Report) -> str:
    if report.has(Prose):
        return _LIST
    if report.has(Form):
        return _FORM
    return _PORTRAIT if is_portrait(report) else _LANDSCAPE


class _FullPage(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A drawing that fills a page."""

    def __init__(self, draw_page: Callable[[Canvas], None]) -> None:
        super().__init__()
        self.draw_page = draw_page

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        size: tuple[float, float] = A4
        return size

    def draw(self) -> None:
        self.draw_page(self.canv)


class _BeginReport(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Marks the first page of a report."""

    def __init__(self, entries: Iterable[tuple[int, str]], report: _Bindable, *, own_sheet: bool) -> None:
        super().__init__()
        self.entries, self.report, self.own_sheet = entries, report, own_sheet

    def apply(self, document: _BookletDocument) -> None:
        document.begin(self.entries, self.report, own_sheet=self.own_sheet)


class _BeginTable(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Marks where a table begins."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.caption = caption

    def apply(self, document: _BookletDocument) -> None:
        document.begin_table(self.caption)


class _BeginContents(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Marks the first page of the contents."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def apply(self, document: _BookletDocument) -> None:
        document.begin_contents(self.report)


class _LoadNextReport(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Loads the next report once the previous one is laid out."""

    def __init__(self) -> None:
        super().__init__()

    def apply(self, document: _BookletDocument) -> None:
        document.add_next_report()


def _chapters_with_entries(booklet: Booklet) -> Iterator[tuple[list[tuple[int, str]], Chapter]]:
    """Return every chapter with its entries in the outline.

    The first chapter of a section has the entry of the section too.
    """
    if booklet.cover is not None:
        yield [(_SECTION, booklet.title)], Chapter("", booklet.cover)
    for section in booklet.sections:
        entries = [(_SECTION, section.label)]
        for chapter in section.chapters:
            if chapter.label:
                entries.append((_CHAPTER, chapter.label))
            yield entries, chapter
            entries = []
