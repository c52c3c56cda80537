"""Primary keys and other numbers that an address or a form names."""

from __future__ import annotations

from typing import Final

# A longer number is the key of no row; one of thousands of digits would not even be read.
_MAX_DIGITS: Final = 9


def parse_key(text: str) -> int | None:
    """Return the number; None where the text is none, or names no row."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS else None
