"""Binds reports into one PDF: each begins a page, all pages are numbered, and an outline leads to each.

Knows reports; must not know models or languages. Reports are asked for one after the other and forgotten once
they are drawn: of a page nothing is kept but what the file will hold. The same reports give the same bytes.
Cards to be cut apart are bound too; their pages are counted, but say no number: scissors would part it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import IO, Final

from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream, PDFZCompress
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    ActionFlowable,
    BaseDocTemplate,
    Flowable,
    Frame,
    PageBreakIfNotEmpty,
    PageTemplate,
)

from clubs.reports.cards import boxes_of, draw_page
from clubs.reports.cover import draw_cover
from clubs.reports.pdf import (
    FRAME_PADDING,
    LIST_MARGIN,
    MARGIN,
    draw_corner,
    draw_foot,
    draw_further,
    draw_number,
    is_list,
    layout_of,
    stands,
    story,
)
from clubs.reports.report import Cards, Cover, Report

# The outline names reports within sections, and shows the sections alone until one is opened.
SECTION: Final = 0
CHAPTER: Final = 1
STANDING, LYING, LIST, WHOLE = "standing", "lying", "list", "whole"
SHEETS: Final = {STANDING: A4, LYING: landscape(A4), LIST: A4, WHOLE: A4}
# From the edge of the paper to what is drawn on it.
EDGES: Final = {
    STANDING: MARGIN + FRAME_PADDING,
    LYING: MARGIN + FRAME_PADDING,
    LIST: LIST_MARGIN + FRAME_PADDING,
    WHOLE: 0.0,
}

Bindable = Report | Cards | Cover


@dataclass(frozen=True, slots=True)
class Chapter:
    """A report or cards, and what the outline calls them; nothing where the section says it already."""

    label: str
    report: Report | Cards


@dataclass(frozen=True, slots=True)
class Section:
    """Reports that belong together. They are asked for once, when their turn has come."""

    label: str
    chapters: Iterable[Chapter]


@dataclass(frozen=True, slots=True, kw_only=True)
class Booklet:
    title: str
    sections: Iterable[Section]
    # What stands before everything else.
    cover: Report | Cover | None = None
    language: str = "en"


def bind(booklet: Booklet, into: IO[bytes]) -> None:
    """The booklet as a PDF file."""
    document = Bound(into, title=booklet.title, lang=booklet.language, **layout_of())
    document.bind(booklet)


class Bound(BaseDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Pages of many reports, which lie where a report cannot stand.

    Each says which report it goes on with, and its own number.
    """

    def bind(self, booklet: Booklet) -> None:
        self.chapters = opened(booklet)
        self.story: list[Flowable] = []
        self.begun_at = 0
        self.addPageTemplates([sheet(name) for name in SHEETS])
        self.take_next()
        if not self.story:
            raise ValueError("a booklet has a report in it")
        self.build(self.story, canvasmaker=Thrifty)

    def take_next(self) -> None:
        """The flowables of the next report, behind which stands the asking for the one after it."""
        following = next(self.chapters, None)
        if following is not None:
            entries, document = following
            name, drawn = laid_out(document)
            self.story += [PageBreakIfNotEmpty(name), Begun(entries, document), *drawn, Next()]

    def begin(self, entries: Iterable[tuple[int, str]], document: Bindable) -> None:
        self.document, self.begun_at = document, self.page
        for level, label in entries:
            key = f"{level}-{self.page}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(label, key, level, closed=level == SECTION)

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report, size = self.canv, self.document, SHEETS[self.pageTemplate.id]
        if not isinstance(report, Report):
            return
        if self.page != self.begun_at:
            draw_further(canvas, report, size)
        draw_number(canvas, self.page, EDGES[self.pageTemplate.id], size)
        if self.page == self.begun_at:
            draw_corner(canvas, report, size)
        else:
            draw_foot(canvas, report, size)


def sheet(name: str) -> PageTemplate:
    """A page that stands or lies, with one frame; what is drawn on the whole of it needs no margins."""
    (wide, high), edge = SHEETS[name], EDGES[name]
    frame = Frame(edge, edge, wide - 2 * edge, high - 2 * edge, 0, 0, 0, 0)
    return PageTemplate(id=name, frames=[frame], pagesize=SHEETS[name])


def laid_out(document: Bindable) -> tuple[str, list[Flowable]]:
    """The sheet on which a document lies, and what is drawn there."""
    if isinstance(document, Cover):
        return WHOLE, [Whole(partial(draw_cover, cover=document))]
    if isinstance(document, Cards):
        pages = range(0, len(document.cards), len(boxes_of(document)))
        return WHOLE, [Whole(partial(draw_page, given=document, first=first)) for first in pages]
    name = LIST if is_list(document) else STANDING if stands(document) else LYING
    return name, story(document, SHEETS[name][0] - 2 * EDGES[name])


class Whole(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A page that is drawn as a whole."""

    def __init__(self, drawn: Callable[[Canvas], None]) -> None:
        super().__init__()
        self.drawn = drawn

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        size: tuple[float, float] = A4
        return size

    def draw(self) -> None:
        self.drawn(self.canv)


class Thrifty(Canvas):  # type: ignore[misc]  # ReportLab says nothing of its types
    """What is drawn on a page is packed when the page is full, not when all pages are."""

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        super().showPage()
        page = self._doc.Pages.pages[-1]
        packed = PDFZCompress.encode(page.stream)
        page.Contents = PDFStream(PDFDictionary({"Filter": PDFName(PDFZCompress.pdfname)}), packed, [])
        page.stream = None


class Begun(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A report begins on this page."""

    def __init__(self, entries: Iterable[tuple[int, str]], begun: Bindable) -> None:
        super().__init__()
        self.entries, self.begun = entries, begun

    def apply(self, document: Bound) -> None:
        document.begin(self.entries, self.begun)


class Next(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """The report before it is laid out: now the next one is asked for."""

    def __init__(self) -> None:
        super().__init__()

    def apply(self, document: Bound) -> None:
        document.take_next()


def opened(booklet: Booklet) -> Iterator[tuple[list[tuple[int, str]], Bindable]]:
    """Every report with what the outline says at its first page: its section too where it is the first."""
    if booklet.cover is not None:
        yield [(SECTION, booklet.title)], booklet.cover
    for section in booklet.sections:
        entries = [(SECTION, section.label)]
        for chapter in section.chapters:
            if chapter.label:
                entries.append((CHAPTER, chapter.label))
            yield entries, chapter.report
            entries = []
