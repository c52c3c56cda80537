"""Canvases that write on each page which page of how many it is, though the number is known only at the end.

The words are forms of the PDF: a page uses them, and they are defined once its report is complete.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream, PDFZCompress
from reportlab.pdfgen.canvas import Canvas

from clubs.reports.pdf.texts import FONT


class CountingCanvas(Canvas):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A canvas on which a page can say “2/3”: its number in its report, and how many pages that has."""

    def __init__(self, *args: Any, **options: Any) -> None:
        # The font in which a page begins is named on it, also if nothing is drawn in it.
        super().__init__(*args, **{**options, "initialFontName": FONT})
        self._counted_pages: list[tuple[str, float, float, float]] = []
        self._form_count = 0

    def draw_count(self, right: float, base: float, size: float) -> None:
        """Draw the count of this page, aligned to the right, once it is known."""
        self._form_count += 1
        name = f"page-count-{self._form_count}"
        self._counted_pages.append((name, right, base, size))
        self.doForm(name)

    def end_count(self) -> None:
        """Define the counts of the pages since the last call: they are all pages of a report."""
        for number, (name, right, base, size) in enumerate(self._counted_pages, start=1):
            self.beginForm(name)
            self.setFont(FONT, size)
            self.drawRightString(right, base, f"{number}/{len(self._counted_pages)}")
            self.endForm()
        self._counted_pages.clear()

    def save(self) -> None:
        self.end_count()
        super().save()


class CompressingCanvas(CountingCanvas):
    """A canvas that compresses each page when it is full, instead of all pages at the end."""

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        super().showPage()
        page = self._doc.Pages.pages[-1]
        packed = PDFZCompress.encode(page.stream)
        page.Contents = PDFStream(PDFDictionary({"Filter": PDFName(PDFZCompress.pdfname)}), packed, [])
        page.stream = None
