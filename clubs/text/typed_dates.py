"""Dates as people type them: 2019-03-05, 5.3.2019, 5/3 2019. What can be two days is none."""

from __future__ import annotations

import re
from datetime import date, datetime
from enum import StrEnum
from typing import Final

# A spreadsheet program writes the time of a day as midnight.
_MIDNIGHT: Final = r"(?:[T ]0?0:00(?::00(?:\.0+)?)?)?"
_YEAR_FIRST: Final = re.compile(rf"(\d{{4}})([-./])(\d{{1,2}})\2(\d{{1,2}}){_MIDNIGHT}")
_ONLY_FIGURES: Final = re.compile(r"(\d{4})(\d{2})(\d{2})")
# 5.3.2019 in the North and in Germany; 5/3 2019 and 5/3-2019 in Sweden and Denmark. The day is first in all.
_DAY_FIRST: Final = re.compile(
    rf"(?:(\d{{1,2}})\. ?(\d{{1,2}})\. ?(\d{{2,4}})|(\d{{1,2}})/(\d{{1,2}})[ -] ?(\d{{2,4}})){_MIDNIGHT}"
)
# 05/03/2019 is a day of March or of May.
_EITHER_FIRST: Final = re.compile(rf"(\d{{1,2}})([-/])(\d{{1,2}})\2(\d{{2,4}}){_MIDNIGHT}")
# In Danish a date with hyphens has the day first.
_HYPHENS_DAY_FIRST: Final = "da"
_MONTHS: Final = 12
_YEAR_FIGURES: Final = 4


class DateFault(StrEnum):
    """Why a cell is not read as a day."""

    NO_DATE = "no date"
    # 05/03/2019: the fifth of March, or the third of May.
    AMBIGUOUS = "ambiguous"
    # 5.3.19
    SHORT_YEAR = "short year"


def read_date(cell: object, language: str) -> date | DateFault:
    """Read a cell in which a day is typed, or stored as one."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    text = " ".join(str(cell).split())
    if found := _YEAR_FIRST.fullmatch(text):
        return _day(found[1], found[3], found[4])
    if found := _ONLY_FIGURES.fullmatch(text):
        return _day(found[1], found[2], found[3])
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = [part for part in found.groups() if part is not None]
        return _day(year, month, day)
    if found := _EITHER_FIRST.fullmatch(text):
        first, mark, second, year = found.groups()
        day_first = mark == "-" and language == _HYPHENS_DAY_FIRST
        return _day_of_either(int(first), int(second), year, day_first=day_first)
    return DateFault.NO_DATE


def _day_of_either(first: int, second: int, year: str, *, day_first: bool) -> date | DateFault:
    """Return the only day that two numbers can be; in some languages the first is the day."""
    if len(year) != _YEAR_FIGURES:
        return DateFault.SHORT_YEAR
    if not day_first and first != second and max(first, second) <= _MONTHS:
        return DateFault.AMBIGUOUS
    if day_first or second <= _MONTHS:
        return _day(year, second, first)
    return _day(year, first, second)


def _day(year: str, month: str | int, day: str | int) -> date | DateFault:
    if len(year) != _YEAR_FIGURES:
        return DateFault.SHORT_YEAR
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return DateFault.NO_DATE
