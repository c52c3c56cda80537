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

_UPRIGHT: Final = 1
_WAYS_UP: Final = range(1, 9)


class NotWhole(ValueError):
    """The parts of a picture do not follow each other as its format says."""


def bare(kind: str, picture: bytes) -> bytes:
    """The same picture; `kind` is its format."""
    try:
        return _PARTS_OF[kind](picture, _way_up(picture))
    except (struct.error, IndexError) as reason:
        raise NotWhole(kind) from reason


def _way_up(picture: bytes) -> int:
    """How the camera was held, as the picture says it; a description that cannot be read says nothing."""
    try:
        # Not the picture's own method: for want of a description that of a PNG draws all of it.
        said = Image.Image.getexif(Image.open(BytesIO(picture))).get(ExifTags.Base.Orientation, _UPRIGHT)
    except (OSError, SyntaxError, ValueError, struct.error):
        return _UPRIGHT
    return said if said in _WAYS_UP else _UPRIGHT


def _exif_of(way: int) -> bytes:
    """That alone, as a directory of one entry: its tag, a short, one of them."""
    entry = struct.pack("<HHIHH", ExifTags.Base.Orientation, 3, 1, way, 0)
    return b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)


# JPEG: segments after markers.

_FF: Final = b"\xff"
_START, _END, _SCAN, _APP0, _APP1, _APP2, _APP14 = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE
# Frames and tables, the restart interval, the number of lines.
_DRAWN: Final = {*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDC, 0xDD}
# How colours are meant.
_COLOURS: Final = {_APP0: b"JFIF\0", _APP2: b"ICC_PROFILE\0", _APP14: b"Adobe"}
# Its length, its name, how dense the picture is, and how large a small copy of it.
_HEAD_OF_JFIF: Final = 16
# In what was drawn, a marker is neither a byte that only looks like one nor the beginning of a stretch.
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")


def _bare_jpeg(picture: bytes, way: int) -> bytes:
    """What comes after its end, such as a second picture, is not kept either."""
    said = [] if way == _UPRIGHT else [_segment(_APP1, b"Exif\0\0" + _exif_of(way))]
    kept = [
        _FF + bytes([marker]) + _without_preview(marker, body)
        for marker, body in _segments_of(picture)
        if _is_picture(marker, body)
    ]
    return b"".join([_FF + bytes([_START]), *said, *kept, _FF + bytes([_END])])


def _segment(marker: int, body: bytes) -> bytes:
    return _FF + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def _is_picture(marker: int, body: bytes) -> bool:
    return marker in _DRAWN or (marker in _COLOURS and body[2:].startswith(_COLOURS[marker]))


def _without_preview(marker: int, body: bytes) -> bytes:
    """A small copy of the picture may stand behind the head of a JFIF: as it was before somebody cut it."""
    if marker != _APP0 or len(body) <= _HEAD_OF_JFIF:
        return body
    wide = high = b"\0"
    return struct.pack(">H", _HEAD_OF_JFIF) + body[2 : _HEAD_OF_JFIF - 2] + wide + high


def _segments_of(picture: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its length and body; after a scan with what was drawn."""
    at = _marker_after(picture, 2)
    while (marker := picture[at]) != _END:
        (length,) = struct.unpack_from(">H", picture, at + 1)
        following = at + 1 + length
        if marker == _SCAN:
            following = _end_of_scan(picture, following)
        yield marker, picture[at + 1 : following]
        at = _marker_after(picture, following)


def _marker_after(picture: bytes, at: int) -> int:
    """Where the byte of the next marker stands: before it there may be more than one that begins it."""
    if picture[at] != _FF[0]:
        raise NotWhole("JPEG")
    while picture[at] == _FF[0]:
        at += 1
    return at


def _end_of_scan(picture: bytes, at: int) -> int:
    found = _MARKER.search(picture, at)
    if found is None:
        raise NotWhole("JPEG")
    return found.start()


# PNG: chunks with a checksum.

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_SHOWN: Final = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND"),
    *(b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT"),
}
_HEAD_OF_PNG, _LAST_OF_PNG = b"IHDR", b"IEND"


def _bare_png(picture: bytes, way: int) -> bytes:
    said = {_HEAD_OF_PNG: b"" if way == _UPRIGHT else chunk_of_png(b"eXIf", _exif_of(way))}
    kept = (
        chunk_of_png(name, body) + said.get(name, b"")
        for name, body in _chunks_of_png(picture)
        if name in _SHOWN
    )
    return SIGNATURE + b"".join(kept)


def chunk_of_png(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc32(name + body))


def _chunks_of_png(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = len(SIGNATURE), b""
    while name != _LAST_OF_PNG:
        length, name = struct.unpack_from(">I4s", picture, at)
        yield name, picture[at + 8 : at + 8 + length]
        at += length + 12


# WebP: chunks of an even length.

_EXTENDED, _EXIF = b"VP8X", b"EXIF"
_SEEN: Final = {_EXTENDED, b"ICCP", b"ALPH", b"VP8 ", b"VP8L", b"ANIM", b"ANMF"}
_HAS_EXIF, _HAS_XMP = 0x08, 0x04


def _bare_webp(picture: bytes, way: int) -> bytes:
    said = [] if way == _UPRIGHT else [(_EXIF, _exif_of(way))]
    kept = ((name, body) for name, body in _chunks_of_webp(picture) if name in _SEEN)
    parts = b"".join(
        _chunk_of_webp(name, _flagged(body, bool(said)) if name == _EXTENDED else body)
        for name, body in chain(kept, said)
    )
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


def _flagged(body: bytes, has_exif: bool) -> bytes:
    """The head says which chunks follow."""
    flags = body[0] & ~(_HAS_EXIF | _HAS_XMP)
    return bytes([flags | _HAS_EXIF if has_exif else flags]) + body[1:]


def _chunk_of_webp(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _chunks_of_webp(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    (length,) = struct.unpack_from("<I", picture, 4)
    at = 12
    while at < length + 8:
        name, size = struct.unpack_from("<4sI", picture, at)
        yield name, picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


_PARTS_OF: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "JPEG": _bare_jpeg,
    # A JPEG with further pictures behind it, as phones make them.
    "MPO": _bare_jpeg,
    "PNG": _bare_png,
    "WEBP": _bare_webp,
}
