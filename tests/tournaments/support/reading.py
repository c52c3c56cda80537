"""What a request reads: models, rows with their bytes, and the bytes of JSON that are parsed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

_VALUE_BYTES = 8  # of a number, a moment, or nothing


@dataclass
class Reading:
    """What has been read so far."""

    models: int = 0
    rows: int = 0
    row_bytes: int = 0
    json_bytes: int = 0

    def note_row(self, row: Sequence[object]) -> None:
        self.rows += 1
        self.row_bytes += sum(len(value) if isinstance(value, str | bytes) else _VALUE_BYTES for value in row)


@contextmanager
def counted_reading() -> Iterator[Reading]:
    """Count what is read meanwhile."""
    reading = Reading()
    make, decode = vars(Model)["from_db"].__func__, json.JSONDecoder.decode

    def from_db(cls: type[Model], *row: Any) -> Model:
        reading.models += 1
        made: Model = make(cls, *row)
        return made

    def decoded(self: json.JSONDecoder, text: str, *more: Any) -> Any:
        reading.json_bytes += len(text)
        return decode(self, text, *more)

    def fetched(self: Any, size: int) -> list[Sequence[object]]:
        rows: list[Sequence[object]] = self.cursor.fetchmany(size)
        for row in rows:
            reading.note_row(row)
        return rows

    def fetched_all(self: Any) -> list[Sequence[object]]:
        rows: list[Sequence[object]] = self.cursor.fetchall()
        for row in rows:
            reading.note_row(row)
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "from_db", classmethod(from_db))
        patch.setattr(json.JSONDecoder, "decode", decoded)
        patch.setattr(CursorWrapper, "fetchmany", fetched, raising=False)
        patch.setattr(CursorWrapper, "fetchall", fetched_all, raising=False)
        yield reading
