"""Draws QR codes on paper as plain rectangles, one for each run of dark modules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

_QUIET: Final = 4
QR_SIDE: Final = 24 * mm
# The white edge of a code, about: what stands beside it is aligned with the dark modules.
QR_QUIET_EDGE: Final = 2.3 * mm
# One mask for all codes: trying all eight takes most of the time, and phones read any of them.
_MASK: Final = 3


def draw_qr_code(canvas: Canvas, address: str, right: float, top: float) -> None:
    """Draw the QR code of an address with its quiet zone; `right` and `top` are its upper right corner."""
    code = segno.make(address, error="m", micro=False, mask=_MASK)
    rows = [list(row) for row in code.matrix]
    module = QR_SIDE / (len(rows) + 2 * _QUIET)
    canvas.saveState()
    canvas.translate(right - QR_SIDE + _QUIET * module, top - _QUIET * module)
    canvas.scale(module, -module)
    # Written directly into the content stream: through ReportLab each rectangle costs as much as a word.
    canvas.addLiteral("".join(_rectangles(rows)) + "f")
    canvas.restoreState()


def _rectangles(rows: list[list[int]]) -> Iterator[str]:
    """Yield one rectangle for each run of dark modules; a module is one unit wide and high."""
    for at, row in enumerate(rows):
        start = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"{start} {at} {length} 1 re\n"
            start += length
