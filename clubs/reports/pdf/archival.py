"""Finishes a PDF as an archive keeps it: PDF/A-3u, which any reader can still open and search in fifty years.

ReportLab embeds the fonts and tells which letters they draw. What it leaves out is added here: a description
that programs read (XMP), the meaning of the colours, and a title in the window. What it adds without need is
taken out: a font that no page uses. It writes no tags: docs/decisions/0033 says what that means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import IO, BinaryIO, Final, cast

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from clubs.reports.report import Certificates, Document, Report

_PROFILE: Final = (Path(__file__).parent / "srgb.icc").read_bytes()
_PRODUCER: Final = "Talon"
# A character after U+FFFF as ReportLab writes it.
_RARE_CHARACTER: Final = re.compile(rb"(?<=> <)[0-9A-F]{5,6}(?=>)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a document says of itself: its title, whose it is, what it is about, of when, in which language.

    The moment has a time zone.
    """

    title: str
    publisher: str = ""
    subject: str = ""
    as_of: datetime | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class ContentsPages:
    """The pages of contents, which were drawn last: the first of them, and the place where they belong."""

    first: int
    place: int
    two_sided: bool


def describe(document: Document) -> Description:
    """Return what a paper says of itself; a report is told from others by what identifies its pages."""
    described = Description(
        title=document.title,
        publisher=document.publisher,
        as_of=document.as_of,
        language=document.language,
    )
    if isinstance(document, Certificates):
        events = dict.fromkeys(one.event for one in document.certificates)
        return replace(described, title=" · ".join([*events, document.title]))
    if not isinstance(document, Report):
        return described
    titles = filter(None, (document.title, document.subtitle, *document.foot))
    return replace(described, title=" · ".join(titles), subject=" · ".join(document.foot))


def finish(
    drawn: IO[bytes], description: Description, into: IO[bytes], contents: ContentsPages | None = None
) -> None:
    """Write a drawn PDF as PDF/A-3u; the same document gives the same bytes."""
    with Pdf.open(cast(BinaryIO, drawn)) as pdf:
        _remove_unused_fonts(pdf)
        _spell_rare_characters(pdf)
        if contents is not None:
            _place_contents(pdf, contents)
        _describe(pdf, description)
        _tell_colours(pdf)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        pdf.save(cast(BinaryIO, into), deterministic_id=True, min_version="1.7")


def finished(drawn: bytes, description: Description) -> bytes:
    into = BytesIO()
    finish(BytesIO(drawn), description, into)
    return into.getvalue()


def _describe(pdf: Pdf, description: Description) -> None:
    """Describe the document twice, in the same words: for old readers, and as XMP."""
    title, publisher, subject = map(
        _printable, (description.title, description.publisher, description.subject)
    )
    del pdf.docinfo
    info = pdf.docinfo
    info[Name.Title], info[Name.Producer] = title, _PRODUCER
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["pdfaid:part"], metadata["pdfaid:conformance"] = "3", "U"
        metadata["dc:title"], metadata["pdf:Producer"] = title, _PRODUCER
        metadata["dc:language"] = [description.language]
        if publisher:
            info[Name.Author], metadata["dc:creator"] = publisher, [publisher]
        if subject:
            info[Name.Subject], metadata["dc:description"] = subject, subject
        if description.as_of is not None:
            moment = description.as_of.isoformat(timespec="seconds")
            info[Name.CreationDate] = info[Name.ModDate] = _as_pdf_date(description.as_of)
            metadata["xmp:CreateDate"] = metadata["xmp:ModifyDate"] = moment


def _printable(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(filter(str.isprintable, text))


def _as_pdf_date(moment: datetime) -> str:
    zone = f"{moment:%z}"
    return f"D:{moment:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:]}"


def _tell_colours(pdf: Pdf) -> None:
    profile = Stream(pdf, _PROFILE, N=3)
    pdf.Root.OutputIntents = [
        Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFA1,
            OutputConditionIdentifier="sRGB",
            DestOutputProfile=pdf.make_indirect(profile),
        )
    ]


def _remove_unused_fonts(pdf: Pdf) -> None:
    """Remove Helvetica, which ReportLab names and never uses. All pages share their fonts."""
    fonts = pdf.pages[0].Resources.Font
    for name in list(fonts.keys()):
        if "/FontDescriptor" not in fonts[name]:
            del fonts[name]


def _spell_rare_characters(pdf: Pdf) -> None:
    """Write characters after U+FFFF, such as an emoji, as two halves: readers misread one long number."""
    for _name, font in pdf.pages[0].Resources.Font.items():
        told = font.ToUnicode.read_bytes()
        spelt = _RARE_CHARACTER.sub(_halves, told)
        if spelt != told:
            font.ToUnicode.write(spelt)


def _halves(number: re.Match[bytes]) -> bytes:
    return chr(int(number[0], 16)).encode("utf-16-be").hex().upper().encode()


def _place_contents(pdf: Pdf, contents: ContentsPages) -> None:
    """Put the contents behind the cover, with an empty page if the next one is to begin a sheet."""
    pages = list(pdf.pages)[contents.first :]
    if contents.two_sided and (contents.place + len(pages)) % 2:
        left, low, right, top = map(float, pages[-1].mediabox)
        pages.append(pdf.add_blank_page(page_size=(right - left, top - low)))
    del pdf.pages[contents.first :]
    for at, page in enumerate(pages, start=contents.place):
        pdf.pages.insert(at, page)
    numbers: list[tuple[int, Dictionary]] = [
        (contents.place, Dictionary(S=Name.r)),
        (contents.place + len(pages), Dictionary(S=Name.D, St=contents.place + 1)),
    ]
    if contents.place:
        numbers.insert(0, (0, Dictionary(S=Name.D)))
    pdf.Root.PageLabels = Dictionary(Nums=Array([part for number in numbers for part in number]))
