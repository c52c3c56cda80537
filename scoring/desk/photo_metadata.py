"""Removes metadata from a photograph: where, when and with which camera it was taken.

The data of the image are kept byte for byte together with the orientation; nothing is re-encoded. For each of
the three formats only the listed parts are kept.
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
_ORIENTATIONS: Final = range(1, 9)


class TruncatedImage(ValueError):
    """The structure of an image is broken or incomplete."""


def strip_metadata(kind: str, picture: bytes) -> bytes:
    """The image without its metadata; `kind` is its format. Raises `TruncatedImage`."""
    try:
        return _STRIPPERS[kind](picture, _orientation(picture))
    except (struct.error, IndexError) as reason:
        raise TruncatedImage(kind) from reason


def _orientation(picture: bytes) -> int:
    """The orientation in the metadata; upright where there is none or it cannot be read."""
    try:
        # Not the method of the subclass: that of a PNG without metadata decodes the whole image.
        orientation = Image.Image.getexif(Image.open(BytesIO(picture))).get(
            ExifTags.Base.Orientation, _UPRIGHT
        )
    except (OSError, SyntaxError, ValueError, struct.error):
        return _UPRIGHT
    return orientation if orientation in _ORIENTATIONS else _UPRIGHT


def _exif_with(orientation: int) -> bytes:
    """Exif data with the orientation alone: a directory of one entry with its tag, its type and its count."""
    entry = struct.pack("<HHIHH", ExifTags.Base.Orientation, 3, 1, orientation, 0)
    return b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)


# JPEG: segments after markers.

_FF: Final = b"\xff"
_START, _END, _SCAN, _APP0, _APP1, _APP2, _APP14 = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE
# Frames and tables, the restart interval, the number of lines.
_IMAGE_MARKERS: Final = {*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDC, 0xDD}
# Segments that define colours.
_COLOUR_SEGMENTS: Final = {_APP0: b"JFIF\0", _APP2: b"ICC_PROFILE\0", _APP14: b"Adobe"}
# Length, name, density, and the size of the thumbnail.
_JFIF_LENGTH: Final = 16
# In the scan data a stuffed byte or a restart marker is not the end of the scan.
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")


def _strip_jpeg(picture: bytes, orientation: int) -> bytes:
    """Also drop what follows the end marker, such as a second picture."""
    exif = [] if orientation == _UPRIGHT else [_segment(_APP1, b"Exif\0\0" + _exif_with(orientation))]
    kept = [
        _FF + bytes([marker]) + _without_thumbnail(marker, body)
        for marker, body in _jpeg_segments(picture)
        if _is_image_segment(marker, body)
    ]
    return b"".join([_FF + bytes([_START]), *exif, *kept, _FF + bytes([_END])])


def _segment(marker: int, body: bytes) -> bytes:
    return _FF + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def _is_image_segment(marker: int, body: bytes) -> bool:
    return marker in _IMAGE_MARKERS or (
        marker in _COLOUR_SEGMENTS and body[2:].startswith(_COLOUR_SEGMENTS[marker])
    )


def _without_thumbnail(marker: int, body: bytes) -> bytes:
    """Cut the thumbnail off a JFIF segment: it may show the picture before it was cropped."""
    if marker != _APP0 or len(body) <= _JFIF_LENGTH:
        return body
    wide = high = b"\0"
    return struct.pack(">H", _JFIF_LENGTH) + body[2 : _JFIF_LENGTH - 2] + wide + high


def _jpeg_segments(picture: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its length and body, and of a scan with its data."""
    at = _marker_after(picture, 2)
    while (marker := picture[at]) != _END:
        (length,) = struct.unpack_from(">H", picture, at + 1)
        following = at + 1 + length
        if marker == _SCAN:
            following = _end_of_scan(picture, following)
        yield marker, picture[at + 1 : following]
        at = _marker_after(picture, following)


def _marker_after(picture: bytes, at: int) -> int:
    """The position of the next marker byte; several fill bytes may precede it."""
    if picture[at] != _FF[0]:
        raise TruncatedImage("JPEG")
    while picture[at] == _FF[0]:
        at += 1
    return at


def _end_of_scan(picture: bytes, at: int) -> int:
    match = _MARKER.search(picture, at)
    if match is None:
        raise TruncatedImage("JPEG")
    return match.start()


# PNG: chunks with a checksum.

PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_KEPT_PNG_CHUNKS: Final = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND"),
    *(b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT"),
}
_PNG_HEAD, _PNG_END = b"IHDR", b"IEND"


def _strip_png(picture: bytes, orientation: int) -> bytes:
    exif = {_PNG_HEAD: b"" if orientation == _UPRIGHT else png_chunk(b"eXIf", _exif_with(orientation))}
    kept = (
        png_chunk(name, body) + exif.get(name, b"")
        for name, body in _png_chunks(picture)
        if name in _KEPT_PNG_CHUNKS
    )
    return PNG_SIGNATURE + b"".join(kept)


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc32(name + body))


def _png_chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = len(PNG_SIGNATURE), b""
    while name != _PNG_END:
        length, name = struct.unpack_from(">I4s", picture, at)
        yield name, picture[at + 8 : at + 8 + length]
        at += length + 12


# WebP: chunks of an even length.

_EXTENDED, _EXIF = b"VP8X", b"EXIF"
_KEPT_WEBP_CHUNKS: Final = {_EXTENDED, b"ICCP", b"ALPH", b"VP8 ", b"VP8L", b"ANIM", b"ANMF"}
_HAS_EXIF, _HAS_XMP = 0x08, 0x04


def _strip_webp(picture: bytes, orientation: int) -> bytes:
    exif = [] if orientation == _UPRIGHT else [(_EXIF, _exif_with(orientation))]
    kept = ((name, body) for name, body in _webp_chunks(picture) if name in _KEPT_WEBP_CHUNKS)
    parts = b"".join(
        _webp_chunk(name, _set_flags(body, bool(exif)) if name == _EXTENDED else body)
        for name, body in chain(kept, exif)
    )
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


def _set_flags(body: bytes, has_exif: bool) -> bytes:
    """Set the flags of the extended header to the chunks that follow."""
    flags = body[0] & ~(_HAS_EXIF | _HAS_XMP)
    return bytes([flags | _HAS_EXIF if has_exif else flags]) + body[1:]


def _webp_chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _webp_chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    (length,) = struct.unpack_from("<I", picture, 4)
    at = 12
    while at < length + 8:
        name, size = struct.unpack_from("<4sI", picture, at)
        yield name, picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


_STRIPPERS: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "JPEG": _strip_jpeg,
    # A JPEG followed by further pictures, as phones make them.
    "MPO": _strip_jpeg,
    "PNG": _strip_png,
    "WEBP": _strip_webp,
}
