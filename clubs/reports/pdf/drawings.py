"""Draws the picture of a report: as large as the page allows, and on several pages rather than too small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.platypus import Flowable, Spacer

from clubs.reports.drawing import Picture, PictureBox
from clubs.reports.pdf.texts import BOLD_FONT, FONT, HAIRLINE, text_width

# The letters in units of the picture, and the least size on paper that is read without effort.
_LETTERS: Final = 12.5
_SMALLEST: Final = 6.5
_PADDING: Final = 7
# The part of a page that a piece may take up: the first one stands under the title.
_MAX_HEIGHT: Final = 380.0
_GAP: Final = 10


def picture_flowables(picture: Picture, width: float) -> Iterator[Flowable]:
    """Yield the pieces of a picture, row by row; a piece without a box is left out."""
    fitting = min(1.0, width / picture.width, _MAX_HEIGHT / picture.height)
    scale = max(fitting, _SMALLEST / _LETTERS)
    across = max(1, int(width / scale) // picture.column) * picture.column
    top = 0
    while top < picture.height:
        end = _cut_below(picture, top, int(_MAX_HEIGHT / scale))
        for left in range(0, picture.width, across):
            piece = PicturePiece(picture, left, top, (across, end - top), scale)
            if piece.boxes:
                yield Spacer(1, _GAP)
                yield piece
        # In a full bracket every edge goes through a box: it is drawn in the next piece.
        top = min([end, *(box.top - 1 for box in _cut_boxes(picture, end))])


def _cut_below(picture: Picture, top: int, room: int) -> int:
    """Return where the next piece begins: above the labels of a part, or else between two rows of boxes."""
    end = top + room
    if end >= picture.height:
        return picture.height
    parts = [label.base - picture.line_height for label in picture.labels]
    above_labels = [
        edge for edge in parts if top + room // 2 <= edge <= end and not _cut_boxes(picture, edge)
    ]
    between = (edge for edge in range(end, top + 1, -1) if not _cut_boxes(picture, edge))
    return max(above_labels, default=0) or next(between, end)


def _cut_boxes(picture: Picture, edge: int) -> list[PictureBox]:
    return [box for box in picture.boxes if box.top <= edge <= _foot_of(picture, box)]


def _foot_of(picture: Picture, box: PictureBox) -> int:
    return box.top + picture.line_height * len(box.lines)


class PicturePiece(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A part of a picture, by its upper left corner and its size in units of the picture."""

    def __init__(self, picture: Picture, left: int, top: int, size: tuple[int, int], scale: float) -> None:
        super().__init__()
        self.picture, self.left, self.top, self.scale = picture, left, top, scale
        self.across = min(size[0], picture.width - left)
        self.down = min(size[1], picture.height - top)

    @property
    def boxes(self) -> list[PictureBox]:
        """The boxes that are whole in it."""
        foot = self.top + self.down
        return [
            box
            for box in self.picture.boxes
            if self._has(box.left, box.top) and _foot_of(self.picture, box) <= foot
        ]

    def _has(self, x: int, y: int) -> bool:
        return 0 <= x - self.left < self.across and 0 <= y - self.top < self.down

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.across * self.scale, self.down * self.scale

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        room = canvas.beginPath()
        room.rect(0, 0, self.across * self.scale, self.down * self.scale)
        canvas.clipPath(room, stroke=0, fill=0)
        canvas.setLineWidth(HAIRLINE)
        for way in self.picture.ways:
            line = canvas.beginPath()
            line.moveTo(*self._at(*way[0]))
            for corner in way[1:]:
                line.lineTo(*self._at(*corner))
            canvas.drawPath(line)
        for label in self.picture.labels:
            if self._has(label.left, label.base):
                canvas.setFont(FONT, _LETTERS * self.scale)
                canvas.drawString(*self._at(label.left, label.base), label.words)
        for box in self.boxes:
            self._draw_box(box)
        canvas.restoreState()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the picture on paper, where the origin is at the lower left corner."""
        return (x - self.left) * self.scale, (self.top + self.down - y) * self.scale

    def _draw_box(self, box: PictureBox) -> None:
        picture, canvas = self.picture, self.canv
        height = picture.line_height * len(box.lines)
        left, low = self._at(box.left, box.top + height)
        canvas.rect(left, low, picture.box_width * self.scale, height * self.scale)
        for at, line in enumerate(box.lines):
            edge = box.top + (at + 1) * picture.line_height
            if at + 1 < len(box.lines):
                canvas.line(*self._at(box.left, edge), *self._at(box.left + picture.box_width, edge))
            font, size = BOLD_FONT if line.is_bold else FONT, _LETTERS * self.scale
            canvas.setFont(font, size)
            base = edge - picture.line_height * 0.3
            right, y = self._at(box.left + picture.box_width - _PADDING, base)
            canvas.drawRightString(right, y, line.figure)
            start = self._at(box.left + _PADDING, base)[0]
            room = right - start - text_width(line.figure, font, size) - _PADDING * self.scale
            canvas.drawString(start, y, _cut(line.words, font, size, room))


def _cut(words: str, font: str, size: float, room: float) -> str:
    """Return words that fit: the list below the picture has them whole."""
    if text_width(words, font, size) <= room:
        return words
    while words and text_width(f"{words}…", font, size) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"
