"""A report: what a document says, before anybody decides how it looks.

Title, facts, tables of rows, notes and lines to sign on. It must not know models, languages or renderers:
every word in it has already been said in the reader's language, every number is still a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Value = str | int | None


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


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; a `total` is set off by a rule above it."""

    values: tuple[Value, ...]
    total: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""

    def __post_init__(self) -> None:
        if any(len(row.values) != len(self.columns) for row in self.rows):
            raise ValueError("a row has as many values as the table has columns")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    title: str
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    language: str = "en"
