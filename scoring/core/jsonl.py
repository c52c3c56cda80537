"""JSON Lines as strictly as scores deserve: bounded lines, UTF-8, no key twice, no number that is none.

Knows text and JSON; must not know what a line is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn

from scoring.core.schema import LARGEST, Json

LONGEST_LINE: Final = 1_000_000
# Longer than any number that counts; Python itself refuses to read thousands of digits.
_LONGEST_NUMBER: Final = 20
# What JSON allows around a value.
_BLANK: Final = " \t\n\r"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class NotJson(ValueError):
    """A line that is not JSON as this application reads it."""


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Each line that is not blank; None for one that is too long, which is passed over piece by piece."""
    mark = _BYTE_ORDER_MARK
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            _skip_rest(stream)
            yield None
        elif line.strip():
            yield line.removeprefix(mark)
        # Some editors put it in front of the first line, and it stands nowhere else.
        mark = b""


def _skip_rest(stream: BinaryIO) -> None:
    """Go to the end of a line without keeping it."""
    piece = stream.readline(LONGEST_LINE)
    while piece and not piece.endswith(b"\n"):
        piece = stream.readline(LONGEST_LINE)


def parse(line: bytes | None) -> Json:
    """The data of one line."""
    if line is None:
        raise NotJson
    try:
        return _decoded(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotJson from error


def _decoded(text: str) -> Json:
    """The one value that a text holds."""
    text = text.strip(_BLANK)
    try:
        data, end = _DECODER.raw_decode(text)
    except (NotJson, json.JSONDecodeError):
        raise
    except ValueError:
        # A number of thousands of digits, which Python does not read: the deal is answered all the same.
        data, end = _PATIENT_DECODER.raw_decode(text)
    if end != len(text):
        raise NotJson
    found: Json = data
    return found


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object of these pairs. A key that comes twice could mean either."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson
    return found


def _refuse(word: str) -> NoReturn:
    """NaN and the infinities are not JSON."""
    raise NotJson(word)


def _bounded(digits: str) -> int:
    """A whole number; one beyond all bounds stays beyond them without being worked out."""
    if len(digits) <= _LONGEST_NUMBER:
        return int(digits)
    return -LARGEST - 1 if digits.startswith("-") else LARGEST + 1


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse)
_PATIENT_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_bounded
)
