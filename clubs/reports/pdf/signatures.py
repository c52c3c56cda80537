"""Draws lines to sign on, with drawn signatures and the names below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from clubs.reports.pdf.texts import (
    FONT,
    HAIRLINE,
    TextBlock,
    TextStyle,
    break_lines,
    draw_text,
)
from clubs.reports.report import PEN_BOX, SignatureLine

# The height of a drawn signature.
_PEN_HEIGHT = 11 * mm
_SIGNATURE_STYLE = TextStyle(FONT, 9, 11)
_TYPED_STYLE = TextStyle(FONT, 11, 13)
# Between two signature lines; above and below each.
_SIGNATURE_GAP = 10 * mm
_SIGNATURE_PADDING = 3
# Above all signatures.
SIGNATURES_GAP = 3 * mm
# The number of signature lines side by side.
PER_ROW = (2, 3)


@dataclass(frozen=True, slots=True)
class SignatureStyle:
    """The room of a line to sign on: above it, beside it, and around it with the text below it."""

    pen: float
    gap: float
    padding: float
    text: TextStyle
    # Above all of them.
    above: float = SIGNATURES_GAP


_LOOSE = SignatureStyle(_PEN_HEIGHT, _SIGNATURE_GAP, _SIGNATURE_PADDING, _SIGNATURE_STYLE)
# On a form that takes a page less with them: four side by side, the highest that fit.
DENSE_SIGNATURES = tuple(
    SignatureStyle(pen * mm, 3 * mm, 0, TextStyle(FONT, 8, 9.5), 1.5 * mm) for pen in (10, 8.5, 7.5)
)
DENSE_PER_ROW = (4,)


def signature_flowables(lines: Sequence[SignatureLine | str]) -> list[Flowable]:
    """Return a line for each signature; the lines stay on one page."""
    return [SignatureRows(as_signature_lines(lines))] if lines else []


def as_signature_lines(lines: Sequence[SignatureLine | str]) -> list[SignatureLine]:
    return [line if isinstance(line, SignatureLine) else SignatureLine(line) for line in lines]


class SignatureRows(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Two signature lines side by side, or three if they fit on the page only so."""

    def __init__(
        self,
        lines: Sequence[SignatureLine],
        per_row: Sequence[int] = PER_ROW,
        style: SignatureStyle = _LOOSE,
    ) -> None:
        super().__init__()
        self.lines, self.per_row, self.style = lines, per_row, style

    def heights(self, width: float) -> tuple[float, ...]:
        """Return the height with few and with many signatures per row."""
        return tuple(self.total_height(self.rows_of(per_row, width)) for per_row in self.per_row)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        loose, dense = (self.rows_of(per_row, width) for per_row in (self.per_row[0], self.per_row[-1]))
        self.rows = dense if self.total_height(dense) <= height < self.total_height(loose) else loose
        self.width, self.height = width, self.total_height(self.rows)
        return self.width, self.height

    def rows_of(self, per_row: int, width: float) -> list[SignatureRow]:
        starts = range(0, len(self.lines), per_row)
        return [SignatureRow(self.lines[at : at + per_row], per_row, width, self.style) for at in starts]

    def total_height(self, rows: Sequence[SignatureRow]) -> float:
        return self.style.above + sum(row.height for row in rows)

    def draw(self) -> None:
        top = self.height - self.style.above
        for row in self.rows:
            top -= row.height
            row.drawOn(self.canv, 0, top)


class SignatureRow(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lines to sign on side by side, with the drawn strokes above and the text below each."""

    def __init__(
        self, lines: Sequence[SignatureLine], per_row: int, width: float, style: SignatureStyle = _LOOSE
    ) -> None:
        super().__init__()
        self.lines, self.style = lines, style
        self.room = (width - (per_row - 1) * style.gap) / per_row
        # A sentence about a signature may take several lines.
        self.words = [break_lines(line.text, style.text, self.room) for line in lines]
        self.under = max(len(lines) for lines in self.words) * style.text.leading
        self.height = self.under + style.pen + 2 * style.padding

    def draw(self) -> None:
        top = self.style.padding + self.under
        for at, (signature, lines) in enumerate(zip(self.lines, self.words, strict=True)):
            left = at * (self.room + self.style.gap)
            self.canv.setLineWidth(HAIRLINE)
            self.canv.line(left, top, left + self.room, top)
            draw_text(self.canv, TextBlock(left, lines, self.style.text), top)
            self.draw_typed(signature, left, top)
            self.draw_strokes(signature, left, top + _PEN_HEIGHT)

    def draw_typed(self, signature: SignatureLine, left: float, line: float) -> None:
        """Draw a typed name on its line, on as many lines as it needs."""
        style = _TYPED_STYLE
        names = break_lines(signature.typed, style, self.room)
        draw_text(self.canv, TextBlock(left, names, style), line + len(names) * style.leading)

    def draw_strokes(self, signature: SignatureLine, left: float, top: float) -> None:
        if not signature.strokes:
            return
        canvas, scale = self.canv, _PEN_HEIGHT / PEN_BOX[1]
        canvas.setLineWidth(0.8)
        canvas.setLineCap(1)
        for stroke in signature.strokes:
            path = canvas.beginPath()
            points = [(left + x * scale, top - y * scale) for x, y in stroke]
            path.moveTo(*points[0])
            for point in points[1:] or points:
                path.lineTo(*point)
            canvas.drawPath(path)
