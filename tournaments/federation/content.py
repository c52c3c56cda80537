"""What a statement says as it is stored, and its digest, which the log has."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from clubs.books.writing import canonical_json
from tournaments.core.statements import (
    Correction,
    Fees,
    StandingStatement,
    StatedEvent,
    StatedKind,
    StatementContent,
)
from tournaments.models import IssuedStatement

_VERSION: Final = 1


def content_as_data(content: StatementContent) -> dict[str, Any]:
    """Return what a statement says as it is stored."""
    return {
        "version": _VERSION,
        "federation": content.federation,
        "club": content.club,
        "currency": content.currency,
        "fees": list(content.fees),
        "events": [_as_row(one) for one in content.events],
        "licences": content.licences,
        "corrections": [_as_row(one) for one in content.corrections],
    }


def read_content(data: Mapping[str, Any]) -> StatementContent:
    """Read what a statement says."""
    return StatementContent(
        federation=data["federation"],
        club=data["club"],
        currency=data["currency"],
        fees=Fees(*data["fees"]),
        events=tuple(StatedEvent(**_values(StatedEvent._fields, row)) for row in data["events"]),
        licences=data["licences"],
        corrections=tuple(Correction(**_values(Correction._fields, row)) for row in data["corrections"]),
    )


def _as_row(row: StatedEvent | Correction) -> list[str | int]:
    """Write a row; the kind stands last, and that of an event is left out, as before there were others."""
    values = [value.isoformat() if isinstance(value, date) else value for value in row]
    return values[:-1] if row.kind is StatedKind.EVENT else values


def _values(columns: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    values = dict(zip(columns, [*row, StatedKind.EVENT][: len(columns)], strict=True))
    day, kind = date.fromisoformat(values["day"]), StatedKind(values["kind"])
    return {**values, "day": day, "kind": kind}


def standing_of(issued: IssuedStatement) -> StandingStatement:
    return StandingStatement(
        issued.pk, issued.label, issued.since, issued.until, read_content(issued.content)
    )


def digest_of(issued: IssuedStatement) -> str:
    """Return the digest of all that makes a statement: another one with each change of it."""
    facts = {
        "federation": issued.federation_id,
        "club": issued.club_id,
        "number": issued.label,
        "issued_on": issued.issued_on.isoformat(),
        "since": issued.since.isoformat(),
        "until": issued.until.isoformat(),
        "amount": issued.amount,
        "currency": issued.currency,
        "credits": issued.credits_id,
        "content": issued.content,
    }
    return hashlib.sha256(canonical_json(facts).encode()).hexdigest()
