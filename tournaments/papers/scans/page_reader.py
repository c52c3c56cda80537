"""Reads the pages of one scanned file from standard input: a program of its own, with limits.

A scan comes from outside and may be made to harm: what decodes it knows no secret and no database, writes no
file, and has so much memory and time. Standard output gets the number of pages, then for each page a line of
JSON followed by its picture: a JPEG that is encoded here, without any metadata of the file.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from typing import Any, Final

import pypdfium2
import pypdfium2.raw
import zxingcpp
from PIL import Image, ImageFilter, ImageOps

_MAX_MEMORY: Final = 1536 * 1024 * 1024
_CPU_SECONDS: Final = 20 * 60
_DOTS_PER_INCH: Final = 200
_POINTS_PER_INCH: Final = 72
_MAX_PIXELS: Final = 8_000_000
# A photograph of the largest cameras; more is a bomb.
_MAX_PICTURE_PIXELS: Final = 64_000_000
_QUALITY: Final = 80
# Ink is what is much darker than the paper, in the picture made small so that specks of dust are gone, and
# without the edge, where a scanner shows its lid.
_INK_WIDTH: Final = 600
_INK_DARKER_BY: Final = 40
_EDGE: Final = 0.04
_QR_CODES: Final = zxingcpp.barcode_formats_from_str("QRCode")


class _PageRefused(Exception):
    """The file is not read; the code says why."""


def _main(max_pages: int) -> None:
    _set_limits()
    content, out = sys.stdin.buffer.read(), sys.stdout.buffer
    try:
        if content.startswith(b"%PDF-"):
            _read_pdf(content, max_pages)
        else:
            _read_picture(content, max_pages)
    except _PageRefused as refused:
        _send({"failure": str(refused)})
    out.flush()


def _set_limits() -> None:
    """Limit memory, time and files, where the system can do so; the parent watches the clock everywhere."""
    if sys.platform == "win32":
        return
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, _MAX_MEMORY),
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    os.nice(10)


def _send(line: dict[str, Any], picture: bytes = b"") -> None:
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n" + picture)
    sys.stdout.buffer.flush()


def _read_pdf(content: bytes, max_pages: int) -> None:
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        locked = error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD
        raise _PageRefused("encrypted" if locked else "broken") from error
    with closing(document):
        if not len(document):
            raise _PageRefused("broken")
        if len(document) > max_pages:
            raise _PageRefused("too_many_pages")
        _send({"pages": len(document)})
        for number in range(len(document)):
            try:
                picture = _render(document, number)
            except (pypdfium2.PdfiumError, ValueError):
                _send({"failure": "broken"})
            else:
                _send_page(picture)


def _render(document: pypdfium2.PdfDocument, number: int) -> Image.Image:
    """Draw a page as finely as scanners do, or less finely where it is larger than any paper."""
    with closing(document[number]) as page:
        width, height = page.get_size()
        if not (width > 0 and height > 0):
            raise ValueError("a page without an area")
        scale = min(_DOTS_PER_INCH / _POINTS_PER_INCH, (_MAX_PIXELS / (width * height)) ** 0.5)
        with closing(page.render(scale=scale, may_draw_forms=False)) as bitmap:
            picture: Image.Image = bitmap.to_pil().convert("RGB")
            return picture


def _read_picture(content: bytes, max_pages: int) -> None:
    if max_pages < 1:
        raise _PageRefused("too_many_pages")
    try:
        with Image.open(BytesIO(content), formats=("JPEG", "PNG")) as opened:
            if opened.width * opened.height > _MAX_PICTURE_PIXELS:
                raise _PageRefused("too_large")
            scale = min(1.0, (_MAX_PIXELS / (opened.width * opened.height)) ** 0.5)
            size = max(1, round(opened.width * scale)), max(1, round(opened.height * scale))
            opened.draft("RGB", size)
            picture = ImageOps.exif_transpose(opened.convert("RGB").resize(size))
    except (
        OSError,
        SyntaxError,
        ValueError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as e:
        raise _PageRefused("broken") from e
    _send({"pages": 1})
    _send_page(picture)


def _send_page(picture: Image.Image) -> None:
    grey = picture.convert("L")
    codes, is_unreadable = _read_codes(grey)
    encoded = BytesIO()
    picture.info.clear()  # a comment would be written again
    picture.save(encoded, "JPEG", quality=_QUALITY)
    content = encoded.getvalue()
    line = {"codes": codes, "unreadable": is_unreadable, "ink": _ink(grey), "size": len(content)}
    _send(line, content)


# Codes.


def _read_codes(grey: Image.Image) -> tuple[list[str], bool]:
    """Return what the QR codes of a page say, and whether there is one that cannot be read.

    A code that is not read at once may be read in the picture made larger, or softened.
    """
    texts: dict[str, None] = {}
    is_unreadable = False
    for version in _versions(grey):
        found = zxingcpp.read_barcodes(version, formats=_QR_CODES, return_errors=True)
        read = [code for code in found if code.valid]
        texts.update(dict.fromkeys(code.text for code in read))
        is_unreadable = _has_unread(found, read)
        if read and not is_unreadable:
            break
    return list(texts), is_unreadable


def _versions(grey: Image.Image) -> Iterator[Image.Image]:
    yield grey
    yield grey.filter(ImageFilter.GaussianBlur(1))
    if grey.width * grey.height <= _MAX_PIXELS // 2:
        yield grey.resize((grey.width * 2, grey.height * 2), Image.Resampling.BICUBIC)


def _has_unread(found: Sequence[zxingcpp.Barcode], read: Sequence[zxingcpp.Barcode]) -> bool:
    """Whether a code was seen and not read, apart from those that were read there at the second look."""
    boxes = [_box(code) for code in read]
    return any(not any(_meets(_box(code), box) for box in boxes) for code in found if not code.valid)


_Box = tuple[int, int, int, int]


def _box(code: zxingcpp.Barcode) -> _Box:
    at = code.position
    corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
    across, down = [corner.x for corner in corners], [corner.y for corner in corners]
    return min(across), min(down), max(across), max(down)


def _meets(one: _Box, other: _Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


# Ink.


def _ink(grey: Image.Image) -> float:
    """Return the share of a page that is much darker than its paper."""
    small = grey.resize((_INK_WIDTH, max(1, grey.height * _INK_WIDTH // grey.width)), Image.Resampling.BOX)
    across, down = round(small.width * _EDGE), round(small.height * _EDGE)
    inner = small.crop((across, down, small.width - across, max(down + 1, small.height - down)))
    counts = inner.histogram()
    paper = _median(counts)
    return sum(counts[: max(0, paper - _INK_DARKER_BY)]) / sum(counts)


def _median(counts: Sequence[int]) -> int:
    half, reached = sum(counts) / 2, 0
    for level, count in enumerate(counts):
        reached += count
        if reached >= half:
            return level
    return len(counts) - 1


if __name__ == "__main__":
    _main(int(sys.argv[1]))
