"""The cells of a sheet that somebody has sent: headings, texts, numbers, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Final

from django.utils.translation import gettext as _

from clubs.text.alphabet import folded
from clubs.text.sheets import is_remark
from clubs.text.typed_numbers import NumberFault, read_whole_number
from clubs.text.workbooks import Cell

Row = Sequence[Cell]
# The column of each heading, folded.
HeadingPlaces = Mapping[str, int]

# The headings are in one of the first rows, below the title of a workbook; remarks do not count.
_ROWS_WITH_HEADINGS: Final = 10
MAX_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class CellProblem:
    """Why a cell is not taken: its name, what it is about, and a sentence."""

    cell: str
    about: str
    sentence: str


def heading_rows(rows: Sequence[Row]) -> Iterator[tuple[int, HeadingPlaces]]:
    """Yield the rows that may be the headings, with the column of each text in it."""
    lines = ((number, row) for number, row in enumerate(rows) if not is_remark(row))
    for number, row in islice(lines, _ROWS_WITH_HEADINGS):
        yield number, _places_of(row)


def _places_of(row: Row) -> HeadingPlaces:
    """Return the column of each heading; of a repeated one the first."""
    places: dict[str, int] = {}
    for at, cell in enumerate(row):
        if isinstance(cell, str) and cell.strip():
            places.setdefault(folded(cell), at)
    return places


def column_of(places: HeadingPlaces, headings: Collection[str]) -> int | None:
    """Return the column with one of these headings; None where there is none."""
    return next((places[name] for name in map(folded, headings) if name in places), None)


def cell_at(row: Row, at: int | None) -> Cell:
    """Return what is in a cell; empty where the row ends before it."""
    return "" if at is None or at >= len(row) else row[at]


def text_in(row: Row, at: int | None) -> str:
    return str(cell_at(row, at)).strip()


def number_in(row: Row, at: int | None, language: str) -> int | NumberFault:
    """Return the number in a cell: stored as a number, or typed as text."""
    cell = cell_at(row, at)
    if isinstance(cell, float):
        has_decimals = isfinite(cell) and not cell.is_integer()
        return NumberFault.NOT_WHOLE if has_decimals else NumberFault.NO_NUMBER
    return cell if isinstance(cell, int) else read_whole_number(str(cell), language)


def points_sentence(fault: NumberFault, typed: str) -> str:
    """Say why a cell is no number of points."""
    if not typed:
        return _("The total is missing.")
    if fault is NumberFault.NOT_WHOLE:
        return _("“%(typed)s” has decimals, and points have none.") % quoted(typed)
    if fault is NumberFault.AMBIGUOUS:
        return _("“%(typed)s” can be read in two ways. Type it without a comma or a point.") % quoted(typed)
    return _("“%(typed)s” is no number of points.") % quoted(typed)


def quoted(typed: str) -> dict[str, str]:
    """Return what was typed, for a sentence."""
    return {"typed": typed if len(typed) <= MAX_QUOTED else f"{typed[:MAX_QUOTED]}…"}
