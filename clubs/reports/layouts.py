"""How a table is laid out on paper. Pages and exported files take no notice of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Grid:
    """A list: rows between hairlines, in letters that its columns have room for."""

    # Off where the table above has the same headings.
    heading: bool = True


@dataclass(frozen=True, slots=True)
class WritingGrid(Grid):
    """A grid with borders around its cells, high enough to write in beside what is printed there."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Blocks of rows under their headings, in one strip or in two side by side."""

    # The label of the running total that begins each next page; without it no page begins so.
    carried: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A table of a form to be filled in by hand; all tables of its report are forms."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Sentences, one in each row, to hang on a wall; all tables of its report are prose."""

    # If not all sentences fit on one page, these and those after them are on the next.
    begins_page: bool = False


Layout = Grid | Ledger | Form | Prose

GRID: Final = Grid()
WRITING_GRID: Final = WritingGrid()
LEDGER: Final = Ledger()
FORM: Final = Form()
PROSE: Final = Prose()
