"""Asks a PDF clause by clause what ISO 19005-3 (PDF/A-3u) asks of a file; the answer is a list of breaches.

No validator can be had here: this is what the standard says of the kinds of things that are in our papers,
and that nothing of the other kinds is in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Name

# 6.5.2 and 6.6.1: no annotations or actions but those that our papers do without anyway.
FORBIDDEN = ("/JavaScript", "/JS", "/AA", "/OpenAction", "/AcroForm", "/Annots", "/EmbeddedFiles", "/XFA")
# 6.2.10: transparency would need a blending space on each page.
TRANSPARENCY = ("/SMask", "/Group", "/ca", "/CA", "/BM")


def breaches(document: bytes) -> list[str]:
    with pikepdf.open(BytesIO(document)) as pdf:
        return [
            *_header_breaches(document, pdf),
            *_metadata_breaches(pdf),
            *_colour_breaches(pdf),
            *(
                breach
                for holder in pdf.objects
                for part in _parts(holder)
                for breach in _object_breaches(part)
            ),
            *_font_breaches(pdf),
            *_resource_breaches(pdf),
            *pdf.check_pdf_syntax(),
        ]


def _header_breaches(document: bytes, pdf: pikepdf.Pdf) -> Iterator[str]:
    """6.1.2, 6.1.3: the header, four binary bytes after it, an identifier, no encryption."""
    lines = document[:64].splitlines()
    if not lines[0].startswith(b"%PDF-1.") or not (lines[1].startswith(b"%") and min(lines[1][1:5]) > 127):
        yield "the header"
    if "/ID" not in pdf.trailer or pdf.is_encrypted:
        yield "the trailer"


def _metadata_breaches(pdf: pikepdf.Pdf) -> Iterator[str]:
    """6.6.2.1 and 6.6.4: XMP that is not compressed, names the standard, and agrees with the dictionary."""
    stream = pdf.Root.get("/Metadata")
    if stream is None or "/Filter" in stream:
        yield "the metadata"
        return
    with pdf.open_metadata() as metadata:
        told = dict(metadata)
    if (metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")) != ("3", "U"):
        yield "the name of the standard"
    if not pdf.docinfo.get("/Title") or metadata.get("dc:title") != str(pdf.docinfo.Title):
        yield "the title"
    author = pdf.docinfo.get("/Author")
    if (author is None) != ("{http://purl.org/dc/elements/1.1/}creator" not in told):
        yield "the author"
    if not pdf.Root.get("/Lang"):
        yield "the language"
    created = pdf.docinfo.get("/CreationDate")
    digits = "".join(filter(str.isdigit, str(created or "")))
    if digits != "".join(filter(str.isdigit, metadata.get("xmp:CreateDate", ""))):
        yield "the date"


def _colour_breaches(pdf: pikepdf.Pdf) -> Iterator[str]:
    """6.2.3: what the colours of the device mean."""
    intents = pdf.Root.get("/OutputIntents", pikepdf.Array())
    if len(intents) != 1 or intents[0].S != Name.GTS_PDFA1:
        yield "the output intent"
    elif intents[0].DestOutputProfile.N != 3 or intents[0].DestOutputProfile.read_bytes()[36:40] != b"acsp":
        yield "the colour profile"


def _parts(holder: Any) -> Iterator[Any]:
    """Return an object and what is in it; what it refers to is an object of its own."""
    yield holder
    values = [value for _key, value in holder.items()] if isinstance(holder, pikepdf.Dictionary) else []
    values = list(holder) if isinstance(holder, pikepdf.Array) else values
    for value in values:
        if isinstance(value, pikepdf.Object) and not value.is_indirect:
            yield from _parts(value)


def _object_breaches(holder: Any) -> Iterator[str]:
    if isinstance(holder, pikepdf.Dictionary | pikepdf.Stream):
        yield from (f"{name} in an object" for name in (*FORBIDDEN, *TRANSPARENCY) if name in holder)
        if "/LZWDecode" in str(holder.get("/Filter", "")):
            yield "6.1.7.2: a filter that is not allowed"


def _font_breaches(pdf: pikepdf.Pdf) -> Iterator[str]:
    """6.2.11: fonts are embedded, used fonts only, and each letter says which character it is."""
    fonts = {
        font.objgen: font for page in pdf.pages for _name, font in page.Resources.get("/Font", {}).items()
    }
    for font in fonts.values():
        name = str(font.get("/BaseFont", "a font"))
        descriptor = font.get("/FontDescriptor")
        if descriptor is None or "/FontFile2" not in descriptor:
            yield f"{name} is not embedded"
        if "/ToUnicode" not in font:
            yield f"{name} does not say its characters"


def _resource_breaches(pdf: pikepdf.Pdf) -> Iterator[str]:
    """6.2.2: a page, and a form that it draws, have every font that they name."""
    forms = [part for part in pdf.objects if isinstance(part, pikepdf.Stream) and "/BBox" in part]
    for drawn in (*pdf.pages, *forms):
        fonts = drawn.get("/Resources", pikepdf.Dictionary()).get("/Font", pikepdf.Dictionary())
        for instruction in pikepdf.parse_content_stream(drawn, "Tf"):
            if str(name := instruction.operands[0]) not in fonts:
                yield f"{name} is not among the fonts"
