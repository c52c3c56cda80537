"""A QR code drawn on paper as plain rectangles, one for each run of dark modules.

Knows how a code looks; must not know where it leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

_QUIET: Final = 4
SIDE: Final = 24 * mm
# One mask for all codes: to try all eight takes most of the time, and a phone reads any of them.
_MASK: Final = 3


def draw_code(canvas: Canvas, address: str, right: float, top: float) -> None:
    """The code of an address with its quiet zone, in the corner that is named."""
    code = segno.make(address, error="m", micro=False, mask=_MASK)
    rows = [list(row) for row in code.matrix]
    module = SIDE / (len(rows) + 2 * _QUIET)
    canvas.saveState()
    canvas.translate(right - SIDE + _QUIET * module, top - _QUIET * module)
    canvas.scale(module, -module)
    # Written as it stands in the file: through the library each of the rectangles costs as much as a word.
    canvas.addLiteral("".join(_rectangles(rows)) + "f")
    canvas.restoreState()


def _rectangles(rows: list[list[int]]) -> Iterator[str]:
    """One for each run of dark modules, a module wide and high being one."""
    for at, row in enumerate(rows):
        start = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"{start} {at} {length} 1 re\n"
            start += length
