"""The content of a document, independent of its format: title, facts, tables, notes and signature lines.

Every word in it is in the reader's language already; numbers are still numbers, and times are datetimes in
the club's own time zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Final, Self

from clubs.reports.drawing import Picture
from clubs.reports.layouts import GRID, Form, Layout, Prose

# A date may be a datetime; it has no time zone.
Value = str | int | Decimal | date | None


class ColumnKind(Enum):
    """The kind of a column's values: texts align to the left, numbers to the right."""

    TEXT = "text"
    NUMBER = "number"


class Reader(Enum):
    """Who gets a column: everybody, or only some of these."""

    ALL = "all"
    # Pages and paper: what people read at a glance, such as “3–0–0”.
    PEOPLE = "people"
    # Spreadsheets, CSV and JSON: each figure in a column of its own.
    FILES = "files"
    # JSON alone: numbers of rows and codes.
    PROGRAMS = "programs"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. On a narrow page its heading is `short`; a `minor` column is shown elsewhere.

    In two languages a column is there once, with both texts in a cell; one that is `per_language` is there
    once for each, unless all its texts are the same. In a long list on paper, texts `by_sign` stand once
    below the list, with a sign in the row. Its `key` names it in JSON, in every language alike.
    """

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    short: str = ""
    minor: bool = False
    per_language: bool = False
    key: str = ""
    reader: Reader = Reader.ALL
    by_sign: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a header: a label and its value."""

    label: str
    value: Value
    # It is to be legible from across a table.
    large: bool = False
    # It has a line of its own, however short it is.
    alone: bool = False
    # What it comes to, in large figures at the end of its line.
    figure: Value = None
    # Its name in JSON, and its value there where that is not a text for people.
    key: str = ""
    exact: Value = None


class Note(str):
    """A sentence under a report, with the code that it has in JSON.

    One about the whole list, `is_above` its table in a spreadsheet: that its results can still change.
    """

    __slots__ = ("code", "is_above")

    code: str
    is_above: bool

    def __new__(cls, text: object, code: str, *, is_above: bool = False) -> Self:
        note = super().__new__(cls, text)
        note.code, note.is_above = code, is_above
        return note


class RowKind(Enum):
    """The kind of a row: what its values are to the rows around it."""

    PLAIN = "plain"
    # A sum of the rows above.
    TOTAL = "total"
    # A sum of all rows so far: the next page begins with the last one.
    RUNNING_TOTAL = "running total"
    # The label of a block of rows that stays on one page; the value after it is a remark on all columns.
    HEADING = "heading"
    # A label, and a value that belongs to all columns.
    REMARK = "remark"
    # On a form: cards are counted in piles, with a stroke for each.
    PILES = "piles"


# Read once: they are asked for several times for each row of a protocol.
_HEADING: Final = RowKind.HEADING
_TOTALS: Final = (RowKind.TOTAL, RowKind.RUNNING_TOTAL)
_SPANNING: Final = (RowKind.HEADING, RowKind.REMARK)


@dataclass(frozen=True, slots=True)
class RowPlayer:
    """A player whom a row is about; without a number if he is not named."""

    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    values: tuple[Value, ...]
    kind: RowKind = RowKind.PLAIN
    # Where the name of the row leads on a page; files do not have it.
    address: str = ""
    # For JSON alone: the players of the row, under the name that they have there.
    players: tuple[tuple[str, tuple[RowPlayer, ...]], ...] = ()

    @property
    def is_heading(self) -> bool:
        return self.kind is _HEADING

    @property
    def is_total(self) -> bool:
        return self.kind in _TOTALS

    @property
    def spans_columns(self) -> bool:
        """Whether the value after the label belongs to all columns."""
        return self.kind in _SPANNING


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    layout: Layout = GRID
    # Its name in JSON.
    key: str = ""

    def __post_init__(self) -> None:
        if any(len(row.values) != len(self.columns) for row in self.rows):
            raise ValueError("a row has as many values as the table has columns")

    @property
    def blocks(self) -> tuple[tuple[Row, ...], ...]:
        """The rows from each heading up to the next; rows before the first heading belong to its block."""
        headings = [at for at, row in enumerate(self.rows) if row.is_heading]
        starts = [0, *headings[1:]]
        return tuple(
            self.rows[start:end] for start, end in zip(starts, [*starts[1:], len(self.rows)], strict=True)
        )


# A drawn signature: the points of each stroke, from the upper left corner of a box of `PEN_BOX`.
Strokes = tuple[tuple[tuple[int, int], ...], ...]
PEN_BOX = (600, 200)


@dataclass(frozen=True, slots=True)
class SignatureLine:
    """A line to sign on: the name or a sentence about the signature, and what stands on the line.

    That is the drawn strokes, or the name as it was typed.
    """

    text: str
    strokes: Strokes = ()
    typed: str = ""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words before the codes at the foot of a sheet, and the code of the log that it was printed from."""

    sheet: str
    log: str = ""
    log_code: str = ""
    # The code of the sheet, where paper leaves out some of what a report says; else it is made when drawn.
    sheet_code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    title: str
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    tables: tuple[ReportTable, ...] = ()
    notes: tuple[str, ...] = ()
    # On paper above the tables, which say the same; files do not have it.
    picture: Picture | None = None
    # A sentence to read before everything else.
    notice: str = ""
    signatures: tuple[SignatureLine | str, ...] = ()
    # The address in the QR code; without it there is no code.
    address: str = ""
    # The foot of each next page after the title: it identifies a page that is lost.
    foot: tuple[str, ...] = ()
    # The foot of each page: of which state of the data it is, and the words before its codes.
    state: str = ""
    words: SheetWords | None = None
    # The lines above each next page of a form; a fact without a value is a blank to write on.
    continuation: tuple[tuple[Fact, ...], ...] = ()
    language: str = "en"
    # Whose it is, and the moment of the data in it, with its time zone: the file says so of itself.
    publisher: str = ""
    as_of: datetime | None = None
    # It is read from some metres away.
    hangs_on_wall: bool = False

    def __post_init__(self) -> None:
        if len({type(table.layout) for table in self.tables}) > 1 and (self.has(Form) or self.has(Prose)):
            raise ValueError("all tables of a form are forms, and all tables of prose are prose")

    def has(self, layout: type[Layout]) -> bool:
        """Return whether a table of the report has a layout of this kind."""
        return any(isinstance(table.layout, layout) for table in self.tables)


class CardStyle(Enum):
    """How a card is drawn: as a small report, or with its title, a name, in large letters."""

    REPORT = "report"
    BADGE = "badge"
    # Folded in the middle: the name is on both halves, so that it is read from both sides of a table.
    TENT = "tent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Small reports, several on a page, to be cut apart: slips, table cards, place cards and badges."""

    title: str
    cards: tuple[Report, ...]
    across: int = 2
    down: int = 2
    style: CardStyle = CardStyle.REPORT
    language: str = "en"
    publisher: str = ""
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate for the prize giving: the names, the place, the event and its facts."""

    names: tuple[str, ...]
    place: str
    event: str
    club: str = ""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """Certificates, one on each page, with the words and signatures that they share."""

    title: str
    awarded: str
    certificates: tuple[Certificate, ...]
    signatures: tuple[str, ...]
    # Of which state of the data they are, and the words before the codes of each.
    state: str = ""
    words: SheetWords | None = None
    language: str = "en"
    publisher: str = ""
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The first page of a booklet."""

    organizer: str
    title: str
    subtitle: str
    place_and_date: str = ""
    facts: tuple[Fact, ...] = ()
    # Sentences at the foot: how final the results are.
    status: tuple[str, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Reports that are signed and handed out one by one: each begins on a sheet of its own."""

    title: str
    sheets: tuple[Report, ...]
    language: str = "en"
    publisher: str = ""
    as_of: datetime | None = None


# Everything that can be printed.
Document = Report | Cards | Certificates | Sheets
