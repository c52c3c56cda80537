"""What was deleted leaves the files of SQLite at once, and does not wait in its journal."""

from __future__ import annotations

from contextlib import suppress

from django.db import OperationalError, connection


def write_back() -> None:
    """Write the journal back into the database, and empty it; with other engines there is nothing to do.

    While somebody reads for long it is left for the next time: SQLite writes it back by itself then.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with suppress(OperationalError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
