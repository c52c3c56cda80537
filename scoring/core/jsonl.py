"""Reads JSON Lines strictly: bounded lines, UTF-8, no duplicate keys, no NaN or infinities."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn

from scoring.core.schema import MAX_NUMBER, Json

MAX_LINE: Final = 1_000_000
# Longer than any valid number; Python itself refuses to read thousands of digits.
_MAX_DIGITS: Final = 20
# The white space that JSON allows around a value.
_BLANK: Final = " \t\n\r"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class NotJson(ValueError):
    """A line is not valid JSON, or not in the strict form that is read here."""


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield each line that is not blank; None for one that is too long, which is skipped."""
    mark = _BYTE_ORDER_MARK
    while line := stream.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            _skip_rest(stream)
            yield None
        elif line.strip():
            yield line.removeprefix(mark)
        # Some editors put a byte order mark in front of the first line; no other line has one.
        mark = b""


def _skip_rest(stream: BinaryIO) -> None:
    """Read to the end of a line without keeping it."""
    piece = stream.readline(MAX_LINE)
    while piece and not piece.endswith(b"\n"):
        piece = stream.readline(MAX_LINE)


def parse_line(line: bytes | None) -> Json:
    """Return the data of one line. Raises NotJson."""
    if line is None:
        raise NotJson
    try:
        return _decoded(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotJson from error


def _decoded(text: str) -> Json:
    """Return the one value of a text."""
    text = text.strip(_BLANK)
    try:
        data, end = _DECODER.raw_decode(text)
    except (NotJson, json.JSONDecodeError):
        raise
    except ValueError:
        # A number of thousands of digits, which Python does not read: the line still gets an answer.
        data, end = _PATIENT_DECODER.raw_decode(text)
    if end != len(text):
        raise NotJson
    value: Json = data
    return value


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return an object of these pairs. Raises NotJson for a duplicate key, which is ambiguous."""
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise NotJson
    return unique


def _refuse(word: str) -> NoReturn:
    """Refuse NaN and the infinities, which are not JSON."""
    raise NotJson(word)


def _bounded(digits: str) -> int:
    """Return a whole number; one with too many digits becomes the nearest number out of range."""
    if len(digits) <= _MAX_DIGITS:
        return int(digits)
    return -MAX_NUMBER - 1 if digits.startswith("-") else MAX_NUMBER + 1


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse)
_PATIENT_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_bounded
)
