"""How large a sheet may be that somebody sends: no list of a club comes near it."""

from dataclasses import dataclass
from typing import Final

MAX_FILE_BYTES: Final = 900_000
MAX_ROWS: Final = 2_000
MAX_COLUMNS: Final = 40
MAX_CELLS: Final = 30_000
MAX_CELL_LENGTH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLimits:
    """How many rows, columns and filled cells are read."""

    rows: int = MAX_ROWS
    columns: int = MAX_COLUMNS
    cells: int = MAX_CELLS


# The sheet of a round, which no evening fills.
ONE_ROUND: Final = SheetLimits()
# Years of results: 5,000 rows, one for each pair of each event, below a title and headings.
MANY_EVENTS: Final = SheetLimits(rows=5_010, cells=60_000)
# The players of a club or a federation, with whatever else a federation writes down of them.
WHOLE_REGISTER: Final = SheetLimits(rows=5_010, cells=150_000)
