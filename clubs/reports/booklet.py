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
_SECTION: Final = 0
_CHAPTER: Final = 1
_STANDING, _LYING, _LIST, _WHOLE = "standing", "lying", "list", "whole"
_SHEETS: Final = {_STANDING: A4, _LYING: landscape(A4), _LIST: A4, _WHOLE: A4}
# From the edge of the paper to what is drawn on it.
_EDGES: Final = {
    _STANDING: MARGIN + FRAME_PADDING,
    _LYING: MARGIN + FRAME_PADDING,
    _LIST: LIST_MARGIN + FRAME_PADDING,
    _WHOLE: 0.0,
}

_Bindable = Report | Cards | Cover


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
    document = _Bound(into, title=booklet.title, lang=booklet.language, **layout_of())
    document.bind(booklet)


class _Bound(BaseDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Pages of many reports, which lie where a report cannot stand.

    Each says which report it goes on with, and its own number.
    """

    def bind(self, booklet: Booklet) -> None:
        self.chapters = _opened(booklet)
        self.story: list[Flowable] = []
        self.begun_at = 0
        self.addPageTemplates([_sheet(name) for name in _SHEETS])
        self.take_next()
        if not self.story:
            raise ValueError("a booklet has a report in it")
        self.build(self.story, canvasmaker=Thrifty)

    def take_next(self) -> None:
        """The flowables of the next report, behind which stands the asking for the one after it."""
        following = next(self.chapters, None)
        if following is not None:
            entries, document = following
            name, drawn = _laid_out(document)
            self.story += [PageBreakIfNotEmpty(name), _Begun(entries, document), *drawn, _Next()]

    def begin(self, entries: Iterable[tuple[int, str]], document: _Bindable) -> None:
        self.document, self.begun_at = document, self.page
        for level, label in entries:
            key = f"{level}-{self.page}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(label, key, level, closed=level == _SECTION)

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report, size = self.canv, self.document, _SHEETS[self.pageTemplate.id]
        if not isinstance(report, Report):
            return
        if self.page != self.begun_at:
            draw_further(canvas, report, size)
        draw_number(canvas, self.page, _EDGES[self.pageTemplate.id], size)
        if self.page == self.begun_at:
            draw_corner(canvas, report, size)
        else:
            draw_foot(canvas, report, size)


def _sheet(name: str) -> PageTemplate:
    """A page that stands or lies, with one frame; what is drawn on the whole of it needs no margins."""
    (wide, high), edge = _SHEETS[name], _EDGES[name]
    frame = Frame(edge, edge, wide - 2 * edge, high - 2 * edge, 0, 0, 0, 0)
    return PageTemplate(id=name, frames=[frame], pagesize=_SHEETS[name])


def _laid_out(document: _Bindable) -> tuple[str, list[Flowable]]:
    """The sheet on which a document lies, and what is drawn there."""
    if isinstance(document, Cover):
        return _WHOLE, [_Whole(partial(draw_cover, cover=document))]
    if isinstance(document, Cards):
        pages = range(0, len(document.cards), len(boxes_of(document)))
        return _WHOLE, [_Whole(partial(draw_page, given=document, first=first)) for first in pages]
    name = _LIST if is_list(document) else _STANDING if stands(document) else _LYING
    return name, story(document, _SHEETS[name][0] - 2 * _EDGES[name])


class _Whole(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
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


class _Begun(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A report begins on this page."""

    def __init__(self, entries: Iterable[tuple[int, str]], begun: _Bindable) -> None:
        super().__init__()
        self.entries, self.begun = entries, begun

    def apply(self, document: _Bound) -> None:
        document.begin(self.entries, self.begun)


class _Next(ActionFlowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """The report before it is laid out: now the next one is asked for."""

    def __init__(self) -> None:
        super().__init__()

    def apply(self, document: _Bound) -> None:
        document.take_next()


def _opened(booklet: Booklet) -> Iterator[tuple[list[tuple[int, str]], _Bindable]]:
    """Every report with what the outline says at its first page: its section too where it is the first."""
    if booklet.cover is not None:
        yield [(_SECTION, booklet.title)], booklet.cover
    for section in booklet.sections:
        entries = [(_SECTION, section.label)]
        for chapter in section.chapters:
            if chapter.label:
                entries.append((_CHAPTER, chapter.label))
            yield entries, chapter.report
            entries = []
