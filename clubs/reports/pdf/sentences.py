"""Draws lists of sentences in small letters: in two columns, or in two languages side by side.

They are to fit on one page, to hang on a wall, in letters as large as possible. What does not has a second
page from the list on that says so, each page in the largest letters for which it holds. Where even that is
too little, a list that is split has at least two sentences on either side, and its caption on the next page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from clubs.reports.layouts import Prose
from clubs.reports.numbers import format_value
from clubs.reports.pdf.page import LIST_TEXT_HEIGHT
from clubs.reports.pdf.texts import (
    BOLD_FONT,
    FONT,
    HAIRLINE,
    TextBlock,
    TextRow,
    TextStyle,
    break_lines,
    draw_text,
    text_width,
)
from clubs.reports.report import ReportTable, Row

_COLUMN_GAP: Final = 6 * mm
# The largest part of the width for one of two languages.
_MAX_SHARE: Final = 0.55
# A page ends with a whole list if this leaves at most this part of it empty.
_MAX_EMPTY: Final = 0.25
# The fewest sentences of a list that stay together, and the lines of one that may be alone.
_MIN_SENTENCES, _MIN_LINES = 2, 5
# Letters are a little above the middle of their row, off the line below them.
_LIFT: Final = 0.8


@dataclass(frozen=True, slots=True)
class SentenceSetting:
    """The styles of sentences and captions, and the padding above and below each."""

    sentence: TextStyle
    caption: TextStyle
    padding: float
    caption_padding: float


SENTENCE_SETTINGS: Final = (
    SentenceSetting(TextStyle(FONT, 14, 17), TextStyle(BOLD_FONT, 14.5, 18), 2, 3),
    SentenceSetting(TextStyle(FONT, 12.5, 15), TextStyle(BOLD_FONT, 13, 16), 1.5, 3),
    SentenceSetting(TextStyle(FONT, 11, 13.5), TextStyle(BOLD_FONT, 11.5, 14.5), 1.5, 2),
    SentenceSetting(TextStyle(FONT, 10, 12), TextStyle(BOLD_FONT, 10.5, 13), 1, 2),
    SentenceSetting(TextStyle(FONT, 9.5, 11), TextStyle(BOLD_FONT, 10, 12), 1, 2),
    SentenceSetting(TextStyle(FONT, 9, 10.5), TextStyle(BOLD_FONT, 9.5, 12), 1, 2),
    SentenceSetting(TextStyle(FONT, 9, 10.3), TextStyle(BOLD_FONT, 9.5, 11.5), 0.5, 1),
    SentenceSetting(TextStyle(FONT, 9, 10), TextStyle(BOLD_FONT, 9.5, 11), 0.3, 0.5),
    # For a game of many readings: the same letters on lines that stand closer.
    SentenceSetting(TextStyle(FONT, 9, 9.7), TextStyle(BOLD_FONT, 9.5, 10.6), 0.2, 0.4),
    SentenceSetting(TextStyle(FONT, 9, 9.4), TextStyle(BOLD_FONT, 9.5, 10.2), 0.1, 0.2),
    # On one page these are still read from the wall; on two they are not needed.
    *(
        SentenceSetting(
            TextStyle(FONT, size, size * 1.1), TextStyle(BOLD_FONT, size + 0.5, size * 1.2), 0.2, 0.4
        )
        for size in (8.5, 8, 7.5, 7)
    ),
)
# The setting for sentences that do not fit on one page, nor on two: in one language, and in two.
_DEFAULT_SETTING, _CLOSEST_SETTING = 6, 9
# The step by which columns grow until all blocks fit.
_STEP: Final = 5


@dataclass(frozen=True, slots=True)
class SentenceBlock:
    """Sentences that stay together, under their caption where the list begins or continues on a page.

    The signatures are under the last block.
    """

    caption: TextRow
    sentences: tuple[TextRow, ...]
    captioned: bool
    under: tuple[Flowable, ...] = ()
    # The first of those that have a page of their own if not all fit on one.
    begins_page: bool = False

    @property
    def lines(self) -> tuple[TextRow, ...]:
        return (self.caption, *self.sentences) if self.captioned else self.sentences


class Sentences(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lists of sentences, laid out in each setting."""

    def __init__(self, settings: Sequence[Sequence[SentenceBlock]], columns: int) -> None:
        super().__init__()
        self.settings, self.columns = settings, columns
        self.columns_of_blocks: list[list[SentenceBlock]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, height + 1
        for blocks in self.settings:
            for candidate in (_whole_lists(blocks), blocks):
                if not _pack(candidate, height, self.columns)[1]:
                    self.height = _balanced_height(candidate, height, self.columns)
                    self.columns_of_blocks, _rest = _pack(candidate, self.height, self.columns)
                    return self.width, self.height
        return self.width, self.height

    def split(self, _width: float, height: float) -> list[Flowable]:
        """Return the part that fits here, and the rest."""
        pages = self.two_pages(height)
        if pages:
            return pages
        # In two languages the lists are long: the closest lines keep them on two pages.
        wanted = _CLOSEST_SETTING if self.columns == 1 else _DEFAULT_SETTING
        blocks = self.settings[min(wanted, len(self.settings) - 1)]
        end = _end_of_page(blocks, height, self.columns)
        if not end:
            return []
        rest = [replace(blocks[end], captioned=True), *blocks[end + 1 :]]
        # The rest goes to a new page: below columns that are read it would be overlooked.
        return [Sentences([blocks[:end]], self.columns), PageBreak(), Sentences([rest], self.columns)]

    def two_pages(self, height: float) -> list[Flowable]:
        """Return the lists parted where one of them begins a page; nothing if the parts do not fit so."""
        starts = [_page_start(blocks) for blocks in self.settings]
        if not all(starts):
            return []
        parted = [(blocks[:at], blocks[at:]) for blocks, at in zip(self.settings, starts, strict=True)]
        first, second = (Sentences([*part], self.columns) for part in zip(*parted, strict=True))
        fit = all(
            part.wrap(self.width, room)[1] <= room
            for part, room in ((first, height), (second, LIST_TEXT_HEIGHT))
        )
        return [first, PageBreak(), second] if fit else []

    def draw(self) -> None:
        column_width = (self.width + _COLUMN_GAP) / self.columns
        for at, column in enumerate(self.columns_of_blocks):
            self.draw_column(at * column_width, column_width - _COLUMN_GAP, column)

    def draw_column(self, left: float, width: float, column: Sequence[SentenceBlock]) -> None:
        top: float = self.height
        self.canv.saveState()
        self.canv.translate(left, 0)
        self.canv.setLineWidth(HAIRLINE)
        for block in column:
            for line in block.lines:
                for text in line.blocks:
                    draw_text(self.canv, text, top - line.padding + _LIFT)
                top -= line.height
                if line is not block.caption:
                    self.canv.line(0, top, width, top)
            for part in block.under:
                top -= part.height
                part.drawOn(self.canv, 0, top)
        self.canv.restoreState()


def lay_out_sentences(
    tables: Sequence[ReportTable], language: str, width: float, ending: Callable[[float], Sequence[Flowable]]
) -> Sentences:
    """Return sentences in two columns, or in two languages line by line if the tables have two columns.

    The ending under them is as wide as a column.
    """
    languages = max(len(table.columns) for table in tables)
    columns = 2 if languages == 1 else 1
    room = (width + _COLUMN_GAP) / 2 - _COLUMN_GAP
    widths = [room] if columns == 2 else _language_widths(tables, language, 2 * room)
    caption_width = room if columns == 2 else width
    settings = [
        [block for table in tables for block in _blocks(table, language, setting, widths, caption_width)]
        for setting in SENTENCE_SETTINGS
    ]
    under = tuple(ending(room))
    for part in under:
        part.wrap(room, 0)
    return Sentences([[*blocks[:-1], replace(blocks[-1], under=under)] for blocks in settings], columns)


def _language_widths(tables: Sequence[ReportTable], language: str, width: float) -> list[float]:
    """Share the width among two languages by the length of their sentences."""
    rows = [row for table in tables for row in table.rows if len(row.values) > 1]
    first, second = (
        sum(text_width(format_value(row.values[at], language), FONT, 1) for row in rows) for at in range(2)
    )
    share = min(max(first / max(first + second, 1), 1 - _MAX_SHARE), _MAX_SHARE)
    return [share * width, (1 - share) * width]


def _blocks(
    table: ReportTable, language: str, setting: SentenceSetting, widths: Sequence[float], caption_width: float
) -> Iterator[SentenceBlock]:
    """Return the blocks of a list: it is never split after its first or before its last sentence."""
    caption = TextBlock(0, break_lines(table.caption, setting.caption, caption_width), setting.caption)
    head = TextRow((caption,), setting.caption_padding)
    lines = tuple(_line_of(row, language, setting, widths) for row in table.rows)
    for at, end in pairwise(_possible_ends(lines)):
        begins_page = at == 0 and isinstance(table.layout, Prose) and table.layout.begins_page
        yield SentenceBlock(head, lines[at:end], captioned=at == 0, begins_page=begins_page)


def _page_start(blocks: Sequence[SentenceBlock]) -> int:
    """Return where a list begins that may have a page of its own; 0 if there is none."""
    return next((at for at, block in enumerate(blocks) if block.begins_page), 0)


def _possible_ends(sentences: Sequence[TextRow]) -> list[int]:
    """Return the beginning of a list, the places where it may be split, and its end."""
    inner = range(1, len(sentences))
    splits = (at for at in inner if _is_long_enough(sentences[:at]) and _is_long_enough(sentences[at:]))
    return [0, *splits, len(sentences)] if sentences else [0]


def _is_long_enough(sentences: Sequence[TextRow]) -> bool:
    """Return whether a part of a list is long enough to be separate."""
    return len(sentences) >= _MIN_SENTENCES or any(
        len(block.lines) >= _MIN_LINES for block in sentences[0].blocks
    )


def _line_of(row: Row, language: str, setting: SentenceSetting, widths: Sequence[float]) -> TextRow:
    starts = (0.0, widths[0] + _COLUMN_GAP)
    texts = (
        TextBlock(start, break_lines(format_value(value, language), setting.sentence, room), setting.sentence)
        for value, start, room in zip(row.values, starts, widths, strict=False)
    )
    return TextRow(tuple(texts), setting.padding)


def _whole_lists(blocks: Sequence[SentenceBlock]) -> list[SentenceBlock]:
    """Return the blocks joined to whole lists."""
    starts = [at for at, block in enumerate(blocks) if block.captioned]
    return [
        replace(
            blocks[at],
            sentences=tuple(line for block in blocks[at:end] for line in block.sentences),
            under=blocks[end - 1].under,
        )
        for at, end in pairwise([*starts, len(blocks)])
    ]


def _block_height(block: SentenceBlock) -> float:
    height: float = sum(part.height for part in (*block.lines, *block.under))
    return height


def _balanced_height(blocks: Sequence[SentenceBlock], height: float, columns: int) -> float:
    """Return the least height at which all blocks fit, so that the columns have the same height."""
    at = sum(_block_height(block) for block in blocks) / columns
    while at < height and _pack(blocks, at, columns)[1]:
        at += _STEP
    return min(at, height)


def _end_of_page(blocks: Sequence[SentenceBlock], height: float, columns: int) -> int:
    """Return the number of blocks on a page: up to a whole list, if the page is nearly full then and the rest
    fits on the next one."""
    fitting = sum(map(len, _pack(blocks, height, columns)[0]))
    end = min(fitting, len(blocks) - 1)
    start = max((at for at in range(1, end + 1) if blocks[at].captioned), default=0)
    nearly = sum(map(_block_height, blocks[:start])) >= (1 - _MAX_EMPTY) * sum(
        map(_block_height, blocks[:end])
    )
    return start if start and nearly and not _pack(blocks[start:], height, columns)[1] else end


def _pack(
    blocks: Sequence[SentenceBlock], height: float, columns: int
) -> tuple[list[list[SentenceBlock]], list[SentenceBlock]]:
    """Fill columns of a height with blocks in their order; return the columns and the blocks left."""
    filled: list[list[SentenceBlock]] = [[]]
    used = 0.0
    for at, block in enumerate(blocks):
        if used + _block_height(block) > height + 0.01:
            if len(filled) == columns:
                return filled, list(blocks[at:])
            filled.append([])
            used = 0.0
            if _block_height(block) > height + 0.01:
                return filled, list(blocks[at:])
        filled[-1].append(block)
        used += _block_height(block)
    return filled, []
