"""A photograph without what its camera has written into it: where it was taken, when and by what.

What makes the picture is kept byte for byte, and the way up; nothing is drawn anew. Knows three formats by
their parts, and keeps those that it names. Must not know what the picture is for.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from typing import Final
from zlib import crc32

from PIL import ExifTags, Image

UPRIGHT: Final = 1
WAYS_UP: Final = range(1, 9)


class NotWhole(ValueError):
    """The parts of a picture do not follow each other as its format says."""


def bare(kind: str, picture: bytes) -> bytes:
    """The same picture; `kind` is its format."""
    try:
        return PARTS_OF[kind](picture, way_up(picture))
    except (struct.error, IndexError) as reason:
        raise NotWhole(kind) from reason


def way_up(picture: bytes) -> int:
    """How the camera was held, as the picture says it; a description that cannot be read says nothing."""
    try:
        # Not the picture's own method: for want of a description that of a PNG draws all of it.
        said = Image.Image.getexif(Image.open(BytesIO(picture))).get(ExifTags.Base.Orientation, UPRIGHT)
    except (OSError, SyntaxError, ValueError, struct.error):
        return UPRIGHT
    return said if said in WAYS_UP else UPRIGHT


def exif_of(way: int) -> bytes:
    """That alone, as a directory of one entry: its tag, a short, one of them."""
    entry = struct.pack("<HHIHH", ExifTags.Base.Orientation, 3, 1, way, 0)
    return b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)


# JPEG: segments after markers.

FF: Final = b"\xff"
START, END, SCAN, APP0, APP1, APP2, APP14 = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE
# Frames and tables, the restart interval, the number of lines.
DRAWN: Final = {*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDC, 0xDD}
# How colours are meant.
COLOURS: Final = {APP0: b"JFIF\0", APP2: b"ICC_PROFILE\0", APP14: b"Adobe"}
# Its length, its name, how dense the picture is, and how large a small copy of it.
HEAD_OF_JFIF: Final = 16
# In what was drawn, a marker is neither a byte that only looks like one nor the beginning of a stretch.
MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")


def bare_jpeg(picture: bytes, way: int) -> bytes:
    """What comes after its end, such as a second picture, is not kept either."""
    said = [] if way == UPRIGHT else [segment(APP1, b"Exif\0\0" + exif_of(way))]
    kept = [
        FF + bytes([marker]) + without_preview(marker, body)
        for marker, body in segments_of(picture)
        if is_picture(marker, body)
    ]
    return b"".join([FF + bytes([START]), *said, *kept, FF + bytes([END])])


def segment(marker: int, body: bytes) -> bytes:
    return FF + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def is_picture(marker: int, body: bytes) -> bool:
    return marker in DRAWN or (marker in COLOURS and body[2:].startswith(COLOURS[marker]))


def without_preview(marker: int, body: bytes) -> bytes:
    """A small copy of the picture may stand behind the head of a JFIF: as it was before somebody cut it."""
    if marker != APP0 or len(body) <= HEAD_OF_JFIF:
        return body
    wide = high = b"\0"
    return struct.pack(">H", HEAD_OF_JFIF) + body[2 : HEAD_OF_JFIF - 2] + wide + high


def segments_of(picture: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its length and body; after a scan with what was drawn."""
    at = marker_after(picture, 2)
    while (marker := picture[at]) != END:
        (length,) = struct.unpack_from(">H", picture, at + 1)
        following = at + 1 + length
        if marker == SCAN:
            following = end_of_scan(picture, following)
        yield marker, picture[at + 1 : following]
        at = marker_after(picture, following)


def marker_after(picture: bytes, at: int) -> int:
    """Where the byte of the next marker stands: before it there may be more than one that begins it."""
    if picture[at] != FF[0]:
        raise NotWhole("JPEG")
    while picture[at] == FF[0]:
        at += 1
    return at


def end_of_scan(picture: bytes, at: int) -> int:
    found = MARKER.search(picture, at)
    if found is None:
        raise NotWhole("JPEG")
    return found.start()


# PNG: chunks with a checksum.

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
SHOWN: Final = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND"),
    *(b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT"),
}
HEAD_OF_PNG, LAST_OF_PNG = b"IHDR", b"IEND"


def bare_png(picture: bytes, way: int) -> bytes:
    said = {HEAD_OF_PNG: b"" if way == UPRIGHT else chunk_of_png(b"eXIf", exif_of(way))}
    kept = (
        chunk_of_png(name, body) + said.get(name, b"")
        for name, body in chunks_of_png(picture)
        if name in SHOWN
    )
    return SIGNATURE + b"".join(kept)


def chunk_of_png(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc32(name + body))


def chunks_of_png(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = len(SIGNATURE), b""
    while name != LAST_OF_PNG:
        length, name = struct.unpack_from(">I4s", picture, at)
        yield name, picture[at + 8 : at + 8 + length]
        at += length + 12


# WebP: chunks of an even length.

EXTENDED, EXIF = b"VP8X", b"EXIF"
SEEN: Final = {EXTENDED, b"ICCP", b"ALPH", b"VP8 ", b"VP8L", b"ANIM", b"ANMF"}
HAS_EXIF, HAS_XMP = 0x08, 0x04


def bare_webp(picture: bytes, way: int) -> bytes:
    said = [] if way == UPRIGHT else [(EXIF, exif_of(way))]
    kept = ((name, body) for name, body in chunks_of_webp(picture) if name in SEEN)
    parts = b"".join(
        chunk_of_webp(name, flagged(body, bool(said)) if name == EXTENDED else body)
        for name, body in chain(kept, said)
    )
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


def flagged(body: bytes, has_exif: bool) -> bytes:
    """The head says which chunks follow."""
    flags = body[0] & ~(HAS_EXIF | HAS_XMP)
    return bytes([flags | HAS_EXIF if has_exif else flags]) + body[1:]


def chunk_of_webp(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def chunks_of_webp(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    (length,) = struct.unpack_from("<I", picture, 4)
    at = 12
    while at < length + 8:
        name, size = struct.unpack_from("<4sI", picture, at)
        yield name, picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


PARTS_OF: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "JPEG": bare_jpeg,
    # A JPEG with further pictures behind it, as phones make them.
    "MPO": bare_jpeg,
    "PNG": bare_png,
    "WEBP": bare_webp,
}
