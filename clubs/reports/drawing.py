"""A picture in a report: boxes with lines of text and the ways between them, in units of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Corner = tuple[int, int]


class PictureLine(NamedTuple):
    """A line in a box: words at its left end, and a figure at its right end."""

    words: str
    figure: str = ""
    is_bold: bool = False


class PictureBox(NamedTuple):
    """A box by its upper left corner, with its lines one below the other."""

    left: int
    top: int
    lines: tuple[PictureLine, ...]


class PictureLabel(NamedTuple):
    """Words that stand alone, by the left end of their baseline."""

    left: int
    base: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Boxes of one size; a picture for which a page has no room is cut between its columns and rows."""

    width: int
    height: int
    box_width: int
    line_height: int
    # The distance from a box to the next one, across and down.
    column: int
    row: int
    boxes: tuple[PictureBox, ...]
    ways: tuple[tuple[Corner, ...], ...] = ()
    labels: tuple[PictureLabel, ...] = ()
