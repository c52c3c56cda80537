"""Whole numbers as people type them: 10 235, 10.235 in Danish, 10,235 in English, −350, 5 280,0."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

# Between thousands; Swedish and Finnish have a space there, which every language reads.
_THOUSANDS: Final = {"en": ",", "da": "."}
_SPACE: Final = " "
_SPACES: Final = re.compile("[\t\u00a0\u2007\u2009\u202f]")
_SIGNED: Final = re.compile(r"([+\-\u2212\u2013\u2010\u2011]?) ?([0-9][0-9 .,]*)")
# The same sign between all groups.
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:([ .,])[0-9]{3})(?:\1[0-9]{3})*")
_WITH_DECIMALS: Final = re.compile(r"([0-9][0-9 .,]*)([.,])([0-9]+)")
_MAX_FIGURES: Final = 15
_POSITIVE: Final = ("", "+")


class NumberFault(StrEnum):
    """Why a text is not read as a whole number."""

    NO_NUMBER = "no number"
    # It has decimals other than zeros.
    NOT_WHOLE = "not whole"
    # 10,235 in Swedish: ten thousand where the file was written in English, else ten and a quarter.
    AMBIGUOUS = "ambiguous"


def read_whole_number(text: str, language: str) -> int | NumberFault:
    """Read a text in which a number is written as in `language`."""
    signed = _SIGNED.fullmatch(_SPACES.sub(_SPACE, text).strip())
    if signed is None or len(signed[2]) > _MAX_FIGURES:
        return NumberFault.NO_NUMBER
    number = _read_unsigned(signed[2], language)
    return number if isinstance(number, NumberFault) or signed[1] in _POSITIVE else -number


def _read_unsigned(figures: str, language: str) -> int | NumberFault:
    if figures.isdecimal():
        return int(figures)
    grouped = _GROUPED.fullmatch(figures)
    if grouped is not None:
        mark = grouped[1]
        is_certain = mark in (_SPACE, _THOUSANDS.get(language)) or figures.count(mark) > 1
        return int(figures.replace(mark, "")) if is_certain else NumberFault.AMBIGUOUS
    return _read_decimals(figures)


def _read_decimals(figures: str) -> int | NumberFault:
    parts = _WITH_DECIMALS.fullmatch(figures)
    if parts is None:
        return NumberFault.NO_NUMBER
    whole, mark, decimals = parts.groups()
    grouped = _GROUPED.fullmatch(whole)
    if not whole.isdecimal() and (grouped is None or grouped[1] == mark):
        return NumberFault.NO_NUMBER
    return NumberFault.NOT_WHOLE if decimals.strip("0") else int(re.sub("[ .,]", "", whole))
