"""How large a sheet may be that somebody sends: no list of a club comes near it."""

from typing import Final

MAX_FILE_BYTES: Final = 900_000
MAX_ROWS: Final = 2_000
MAX_COLUMNS: Final = 40
MAX_CELLS: Final = 30_000
MAX_CELL_LENGTH: Final = 1_000
