"""The few acts of a log that papers and pages read: they are repeated in the log of an event that comes in.

Everything else stays in the log in the file. A repeated act has the time and the reason of then, and the
numbers of the record in place of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import models

from clubs.books.words import payload_of
from clubs.books.writing import Author, LoggedAct, Writing
from clubs.models import LogEntry, Player, User
from scoring.models import Deal, Game
from tournaments.transfer.record import BadRecord, RecordReader, RecordWriter, Row

# The acts, and what each is about: why a deal is void, when a game went on, and what was put right.
_ACTS: Final[Mapping[str, type[models.Model]]] = {
    "deal.voided": Deal,
    "game.goes_on": Game,
    "game.deals_moved": Game,
    "game.reseated": Game,
    "game.substituted": Game,
}
# The facts that name rows; all others are codes and figures.
_NAMING: Final[Mapping[str, type[models.Model]]] = {"game": Game, "player": Player, "players": Player}


def repeated_acts(writer: RecordWriter) -> list[Row]:
    """Return these acts of an event's log in their order, after its rows were written."""
    entries = LogEntry.objects.filter(book=writer.event.book_id, act__in=_ACTS)
    return [
        row
        for entry in entries.select_related("words").order_by("number")
        if (row := _written(writer, entry)) is not None
    ]


def _written(writer: RecordWriter, entry: LogEntry) -> Row | None:
    """Return an act with numbers; None if it is about a row that is no longer there."""
    payload = payload_of(entry)
    model, subject = _ACTS[entry.act], int(payload["subject"].partition(":")[2])
    if subject not in writer.numbers[model]:
        return None
    number = writer.number_of
    return {
        "act": entry.act,
        "at": entry.at.isoformat(),
        "author": None if entry.author_id is None else number(User, entry.author_id),
        "subject": number(model, subject),
        "before": _numbered(payload["before"], number),
        "after": _numbered(payload["after"], number),
        "reason": payload["reason"] if isinstance(payload["reason"], str) else "",
    }


def _numbered(facts: Mapping[str, Any], number: Any) -> Row:
    """Return facts with other names of the rows that they name."""
    return {
        name: value if name not in _NAMING else _each(value, lambda pk, of=_NAMING[name]: number(of, pk))
        for name, value in facts.items()
    }


def _each(value: Any, number: Any) -> Any:
    return [number(one) for one in value] if isinstance(value, list) else number(value)


def repeat_acts(act: Writing, reader: RecordReader, rows: list[Row]) -> None:
    """Repeat these acts in the log of the event."""
    for row, logged in zip(rows, _read(reader, rows), strict=True):
        author = reader.row_of(User, row["author"]) if row["author"] is not None else None
        then = Author(
            user=None if author is None else User.objects.get(pk=author),
            origin=act.by.origin,
            at=datetime.fromisoformat(row["at"]),
        )
        Writing(act.book, then).log_all([logged])
        act.logged.append(logged.act)


def _read(reader: RecordReader, rows: list[Row]) -> Iterator[LoggedAct]:
    for row in rows:
        model = _ACTS.get(row["act"])
        if model is None or datetime.fromisoformat(row["at"]).tzinfo is None:
            raise BadRecord(str(row["act"]))
        yield LoggedAct(
            row["act"],
            model._default_manager.get(pk=reader.row_of(model, row["subject"])),
            before=_numbered(row["before"], reader.row_of),
            after=_numbered(row["after"], reader.row_of),
            reason=_text(row["reason"]),
        )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadRecord(json.dumps(value)[:80])
    return value
