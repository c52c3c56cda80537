"""Draws a report as a PDF: A4, black on white, one embedded font.

Knows reports; must not know models or languages. The same report gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from math import inf
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, SimpleDocTemplate, Spacer

from clubs.reports.forms import Form
from clubs.reports.further import further
from clubs.reports.grids import Ruled, grids, is_upright
from clubs.reports.numbers import written
from clubs.reports.qr_drawing import SIDE, draw_code
from clubs.reports.report import PEN_BOX, Fact, Report, Signature, Table
from clubs.reports.sentences import sentences
from clubs.reports.strips import Strips
from clubs.reports.texts import BOLD, HAIR, TEXT, Hand, Line, Said, Texts, broken, in_things, text, write

FONTS = Path(__file__).parent / "fonts"
MARGIN = 18 * mm
# Lists of sentences are to be one page to hang on a wall.
LIST_MARGIN = 12 * mm
# Where the foot of a page stands, how high it may be, and what it leaves to the number.
FOOT = 6.5 * mm
_FOOT_HEIGHT = MARGIN - FOOT
NUMBER_ROOM = 15 * mm
FRAME_PADDING = 6
# A code begins above the text.
_CODE_ABOVE = 4 * mm
# What lies between a page and what stands above it, and what a printer leaves white.
ABOVE_PAGE = 1 * mm
WHITE = 6 * mm
WIDTH = A4[0] - 2 * (MARGIN + FRAME_PADDING)
# How high the room for a signature is; it holds what was drawn.
_PEN_HEIGHT = 11 * mm
# A table up to this height stands on one page; a higher one begins where there is room for some of it.
_WHOLE_TABLE = 120 * mm
_SOME_OF_IT = 60 * mm
# More facts than these stand in two columns, and one that is longer than this alone.
_FEW_FACTS = 6
_LONG_FACT = 34

# Streams stay bytes: as letters they are a quarter larger and take as long to write as all that is drawn.
rl_config.useA85 = 0
pdfmetrics.registerFont(TTFont(TEXT, FONTS / "DejaVuSans.ttf"))
pdfmetrics.registerFont(TTFont(BOLD, FONTS / "DejaVuSans-Bold.ttf"))

_BODY = Hand(TEXT, 10, 13)
_CAPTION = Hand(BOLD, 11, 15)
_TITLE = Hand(BOLD, 17, 22)
_SUBTITLE = Hand(TEXT, 12, 16)
_LABEL = Hand(TEXT, 8.5, 13)
_SIGNED = Hand(TEXT, 9, 11)
NOTE = Hand(TEXT, 8.5, 11.5)
_AHEAD = Hand(BOLD, 10, 13)
# Whose page it is, by long names too.
_FEET = (NOTE, Hand(TEXT, 7.5, 9.5), Hand(TEXT, 6.5, 8))
# Between a label and what it says, above and below a fact, above and below a signature.
_APART, _FACT_PADDING, _SIGNED_PADDING = 6, 1, 3
# The labels of two columns: the longest of one language stands in one line.
_NARROW = 0.22
# A fact to be written by hand has a line as high as that of a form.
_BLANK_PADDING = (6 * mm - _LABEL.leading) / 2
_BESIDE = 10 * mm
_BELOW_TITLE = 3 * mm
# How far down from the upper edge of the text a code reaches, with the white around it.
_CODE_HEIGHT = SIDE - _CODE_ABOVE - FRAME_PADDING
_BEFORE_SIGNED = 3 * mm
# Who signs stands two abreast, or three.
_ABREAST = (2, 3)
# Who signs, with the notes above, goes with what is signed unless it is higher than this.
_MOST_UNDER = 150 * mm
# A note of so many lines stays on one page.
_WHOLE_NOTE = 6
# What a page has room for.
_HEIGHT = A4[1] - 2 * (MARGIN + FRAME_PADDING)


def pdf(report: Report) -> bytes:
    """The report as a PDF file, on pages that lie where a table could not be read else."""
    target = BytesIO()
    size = A4 if stands(report) else landscape(A4)
    margin = LIST_MARGIN if is_list(report) else MARGIN
    layout = {**layout_of(margin), "pagesize": size}
    document = _Document(target, title=report.title, lang=report.language, **layout)
    document.report = report
    document.build(story(report, size[0] - 2 * (margin + FRAME_PADDING)))
    return target.getvalue()


def is_list(report: Report) -> bool:
    """Sentences, one after the other."""
    return bool(report.tables) and report.tables[0].flowing


def stands(report: Report) -> bool:
    return all(is_upright(table, report.language, WIDTH) for table in report.tables if _is_plain(table))


def _is_plain(table: Table) -> bool:
    """Neither a form nor sentences nor in blocks."""
    return not table.ruled and not table.flowing and not any(row.opens for row in table.rows)


def layout_of(margin: float = MARGIN) -> dict[str, object]:
    """What all our documents have."""
    margins = ("leftMargin", "rightMargin", "topMargin", "bottomMargin")
    return {"pagesize": A4, "author": "Talon", "invariant": 1, **dict.fromkeys(margins, margin)}


class _Document(SimpleDocTemplate):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Pages of a report: on the first one its code, on the others which document they belong to."""

    report: Report

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        canvas, report = self.canv, self.report
        if self.page == 1:
            draw_corner(canvas, report, self.pagesize)
        else:
            draw_further(canvas, report, self.pagesize)
            draw_number(canvas, self.page, _edge_of(report), self.pagesize)
            draw_foot(canvas, report, self.pagesize)


def draw_corner(canvas: Canvas, report: Report, size: tuple[float, float] = A4) -> None:
    """The code of a report in the upper corner of its first page."""
    if report.address:
        draw_code(canvas, report.address, size[0] - MARGIN - FRAME_PADDING, size[1] - MARGIN + _CODE_ABOVE)


def draw_further(canvas: Canvas, report: Report, size: tuple[float, float] = A4) -> None:
    """Above a further page of a form: whose it is."""
    if report.further:
        left, low = MARGIN + FRAME_PADDING, size[1] - MARGIN - FRAME_PADDING + ABOVE_PAGE
        above = further(report.further, report.language, size[0] - 2 * left, size[1] - WHITE - low)
        above.drawOn(canvas, left, low)


def _edge_of(report: Report) -> float:
    """From the edge of the paper to what stands on it."""
    edge: float = (LIST_MARGIN if is_list(report) else MARGIN) + FRAME_PADDING
    return edge


def draw_number(canvas: Canvas, page: int, edge: float, size: tuple[float, float] = A4) -> None:
    canvas.setFont(TEXT, NOTE.size)
    canvas.drawRightString(size[0] - edge, FOOT, str(page))


def draw_foot(canvas: Canvas, report: Report, size: tuple[float, float] = A4) -> None:
    """On a further page: which report it goes on with."""
    left = _edge_of(report)
    said = " · ".join(filter(None, (report.title, report.subtitle, *report.foot)))
    hand, lines = foot_lines(said, size[0] - 2 * left - NUMBER_ROOM)
    canvas.setFont(hand.font, hand.size)
    for above, line in zip(reversed(range(len(lines))), lines, strict=True):
        canvas.drawString(left, FOOT + above * hand.leading, line)


def foot_lines(said: str, width: float) -> tuple[Hand, Sequence[str]]:
    """The foot as large as it can be written without reaching into what stands above it."""
    written_so = [(hand, in_things(said, hand, width)) for hand in _FEET]
    fitting = (one for one in written_so if len(one[1]) * one[0].leading <= _FOOT_HEIGHT)
    return next(fitting, written_so[-1])


def story(report: Report, width: float = WIDTH) -> list[Flowable]:
    beside_code = width - (SIDE if report.address else 0)
    parts: list[Flowable] = [text(report.title, _TITLE, beside_code)]
    if report.subtitle:
        parts.append(text(report.subtitle, _SUBTITLE, beside_code))
    few = 1 if is_list(report) else _FEW_FACTS
    gap, room = _below_title(report, sum(part.wrap(width, 0)[1] for part in parts), width)
    parts += [Spacer(1, gap), *_facts(report.facts, report.language, room, few)]
    if report.ahead:
        parts += [Spacer(1, 2 * mm), text(report.ahead, _AHEAD, width)]
    if is_list(report):
        return [
            *parts,
            Spacer(1, mm),
            sentences(report.tables, report.language, width, _ending_of_list(report)),
        ]
    end = _ending(report, width)
    drawn = [_captioned(table, report.language, width) for table in report.tables]
    if _is_form(report):
        return _signed_form(parts, drawn, end, width)
    flowables = [*parts, *(part for table in drawn for part in table)]
    if report.signatures and flowables and isinstance(flowables[-1], Strips | Ruled):
        flowables[-1].under = _room_under(end, width)
        if not flowables[-1].under:
            end[-2:] = [KeepTogether(end[-2:])]
    return [*flowables, *end]


def _below_title(report: Report, title: float, width: float) -> tuple[float, float]:
    """How far below a title of this height its facts stand, and how wide: all of the width below a code."""
    gap = max(_BELOW_TITLE, _CODE_HEIGHT - title) if report.address else _BELOW_TITLE
    return (gap, width) if gap <= 2 * _BELOW_TITLE else (_BELOW_TITLE, width - SIDE)


def _is_form(report: Report) -> bool:
    return bool(report.tables) and report.tables[-1].ruled


def _signed_form(
    head: list[Flowable], tables: Sequence[list[Flowable]], end: list[Flowable], width: float
) -> list[Flowable]:
    """A form in as few pages as it takes: its last table goes with who signs, under the deals, or before
    those that would fill another page then."""
    *deals, last = tables
    ways = [
        [head, *deals[: at - 1], [*deals[at - 1], *last, *end[:-1], signed], *deals[at:]]
        for signed in (end[-1], *_closer(end[-1]))
        for at in range(len(deals), 0, -1)
    ]
    first, *others = min(ways, key=lambda groups: _pages_of(groups, width))
    return [*first, *(KeepTogether(group) for group in others)]


def _closer(signed: Flowable) -> list[Flowable]:
    return [_Signatures(signed.lines, _ABREAST[1:])] if isinstance(signed, _Signatures) else []


def _pages_of(groups: Sequence[list[Flowable]], width: float) -> float:
    """How many pages groups fill, none of which is torn apart; no number of them where one is too high."""
    pages, left = 1, _HEIGHT
    for group in groups:
        high = sum(part.wrap(width, _HEIGHT)[1] for part in group)
        if high > _HEIGHT:
            return inf
        if high > left:
            pages, left = pages + 1, _HEIGHT
        left -= high
    return pages


def _ending(report: Report, width: float) -> list[Flowable]:
    notes = [_noted(note, width) for note in report.notes]
    return [Spacer(1, 3 * mm), *notes, *signatures(report.signatures)]


def _ending_of_list(report: Report) -> Callable[[float], list[Flowable]]:
    """What stands under sentences in a room: each who signs has a line as long as that."""
    signed = [one if isinstance(one, Signature) else Signature(one) for one in report.signatures]
    return lambda room: [
        *(_noted(note, room) for note in report.notes),
        *(part for one in signed for part in (Spacer(1, _BEFORE_SIGNED), _Signed([one], 1, room))),
    ]


def _noted(note: str, width: float) -> Texts:
    """A note of a few lines, which no page's end tears apart; a long one goes on."""
    lines = broken(note, NOTE, width)
    if len(lines) > _WHOLE_NOTE:
        return text(note, NOTE, width)
    return Texts([Line((Said(0, lines, NOTE),))])


def _room_under(end: Sequence[Flowable], width: float) -> tuple[float, ...]:
    """How high an ending is with who signs two abreast, and three; nothing where it is longer than others."""
    *others, signed = end
    above = sum(part.wrap(width, 0)[1] for part in others)
    rooms: tuple[float, ...] = tuple(above + room for room in signed.rooms(width))
    return rooms if max(rooms) <= _MOST_UNDER else ()


def _facts(given: tuple[Fact, ...], language: str, width: float, few: int = _FEW_FACTS) -> list[Flowable]:
    """The header: labels to the left, what they say beside them; many short ones in two columns."""
    if not given:
        return []
    if len(given) > few:
        return [Texts([_fact_line(pair, language, width, _LABEL) for pair in _in_pairs(given, language)])]
    return [Texts([_fact_line([fact], language, width, _BODY) for fact in given])]


def _in_pairs(given: tuple[Fact, ...], language: str) -> Iterator[list[Fact]]:
    """Two facts in a row, and one alone where it is long."""
    waiting: list[Fact] = []
    for fact in given:
        if fact.alone or len(written(fact.value, language)) > _LONG_FACT:
            yield from ([waiting] if waiting else [])
            yield [fact]
            waiting = []
        elif waiting:
            yield [*waiting, fact]
            waiting = []
        else:
            waiting = [fact]
    if waiting:
        yield waiting


def _fact_line(row: list[Fact], language: str, width: float, label: Hand) -> Line:
    """One fact that has the room of the row, or two; what is still to be said has a line to write on."""
    wide = 45 * mm if label is _BODY else _NARROW * width
    half = width / 2
    said: list[Said] = []
    blanks = []
    for at, fact in enumerate(row):
        left = at * half + (_APART if at else 0)
        value = at * half + wide + _APART
        right = half if len(row) == 2 and at == 0 else width
        words = written(fact.value, language)
        if not words and label is _LABEL:
            blanks.append((value - _APART, width if fact.alone else at * half + half))
        said.append(Said(left, broken(fact.label, label, value - left - _APART), label))
        said.append(Said(value, broken(words, _BODY, right - value - _APART), _BODY))
    return Line(tuple(said), _BLANK_PADDING if blanks else _FACT_PADDING, tuple(blanks))


def _captioned(table: Table, language: str, width: float) -> list[Flowable]:
    caption = [text(table.caption, _CAPTION, width, 4 * mm)] if table.caption else [Spacer(1, 4 * mm)]
    if table.ruled:
        return [*caption, Form(table, language)]
    if not _is_plain(table):
        return [*caption, Strips(table, language)]
    first, *others = grids(table, language, width)
    above = sum(part.getSpaceBefore() + part.wrap(width, 0)[1] for part in caption)
    return [
        CondPageBreak(above + _room_to_begin(first)),
        *caption,
        first,
        *(
            part
            for other in others
            for part in (CondPageBreak(_room_to_begin(other)), Spacer(1, 6 * mm), other)
        ),
    ]


def _room_to_begin(table: Ruled) -> float:
    """How much room is left on a page on which a table begins."""
    _width, high = table.wrap(0, _WHOLE_TABLE)
    return high if high <= _WHOLE_TABLE else min(max(table.beginning, _SOME_OF_IT), _WHOLE_TABLE)


def signatures(given: tuple[Signature | str, ...]) -> list[Flowable]:
    """A line for each who signs, never torn from each other by a page's end."""
    if not given:
        return []
    return [_Signatures([one if isinstance(one, Signature) else Signature(one) for one in given])]


class _Signatures(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Two lines beside each other; three where only so all have room under what is signed."""

    def __init__(self, lines: Sequence[Signature], abreast: Sequence[int] = _ABREAST) -> None:
        super().__init__()
        self.lines, self.abreast = lines, abreast

    def rooms(self, width: float) -> tuple[float, ...]:
        """How high it is, loosely and closely."""
        return tuple(_height_of_all(self.in_rows(abreast, width)) for abreast in self.abreast)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        loose, close = (self.in_rows(abreast, width) for abreast in (self.abreast[0], self.abreast[-1]))
        self.rows = close if _height_of_all(close) <= height < _height_of_all(loose) else loose
        self.width, self.height = width, _height_of_all(self.rows)
        return self.width, self.height

    def in_rows(self, abreast: int, width: float) -> list[_Signed]:
        starts = range(0, len(self.lines), abreast)
        return [_Signed(self.lines[at : at + abreast], abreast, width) for at in starts]

    def draw(self) -> None:
        top = self.height - _BEFORE_SIGNED
        for row in self.rows:
            top -= row.height
            row.drawOn(self.canv, 0, top)


def _height_of_all(rows: Sequence[_Signed]) -> float:
    height: float = _BEFORE_SIGNED + sum(row.height for row in rows)
    return height


class _Signed(Flowable):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Lines to sign on beside each other, what was drawn on them, and under each who signs."""

    def __init__(self, given: Sequence[Signature], abreast: int, width: float) -> None:
        super().__init__()
        self.given = given
        self.room = (width - (abreast - 1) * _BESIDE) / abreast
        # What a protocol says of a signature may take several lines.
        self.words = [broken(one.text, _SIGNED, self.room) for one in given]
        self.under = max(len(lines) for lines in self.words) * _SIGNED.leading
        self.height = self.under + _PEN_HEIGHT + 2 * _SIGNED_PADDING

    def draw(self) -> None:
        top = _SIGNED_PADDING + self.under
        for at, (signature, lines) in enumerate(zip(self.given, self.words, strict=True)):
            left = at * (self.room + _BESIDE)
            self.canv.setLineWidth(HAIR)
            self.canv.line(left, top, left + self.room, top)
            write(self.canv, Said(left, lines, _SIGNED), top)
            self.draw_strokes(signature, left, top + _PEN_HEIGHT)

    def draw_strokes(self, signature: Signature, left: float, top: float) -> None:
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
