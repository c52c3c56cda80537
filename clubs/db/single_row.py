"""Single rows by hand-written SQL.

A phone in the hall polls every few seconds. Having Django compile the query for the revision took as long as
all the rest of such an answer.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

# The largest number of a row: no row has a greater one, and SQLite accepts none.
MAX_BIGINT: Final = 2**63 - 1


class Revision(NamedTuple):
    """The state that pages depend on, and the oldest one whose pages may still be shown for a moment."""

    number: int
    oldest_shown: int


def fetch_revision(sql: str, *parameters: int | str) -> Revision | None:
    """Return the revision in the first row of a query, or None without a row."""
    row = fetch_row(sql, *parameters)
    return None if row is None else Revision(*row)


def fetch_row(sql: str, *parameters: int | str | datetime) -> tuple[Any, ...] | None:
    for parameter in parameters:
        if isinstance(parameter, int) and parameter > MAX_BIGINT:
            return None
    cursor = connection.cursor()  # ends with this function: closing it would cost as much as the row
    cursor.execute(sql, parameters)
    row: tuple[Any, ...] | None = cursor.fetchone()
    return row
