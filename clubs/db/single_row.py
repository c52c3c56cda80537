"""The one row by which a page learns that nothing is new.

A phone in the hall asks every few seconds, so the SQL of this question is written by hand: having Django
write it took as long as all the rest of such an answer. Knows nothing of what is counted there.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection

# What a database can number: no row has a greater number, and SQLite takes none.
GREATEST: Final = 2**63 - 1


def number_in(sql: str, *asked: int | str) -> int | None:
    """The number in the one row that is found, if one is."""
    row = row_in(sql, *asked)
    return None if row is None else int(row[0])


def row_in(sql: str, *asked: int | str) -> tuple[Any, ...] | None:
    for one in asked:
        if isinstance(one, int) and one > GREATEST:
            return None
    cursor = connection.cursor()  # ends with this function: closing it would cost as much as the row
    cursor.execute(sql, asked)
    row: tuple[Any, ...] | None = cursor.fetchone()
    return row
