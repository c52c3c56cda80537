"""Chooses the letters of a list that hangs on a wall and is read from some metres away.

A list with few rows fills its sheet with large letters; a longer one goes on over several sheets, and fills
them all. It lies where its letters are larger so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Final

from reportlab.lib.units import mm

from clubs.reports.layouts import Grid
from clubs.reports.pdf.grid_measuring import Lettering, measure
from clubs.reports.pdf.grids import GridLayout, make_grid
from clubs.reports.pdf.page import PAGE_TEXT_HEIGHT, PAGE_TEXT_WIDTH
from clubs.reports.pdf.strip_rows import StripStyle
from clubs.reports.report import Report

# The largest letters, the smallest for which a list stays on one sheet, and the smallest of one on several.
_LARGEST: Final = 30
_SMALLEST: Final = 13
_ON_SEVERAL: Final = 16
# Two partners stand in one line, or else in two.
_NAME_LINES: Final = (1, 2)
_SIZES: Final = range(_LARGEST, _SMALLEST - 1, -1)
WALL_STRIP_STYLES: Final = tuple(
    StripStyle(size * 0.6 * mm, size, size * 1.2, size, strips)
    for size, strips in product(range(_LARGEST, _ON_SEVERAL - 1, -1), (1, 2))
)


@dataclass(frozen=True, slots=True)
class WallLayout:
    """The letters of the grids of a list, whether it lies, and the height to which its pages are filled."""

    lettering: Lettering
    lies: bool
    limit: float = inf


def wall_layout(report: Report, heights_around: Callable[[float], tuple[float, float]]) -> WallLayout | None:
    """Return the layout of a list of grids; None where the usual letters have to do.

    `heights_around` returns the heights of what stands above and below the grids in a width.
    """
    if not report.hangs_on_wall or not all(isinstance(table.layout, Grid) for table in report.tables):
        return None
    tables = [measure(table, report.language) for table in report.tables]
    upright, lying = (PAGE_TEXT_WIDTH, PAGE_TEXT_HEIGHT), (PAGE_TEXT_HEIGHT, PAGE_TEXT_WIDTH)
    around = {room: heights_around(room[0]) for room in (upright, lying)}
    on_several: list[tuple[int, int, WallLayout]] = []
    for size, room, name_lines in product(_SIZES, (upright, lying), _NAME_LINES):
        lettering, (width, height) = Lettering(size, short_titles=True, name_lines=name_lines), room
        if not all(table.fits(lettering, width) for table in tables):
            continue
        grids = [make_grid(table, report.language, width, lettering).layout for table in tables]
        sheets = _sheets(grids, around[room], height)
        if sheets == 1:
            return WallLayout(lettering, lies=room == lying)
        if size >= _ON_SEVERAL:
            limit = _even_limit(grids[0], around[room], height) if len(grids) == 1 else inf
            on_several.append((sheets, -size, WallLayout(lettering, lies=room == lying, limit=limit)))
    return min(on_several, key=lambda choice: choice[:2], default=(0, 0, None))[2]


def _even_limit(grid: GridLayout, around: tuple[float, float], height: float) -> float:
    """Return the least height to which sheets are filled if they are to be no more."""
    sheets, limit = _sheets([grid], around, height), height
    while (lower := limit - grid.lettering.row_height / 2) > 0 and (
        _sheets([grid], around, height, lower) <= sheets
    ):
        limit = lower
    return limit


def _sheets(
    grids: Sequence[GridLayout], around: tuple[float, float], height: float, limit: float = inf
) -> int:
    """Return how many sheets the grids take, with what is above the first and below the last one."""
    above, below = around
    sheets, used, room = 1, 0.0, height - above
    for layout in grids:
        head = sum(line.height for line in layout.head)
        used += head
        for line in layout.lines:
            if used + line.height > min(room, limit):
                sheets, used, room = sheets + 1, head, height
            used += line.height
    return sheets + (used + below > room)
