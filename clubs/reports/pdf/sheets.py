"""Draws reports that are signed and handed out one by one, each on a sheet of its own.

On a printer that prints both sides nothing else is on the back of a sheet: the next report begins on an odd
page. Each page says which of its report's pages it is; it has no other number.
"""

from __future__ import annotations

from io import BytesIO

from clubs.reports.pdf.booklet import Booklet, Chapter, Section, write_booklet
from clubs.reports.report import Sheets


def render_sheets(document: Sheets) -> bytes:
    """Return the sheets as a PDF file, with an entry for each in its outline."""
    chapters = [Chapter(sheet.subtitle, sheet, own_sheet=True) for sheet in document.sheets]
    booklet = Booklet(
        title=document.title,
        sections=[Section(document.title, chapters)],
        language=document.language,
        publisher=document.publisher,
        as_of=document.as_of,
        has_numbers=False,
    )
    into = BytesIO()
    write_booklet(booklet, into)
    return into.getvalue()
