"""A report: what a document says, before anybody decides how it looks.

Title, facts, tables of rows, notes and lines to sign on. It must not know models, languages or renderers:
every word in it has already been said in the reader's language, every number is still a number and every
moment still one, in the club's own time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

# A date may be one with its time, which bears no zone.
Value = str | int | Decimal | date | None


class Kind(Enum):
    """How a column lines up."""

    TEXT = "text"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. On a narrow page its heading is `short`, and a `minor` one stands elsewhere."""

    title: str
    kind: Kind = Kind.TEXT
    short: str = ""
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a header: what, and which."""

    label: str
    value: Value
    # It is read from across a table.
    large: bool = False
    # However short, it has a line of its own.
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; a `total` is set off by a rule above it."""

    values: tuple[Value, ...]
    total: bool = False
    # A heading, with which something begins that paper does not tear apart.
    opens: bool = False
    # What a page that goes on begins with.
    running: bool = False
    # The first value after the label has the room of all of them.
    wide: bool = False
    # On a form: its cells have a corner for strokes.
    tally: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    # What the running row is called with which a further page begins; empty where no page begins so.
    carried: str = ""
    # A form to be written on: every cell has its lines.
    ruled: bool = False
    # Cells are high enough to be written in by hand, beside what stands there already.
    roomy: bool = False
    # Sentences, one a row; in two languages two.
    flowing: bool = False
    # The table before it has the same headings: paper does not say them again.
    goes_on: bool = False
    # The first column says what each row is: two languages have such a column each.
    labelled: bool = False

    def __post_init__(self) -> None:
        if any(len(row.values) != len(self.columns) for row in self.rows):
            raise ValueError("a row has as many values as the table has columns")

    @property
    def blocks(self) -> tuple[tuple[Row, ...], ...]:
        """The rows from each heading up to the next; what stands before the first one belongs to it."""
        headings = [at for at, row in enumerate(self.rows) if row.opens]
        starts = [0, *headings[1:]]
        return tuple(
            self.rows[start:end] for start, end in zip(starts, [*starts[1:], len(self.rows)], strict=True)
        )


# A drawing with the pen: each stroke its points, from the upper left of a box of `PEN_BOX`.
Strokes = tuple[tuple[tuple[int, int], ...], ...]
PEN_BOX = (600, 200)


@dataclass(frozen=True, slots=True)
class Signature:
    """A line to sign on: who signs, or what is said of who has signed, and what was drawn."""

    text: str
    strokes: Strokes = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    title: str
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    # What is to be known before anything of it is read.
    ahead: str = ""
    signatures: tuple[Signature | str, ...] = ()
    # Where a QR code leads to; empty: there is none.
    address: str = ""
    # What the foot of each further page says after the title: whose page it is when it has gone astray.
    foot: tuple[str, ...] = ()
    # What stands above each further page of a form, line by line; what is not known is written by hand.
    further: tuple[tuple[Fact, ...], ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Reports in small, several on a page, to be cut apart: slips, cards for tables."""

    title: str
    cards: tuple[Report, ...]
    across: int = 2
    down: int = 2
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What somebody is handed at the prize giving: who, for what, where and when."""

    names: tuple[str, ...]
    place: str
    event: str
    club: str = ""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """One certificate a page; what all of them say, and who signs them."""

    title: str
    awarded: str
    certificates: tuple[Certificate, ...]
    signatures: tuple[str, ...]
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What stands on the first page of a booklet."""

    # Whose it is.
    whose: str
    title: str
    subtitle: str
    # Where and when.
    when: str = ""
    facts: tuple[Fact, ...] = ()
    # How final it is, at the foot.
    said: tuple[str, ...] = ()
    language: str = "en"


# What is printed.
Document = Report | Cards | Certificates
